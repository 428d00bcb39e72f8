import type { LayerGroup, Map as LeafletMap, Point } from 'leaflet';

import { geodesicDirection } from '../../../core/geo/geodesic.ts';
import type { Position } from '../../../core/geo/wgs84.ts';
import type { PlaceRow, Result } from '../../engine/engine.ts';
import { formatDistanceAndBearing, type Units } from '../../vocabulary/distances.ts';
import { pairOf, type ScreenPoint } from '../chart/frame.ts';
import { clipSegment } from '../chart/trace-ring.ts';
import { isClear, isWithin } from '../free-area.ts';
import { type Box, boxAround } from '../overlay/label-placement.ts';
import { type DrawingLayer, label } from './circle-drawing.ts';
import { pathBetween } from './radius.ts';

export type FoundNearest = Pick<Result, 'nearestRecord' | 'nearestPlace'>;

const stepsOfLine = 16;
const crosshairReach = 22;
/** The frame of the chart, with its figures at the top and on the left. */
const frame = { withFigures: 26, plain: 10 } as const;
const labelHeight = 20;
const kinds = ['record', 'place'] as const;
type Found = (typeof kinds)[number];
const lineNames = { record: 'map-line-record', place: 'map-line-place' } as const;
/** Directions of the labels of lines without length, in degrees, so that they do not overlap. */
const defaultDirections = { record: 0, place: 180 } as const;

/** The lines from the search centre to the nearest records, places and receivers, with distance and direction. */
export class NearestLines {
  readonly #map: LeafletMap;
  readonly #drawing: DrawingLayer;
  readonly #group: LayerGroup;
  readonly #labels = { record: label('map-line-label'), place: label('map-line-label') } as const;

  constructor(map: LeafletMap, drawing: DrawingLayer, group: LayerGroup) {
    this.#map = map;
    this.#drawing = drawing;
    this.#group = group;
  }

  /** Draws nothing without a centre or a target. `mapControls` are the boxes that cover parts of the view. */
  show(centre: Position | null, found: FoundNearest | null, units: Units, mapControls: readonly Box[]): void {
    const paths = new Map<Found, readonly Position[]>();
    for (const kind of kinds) {
      const to = centre && found && targetsOf(centre, found)[kind];
      const direction = to && geodesicDirection(centre, to);
      const path = direction ? pathBetween(centre, direction, stepsOfLine) : [];
      this.#drawing.set(lineNames[kind], path);
      this.#toggle(kind, path.length > 0);
      if (!direction) continue;
      paths.set(kind, path);
      this.#labels[kind].write(formatDistanceAndBearing(direction, units));
    }
    if (centre) this.#placeLabels(centre, paths, mapControls);
  }

  #placeLabels(centre: Position, paths: ReadonlyMap<Found, readonly Position[]>, mapControls: readonly Box[]): void {
    const map = this.#map;
    const { x, y } = map.getSize();
    const view: Box = {
      left: frame.withFigures,
      top: frame.withFigures,
      right: x - frame.plain,
      bottom: y - frame.plain,
    };
    const pointOf = (position: Position): Point => map.latLngToContainerPoint(pairOf(position));
    const shown = [...paths];
    const lines = shown.map(([kind, path]) => ({
      path: path.map(pointOf),
      text: this.#labels[kind].text(),
      width: this.#labels[kind].width(),
      height: labelHeight,
      directionInDegrees: defaultDirections[kind],
    }));
    const taken = [boxAround(pointOf(centre), crosshairReach, crosshairReach), ...mapControls];
    const middles = placeLineLabels(lines, view, taken);
    for (const [at, [kind]] of shown.entries()) {
      const middle = middles[at];
      if (middle) this.#labels[kind].marker.setLatLng(map.containerPointToLatLng([middle.x, middle.y]));
      else this.#toggle(kind, false);
    }
  }

  #toggle(kind: Found, isShown: boolean): void {
    const { marker } = this.#labels[kind];
    if (isShown === this.#group.hasLayer(marker)) return;
    if (isShown) this.#group.addLayer(marker);
    else this.#group.removeLayer(marker);
  }
}

/** The ends of the lines; for a place, the nearer of its two points. */
export function targetsOf(centre: Position, found: FoundNearest): Readonly<Record<Found, Position | undefined>> {
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
  /** Text of its label. */
  readonly text: string;
  readonly width: number;
  readonly height: number;
  /** Direction of the label of a line without length, clockwise from up. */
  readonly directionInDegrees: number;
}

/** Distance from the mark at the end of a line to its label. */
const gap = 14;
const markReach = 9;
const turns = [0, 20, -20, 40, -40, 60, -60, 80, -80, 100, -100];
const extraGaps = [0, 16, 32, 48];
const stepsBack = 24;
const pixelsBack = 12;

/**
 * The position of each line's label: past the end of the line, in its direction, or at the edge of the view if the line
 * leaves it; clear of `taken` boxes and of earlier labels if possible. Null for a line outside the view, and for one with
 * the same end and text as an earlier line.
 */
export function placeLineLabels(
  lines: readonly LabelledLine[],
  view: Box,
  taken: readonly Box[],
): (ScreenPoint | null)[] {
  const ends = lines.flatMap(({ path }) => path.slice(-1)).map((end) => boxAround(end, markReach, markReach));
  const covered = [...taken, ...ends];
  return lines.map((line, at) => {
    const visible = visibleEnd(line, view);
    if (!visible || lines.slice(0, at).some((before) => isDuplicateOf(before, line))) return null;
    const [halfWidth, halfHeight] = [line.width / 2, line.height / 2];
    const candidates = (visible.endsHere ? pastEnd : alongEdge)(line, visible, view);
    const isFree = (middle: ScreenPoint): boolean => isClear(boxAround(middle, halfWidth, halfHeight), covered);
    const middle =
      candidates.find((each) => isWithin(boxAround(each, halfWidth, halfHeight), view) && isFree(each)) ??
      candidates.map((each) => movedInto(each, line, view)).find(isFree) ??
      movedInto(visible.end, line, view);
    covered.push(boxAround(middle, halfWidth, halfHeight));
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
  /** Clockwise from upwards. */
  readonly directionInRadians: number;
  /** Whether the line ends there; otherwise it continues beyond the view. */
  readonly endsHere: boolean;
}

function visibleEnd({ path, directionInDegrees }: LabelledLine, view: Box): VisibleEnd | null {
  const [width, height] = [view.right - view.left, view.bottom - view.top];
  let visible: VisibleEnd | null = null;
  for (const [at, to] of path.entries()) {
    const from = path[at - 1];
    if (!from) continue;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const segment = { x1: from.x - view.left, y1: from.y - view.top, x2: to.x - view.left, y2: to.y - view.top };
    const clipped = clipSegment(segment, width, height);
    if (!clipped) continue;
    const endsHere = at === path.length - 1 && clipped.x2 === segment.x2 && clipped.y2 === segment.y2;
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
      const way = directionInRadians + (turn * Math.PI) / 180;
      const [x, y] = [Math.sin(way), -Math.cos(way)];
      // From the middle of the label to its edge, against the direction of the line.
      const reach = Math.min(width / 2 / Math.max(Math.abs(x), 1e-9), height / 2 / Math.max(Math.abs(y), 1e-9));
      const away = reach + gap + further;
      return { x: end.x + x * away, y: end.y + y * away };
    }),
  );
}

function alongEdge(line: LabelledLine, { end, directionInRadians }: VisibleEnd, view: Box): ScreenPoint[] {
  const [x, y] = [Math.sin(directionInRadians), -Math.cos(directionInRadians)];
  return Array.from({ length: stepsBack }, (_, step) =>
    movedInto({ x: end.x - x * step * pixelsBack, y: end.y - y * step * pixelsBack }, line, view),
  );
}

/** The closest point at which the label is completely in the view. */
function movedInto({ x, y }: ScreenPoint, { width, height }: LabelledLine, view: Box): ScreenPoint {
  const within = (value: number, first: number, last: number): number => Math.max(Math.min(value, last), first);
  return {
    x: within(x, view.left + width / 2, view.right - width / 2),
    y: within(y, view.top + height / 2, view.bottom - height / 2),
  };
}
