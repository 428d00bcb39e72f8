import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { countAtMost } from '../../core/collections/arrays.ts';
import { sortedIndexes } from '../../core/collections/sorted-indexes.ts';
import { OutputError } from './output-error.ts';

/** The JSON of records, by index. Reading one index after another is fastest. */
export interface RecordTexts {
  text(index: number): string;
  /** The length of a text in bytes of UTF-8. */
  bytes(index: number): number;
  /** The texts with these indexes, in this order. */
  inOrder(indexes: Uint32Array): RecordTexts;
}

/** A few large buffers: a million short strings would need several times the memory. */
const chunkBytes = 4 * 1024 * 1024;

/** Stores texts as UTF-8, one after another: in memory or, beyond a limit, all of them in a temporary file. */
export class StoredTexts implements RecordTexts {
  readonly memoryLimit: number;
  readonly #lengths: number[] = [];
  readonly #offsets: number[] = [];
  /** The complete chunks, and the offset of each. They are empty if the chunks are in the file. */
  readonly #chunks: Buffer[] = [];
  readonly #chunkOffsets: number[] = [];
  /** The chunk to which texts are added, how many bytes it contains, and its offset. */
  #chunk = Buffer.alloc(0);
  #used = 0;
  #chunkOffset = 0;
  #file: number | undefined;
  /** The part of the file that is in memory, and where the text that was read last ends. */
  readonly #window = { bytes: Buffer.alloc(0), start: 0, end: 0 };
  #lastEnd = 0;

  constructor(memoryLimit: number) {
    this.memoryLimit = memoryLimit;
  }

  get isInFile(): boolean {
    return this.#file !== undefined;
  }

  /** Throws OutputError. */
  add(text: string): void {
    const mostBytes = text.length * 3;
    if (this.#used + mostBytes > this.#chunk.length)
      this.#beginChunk(Math.max(Math.min(chunkBytes, this.memoryLimit), mostBytes));
    const length = this.#chunk.write(text, this.#used);
    this.#offsets.push(this.#chunkOffset + this.#used);
    this.#lengths.push(length);
    this.#used += length;
  }

  text(index: number): string {
    return this.read(index).toString();
  }

  bytes(index: number): number {
    return this.#lengths[index];
  }

  inOrder(indexes: Uint32Array): RecordTexts {
    return new OrderedTexts(this, indexes);
  }

  /** Like `inOrder`, but if the texts are in a file, sorts them there. No other method can be called afterwards. */
  sorted(indexes: Uint32Array): RecordTexts {
    const ordered = this.inOrder(indexes);
    if (this.#file === undefined) return ordered;
    const sorted = new StoredTexts(this.memoryLimit);
    sorted.#file = openTemporaryFile();
    for (const index of indexes.keys()) sorted.add(ordered.text(index));
    closeSync(this.#file);
    return sorted;
  }

  /** The bytes of a text. They are valid until the next text is read. */
  read(index: number): Buffer {
    const offset = this.#offsets[index];
    const end = offset + this.#lengths[index];
    if (offset >= this.#chunkOffset) return this.#chunk.subarray(offset - this.#chunkOffset, end - this.#chunkOffset);
    if (this.#file === undefined) {
      const chunk = countAtMost(this.#chunkOffsets, offset) - 1;
      return this.#chunks[chunk].subarray(offset - this.#chunkOffsets[chunk], end - this.#chunkOffsets[chunk]);
    }
    const window = this.#window;
    const isNear = offset >= this.#lastEnd && offset < this.#lastEnd + chunkBytes;
    this.#lastEnd = end;
    if (offset < window.start || end > window.end) {
      // Reads ahead only if indexes ascend.
      if (!isNear || end - offset > chunkBytes) {
        const bytes = Buffer.allocUnsafe(end - offset);
        readPart(this.#file, offset, bytes);
        return bytes;
      }
      if (window.bytes.length === 0) window.bytes = Buffer.allocUnsafe(chunkBytes);
      window.start = offset;
      window.end = offset + readPart(this.#file, offset, window.bytes);
    }
    return window.bytes.subarray(offset - window.start, end - window.start);
  }

  #beginChunk(bytes: number): void {
    this.#chunks.push(this.#chunk.subarray(0, this.#used));
    this.#chunkOffsets.push(this.#chunkOffset);
    this.#chunkOffset += this.#used;
    this.#used = 0;
    if (this.#chunkOffset > this.memoryLimit) this.#file ??= openTemporaryFile();
    if (this.#file !== undefined) {
      for (const chunk of this.#chunks.splice(0)) writePart(this.#file, chunk);
      this.#chunkOffsets.length = 0;
    }
    // A chunk that has been written to the file can be overwritten.
    if (this.#file === undefined || bytes > this.#chunk.length) this.#chunk = Buffer.allocUnsafe(bytes);
  }
}

/**
 * Stored texts in another order. Reading texts of a file one by one at random would be slow if the system has too little
 * memory to cache the file. So as many of the texts that follow as fit into memory are read in the order of the file.
 */
class OrderedTexts implements RecordTexts {
  readonly #texts: StoredTexts;
  readonly #indexes: Uint32Array;
  #window = Buffer.alloc(0);
  /** The first text in the window, and where each starts. */
  #first = 0;
  #starts: readonly number[] = [];
  #next = 0;

  constructor(texts: StoredTexts, indexes: Uint32Array) {
    this.#texts = texts;
    this.#indexes = indexes;
  }

  text(index: number): string {
    if (!this.#texts.isInFile) return this.#texts.text(this.#indexes[index]);
    const follows = index === this.#next;
    this.#next = index + 1;
    if (index < this.#first || index >= this.#first + this.#starts.length) {
      if (!follows) return this.#texts.text(this.#indexes[index]);
      this.#readFrom(index);
    }
    const start = this.#starts[index - this.#first];
    return this.#window.toString('utf8', start, start + this.bytes(index));
  }

  bytes(index: number): number {
    return this.#texts.bytes(this.#indexes[index]);
  }

  inOrder(indexes: Uint32Array): RecordTexts {
    return this.#texts.inOrder(indexes.map((index) => this.#indexes[index]));
  }

  /** Fills the window, which takes a quarter of the memory that the texts may take when they are not in a file. */
  #readFrom(first: number): void {
    const starts: number[] = [];
    let length = 0;
    for (let index = first; index < this.#indexes.length; index++) {
      const bytes = this.bytes(index);
      if (index > first && length + bytes > this.#texts.memoryLimit / 4) break;
      starts.push(length);
      length += bytes;
    }
    if (this.#window.length < length) this.#window = Buffer.allocUnsafe(length);
    const wanted = this.#indexes.subarray(first, first + starts.length);
    for (const position of sortedIndexes(wanted, 'asc')) {
      this.#texts.read(wanted[position]).copy(this.#window, starts[position]);
    }
    this.#first = first;
    this.#starts = starts;
  }
}

/**
 * Opens a temporary file, in the directory that TMPDIR names, and deletes it while it is open: its space is freed when
 * this process ends, however it ends.
 */
function openTemporaryFile(): number {
  return orOutputError(() => {
    const folder = mkdtempSync(join(tmpdir(), 'coastwatch-build-'));
    try {
      return openSync(join(folder, 'records'), 'a+');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

function writePart(file: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length;) {
    written += orOutputError(() => writeSync(file, bytes, written));
  }
}

/** Reads until the buffer is full or the file ends. Returns the number of bytes read. */
function readPart(file: number, offset: number, bytes: Buffer): number {
  for (let read = 0; ;) {
    const count = orOutputError(() => readSync(file, bytes, read, bytes.length - read, offset + read));
    read += count;
    if (count === 0 || read === bytes.length) return read;
  }
}

function orOutputError<Value>(action: () => Value): Value {
  try {
    return action();
  } catch (error) {
    throw new OutputError(
      `the records do not fit into memory, and storing them in ${tmpdir()} failed: ` +
        `${error instanceof Error ? error.message : String(error)}. ` +
        'Set TMPDIR to a directory on a disk with space for twice the records as JSON.',
      { cause: error },
    );
  }
}
