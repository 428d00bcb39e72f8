import { add } from './numbering.ts';

/**
 * Records that stand in list order, newest first, in another one. Those of the same second stand in ascending order of
 * their identifiers in either direction, as in the lists of the interface: the oldest first is the list with its groups
 * of ties reversed, not its records.
 */
export function oldestFirst(records: Uint32Array, seconds: Float64Array): Uint32Array {
  const ordered = new Uint32Array(records.length);
  let next = 0;
  for (let end = records.length; end > 0;) {
    const time = seconds[records[end - 1] ?? 0];
    let start = end - 1;
    while (start > 0 && seconds[records[start - 1] ?? 0] === time) start--;
    for (let index = start; index < end; index++) ordered[next++] = records[index] ?? 0;
    end = start;
  }
  return ordered;
}

/**
 * The nearest first, equally near ones in the order they come in. Item i stands at the point `pointOf(i)`, one of so
 * many, and the point p at `distanceTo(p)`. Many items share a point, so that points are sorted and items dealt out.
 */
export function nearestFirst(
  items: Uint32Array,
  pointOf: (item: number) => number,
  distanceTo: (point: number) => number,
  points: number,
): Uint32Array {
  const isTaken = new Uint8Array(points);
  for (const item of items) isTaken[pointOf(item)] = 1;
  const taken = indexesOf(isTaken);
  const distances = Float64Array.from(taken, distanceTo);
  const order = Uint32Array.from(taken, (_, index) => index).sort((a, b) => (distances[a] ?? 0) - (distances[b] ?? 0));
  const rankOf = new Uint32Array(points);
  let rank = -1;
  let before = Number.NaN;
  for (const index of order) {
    const distance = distances[index] ?? 0;
    if (distance !== before) rank++;
    before = distance;
    rankOf[taken[index] ?? 0] = rank;
  }
  const starts = new Uint32Array(rank + 2);
  for (const item of items) add(starts, (rankOf[pointOf(item)] ?? 0) + 1);
  for (let next = 1; next < starts.length; next++) add(starts, next, starts[next - 1]);
  const ordered = new Uint32Array(items.length);
  for (const item of items) {
    const own = rankOf[pointOf(item)] ?? 0;
    ordered[starts[own] ?? 0] = item;
    add(starts, own);
  }
  return ordered;
}

/** The indexes of those for which a list of 1 and 0 holds 1. */
export function indexesOf(flags: Uint8Array): Uint32Array {
  let length = 0;
  for (const flag of flags) length += flag;
  const indexes = new Uint32Array(length);
  let next = 0;
  for (let index = 0; index < flags.length; index++) if (flags[index] === 1) indexes[next++] = index;
  return indexes;
}
