import type { MapMark, PlaceName, SharkJourney } from '../../engine/engine.ts';
import type { Mark } from '../../vocabulary/kinds.ts';
import { type Camera, pointIn, type ScreenPoint, unwrapLongitude } from '../camera.ts';
import type { Target } from './hit-test.ts';
import {
  type Box,
  boxAround,
  crosses,
  crossReach,
  halfLineInPixels,
  LabelPlacement,
  overlap,
  type TextMeasure,
} from './label-placement.ts';
import {
  isCutOff,
  coversDegreeLabels,
  isSamePosition,
  labelBoxes,
  namesOf,
  type NameBox,
  type SceneLabel,
  type Selected,
  type StyledPlace,
} from './place-names.ts';
import type { arrangeJourney, JourneyPath } from './journey.ts';
import { boxOfMark, type CountLabel, countLabelsOf, marksOf, type SceneMark } from './scene-marks.ts';
import type { CircleInput, CircleScene, circleSceneOf } from './circles.ts';

export interface SceneInput {
  readonly camera: Camera;
  readonly marks: readonly MapMark[];
  /** Sorted by rank, the highest first. */
  readonly places: readonly StyledPlace[];
  readonly selected: Selected | null;
  /** The search and the circle around a place. */
  readonly circles: readonly CircleInput[];
  /** The sharks whose journeys are shown; empty without a filter by tag. */
  readonly journey: readonly SharkJourney[];
  /** Boxes of the view that controls cover. No text is placed under them. */
  readonly covered: readonly Box[];
}

/** What the map shows at a camera, as plain data. Everything is arranged before it is painted. */
export interface Scene {
  readonly marks: readonly SceneMark[];
  readonly labels: readonly SceneLabel[];
  /** The dots of places. */
  readonly dots: readonly ScreenPoint[];
  readonly selection: SceneSelection | null;
  readonly circles: readonly CircleScene[];
  /** The lines of a journey. */
  readonly path: JourneyPath['lines'];
  /** The hit targets. Where several overlap, the last one is hit. */
  readonly targets: readonly Target[];
}

/**
 * A selected place, or the point of a selected record or location that has no mark of its own. `offshore` is null if it
 * is the same point as `inshore`. `mark` is null for a location.
 */
export type SceneSelection =
  | { readonly kind: 'place'; readonly inshore: ScreenPoint; readonly offshore: ScreenPoint | null }
  | { readonly kind: 'point'; readonly point: ScreenPoint; readonly mark: Mark | null };

/** Functions for what a first visit should not load. */
export interface SceneTools {
  /** Includes geodesics. */
  readonly arrangeCircle?: typeof circleSceneOf | undefined;
  readonly arrangeJourney?: typeof arrangeJourney | undefined;
}

/**
 * Arranges the map. Marks avoid only the cross of a search. Texts avoid the marks, and take space in this order: the
 * labels of the search and of the circle around a place, the name of the selection, names of places, the counts next to
 * marks, and last the names of wrecks, signs and receivers. The numbers of stops replace the counts, before all names of
 * places. The tools are needed only for a scene with circles or a journey.
 */
export function sceneOf(input: SceneInput, measure: TextMeasure, tools: SceneTools = {}): Scene {
  const { camera, places, selected } = input;
  const placement = new LabelPlacement();
  for (const box of input.covered) placement.reserve(box);
  const crosses = input.circles.flatMap(({ kind, search: { centre } }) =>
    kind === 'search' ? [boxAround(pointIn(camera, centre), crossReach, crossReach)] : [],
  );

  // The points of the selected place are drawn over the marks.
  const points = selected?.kind === 'place' ? pointsOf(camera, selected.place) : [];
  const rings = points.map((point) => boxAround(point, selectedReach, selectedReach));
  const counted = marksOf(camera, input.marks, selected, [...crosses, ...rings, ...input.covered]);
  const isJourney = input.journey.length > 0 && tools.arrangeJourney !== undefined;
  const marks = isJourney ? counted.map((mark) => ({ ...mark, countInside: '' })) : counted;
  const path = tools.arrangeJourney?.(camera, input.journey, marks);
  const boxes = marks.map(boxOfMark);
  const { arrangeCircle } = tools;
  const circles = arrangeCircle
    ? input.circles.map((circle) => arrangeCircle(camera, circle, [...boxes, ...rings], placement, measure))
    : [];
  const selectionScene =
    selected?.kind === 'place' ? selectedPlace(camera, selected.place, placement, measure, marks) : null;
  for (const box of boxes) placement.reserve(box);
  const stops = isJourney ? countLabelsOf(marks, placement, measure, path?.numbers) : undefined;
  // So that no name is struck through.
  for (const { from, to } of path?.lines ?? []) reserveLine(from, to, placement);
  const otherPlaces =
    selected?.kind === 'place' ? places.filter(({ place }) => place.id !== selected.place.id) : places;
  const names = namesOf(
    camera,
    otherPlaces.filter(({ isMinor }) => !isMinor),
    placement,
    measure,
  );
  const counts = stops ?? countLabelsOf(marks, placement, measure);
  const minorNames = namesOf(
    camera,
    otherPlaces.filter(({ isMinor }) => isMinor),
    placement,
    measure,
  );

  return {
    marks,
    labels: [...counts.map(labelOfCount), ...minorNames.labels, ...names.labels, ...(selectionScene?.labels ?? [])],
    dots: [...minorNames.dots, ...names.dots],
    selection: selectionScene?.selection ?? selectedPoint(input),
    circles,
    path: path?.lines ?? [],
    targets: [...minorNames.targets, ...names.targets, ...marks.map((mark) => targetOf(mark, counts))],
  };
}

function labelOfCount({ text, box }: CountLabel): SceneLabel {
  return { text, x: box.left, y: (box.top + box.bottom) / 2 + 0.5, lettering: 'figures' };
}

function targetOf(placed: SceneMark, counts: readonly CountLabel[]): Target {
  const { mapMark, x, y, radius } = placed;
  const box = counts.find((count) => count.mark === placed)?.box;
  return { x, y, radius, ...(box && { box }), item: { kind: 'mark', mark: mapMark } };
}

/** The point of a selected record or location; null if it has a mark of its own, which shows the selection. */
function selectedPoint({ camera, marks, selected }: SceneInput): SceneSelection | null {
  if (selected?.kind !== 'point') return null;
  const hasMark = marks.some(
    ({ locations, position }) => locations === 1 && isSamePosition(position, selected.position),
  );
  return hasMark ? null : { kind: 'point', point: pointIn(camera, selected.position), mark: selected.mark };
}

/** Radius of the ring around a selected point. */
export const ringRadiusInPixels = 9;
/** The name of the selection is always drawn, so it may also be placed further above or below its point. */
const furtherDrop = 16;
/** Where marks leave no space next to the point. */
const furthestDrops = [-30, 30, -44, 44, -58, 58];
/** The name's distance from the point, in addition to that of other names, if a mark at the point is in between. */
const beyondMarkInPixels = 24;
/** The two points of a place are labelled once they are this far apart, in pixels. */
const minDistanceOfPointLabels = 56;
/** How far below the name of the place the label of its inshore point is. */
const pointLabelDrop = 16;

const selectedReach = ringRadiusInPixels + 2;
const lineStepInPixels = 6;
/** A line may be much longer than the view. */
const maxLineSteps = 400;

/** Reserves the space of a line, so that no count or other name is struck through. */
function reserveLine(from: ScreenPoint, to: ScreenPoint, placement: LabelPlacement): void {
  const steps = Math.min(Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / lineStepInPixels), maxLineSteps);
  for (let step = 1; step < steps; step++) {
    const share = step / steps;
    const point = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
    placement.reserve(boxAround(point, lineStepInPixels / 2, 2));
  }
}

/** The inshore and the offshore point. The line between them crosses the antimeridian if that is the shorter way. */
function pointsOf(camera: Camera, { inshore, offshore }: PlaceName): readonly [ScreenPoint, ScreenPoint] {
  return [pointIn(camera, inshore), pointIn(camera, unwrapLongitude(inshore, offshore))];
}

/** Boxes for the name of a selected place, next to its inshore point or else further above or below. */
function boxesOfSelected({ x, y }: ScreenPoint, width: number): NameBox[] {
  const near = labelBoxes(x, y, width);
  const further = near.slice(0, 2).flatMap((box) => [-furtherDrop, furtherDrop].map((drop) => ({ ...box, drop })));
  const besidePoint = [
    ...[...near, ...further].map((box) => ({ ...box, away: 6 })),
    ...[...near.slice(0, 2), ...further].map((box) => ({ ...box, away: beyondMarkInPixels })),
  ].map(({ left, right, drop, away }) => {
    const across = left > x ? away : right < x ? -away : 0;
    return { left: left + across, right: right + across, drop: drop * 1.4 };
  });
  const acrossPoint = furthestDrops.flatMap((drop) =>
    [x - width / 2, x - ringRadiusInPixels, x + ringRadiusInPixels - width].map((left) => ({
      ...{ left, right: left + width, drop },
    })),
  );
  return [...besidePoint, ...acrossPoint].map((box) => ({
    ...box,
    top: y + box.drop - halfLineInPixels,
    bottom: y + box.drop + halfLineInPixels,
  }));
}

/**
 * Arranges a selected place, and reserves the space of its name before that of other names. The name avoids the marks
 * and the line between the two points if possible, and is always drawn.
 */
function selectedPlace(
  camera: Camera,
  place: PlaceName,
  placement: LabelPlacement,
  measure: TextMeasure,
  marks: readonly SceneMark[],
): { readonly selection: SceneSelection; readonly labels: readonly SceneLabel[] } {
  const [inshore, offshore] = pointsOf(camera, place);
  for (const point of [inshore, offshore]) placement.reserve(boxAround(point, selectedReach, selectedReach));
  // The name is cut only if there is no space for all of it.
  const texts = new Set([place.name, measure.nameFor(place.name, 'selected')]);
  const boxes = [...texts].flatMap((text) =>
    boxesOfSelected(inshore, measure.widthOf(text, 'selected')).map((each) => ({ ...each, text })),
  );
  const whole = boxes.filter((each) => !coversDegreeLabels(each, camera) && !isCutOff(each, camera));
  const clear = whole.filter((each) => !marks.some((mark) => overlap(boxOfMark(mark), each)));
  const hasPointLabels = Math.hypot(offshore.x - inshore.x, offshore.y - inshore.y) >= minDistanceOfPointLabels;
  // "inshore" is below the name.
  const besideLine = clear.filter(
    (each) => !hasPointLabels || !crosses({ ...each, bottom: each.bottom + pointLabelDrop }, inshore, offshore),
  );
  const box = placement.reserveFirst([...besideLine, ...clear, ...whole, ...boxes]) ?? whole[0] ?? boxes[0];

  const labels: SceneLabel[] = [];
  if (box) labels.push({ text: box.text, x: box.left, y: inshore.y + box.drop + 0.5, lettering: 'selected' });
  if (box && hasPointLabels) {
    const side = Math.sign(offshore.x - inshore.x) || 1;
    const placeLabel = (text: string, middles: (halfWidth: number) => readonly ScreenPoint[]): void => {
      const halfWidth = measure.widthOf(text, 'land') / 2;
      const free = placement.reserveFirst(
        middles(halfWidth)
          .map((middle) => boxAround(middle, halfWidth, halfLineInPixels))
          .filter((each) => !coversDegreeLabels(each, camera) && !isCutOff(each, camera))
          .filter((each) => !crosses(each, inshore, offshore)),
      );
      if (free) labels.push({ text, x: free.left, y: free.top + halfLineInPixels, lettering: 'land' });
    };
    placeLabel('offshore', (half) => [
      { x: offshore.x + side * (12 + half), y: offshore.y },
      ...[-1, 1].map((down) => ({
        x: offshore.x + side * (12 - half),
        y: offshore.y + down * (selectedReach + halfLineInPixels),
      })),
    ]);
    const y = inshore.y + box.drop + pointLabelDrop;
    placeLabel('inshore', (half) => [
      { x: box.left + half, y },
      { x: box.right - half, y },
      ...[1, -1].map((down) => ({ x: inshore.x, y: inshore.y + down * (selectedReach + halfLineInPixels) })),
    ]);
  }
  reserveLine(inshore, offshore, placement);
  const isOnePoint = isSamePosition(place.inshore, place.offshore);
  return { selection: { kind: 'place', inshore, offshore: isOnePoint ? null : offshore }, labels };
}
