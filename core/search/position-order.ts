import type { SortDirection } from '../storage/list-position.ts';

const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
const lowHalf = isLittleEndian ? 0 : 1;
const highHalf = 1 - lowHalf;
const mostKeyDifference = 2 ** 32 - 1;

/**
 * The indexes of positions, given column by column, in list order of a direction: by key, ties by ordinal.
 *
 * A million of them are common, and comparing two at a time in a callback takes a second. So each is packed into one
 * integer of 64 bits, its key above its index, which the platform sorts ten times as fast. Ties then stand by index,
 * and are put right afterwards.
 */
export function orderOfPositions(keys: Float64Array, ordinals: Uint32Array, direction: SortDirection): Uint32Array {
  let least = Infinity;
  let most = -Infinity;
  for (const key of keys) {
    if (key < least) least = key;
    if (key > most) most = key;
  }
  // Times within 136 years, or ranks: others are rare enough to be compared.
  if (most - least > mostKeyDifference) return orderByComparing(keys, ordinals, direction);

  const packed = new BigUint64Array(keys.length);
  const halves = new Uint32Array(packed.buffer);
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] ?? 0;
    halves[index * 2 + highHalf] = direction === 'asc' ? key - least : most - key;
    halves[index * 2 + lowHalf] = index;
  }
  packed.sort();
  const order = new Uint32Array(keys.length);
  for (let place = 0; place < order.length; place++) order[place] = halves[place * 2 + lowHalf] ?? 0;
  sortTies(order, keys, ordinals);
  return order;
}

function sortTies(order: Uint32Array, keys: Float64Array, ordinals: Uint32Array): void {
  let start = 0;
  for (let place = 1; place <= order.length; place++) {
    if (place < order.length && keys[order[place] ?? 0] === keys[order[start] ?? 0]) continue;
    if (place - start > 1) order.subarray(start, place).sort((a, b) => (ordinals[a] ?? 0) - (ordinals[b] ?? 0));
    start = place;
  }
}

function orderByComparing(keys: Float64Array, ordinals: Uint32Array, direction: SortDirection): Uint32Array {
  const sign = direction === 'asc' ? 1 : -1;
  return Uint32Array.from(keys, (_, index) => index).sort(
    (a, b) => sign * ((keys[a] ?? 0) - (keys[b] ?? 0)) || (ordinals[a] ?? 0) - (ordinals[b] ?? 0),
  );
}
