import type { Position } from '../../../core/geo/wgs84.ts';
import type { PlaceName } from '../../engine/engine.ts';
import type { Mark } from '../../vocabulary/kinds.ts';
import { ownValue, plainText } from '../../vocabulary/text.ts';
import { type Camera, pointIn, type ScreenPoint } from '../camera.ts';
import type { Target } from './hit-test.ts';
import {
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
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

interface PlaceStyle {
  /** The name is shown from this zoom if there is space. */
  readonly nameFromZoom: number;
  /** The dot is shown from this zoom, even without space for the name. */
  readonly dotFromZoom: number;
  /** Whether this is a sea feature, whose name is italic. The names of land features are upright. */
  readonly isSea: boolean;
  /** Whether this is one of the best-known towns. */
  readonly isPrincipal: boolean;
  /** Whether this is one of the best-known towns, islands or beaches, whose name may be further away from its point. */
  readonly isWellKnown: boolean;
  /** Whether the name may be further away if a mark covers the point: true for all towns, islands and beaches. */
  readonly mayMoveIfCovered: boolean;
  /** Whether this is a wreck, sign or receiver, whose name is placed after the counts of marks. */
  readonly isMinor: boolean;
  /** Whether this is only the name of an area. It has no dot and no hit target. */
  readonly isArea: boolean;
}

/** The best-known towns, spread along the coast. */
const principalTowns = new Set(
  [
    ['Perth', 'Albany', 'Broome', 'Geraldton', 'Esperance', 'Port Hedland', 'Karratha', 'Carnarvon', 'Exmouth'],
    ['Bunbury', 'Kalbarri', 'Denham', 'Derby', 'Wyndham', 'Onslow', 'Eucla', 'Augusta', 'Jurien Bay', 'Kalumburu'],
  ].flat(),
);
/** The best-known islands and beaches, whose names are shown from a smaller zoom than those of others. */
const principalIslandsAndBeaches = new Set(
  [
    ['Rottnest Island', 'Garden Island', 'Penguin Island', 'Dirk Hartog Island', 'Barrow Island', 'Bernier Island'],
    ['Cottesloe Beach', 'Scarborough Beach', 'City Beach', 'Port Beach', 'Middleton Beach', 'Cable Beach'],
    ['Gnarabup Beach', 'Back Beach', 'Binningup Beach', 'Twilight Beach', 'Mullaloo Beach', 'Town Beach'],
  ].flat(),
);
const settlementTypes = new Set(['Town', 'Suburb', 'Locality']);
const landFeatureTypes = new Set([
  ...settlementTypes,
  ...['Boat Ramp', 'Reserve', 'Bridge', 'Surf Life Saving Club', 'Yacht Club', 'Marina', 'Jetty', 'Lighthouse'],
  ...['Hill', 'BEN Sign', 'Groyne', 'Cliff', 'Abalone Landing'],
]);
/** The zoom from which names are shown, by feature type. */
const nameZoomByType: Readonly<Record<string, number>> = {
  Town: 6.5,
  Cape: 8,
  Island: 8.5,
  Beach: 9.75,
  Locality: 9.5,
  Sound: 9.5,
  Head: 9.5,
  Suburb: 10.5,
  Bay: 10,
  Point: 10.5,
  Channel: 11,
  Harbour: 11,
  Inlet: 10.5,
  Estuary: 10.5,
  River: 10.5,
  Reef: 11,
  Bank: 11,
  Cove: 11.5,
  Lagoon: 11.5,
  Rock: 12,
  Reserve: 12,
  Marina: 12,
  'Boat Ramp': 12.5,
  'Surf Break': 12,
  Wreck: 13,
  'BEN Sign': 13.5,
  'Shark Monitoring Receiver': 13.5,
};
const islandNameZoom = 7.5;
/** From this zoom, the name of an area adds no information. */
const areaNamesBelowZoom = 13;
const defaultNameZoom = 12.5;
const minDotZoom = 11;
const minorTypes = new Set(['Wreck', 'BEN Sign', 'Shark Monitoring Receiver']);

/** The style of a place, from its type and, for the best-known places, from its name. */
export function placeStyle({ name, featureType, town }: Pick<PlaceName, 'name' | 'featureType' | 'town'>): PlaceStyle {
  const isSettlement = settlementTypes.has(featureType);
  const isPrincipal = isSettlement && principalTowns.has(name);
  // A suburb or locality with the name of its town counts as the town.
  const isTown = featureType === 'Town' || (isSettlement && (name === town || `${name} Metro` === town));
  const isWellKnown = isPrincipal || principalIslandsAndBeaches.has(name);
  const isShore = featureType === 'Island' || featureType === 'Beach';
  const zoomOfType = ownValue(nameZoomByType, featureType) ?? defaultNameZoom;
  const nameFromZoom = isPrincipal
    ? 3
    : isTown
      ? Math.min(zoomOfType, nameZoomByType['Town'] ?? zoomOfType)
      : isShore && isWellKnown
        ? zoomOfType - 1
        : zoomOfType;
  return {
    nameFromZoom,
    dotFromZoom: Math.max(nameFromZoom, minDotZoom),
    isSea: !landFeatureTypes.has(featureType),
    isPrincipal,
    isWellKnown,
    mayMoveIfCovered: isTown || isPrincipal || isShore,
    isMinor: minorTypes.has(featureType),
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
const dotGap = 7;
/** A name is not repeated within this distance. */
const sameNameInPixels = 90;
/** Width of the frame on the sides with degree labels. */
const frameInPixels = 24;
/** Places further outside the drawing than this are ignored. */
const marginInPixels = 20;

/** Places names and dots where there is space. `places` are sorted by rank, the highest first. */
export function namesOf(
  camera: Camera,
  places: readonly StyledPlace[],
  placement: LabelPlacement,
  measure: TextMeasure,
): PlacedNames {
  const placed: PlacedNames = { labels: [], dots: [], targets: [] };
  const named = new Map<string, ScreenPoint[]>();
  for (const {
    place,
    nameFromZoom,
    dotFromZoom,
    isSea,
    isPrincipal,
    isWellKnown,
    mayMoveIfCovered,
    isArea,
  } of places) {
    // Because of the order, all following names need a larger zoom as well.
    if (nameFromZoom > camera.zoom) break;
    if (isArea && camera.zoom >= areaNamesBelowZoom) continue;
    const { x, y } = pointIn(camera, place.inshore);
    // A town and a locality of the same name would look like duplicates, so only the first is named.
    const isNamed = named.get(place.name)?.some((other) => Math.hypot(other.x - x, other.y - y) < sameNameInPixels);
    if (isNamed) continue;
    if (x < -marginInPixels || y < -marginInPixels) continue;
    if (x > camera.width + marginInPixels || y > camera.height + marginInPixels) continue;
    const lettering: Lettering = isPrincipal ? 'principal' : isSea ? 'sea' : 'land';
    const text = measure.nameFor(place.name, lettering);
    const width = measure.widthOf(text, lettering);
    const dotBox = boxAround({ x, y }, dotRadius, dotRadius);
    const isDotFree = placement.isFree(dotBox);
    const mayMove = isWellKnown || (mayMoveIfCovered && !isDotFree);
    const candidates = isArea
      ? areaBoxes(x, y, width)
      : [...labelBoxes(x, y, width), ...(mayMove ? boxesFurtherOff(x, y, width) : [])];
    const boxes = candidates.filter((each) => !coversDegreeLabels(each, camera));
    const uncut = boxes.filter((each) => !isCutOff(each, camera));
    // The name of a place to the left or right of the view may be cut off; others are drawn in full or not at all.
    const box =
      placement.reserveFirst(uncut) ?? (isBetweenSides(x, camera) ? undefined : placement.reserveFirst(boxes));
    if (!box && (isArea || camera.zoom < dotFromZoom || !isDotFree)) continue;
    if (isDotFree && !isArea) placed.dots.push({ x, y });
    if (!isArea) placed.targets.push({ x, y, radius: dotRadius, box, item: { kind: 'place', place } });
    if (!box) continue;
    if (isDotFree && !isArea) placement.reserve(dotBox);
    named.set(place.name, [...(named.get(place.name) ?? []), { x, y }]);
    placed.labels.push({ text, x: box.left, y: y + box.drop + 0.5, lettering });
  }
  return placed;
}

/** A box for a name, and how far the middle of its line is below the point. */
export interface NameBox extends Box {
  readonly drop: number;
}

/**
 * Boxes for a name further away from its point, for example next to a mark that covers the point. The last ones are also
 * moved to the side.
 */
function boxesFurtherOff(x: number, y: number, width: number): NameBox[] {
  const steps = [10, 18, 26];
  const aboveAndBelow = (further: number, across: number): NameBox[] =>
    [-further, further].flatMap((drop) =>
      labelBoxes(x + across, y, width)
        .slice(drop < 0 ? 2 : 3, drop < 0 ? 3 : 4)
        .map((box) => ({ ...box, top: box.top + drop, bottom: box.bottom + drop, drop: box.drop + drop })),
    );
  return [
    ...steps.flatMap((further) => [
      ...labelBoxes(x + further, y, width).slice(0, 1),
      ...labelBoxes(x - further, y, width).slice(1, 2),
      ...aboveAndBelow(further, 0),
    ]),
    ...steps.flatMap((further) => [10, -10].flatMap((across) => aboveAndBelow(further, across))),
  ];
}

/** Boxes for the name of an area: at its middle, above or below the middle, or next to a mark there. */
function areaBoxes(x: number, y: number, width: number): NameBox[] {
  const nextToMark = width / 2 + 34;
  const middles = [
    ...[0, -16, 16, -32, 32, -48, 48, -64, 64].map((drop) => ({ across: 0, drop })),
    ...[-nextToMark, nextToMark].map((across) => ({ across, drop: 0 })),
  ];
  return middles.map(({ across, drop }) => ({
    ...boxAround({ x: x + across, y: y + drop }, width / 2, halfLineInPixels),
    drop,
  }));
}

function isBetweenSides(x: number, { width, margin }: Camera): boolean {
  return x > margin.x && x < width - margin.x;
}

/** Whether a name would cover the degree labels at the top or on the left of the view. */
export function coversDegreeLabels({ left, top, right, bottom }: Box, { width, height, margin }: Camera): boolean {
  const isAcross = right > margin.x && left < width - margin.x;
  const isDown = bottom > margin.y && top < height - margin.y;
  return isAcross && isDown && (left < margin.x + frameInPixels || top < margin.y + frameInPixels);
}

/** Whether the left or right edge of the view, including its frame, cuts a name in two. */
export function isCutOff({ left, right }: Box, { width, margin }: Camera): boolean {
  const [first, last] = [margin.x + frameInPixels, width - margin.x - frameInPixels];
  return (left < first && right > first) || (left < last && right > last);
}

/** Boxes next to a point: to its right or left, or else slightly above or below. */
export function labelBoxes(x: number, y: number, width: number): NameBox[] {
  const boxAt = (left: number, drop: number): NameBox => ({
    left,
    top: y + drop - halfLineInPixels,
    right: left + width,
    bottom: y + drop + halfLineInPixels,
    drop,
  });
  const [right, left, middle] = [x + dotGap, x - dotGap - width, x - width / 2];
  return [boxAt(right, 0), boxAt(left, 0), boxAt(middle, -14), boxAt(middle, 14), boxAt(right, -9), boxAt(right, 9)];
}
