/** The items of a list in its order, as far as they have been asked for. */
export interface ItemList {
  readonly length: number;
  /** The items at the places `start` to `end` (exclusive) of the list. */
  slice(start: number, end: number): Uint32Array;
  /** Where an item stands in the list; -1 when it is not in it. */
  indexOf(item: number): number;
}

/** Several screens full. */
const leastAtOnce = 64;

/** A list of which only the beginning is put in order, until more of it is asked for: few lists are read to their end. */
export class GrowingList implements ItemList {
  readonly length: number;
  readonly #first: (least: number) => Uint32Array;
  #ordered: Uint32Array;

  /** `first` gives the beginning of the list: at least so many items, or all. */
  constructor(length: number, first: (least: number) => Uint32Array) {
    this.length = length;
    this.#first = first;
    this.#ordered = new Uint32Array();
  }

  slice(start: number, end: number): Uint32Array {
    const needed = Math.min(end, this.length);
    if (this.#ordered.length < needed) this.#ordered = this.#first(Math.max(leastAtOnce, 2 * needed));
    return this.#ordered.slice(start, needed);
  }

  indexOf(item: number): number {
    const known = this.#ordered.indexOf(item);
    return known >= 0 ? known : this.slice(0, this.length).indexOf(item);
  }
}
