/** Numbers distinct keys from 0 on, in the order in which they come first. */
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

/** Adds to one of some counts; an index that is none counts nothing. */
export function add(counts: Uint32Array, index: number, by = 1): void {
  counts[index] = (counts[index] ?? 0) + by;
}
