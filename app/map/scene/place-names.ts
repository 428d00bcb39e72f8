import type { Position } from '../../../core/geo/wgs84.ts';
import type { PlaceName } from '../../engine/engine.ts';
import type { Mark } from '../../../core/datasets/kinds.ts';
import { keyOfText } from '../../../core/datasets/text-key.ts';
import { site } from '../../vocabulary/site.ts';
import { ownValue, plainText } from '../../vocabulary/text.ts';
import { isReceiverType } from '../../vocabulary/receiver-type.ts';
import { type Camera, pointIn, type ScreenPoint } from '../camera.ts';
import type { Target } from './hit-test.ts';
import {
  anchorAt,
  type Anchors,
  type Box,
  boxAround,
  halfLineInPixels,
  type LabelPlacement,
  type Lettering,
  type TextMeasure,
} from './label-placement.ts';

/** A place with its text style. */
export interface StyledPlace extends PlaceStyle {
  readonly place: PlaceName;
}

/** The selection as the map shows it: a record, a location, whose `mark` is null, or a place. */
export type Selected =
  | { readonly kind: 'point'; readonly position: Position; readonly mark: Mark | null }
  | { readonly kind: 'place'; readonly place: PlaceName };

/** Removes direction marks from the name of a place, because a canvas cannot isolate the direction of a text. */
export const plainPlace = (place: PlaceName): PlaceName => ({ ...place, name: plainText(place.name) });

/**
 * Adds islands to the places and sorts them for label placement, the highest rank first. The order is the same at every
 * zoom, so that names do not flicker.
 */
export function rankPlaces(published: readonly PlaceName[]): readonly StyledPlace[] {
  const places = published.map(plainPlace);
  return [...places.map((place) => ({ place, ...placeStyle(place) })), ...islandNames(places)].sort(
    (a, b) => a.nameFromZoom - b.nameFromZoom || a.place.name.length - b.place.name.length || a.place.id - b.place.id,
  );
}

export const isSamePosition = (a: Position, b: Position): boolean =>
  a.longitude === b.longitude && a.latitude === b.latitude;

/** The name of an island is added if it is the town of at least this many places. */
const minPlacesPerIsland = 5;

/**
 * Names of islands that are not places themselves but the `town` of several places, such as Rottnest Island. Each name
 * is drawn at the median position of those places.
 */
function islandNames(places: readonly PlaceName[]): StyledPlace[] {
  const names = new Set(places.map(({ name }) => name));
  const islands = new Map<string, PlaceName[]>();
  for (const place of places) {
    if (!/\bIslands?$/.test(place.town) || names.has(place.town)) continue;
    islands.set(place.town, [...(islands.get(place.town) ?? []), place]);
  }
  return [...islands].flatMap(([name, within]) => {
    if (within.length < minPlacesPerIsland) return [];
    const inshore = {
      longitude: median(within.map((place) => place.inshore.longitude)),
      latitude: median(within.map((place) => place.inshore.latitude)),
    };
    const place = { id: -1, name, featureType: 'Island', town: name, inshore, offshore: inshore };
    return [{ place, ...placeStyle(place), nameFromZoom: islandNameZoom, isArea: true }];
  });
}

const median = (values: readonly number[]): number =>
  Number([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]);

interface PlaceStyle {
  /** The name is shown from this zoom if there is space. */
  readonly nameFromZoom: number;
  /** The dot is shown from this zoom, even without space for the name. */
  readonly dotFromZoom: number;
  /** Whether this is a sea feature, whose name is italic. The names of land features are upright. */
  readonly isSea: boolean;
  /** Whether this is one of the best-known towns. */
  readonly isPrincipal: boolean;
  /** Whether this is a wreck, which has a name only if it is asked for: there are too many of them. */
  readonly isWreck: boolean;
  /** Whether this is only the name of an area. It has no dot and no hit target. */
  readonly isArea: boolean;
}

/** The best-known towns, spread along the coast. */
const principalTowns = new Set(site.places.towns);
/** The best-known suburbs, islands and beaches, whose names are shown from a smaller zoom than those of others. */
const wellKnownSuburbs = new Set(site.places.suburbs);
const wellKnownOthers = new Set(site.places.others);
const settlementTypes = new Set(['Town', 'Suburb', 'Locality']);
const landFeatureTypes = new Set([
  ...settlementTypes,
  ...['Boat Ramp', 'Reserve', 'Bridge', 'Surf Life Saving Club', 'Yacht Club', 'Marina', 'Jetty', 'Lighthouse'],
  ...['Hill', 'BEN Sign', 'Groyne', 'Cliff', 'Abalone Landing'],
]);
const townNameZoom = 6.5;
/** The zoom from which names are shown, by feature type. */
const nameZoomByType: Readonly<Record<string, number>> = {
  Town: townNameZoom,
  Cape: 8,
  Suburb: 9.5,
  Locality: 9.5,
  Sound: 9.5,
  Head: 9.5,
  Beach: 9.75,
  // Without a type: a site may have none at all.
  '': 9.75,
  Island: 10,
  Bay: 10,
  Point: 10.5,
  Inlet: 10.5,
  Estuary: 10.5,
  River: 10.5,
  Channel: 11,
  Harbour: 11,
  Reef: 11,
  Bank: 11,
  Cove: 11.5,
  Lagoon: 11.5,
  Rock: 12,
  Reserve: 12,
  Marina: 12,
  'Surf Break': 12,
  Wreck: 13,
  'BEN Sign': 13.5,
};
const receiverNameZoom = 13.5;
const islandNameZoom = 7.5;
/** From this zoom, the name of an area adds no information. */
const areaNamesBelowZoom = 13;
const defaultNameZoom = 12.5;
const minDotZoom = 11;

/** The style of a place, from its type and, for the best-known places, from its name. */
export function placeStyle({ name, featureType, town }: Pick<PlaceName, 'name' | 'featureType' | 'town'>): PlaceStyle {
  const isSettlement = settlementTypes.has(featureType);
  const isPrincipal = isSettlement && principalTowns.has(name);
  // A suburb or locality with the name of its town counts as the town.
  const isTown = featureType === 'Town' || (isSettlement && (name === town || `${name} Metro` === town));
  const zoomOfType =
    ownValue(nameZoomByType, featureType) ??
    (isReceiverType(keyOfText(featureType)) ? receiverNameZoom : defaultNameZoom);
  const nameFromZoom = isPrincipal
    ? 3
    : isTown
      ? townNameZoom
      : (featureType === 'Suburb' ? wellKnownSuburbs : wellKnownOthers).has(name)
        ? zoomOfType - 1
        : zoomOfType;
  return {
    nameFromZoom,
    dotFromZoom: Math.max(nameFromZoom, minDotZoom),
    isSea: !landFeatureTypes.has(featureType),
    isPrincipal,
    isWreck: featureType === 'Wreck',
    isArea: false,
  };
}

/** A text on the map: `x` is its start, `y` the middle of its line. */
export interface SceneLabel extends ScreenPoint {
  readonly text: string;
  readonly lettering: Lettering;
}

/** Names with their dots and hit targets. */
export interface PlacedNames {
  readonly labels: SceneLabel[];
  readonly dots: ScreenPoint[];
  readonly targets: Target[];
}

const dotRadius = 2.5;
/** Distance from the edge of a mark or dot to its name. */
const nameGap = 4.5;
/** A name is preferably nearer to its own mark or dot than to any other by at least this distance. */
const clarityInPixels = 3;
/** The name of an area belongs to the mark within this distance of its middle. */
const areaReach = 30;
/** A name is not repeated within this distance. */
const sameNameInPixels = 90;
/** Width of the frame on the sides with degree labels. */
const frameInPixels = 24;
const lowerFrameInPixels = 8;
/** Places further outside the drawing than this are ignored. */
const marginInPixels = 20;

/**
 * Places names and dots where there is space. `places` are sorted by rank, the highest first. A place that a mark covers
 * has its name next to that mark, which names only one place. A name that would be nearer to another mark or dot than to
 * its own would mislead, so it is left out. Wrecks are named only with `namesWrecks`.
 */
export function namesOf(
  camera: Camera,
  places: readonly StyledPlace[],
  placement: LabelPlacement,
  anchors: Anchors,
  measure: TextMeasure,
  namesWrecks: boolean,
): PlacedNames {
  const placed: PlacedNames = { labels: [], dots: [], targets: [] };
  const named = new Map<string, ScreenPoint[]>();
  for (const { place, nameFromZoom, dotFromZoom, isSea, isPrincipal, isWreck, isArea } of places) {
    // Because of the order, all following names need a larger zoom as well.
    if (nameFromZoom > camera.zoom) break;
    if (isArea && camera.zoom >= areaNamesBelowZoom) continue;
    const { x, y } = pointIn(camera, place.inshore);
    // A town and a locality of the same name would look like duplicates, so only the first is named.
    const isNamed = named.get(place.name)?.some((other) => Math.hypot(other.x - x, other.y - y) < sameNameInPixels);
    if (isNamed) continue;
    if (x < -marginInPixels || y < -marginInPixels) continue;
    if (x > camera.width + marginInPixels || y > camera.height + marginInPixels) continue;
    const dot = anchorAt({ x, y }, dotRadius);
    const marks = anchors.marksAt(isArea ? boxAround(dot, areaReach, areaReach) : dot);
    const isDotFree = marks.length === 0 && !isArea && placement.isFree(dot) && !anchors.wouldMislead(dot);
    const lettering: Lettering = isPrincipal ? 'principal' : isSea ? 'sea' : 'land';
    const text = measure.nameFor(place.name, lettering);
    const width = measure.widthOf(text, lettering);
    const isUnnamed = isWreck && !namesWrecks;
    const owns = isUnnamed ? [] : isDotFree ? [dot] : marks.filter((mark) => !anchors.isNamed(mark));
    const candidates = owns.flatMap((own) => labelBoxes(own, width, own.radius).map((box) => ({ ...box, own })));
    if (isArea && marks.length === 0) candidates.push({ ...boxAround(dot, width / 2, halfLineInPixels), own: dot });
    // In this order, because the last condition takes the longest.
    const boxes = candidates.filter(
      (each) =>
        !coversDegreeLabels(each, camera) && placement.isFree(each) && anchors.nearerTo(each, each.own).length === 0,
    );
    const uncut = boxes.filter((each) => !isCutOff(each, camera));
    const clear = uncut.filter((each) => anchors.nearerTo(each, each.own, clarityInPixels).length === 0);
    // The name of a place to the left or right of the view may be cut off; others are drawn in full or not at all.
    const box =
      placement.reserveFirst([...clear, ...uncut]) ??
      (isBetweenSides(x, camera) ? undefined : placement.reserveFirst(boxes));
    if (!box && (isArea || camera.zoom < dotFromZoom || !isDotFree)) continue;
    if (isDotFree) {
      placed.dots.push({ x, y });
      placement.reserve(dot);
      anchors.add(dot);
    }
    if (!isArea) placed.targets.push({ x, y, radius: dotRadius, box, item: { kind: 'place', place } });
    if (!box) continue;
    anchors.addLabel(box, box.own);
    named.set(place.name, [...(named.get(place.name) ?? []), { x, y }]);
    placed.labels.push({ text, x: box.left, y: middleOf(box), lettering });
  }
  return placed;
}

/** The middle of a line of text in a box. */
export const middleOf = ({ top, bottom }: Box): number => (top + bottom) / 2 + 0.5;

function isBetweenSides(x: number, { width, margin }: Camera): boolean {
  return x > margin.x && x < width - margin.x;
}

/** Whether a name would cover the degree labels at the top or on the left of the view. */
export function coversDegreeLabels({ left, top, right, bottom }: Box, { width, height, margin }: Camera): boolean {
  const isAcross = right > margin.x && left < width - margin.x;
  const isDown = bottom > margin.y && top < height - margin.y;
  return isAcross && isDown && (left < margin.x + frameInPixels || top < margin.y + frameInPixels);
}

/** Whether the left, right or lower edge of the view, including its frame, cuts a name in two. */
export function isCutOff({ left, right, top, bottom }: Box, { width, height, margin }: Camera): boolean {
  const [first, last] = [margin.x + frameInPixels, width - margin.x - frameInPixels];
  const lowest = height - margin.y - lowerFrameInPixels;
  return (left < first && right > first) || (left < last && right > last) || (top < lowest && bottom > lowest);
}

/** Boxes next to a mark or dot: to its right or left, or else above or below, or in between. */
export function labelBoxes({ x, y }: ScreenPoint, width: number, radius = dotRadius): Box[] {
  const boxAt = (left: number, drop: number): Box => ({
    left,
    top: y + drop - halfLineInPixels,
    right: left + width,
    bottom: y + drop + halfLineInPixels,
  });
  const [right, left, middle] = [x + radius + nameGap, x - radius - nameGap - width, x - width / 2];
  const [near, far] = [radius * 0.7 + 7, radius + 11.5];
  return [
    ...[boxAt(right, 0), boxAt(left, 0), boxAt(middle, -far), boxAt(middle, far)],
    ...[right, left].flatMap((side) => [boxAt(side, -near), boxAt(side, near)]),
    ...[x - radius, x + radius - width].flatMap((side) => [boxAt(side, -far), boxAt(side, far)]),
  ];
}
