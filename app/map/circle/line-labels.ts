import { clipSegment } from '../chart/clip-segment.ts';
import type { ScreenPoint } from '../chart/frame.ts';
import { isClear, isWithin } from '../free-area.ts';
import { boxAround, type Box } from '../names/label-placement.ts';

export interface LabelledLine {
  /** From the centre of the search to what was found; pixels of the view. */
  readonly path: readonly ScreenPoint[];
  /** What its label says. */
  readonly text: string;
  readonly width: number;
  readonly height: number;
  /** Direction of the label of a line without length, clockwise from up. */
  readonly wayInDegrees: number;
}

/** Distance from the mark at the end of a line to its label. */
const gap = 14;
const markReach = 9;
const turns = [0, 20, -20, 40, -40, 60, -60, 80, -80, 100, -100];
const furtherOff = [0, 16, 32, 48];
const stepsBack = 24;
const pixelsBack = 12;

/**
 * The position of each line's label: past its end on the side that the line points to, or, where the line leaves
 * the view, at that edge; clear of what is taken and of the labels before, as far as there is room. Null for a line
 * that is not in the view at all, and for one that ends where a line before it does and says the same.
 */
export function placeLineLabels(
  lines: readonly LabelledLine[],
  view: Box,
  taken: readonly Box[],
): (ScreenPoint | null)[] {
  const ends = lines.flatMap(({ path }) => path.slice(-1)).map((end) => boxAround(end, markReach, markReach));
  const covered = [...taken, ...ends];
  return lines.map((line, at) => {
    const seen = seenEnd(line, view);
    if (!seen || lines.slice(0, at).some((before) => isSaidBy(before, line))) return null;
    const [halfWidth, halfHeight] = [line.width / 2, line.height / 2];
    const candidates = (seen.isWhole ? pastEnd : alongEdge)(line, seen, view);
    const isFree = (middle: ScreenPoint): boolean => isClear(boxAround(middle, halfWidth, halfHeight), covered);
    const middle =
      candidates.find((each) => isWithin(boxAround(each, halfWidth, halfHeight), view) && isFree(each)) ??
      candidates.map((each) => kept(each, line, view)).find(isFree) ??
      kept(seen.end, line, view);
    covered.push(boxAround(middle, halfWidth, halfHeight));
    return middle;
  });
}

function isSaidBy(before: LabelledLine, line: LabelledLine): boolean {
  const [a, b] = [before.path.at(-1), line.path.at(-1)];
  return (
    before.text === line.text && a !== undefined && b !== undefined && Math.hypot(a.x - b.x, a.y - b.y) < markReach
  );
}

interface SeenEnd {
  readonly end: ScreenPoint;
  /** Clockwise from upwards. */
  readonly wayInRadians: number;
  /** Whether the line ends there, rather than running on beyond the view. */
  readonly isWhole: boolean;
}

function seenEnd({ path, wayInDegrees }: LabelledLine, view: Box): SeenEnd | null {
  const [width, height] = [view.right - view.left, view.bottom - view.top];
  let seen: SeenEnd | null = null;
  for (const [at, to] of path.entries()) {
    const from = path[at - 1];
    if (!from) continue;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const segment = { x1: from.x - view.left, y1: from.y - view.top, x2: to.x - view.left, y2: to.y - view.top };
    const clipped = clipSegment(segment, width, height);
    if (!clipped) continue;
    const isWhole = at === path.length - 1 && clipped.x2 === segment.x2 && clipped.y2 === segment.y2;
    seen = {
      end: { x: clipped.x2 + view.left, y: clipped.y2 + view.top },
      wayInRadians: Math.hypot(dx, dy) > 1e-6 ? Math.atan2(dx, -dy) : (wayInDegrees * Math.PI) / 180,
      isWhole,
    };
  }
  return seen;
}

function pastEnd({ width, height }: LabelledLine, { end, wayInRadians }: SeenEnd): ScreenPoint[] {
  return furtherOff.flatMap((further) =>
    turns.map((turn) => {
      const way = wayInRadians + (turn * Math.PI) / 180;
      const [x, y] = [Math.sin(way), -Math.cos(way)];
      // From the middle of the label to its rim, against the way the line points.
      const reach = Math.min(width / 2 / Math.max(Math.abs(x), 1e-9), height / 2 / Math.max(Math.abs(y), 1e-9));
      const away = reach + gap + further;
      return { x: end.x + x * away, y: end.y + y * away };
    }),
  );
}

function alongEdge(line: LabelledLine, { end, wayInRadians }: SeenEnd, view: Box): ScreenPoint[] {
  const [x, y] = [Math.sin(wayInRadians), -Math.cos(wayInRadians)];
  return Array.from({ length: stepsBack }, (_, step) =>
    kept({ x: end.x - x * step * pixelsBack, y: end.y - y * step * pixelsBack }, line, view),
  );
}

/** Moved into the view by the least way. */
function kept({ x, y }: ScreenPoint, { width, height }: LabelledLine, view: Box): ScreenPoint {
  const within = (value: number, first: number, last: number): number => Math.max(Math.min(value, last), first);
  return {
    x: within(x, view.left + width / 2, view.right - width / 2),
    y: within(y, view.top + height / 2, view.bottom - height / 2),
  };
}
