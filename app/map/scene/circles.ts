import { geodesicPoint } from '../../../core/geo/geodesic-point.ts';
import { geodesicDirection } from '../../../core/geo/geodesic.ts';
import type { Position } from '../../../core/geo/wgs84.ts';
import type { PlaceRow, Result } from '../../engine/engine.ts';
import type { LocationSearch } from '../../view/view-state.ts';
import { formatDistanceAndBearing, formatRadius, type Units } from '../../vocabulary/distances.ts';
import { type Camera, pointIn, positionAt, type ScreenPoint, unwrapLongitude } from '../camera.ts';
import { clipSegment } from '../paint/trace-ring.ts';
import { freeArea } from './fit-view.ts';
import {
  type Box,
  boxAround,
  crossReach,
  handleReach,
  isWithin,
  labelHeight,
  type LabelPlacement,
  overlap,
  type TextMeasure,
} from './label-placement.ts';
import { circleAround, handleBearing, geodesicPath } from './radius.ts';

export type FoundNearest = Pick<Result, 'nearestRecord' | 'nearestPlace'>;

/** A search, or the circle around the selected place. */
export interface CircleInput {
  readonly kind: 'search' | 'place';
  readonly search: LocationSearch;
  /** The result of a search for the nearest items; null while it is unknown. */
  readonly found: FoundNearest | null;
  readonly units: Units;
  /** The previous bearing of the handle, clockwise from north. */
  readonly bearingInDegrees: number;
  /** The previous side of the label of the radius. */
  readonly labelSide: LabelSide;
  readonly dragged: 'centre' | 'handle' | null;
}

/** The sides of a handle on which its label can be, in order of preference. */
const labelSides = ['below', 'above', 'right', 'left'] as const;
type LabelSide = (typeof labelSides)[number];

/** What the map shows of a search or of the circle around a place. */
export interface CircleScene {
  readonly kind: CircleInput['kind'];
  /** The vertices of the circle; empty for a search for the nearest items. */
  readonly circle: readonly Position[];
  readonly lines: readonly { readonly to: LineEnd; readonly path: readonly Position[] }[];
  /** The centre of the search or of the circle around a place. */
  readonly middle: Position;
  /** The position of the draggable cross of a search; null for the circle around a place. */
  readonly centre: Position | null;
  /** The draggable point of the circle, and the side of its label; null if the circle is too small for it. */
  readonly handle: {
    readonly position: Position;
    readonly bearingInDegrees: number;
    readonly labelSide: LabelSide;
  } | null;
  readonly labels: readonly CircleLabel[];
}

/** A text of a circle or a line. */
export interface CircleLabel {
  readonly kind: 'radius' | LineEnd;
  readonly text: string;
  /** The position of its middle. */
  readonly position: Position;
  readonly widthInPixels: number;
}

export type LineEnd = 'record' | 'place';

/**
 * The number of vertices of the circle. With 60, it is within a pixel of the true circle up to a radius of about 700
 * pixels; with 120, up to about 2900 pixels.
 */
const vertexCounts = { atRest: 120, whileDragging: 60 } as const;
const segmentsPerLine = 16;
/** A smaller circle has no handle, which would cover the centre. The user can zoom in to drag it. */
const minRadiusWithHandle = 26;
/** Distance from the handle to its label. */
const labelGap = 5;
const labelPadding = 12;
/** Distance of line labels from the edge of the view, in pixels, on the sides with and without degree labels. */
const edgeClearance = { withDegrees: 26, plain: 10 } as const;
const ends = ['record', 'place'] as const;
/** Directions, in degrees, of the labels of zero-length lines. They differ so that the labels do not overlap. */
const defaultDirections = { record: 0, place: 180 } as const;

/**
 * Arranges a search or the circle around a place, and reserves space for it in `placement`. Labels avoid the boxes of
 * marks. Without marks, the label of the radius stays on its side.
 */
export function circleSceneOf(
  camera: Camera,
  input: CircleInput,
  marks: readonly Box[],
  placement: LabelPlacement,
  measure: TextMeasure,
): CircleScene {
  const { search, kind } = input;
  const centre = kind === 'search' ? search.centre : null;
  if (centre) placement.reserve(boxAround(pointIn(camera, centre), crossReach, crossReach));
  if (search.mode === 'nearest') {
    return {
      kind,
      centre,
      middle: search.centre,
      circle: [],
      handle: null,
      ...linesOf(camera, input, marks, placement, measure),
    };
  }
  const circle = circleOf(search, input.dragged === null ? vertexCounts.atRest : vertexCounts.whileDragging);
  return {
    kind,
    centre,
    middle: search.centre,
    circle,
    lines: [],
    ...handleOf(camera, input, marks, placement, measure),
  };
}

/** Cache of circles, which do not change while the map moves. */
const circles = new WeakMap<LocationSearch, readonly Position[]>();

function circleOf(search: LocationSearch, vertexCount: number): readonly Position[] {
  const cached = circles.get(search);
  if (cached?.length === vertexCount) return cached;
  const circle = circleAround(search.centre, search.radiusInMetres, vertexCount);
  circles.set(search, circle);
  return circle;
}

function handleOf(
  camera: Camera,
  { search, units, bearingInDegrees, labelSide, dragged }: CircleInput,
  marks: readonly Box[],
  placement: LabelPlacement,
  measure: TextMeasure,
): Pick<CircleScene, 'handle' | 'labels'> {
  const text = formatRadius(search.radiusInMetres, units);
  const halfLabel = (measure.widthOf(text, 'figures') + labelPadding) / 2;
  const edgeAt = (bearing: number): Position =>
    unwrapLongitude(search.centre, geodesicPoint(search.centre, bearing, search.radiusInMetres));
  const free = freeArea(camera);
  const middleOfLabel = ({ x, y }: ScreenPoint, side: LabelSide): ScreenPoint => {
    const [across, down] = [handleReach + labelGap + halfLabel, handleReach + labelGap + labelHeight / 2];
    if (side === 'below' || side === 'above') return { x, y: side === 'below' ? y + down : y - down };
    return { x: side === 'right' ? x + across : x - across, y };
  };
  const boxOfLabel = (handle: ScreenPoint, side: LabelSide): Box =>
    boxAround(middleOfLabel(handle, side), halfLabel, labelHeight / 2);
  const hasSpace = (box: Box): boolean => isWithin(box, free) && placement.isFree(box);
  const bearing =
    dragged === null
      ? handleBearing(bearingInDegrees, (tried) => {
          const handle = pointIn(camera, edgeAt(tried));
          const box = boxAround(handle, handleReach, handleReach);
          const isClear = hasSpace(box) && !marks.some((mark) => overlap(mark, box));
          return isClear && hasSpace(boxOfLabel(handle, labelSide));
        })
      : bearingInDegrees;
  const position = edgeAt(bearing);
  const handle = pointIn(camera, position);
  const middle = pointIn(camera, search.centre);
  const hasHandle = Math.hypot(handle.x - middle.x, handle.y - middle.y) > minRadiusWithHandle || dragged === 'handle';
  if (!hasHandle) return { handle: null, labels: [] };
  const side =
    marks.length === 0
      ? labelSide
      : (labelSides.find((each) => {
          const box = boxOfLabel(handle, each);
          return hasSpace(box) && !marks.some((mark) => overlap(mark, box));
        }) ?? labelSide);
  placement.reserve(boxAround(handle, handleReach, handleReach));
  placement.reserve(boxOfLabel(handle, side));
  return {
    handle: { position, bearingInDegrees: bearing, labelSide: side },
    labels: [
      {
        ...{ kind: 'radius', text, widthInPixels: 2 * halfLabel },
        position: positionAt(camera, middleOfLabel(handle, side)),
      },
    ],
  };
}

/** The lines from the search centre to the nearest record and place, with distance and direction. */
function linesOf(
  camera: Camera,
  { search: { centre }, found, units }: CircleInput,
  marks: readonly Box[],
  placement: LabelPlacement,
  measure: TextMeasure,
): Pick<CircleScene, 'lines' | 'labels'> {
  if (!found) return { lines: [], labels: [] };
  const targets = targetsOf(centre, found);
  const drawn = ends.flatMap((to) => {
    const target = targets[to];
    if (!target) return [];
    const direction = geodesicDirection(centre, target);
    const text = formatDistanceAndBearing(direction, units);
    const width = measure.widthOf(text, 'figures') + labelPadding;
    return [{ to, text, width, path: geodesicPath(centre, direction, segmentsPerLine) }];
  });
  const lines = drawn.map(({ to, text, width, path }) => ({
    path: path.map((position) => pointIn(camera, position)),
    ...{ text, width, height: labelHeight },
    directionInDegrees: defaultDirections[to],
  }));
  const { width, height, margin } = camera;
  const view: Box = {
    left: margin.x + edgeClearance.withDegrees,
    top: margin.y + edgeClearance.withDegrees,
    right: width - margin.x - edgeClearance.plain,
    bottom: height - margin.y - edgeClearance.plain,
  };
  const middles = placeLineLabels(lines, view, placement, marks);
  return {
    lines: drawn.map(({ to, path }) => ({ to, path })),
    labels: drawn.flatMap(({ to, text, width: widthInPixels }, index) => {
      const middle = middles[index];
      return middle ? [{ kind: to, text, widthInPixels, position: positionAt(camera, middle) }] : [];
    }),
  };
}

/** The ends of the lines; for a place, the nearer of its two points. */
export function targetsOf(centre: Position, found: FoundNearest): Readonly<Record<LineEnd, Position | undefined>> {
  return {
    record: found.nearestRecord?.position,
    place: found.nearestPlace ? nearerPoint(centre, found.nearestPlace) : undefined,
  };
}

function nearerPoint(centre: Position, { inshore, offshore }: PlaceRow): Position {
  const distanceTo = (point: Position): number => geodesicDirection(centre, point).distanceInMetres;
  return distanceTo(offshore) < distanceTo(inshore) ? offshore : inshore;
}

export interface LabelledLine {
  /** From the search centre to the record or place found, in pixels of the view. */
  readonly path: readonly ScreenPoint[];
  readonly text: string;
  readonly width: number;
  readonly height: number;
  /** Direction of the label of a zero-length line, clockwise from up. */
  readonly directionInDegrees: number;
}

/** Distance from the mark at the end of a line to its label. */
const gap = 14;
const markReach = 9;
/** The directions of candidates past the end of a line, in degrees relative to the line. */
const turns = [0, 20, -20, 40, -40, 60, -60, 80, -80, 100, -100];
/** The distances of candidates past the end of a line, in addition to `gap`. */
const extraGaps = [0, 16, 32, 48];
/** The candidates at the edge of the view: this many, at this distance from each other, back along the line. */
const edgeCandidates = 24;
const edgeStepInPixels = 12;

/**
 * Returns the position of each line's label: past the end of the line, in its direction, or at the edge of the view if
 * the line leaves the view. Chooses a free position clear of `marks` if possible, and reserves it. Null for a line outside the view, and
 * for a line with the same end and text as an earlier one.
 */
export function placeLineLabels(
  lines: readonly LabelledLine[],
  view: Box,
  placement: LabelPlacement,
  marks: readonly Box[] = [],
): (ScreenPoint | null)[] {
  for (const end of lines.flatMap(({ path }) => path.slice(-1)))
    placement.reserve(boxAround(end, markReach, markReach));
  return lines.map((line, index) => {
    const visible = visibleEnd(line, view);
    if (!visible || lines.slice(0, index).some((before) => isDuplicateOf(before, line))) return null;
    const [halfWidth, halfHeight] = [line.width / 2, line.height / 2];
    const candidates = (visible.endsHere ? pastEnd : alongEdge)(line, visible, view);
    const isFree = (middle: ScreenPoint): boolean => {
      const box = boxAround(middle, halfWidth, halfHeight);
      return placement.isFree(box) && !marks.some((mark) => overlap(mark, box));
    };
    const middle =
      candidates.find((each) => isWithin(boxAround(each, halfWidth, halfHeight), view) && isFree(each)) ??
      candidates.map((each) => movedInto(each, line, view)).find(isFree) ??
      movedInto(visible.end, line, view);
    placement.reserve(boxAround(middle, halfWidth, halfHeight));
    return middle;
  });
}

function isDuplicateOf(before: LabelledLine, line: LabelledLine): boolean {
  const [a, b] = [before.path.at(-1), line.path.at(-1)];
  return (
    before.text === line.text && a !== undefined && b !== undefined && Math.hypot(a.x - b.x, a.y - b.y) < markReach
  );
}

interface VisibleEnd {
  readonly end: ScreenPoint;
  /** Clockwise from up. */
  readonly directionInRadians: number;
  /** Whether the line ends at `end`; otherwise it continues beyond the view. */
  readonly endsHere: boolean;
}

function visibleEnd({ path, directionInDegrees }: LabelledLine, view: Box): VisibleEnd | null {
  const [width, height] = [view.right - view.left, view.bottom - view.top];
  let visible: VisibleEnd | null = null;
  for (const [index, to] of path.entries()) {
    const from = path[index - 1];
    if (!from) continue;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const segment = { x1: from.x - view.left, y1: from.y - view.top, x2: to.x - view.left, y2: to.y - view.top };
    const clipped = clipSegment(segment, width, height);
    if (!clipped) continue;
    const endsHere = index === path.length - 1 && clipped.x2 === segment.x2 && clipped.y2 === segment.y2;
    visible = {
      end: { x: clipped.x2 + view.left, y: clipped.y2 + view.top },
      directionInRadians: Math.hypot(dx, dy) > 1e-6 ? Math.atan2(dx, -dy) : (directionInDegrees * Math.PI) / 180,
      endsHere,
    };
  }
  return visible;
}

function pastEnd({ width, height }: LabelledLine, { end, directionInRadians }: VisibleEnd): ScreenPoint[] {
  return extraGaps.flatMap((further) =>
    turns.map((turn) => {
      const angle = directionInRadians + (turn * Math.PI) / 180;
      const [x, y] = [Math.sin(angle), -Math.cos(angle)];
      // From the middle of the label to its edge, against the direction of the line.
      const reach = Math.min(width / 2 / Math.max(Math.abs(x), 1e-9), height / 2 / Math.max(Math.abs(y), 1e-9));
      const away = reach + gap + further;
      return { x: end.x + x * away, y: end.y + y * away };
    }),
  );
}

function alongEdge(line: LabelledLine, { end, directionInRadians }: VisibleEnd, view: Box): ScreenPoint[] {
  const [x, y] = [Math.sin(directionInRadians), -Math.cos(directionInRadians)];
  return Array.from({ length: edgeCandidates }, (_, step) =>
    movedInto({ x: end.x - x * step * edgeStepInPixels, y: end.y - y * step * edgeStepInPixels }, line, view),
  );
}

/** The closest point at which the label is completely in the view. */
function movedInto({ x, y }: ScreenPoint, { width, height }: LabelledLine, view: Box): ScreenPoint {
  const clamp = (value: number, least: number, most: number): number => Math.max(Math.min(value, most), least);
  return {
    x: clamp(x, view.left + width / 2, view.right - width / 2),
    y: clamp(y, view.top + height / 2, view.bottom - height / 2),
  };
}
