import type { ScreenPoint } from '../chart/frame.ts';

/**
 * The mark of a group on the screen, all in pixels: its middle, how far it reaches from there, and its count within.
 */
export interface GroupMark extends ScreenPoint {
  readonly reach: number;
  readonly countHalfWidth: number;
  readonly countHalfHeight: number;
  /** Offset of the middle of the count below that of the mark. */
  readonly countDrop: number;
}

/**
 * Moves group marks off the counts of earlier marks that they cover: the shortest way up, down, left or right. A group
 * is drawn at the average of its records, so a shift of a few pixels is harmless; it is at most half of the mark's
 * reach, so that the mark, whatever its shape, still covers the average.
 *
 * A mark that would not get clear, or only onto another count, stays where it is.
 */
export function keptOffCounts<Mark extends GroupMark>(marks: readonly Mark[]): Mark[] {
  const kept: Mark[] = [];
  for (const mark of marks) kept.push(movedOff(mark, kept));
  return kept;
}

function movedOff<Mark extends GroupMark>(mark: Mark, before: readonly Mark[]): Mark {
  const covered = before.filter((other) => isOnCount(mark, other));
  if (covered.length === 0) return mark;
  const ways = covered.flatMap((other) => waysOff(mark, other));
  const clear = ways
    .filter(({ x, y }) => Math.hypot(x - mark.x, y - mark.y) <= mark.reach / 2)
    .sort((a, b) => Math.hypot(a.x - mark.x, a.y - mark.y) - Math.hypot(b.x - mark.x, b.y - mark.y))
    .find((way) => !before.some((other) => isOnCount({ ...mark, ...way }, other)));
  return clear ? { ...mark, ...clear } : mark;
}

/** Tolerance for rounding. */
const tolerance = 1e-6;

function isOnCount(mark: GroupMark, { x, y, countHalfWidth, countHalfHeight, countDrop }: GroupMark): boolean {
  return (
    Math.abs(mark.x - x) < mark.reach + countHalfWidth - tolerance &&
    Math.abs(mark.y - (y + countDrop)) < mark.reach + countHalfHeight - tolerance
  );
}

/** The positions just clear of another mark's count, on each of its four sides. */
function waysOff(mark: GroupMark, { x, y, countHalfWidth, countHalfHeight, countDrop }: GroupMark): ScreenPoint[] {
  const aside = mark.reach + countHalfWidth;
  const away = mark.reach + countHalfHeight;
  return [
    { x: mark.x, y: y + countDrop + away },
    { x: mark.x, y: y + countDrop - away },
    { x: x + aside, y: mark.y },
    { x: x - aside, y: mark.y },
  ];
}
