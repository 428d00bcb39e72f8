/** Adds to the count of a key; a key without a count has 0. */
export function addCount<Key>(counts: Map<Key, number>, key: Key, count = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}
