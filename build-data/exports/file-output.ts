import { createHash } from 'node:crypto';
import { closeSync, createReadStream, openSync, writeSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';

const bufferBytes = 1024 * 1024;

/** A file that is written in parts, through a buffer of one megabyte. */
export class FileOutput {
  readonly #file: number;
  readonly #path: string;
  #waiting: Buffer = Buffer.allocUnsafe(bufferBytes);
  #used = 0;
  #flushed = 0;

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'w');
  }

  /** Bytes written so far. */
  get length(): number {
    return this.#flushed + this.#used;
  }

  text(text: string): void {
    // No character of a string takes more than three bytes.
    if (text.length * 3 > bufferBytes - this.#used) {
      this.bytes(Buffer.from(text));
      return;
    }
    this.#used += this.#waiting.write(text, this.#used);
  }

  bytes(bytes: Uint8Array): void {
    if (bytes.length > bufferBytes - this.#used) this.#flush();
    if (bytes.length > bufferBytes) {
      this.#write(bytes, this.#flushed);
      this.#flushed += bytes.length;
      return;
    }
    this.#waiting.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  /** Overwrites bytes that were written before. */
  overwrite(position: number, bytes: Uint8Array): void {
    this.#flush();
    this.#write(bytes, position);
  }

  /** Flushes the buffer. */
  finish(): void {
    this.#flush();
  }

  /** Discards the buffer unless `finish` was called before. */
  close(): void {
    closeSync(this.#file);
  }

  /** The hash of the closed file, in hexadecimal. */
  async sha256(): Promise<string> {
    const hash = createHash('sha256');
    await pipeline(createReadStream(this.#path, { highWaterMark: bufferBytes }), hash);
    return hash.digest('hex');
  }

  #flush(): void {
    this.#write(this.#waiting.subarray(0, this.#used), this.#flushed);
    this.#flushed += this.#used;
    this.#used = 0;
  }

  #write(bytes: Uint8Array, position: number): void {
    let written = 0;
    while (written < bytes.length) {
      written += writeSync(this.#file, bytes, written, bytes.length - written, position + written);
    }
  }
}
