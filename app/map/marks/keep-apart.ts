import type { ScreenPoint } from '../chart/frame.ts';

/** The mark of a group on the screen, all in pixels: its middle, how far it reaches from there, and its count within. */
export interface GroupMark extends ScreenPoint {
  readonly reach: number;
  readonly countHalfWidth: number;
  readonly countHalfHeight: number;
  /** How far the middle of the count stands below that of the mark. */
  readonly countDrop: number;
}

/**
 * Moves the marks of groups off the counts of those before them, which they come to lie upon: the shortest way up, down,
 * left or right. A group stands for records around it, at their average, so that a few pixels tell nothing wrong; but
 * none moves further than half of its reach, so that its mark, whatever its shape, still covers the average.
 *
 * A mark that cannot get clear so, or only onto another count, stays where it is.
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

/** What rounding leaves is not an overlap. */
const tolerance = 1e-6;

function isOnCount(mark: GroupMark, { x, y, countHalfWidth, countHalfHeight, countDrop }: GroupMark): boolean {
  return (
    Math.abs(mark.x - x) < mark.reach + countHalfWidth - tolerance &&
    Math.abs(mark.y - (y + countDrop)) < mark.reach + countHalfHeight - tolerance
  );
}

/** Where the mark would stand just clear of another's count, to each of its four sides. */
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
