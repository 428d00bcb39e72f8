const segmentLength = 2 ** 16;

/** A growing list of numbers in typed arrays of fixed length. Unlike a single array, it grows without copying. */
export class NumberColumn<Segment extends Float64Array | Uint32Array> {
  readonly #createSegment: (length: number) => Segment;
  readonly #segments: Segment[] = [];
  #length = 0;

  constructor(createSegment: (length: number) => Segment) {
    this.#createSegment = createSegment;
  }

  get length(): number {
    return this.#length;
  }

  add(value: number): void {
    const index = this.#length % segmentLength;
    if (index === 0) this.#segments.push(this.#createSegment(segmentLength));
    const segment = this.#segments.at(-1);
    if (segment) segment[index] = value;
    this.#length++;
  }

  at(index: number): number {
    return this.#segments[Math.floor(index / segmentLength)][index % segmentLength];
  }

  /** Returns all numbers in one array, and empties the column. */
  finish(): Segment {
    const all = this.#createSegment(this.#length);
    let start = 0;
    for (const segment of this.#segments) {
      all.set(segment.subarray(0, Math.min(segmentLength, this.#length - start)), start);
      start += segmentLength;
    }
    this.#segments.length = 0;
    this.#length = 0;
    return all;
  }
}
