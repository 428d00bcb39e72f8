import type { MapMark, PlaceName, SharkJourney } from '../../engine/engine.ts';
import type { Mark } from '../../../core/datasets/kinds.ts';
import { type Camera, pointIn, type ScreenPoint, unwrapLongitude } from '../camera.ts';
import type { Target } from './hit-test.ts';
import {
  anchorAt,
  Anchors,
  type Box,
  boxAround,
  crosses,
  halfLineInPixels,
  isWithin,
  LabelPlacement,
  type TextMeasure,
} from './label-placement.ts';
import {
  isCutOff,
  coversDegreeLabels,
  isSamePosition,
  labelBoxes,
  middleOf,
  namesOf,
  type SceneLabel,
  type Selected,
  type StyledPlace,
} from './place-names.ts';
import type { arrangeJourney, JourneyPath } from './journey.ts';
import { anchorOf, type CountLabel, countLabelsOf, marksOf, type SceneMark, stopLabelsOf } from './scene-marks.ts';
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
  /** Whether wrecks are named. */
  readonly namesWrecks: boolean;
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
 * Arranges the map. Marks stay at their positions; texts avoid them and take space in this order: the labels of the
 * search and of the circle around a place, the counts, the name of the selection and the names of places. So every ring
 * has its count, whatever covers its middle. The numbers of stops replace the counts. The tools are needed only for a
 * scene with circles or a journey.
 */
export function sceneOf(input: SceneInput, measure: TextMeasure, tools: SceneTools = {}): Scene {
  const { camera, places, selected } = input;
  const placement = new LabelPlacement();
  for (const box of input.covered) placement.reserve(box);
  const marks = marksOf(camera, input.marks, selected);
  const anchors = new Anchors();
  for (const mark of marks) anchors.add(anchorOf(mark));
  // The selection is drawn over the marks.
  const selection = selectionOf(input);
  for (const box of boxesOf(selection)) placement.reserve(box);
  if (selection?.kind === 'place' && selection.offshore) {
    reserveLine(selection.inshore, selection.offshore, placement);
  }
  const { arrangeCircle } = tools;
  const boxes = marks.map(anchorOf);
  // The count of a ring under a control would be next to nothing.
  const isVisible = (mark: SceneMark): boolean => !input.covered.some((box) => isWithin(anchorOf(mark), box));
  const circles = arrangeCircle
    ? input.circles.map((circle) => arrangeCircle(camera, circle, boxes, placement, measure))
    : [];
  const isJourney = input.journey.length > 0 && tools.arrangeJourney !== undefined;
  const path = tools.arrangeJourney?.(camera, input.journey, marks);
  const counts =
    isJourney && path
      ? stopLabelsOf(path.numbers, placement, anchors, measure)
      : countLabelsOf(marks.filter(isVisible), placement, anchors, measure);
  const selectedLabels =
    selected?.kind === 'place' ? labelSelectedPlace(camera, selected.place, placement, anchors, measure) : [];
  for (const box of boxes) placement.reserve(box);
  // So that no name is struck through.
  for (const { from, to } of path?.lines ?? []) reserveLine(from, to, placement);
  const otherPlaces =
    selected?.kind === 'place' ? places.filter(({ place }) => place.id !== selected.place.id) : places;
  const names = namesOf(camera, otherPlaces, placement, anchors, measure, input.namesWrecks);

  return {
    marks,
    labels: [...names.labels, ...selectedLabels, ...counts.map(labelOfCount)],
    dots: names.dots,
    selection,
    circles,
    path: path?.lines ?? [],
    targets: [...names.targets, ...marks.map((mark) => targetOf(mark, counts))],
  };
}

function labelOfCount({ text, box, lettering }: CountLabel): SceneLabel {
  return { text, x: box.left, y: middleOf(box), lettering };
}

function targetOf(placed: SceneMark, counts: readonly CountLabel[]): Target {
  const { mapMark, x, y, radius } = placed;
  const box = counts.find((count) => count.mark === placed)?.box;
  return { x, y, radius, ...(box && { box }), item: { kind: 'mark', mark: mapMark } };
}

/**
 * The points of the selected place, or the point of a selected record or location; null if that has a mark of its own,
 * which shows the selection.
 */
function selectionOf({ camera, marks, selected }: SceneInput): SceneSelection | null {
  if (selected?.kind === 'place') {
    const [inshore, offshore] = pointsOf(camera, selected.place);
    const isOnePoint = isSamePosition(selected.place.inshore, selected.place.offshore);
    return { kind: 'place', inshore, offshore: isOnePoint ? null : offshore };
  }
  const hasMark = marks.some(
    ({ locations, position }) => selected && locations === 1 && isSamePosition(position, selected.position),
  );
  return selected && !hasMark
    ? { kind: 'point', point: pointIn(camera, selected.position), mark: selected.mark }
    : null;
}

/** The boxes of what is drawn at the points of the selection. */
function boxesOf(selection: SceneSelection | null): Box[] {
  if (!selection) return [];
  const points = selection.kind === 'place' ? [selection.inshore, selection.offshore] : [selection.point];
  return points.filter((point) => point !== null).map((point) => boxAround(point, selectedReach, selectedReach));
}

/** Radius of the ring around a selected point. */
export const ringRadiusInPixels = 9;
/** The distances of the name of the selection from its point or the mark there, in addition to that of other names. */
const extraGaps = [2, 8, 15, 31];
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

/**
 * Places the name of a selected place, and labels its points. The name avoids counts, marks and the line between the
 * two points, and is cut if there is no space for all of it. If it is nearer to another mark, that mark gets no other name.
 */
function labelSelectedPlace(
  camera: Camera,
  place: PlaceName,
  placement: LabelPlacement,
  anchors: Anchors,
  measure: TextMeasure,
): readonly SceneLabel[] {
  const [inshore, offshore] = pointsOf(camera, place);
  const point = anchorAt(inshore, ringRadiusInPixels);
  const [mark] = anchors.marksAt(boxAround(inshore, 0, 0));
  const owns = mark ? [point, mark] : [point];
  const hasPointLabels = Math.hypot(offshore.x - inshore.x, offshore.y - inshore.y) >= minDistanceOfPointLabels;
  const isClear = (box: Box): boolean =>
    !coversDegreeLabels(box, camera) && !isCutOff(box, camera) && anchors.marksAt(box).length === 0;
  const texts = new Set([place.name, measure.nameFor(place.name, 'selected')]);
  const candidates = [...texts].flatMap((text) => {
    const width = measure.widthOf(text, 'selected');
    const clear = extraGaps
      .flatMap((gap) =>
        owns.flatMap((own) => labelBoxes(own, width, own.radius + gap).map((box) => ({ ...box, own, text }))),
      )
      .filter(isClear);
    // "inshore" is below the name.
    const clearOfLine = clear.filter(
      (each) => !hasPointLabels || !crosses({ ...each, bottom: each.bottom + pointLabelDrop }, inshore, offshore),
    );
    return [...clearOfLine.filter((each) => anchors.nearerTo(each, each.own).length === 0), ...clearOfLine, ...clear];
  });
  const box = placement.reserveFirst(candidates);
  for (const each of [point, anchorAt(offshore, 4)]) anchors.add(each);
  if (box) anchors.addLabel(box, box.own);

  const labels: SceneLabel[] = [];
  if (box) labels.push({ text: box.text, x: box.left, y: middleOf(box), lettering: 'selected' });
  if (box && hasPointLabels) {
    const side = Math.sign(offshore.x - inshore.x) || 1;
    const placeLabel = (text: string, middles: (halfWidth: number) => readonly ScreenPoint[]): void => {
      const halfWidth = measure.widthOf(text, 'land') / 2;
      const free = placement.reserveFirst(
        middles(halfWidth)
          .map((middle) => boxAround(middle, halfWidth, halfLineInPixels))
          .filter((each) => isClear(each) && !crosses(each, inshore, offshore)),
      );
      if (free) labels.push({ text, x: free.left, y: middleOf(free), lettering: 'land' });
    };
    placeLabel('offshore', (half) => [
      { x: offshore.x + side * (12 + half), y: offshore.y },
      ...[-1, 1].map((down) => ({
        x: offshore.x + side * (12 - half),
        y: offshore.y + down * (selectedReach + halfLineInPixels),
      })),
    ]);
    const y = middleOf(box) + pointLabelDrop;
    placeLabel('inshore', (half) => [
      { x: box.left + half, y },
      { x: box.right - half, y },
      ...[1, -1].map((down) => ({ x: inshore.x, y: inshore.y + down * (selectedReach + halfLineInPixels) })),
    ]);
  }
  return labels;
}
