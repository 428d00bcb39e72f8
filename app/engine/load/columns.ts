/** Dictionary encoding: gives distinct keys the codes 0, 1, 2 …, in the order of their first occurrence. */
export class DictionaryEncoder<Key> {
  readonly keys: Key[] = [];
  readonly #numbers = new Map<Key, number>();

  codeOf(key: Key): number {
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.keys.length;
      this.#numbers.set(key, number);
      this.keys.push(key);
    }
    return number;
  }
}

/** Adds to one of several counts; an index out of range is ignored. */
export function add(counts: Uint32Array, index: number, by = 1): void {
  counts[index] = (counts[index] ?? 0) + by;
}
