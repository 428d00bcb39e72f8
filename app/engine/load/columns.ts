/** Dictionary encoding: assigns the codes 0, 1, 2 … to distinct keys, in the order of their first occurrence. */
export class DictionaryEncoder<Key> {
  readonly keys: Key[] = [];
  readonly #codes = new Map<Key, number>();

  /** Returns the code of a key, which may be new. */
  encode(key: Key): number {
    let code = this.#codes.get(key);
    if (code === undefined) {
      code = this.keys.length;
      this.#codes.set(key, code);
      this.keys.push(key);
    }
    return code;
  }
}
