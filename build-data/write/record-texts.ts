/** The JSON of the records of a table, in list order. */
export interface RecordTexts {
  text(index: number): string;
  /** The length of a text in bytes of UTF-8. */
  bytes(index: number): number;
  /**
   * Prepares for reading the texts with these indexes in this order. Returns a function that reads the text at a
   * position in `indexes`; ascending positions are fastest.
   */
  inOrder(indexes: Uint32Array): Promise<(position: number) => string>;
}

const bufferBytes = 16 * 1024 * 1024;

/** Stores many texts as UTF-8 in a few large buffers. A million short strings would need several times the memory. */
export class TextArena {
  readonly #buffers: Buffer[] = [];
  #used = bufferBytes;
  /** The buffer of each text, its offset there and its length. */
  readonly #bufferIndexes: number[] = [];
  readonly #offsets: number[] = [];
  readonly #lengths: number[] = [];
  #bytes = 0;

  /** The length of all texts together in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  add(text: string): void {
    const length = Buffer.byteLength(text);
    if (this.#used + length > bufferBytes) {
      this.#buffers.push(Buffer.allocUnsafe(Math.max(bufferBytes, length)));
      this.#used = 0;
    }
    this.#buffers.at(-1)?.write(text, this.#used);
    this.#bufferIndexes.push(this.#buffers.length - 1);
    this.#offsets.push(this.#used);
    this.#lengths.push(length);
    this.#used += length;
    this.#bytes += length;
  }

  text(row: number): string {
    const offset = this.#offsets[row];
    return this.#buffers[this.#bufferIndexes[row]].toString('utf8', offset, offset + this.length(row));
  }

  length(row: number): number {
    return this.#lengths[row];
  }

  clear(): void {
    for (const list of [this.#buffers, this.#bufferIndexes, this.#offsets, this.#lengths]) list.length = 0;
    this.#used = bufferBytes;
    this.#bytes = 0;
  }
}

/** Texts in memory, where any order is as fast as any other. */
export class ArenaTexts implements RecordTexts {
  readonly #arena: TextArena;
  /** The row in the arena of the text at each index. */
  readonly #order: Uint32Array;

  constructor(arena: TextArena, order: Uint32Array) {
    this.#arena = arena;
    this.#order = order;
  }

  text(index: number): string {
    return this.#arena.text(this.#order[index]);
  }

  bytes(index: number): number {
    return this.#arena.length(this.#order[index]);
  }

  inOrder(indexes: Uint32Array): Promise<(position: number) => string> {
    return Promise.resolve((position) => this.text(indexes[position]));
  }
}
