const smallestCapacity = 1024;

/**
 * Remembers at which place each identifier was first met, in about 24 bytes an identifier: a hash table with open
 * addressing over typed arrays, since a Map of a million numbers takes twice as much and burdens the collector.
 */
export class IdentifierPlaces {
  #identifiers = emptySlots(smallestCapacity);
  #places = new Uint32Array(smallestCapacity);
  #size = 0;

  /** Notes an identifier. Returns the place at which it was met before, undefined if it is new. */
  note(identifier: number, place: number): number | undefined {
    if (this.#size * 2 >= this.#identifiers.length) this.#grow();
    const slot = findSlot(this.#identifiers, identifier);
    if (this.#identifiers[slot] === identifier) return this.#places[slot];
    this.#identifiers[slot] = identifier;
    this.#places[slot] = place;
    this.#size++;
    return undefined;
  }

  #grow(): void {
    const capacity = this.#identifiers.length * 2;
    const identifiers = emptySlots(capacity);
    const places = new Uint32Array(capacity);
    this.#identifiers.forEach((identifier, oldSlot) => {
      if (Number.isNaN(identifier)) return;
      const slot = findSlot(identifiers, identifier);
      identifiers[slot] = identifier;
      places[slot] = this.#places[oldSlot] ?? 0;
    });
    this.#identifiers = identifiers;
    this.#places = places;
  }
}

const emptySlots = (capacity: number): Float64Array => new Float64Array(capacity).fill(NaN);

/** The slot that holds the identifier, or the free slot where it belongs. The capacity is a power of two. */
function findSlot(identifiers: Float64Array, identifier: number): number {
  const mask = identifiers.length - 1;
  const high = Math.floor(identifier / 2 ** 32);
  // The golden ratio spreads neighbouring identifiers; the upper bits of the product are the well mixed ones.
  const product = Math.imul((identifier ^ Math.imul(high, 0x85ebca6b)) | 0, 0x9e3779b1);
  let slot = (product ^ (product >>> 15)) & mask;
  for (;;) {
    const found = identifiers[slot];
    if (found === identifier || found === undefined || Number.isNaN(found)) return slot;
    slot = (slot + 1) & mask;
  }
}
