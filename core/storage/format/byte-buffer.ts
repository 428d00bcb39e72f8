const encoder = new TextEncoder();

/** See `ByteBuffer.part`. */
export const bytesReadBeyondParts = 3;

/** Appends byte runs and texts to a growing buffer. */
export class ByteBuffer {
  protected buffer: Uint8Array<ArrayBuffer>;
  protected view: DataView<ArrayBuffer>;
  #length = 0;

  /** `expectedBytes` is an estimate of what will be written. */
  constructor(expectedBytes = 1024) {
    this.buffer = new Uint8Array(expectedBytes);
    this.view = new DataView(this.buffer.buffer);
  }

  get length(): number {
    return this.#length;
  }

  bytes(run: Uint8Array): void {
    const start = this.advance(run.length);
    this.buffer.set(run, start);
  }

  /**
   * Writes the bytes of `source` from `start` to `end` (exclusive), four at a time. Up to `bytesReadBeyondParts` bytes
   * after `end` are read too, so the source must have at least that many bytes after its last part.
   */
  part(source: DataView<ArrayBuffer>, start: number, end: number): void {
    const length = end - start;
    const at = this.advance(length + bytesReadBeyondParts);
    this.#length = at + length;
    const { view } = this;
    for (let offset = 0; offset < length; offset += 4) view.setInt32(at + offset, source.getInt32(start + offset));
  }

  /** Writes a text in UTF-8. */
  text(text: string): void {
    const start = this.advance(text.length * 3);
    this.#length = start + encoder.encodeInto(text, this.buffer.subarray(start)).written;
  }

  /** Writes a short text of ASCII characters. A call of the platform's encoder takes longer. */
  ascii(text: string): void {
    const start = this.advance(text.length);
    const { buffer } = this;
    for (let index = 0; index < text.length; index++) buffer[start + index] = text.charCodeAt(index);
  }

  /** Returns a copy of what was written, which takes no more memory than necessary. */
  finish(): Uint8Array<ArrayBuffer> {
    return this.written.slice();
  }

  /** What was written, copied if more than an eighth of the buffer is unused. Nothing may be written afterwards. */
  get trimmed(): Uint8Array<ArrayBuffer> {
    return this.#length < this.buffer.length * 0.875 ? this.finish() : this.written;
  }

  /** What was written, without copying it. It must not be used after something else is written. */
  get written(): Uint8Array<ArrayBuffer> {
    return this.buffer.subarray(0, this.#length);
  }

  /** Makes room for the next `count` bytes, which the caller writes, and returns the index of the first. */
  protected advance(count: number): number {
    const start = this.#length;
    this.#length += count;
    if (this.#length > this.buffer.length) {
      const grown = new Uint8Array(Math.max(this.buffer.length * 2, this.#length));
      grown.set(this.buffer);
      this.buffer = grown;
      this.view = new DataView(grown.buffer);
    }
    return start;
  }
}
