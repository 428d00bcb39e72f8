import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { OutputError } from './output-error.ts';
import { NumberColumn } from './number-column.ts';
import type { RecordTexts } from './record-texts.ts';

/** The size of the buffer of `sort`. */
const sortMemory = '256M';
/**
 * Lets `sort` merge more than 16 of its temporary files at once: sorting ten million records then takes three quarters
 * of the time. The `sort` of BusyBox does not have this option, and that of GNU rejects it if too few files may be open.
 */
const mergeMany = '--batch-size=128';
const bufferBytes = 4 * 1024 * 1024;
/** Up to this many texts are read one by one in another order; more are sorted first. */
const mostSingleReads = 100_000;
/** The largest safe integer has as many. */
const digits = 16;
/** The widest sort prefix has two numbers. */
const prefixBytes = 2 * digits;
const lineEnd = Buffer.from('\n');

/** A non-negative safe integer as text of a fixed length. Such texts sort in the same order as the numbers. */
export function sortableNumber(value: number): string {
  return value.toString().padStart(digits, '0');
}

/** Texts that do not fit into memory, each written to a temporary file as it arrives. */
export class SpilledTexts {
  readonly #lines = new LineWriter();
  readonly #lengths = new NumberColumn((length) => new Uint32Array(length));

  /** `prefix` consists of two sortable numbers. The text is compact JSON, so it contains no line feed. */
  add(prefix: string, text: string): void {
    this.#lengths.add(this.#lines.add(prefix, text));
  }

  /** Sorts the texts by their prefixes. `order` has the row of each sorted text, in the order of `add`. */
  async sort(order: Uint32Array): Promise<RecordTexts> {
    const lengths = Uint32Array.from(order, (row) => this.#lengths.at(row));
    return new SortedTexts(new LineReader(await sortLines(this.#lines.finish()), lengths));
  }
}

/** Texts in a file, in list order. */
class SortedTexts implements RecordTexts {
  readonly #lines: LineReader;

  constructor(lines: LineReader) {
    this.#lines = lines;
  }

  text(index: number): string {
    return this.#lines.text(index);
  }

  bytes(index: number): number {
    return this.#lines.lengths[index];
  }

  async inOrder(indexes: Uint32Array): Promise<(position: number) => string> {
    if (indexes.length <= mostSingleReads) return (position) => this.text(indexes[position]);
    const { lengths } = this.#lines;
    const none = 2 ** 32 - 1;
    const positions = new Uint32Array(lengths.length).fill(none);
    for (const [position, index] of indexes.entries()) positions[index] = position;
    const writer = new LineWriter();
    for (const [index, position] of positions.entries()) {
      if (position !== none) writer.add(sortableNumber(position) + sortableNumber(index), this.#lines.read(index));
    }
    const sorted = new LineReader(
      await sortLines(writer.finish()),
      Uint32Array.from(indexes, (index) => lengths[index]),
    );
    return (position) => sorted.text(position);
  }
}

/**
 * Opens a temporary file, in the directory that TMPDIR names, and deletes it while it is open: its space is freed when
 * this process ends, however it ends.
 */
function openTemporaryFile(): { readonly write: number; readonly read: number } {
  const folder = mkdtempSync(join(tmpdir(), 'coastwatch-build-'));
  try {
    const path = join(folder, 'records');
    const write = openSync(path, 'w');
    return { write, read: openSync(path, 'r') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

class LineWriter {
  readonly #file = orOutputError(openTemporaryFile);
  readonly #buffer = Buffer.allocUnsafe(bufferBytes);
  #used = 0;

  /** Adds a line. Returns the length of the text in bytes. */
  add(prefix: string, text: string | Uint8Array): number {
    const most = prefixBytes + text.length * 3 + 1;
    if (this.#used + most > bufferBytes) this.#flush();
    if (most > bufferBytes) {
      const bytes = Buffer.from(text);
      for (const part of [Buffer.from(prefix), bytes, lineEnd]) this.#write(part);
      return bytes.length;
    }
    const start = this.#used + this.#buffer.write(prefix, this.#used, 'latin1');
    let length = text.length;
    if (typeof text === 'string') length = this.#buffer.write(text, start);
    else this.#buffer.set(text, start);
    this.#used = start + length + this.#buffer.write('\n', start + length);
    return length;
  }

  /** Finishes writing. Returns a file descriptor that reads from the start. */
  finish(): number {
    this.#flush();
    closeSync(this.#file.write);
    return this.#file.read;
  }

  #flush(): void {
    this.#write(this.#buffer.subarray(0, this.#used));
    this.#used = 0;
  }

  #write(bytes: Uint8Array): void {
    let written = 0;
    while (written < bytes.length) {
      written += orOutputError(() => writeSync(this.#file.write, bytes, written));
    }
  }
}

/** Reads texts from a file of lines, each of which is a prefix and a text. Reads consecutive texts many at a time. */
class LineReader {
  readonly lengths: Uint32Array;
  readonly #file: number;
  readonly #offsets: Float64Array;
  readonly #window = Buffer.allocUnsafe(bufferBytes);
  #windowStart = 0;
  #windowEnd = 0;
  #last = -1;

  constructor(file: number, lengths: Uint32Array) {
    this.#file = file;
    this.lengths = lengths;
    this.#offsets = new Float64Array(lengths.length);
    let offset = prefixBytes;
    for (const [index, length] of lengths.entries()) {
      this.#offsets[index] = offset;
      offset += length + 1 + prefixBytes;
    }
  }

  text(index: number): string {
    return this.read(index).toString();
  }

  /** The bytes of a text. They are valid only until the next text is read, because they can be in the window. */
  read(index: number): Buffer {
    const start = this.#offsets[index];
    const length = this.lengths[index];
    const follows = index === this.#last + 1;
    this.#last = index;
    if (start < this.#windowStart || start + length > this.#windowEnd) {
      if (!follows || length > bufferBytes) {
        const bytes = Buffer.allocUnsafe(length);
        this.#read(bytes, start);
        return bytes;
      }
      this.#windowStart = start;
      this.#windowEnd = start + this.#read(this.#window, start);
    }
    const offset = start - this.#windowStart;
    return this.#window.subarray(offset, offset + length);
  }

  /** Reads until the buffer is full or the file ends. Returns the number of bytes read. */
  #read(bytes: Buffer, start: number): number {
    let read = 0;
    for (;;) {
      const count = orOutputError(() => readSync(this.#file, bytes, read, bytes.length - read, start + read));
      read += count;
      if (count === 0 || read === bytes.length) return read;
    }
  }
}

/** Sorts the lines of a file by their bytes, with the system's `sort`, and closes the file. Returns the sorted file. */
async function sortLines(file: number): Promise<number> {
  const sorted = orOutputError(openTemporaryFile);
  const merging = spawnSync('sort', [mergeMany, '--version']).status === 0 ? [mergeMany] : [];
  const sort = spawn('sort', ['-S', sortMemory, '-T', tmpdir(), ...merging], {
    env: { ...process.env, LC_ALL: 'C' },
    stdio: [file, sorted.write, 'pipe'],
  });
  let messages = '';
  sort.stderr?.on('data', (bytes: Buffer) => (messages += bytes.toString()));
  const [code] = (await once(sort, 'close').catch((error: unknown) => {
    throw new OutputError(
      `the records do not fit into memory, and the program "sort" cannot be started: ${String(error)}`,
    );
  })) as [number | null];
  closeSync(file);
  closeSync(sorted.write);
  if (code !== 0) throw new OutputError(sortFailure(messages.trim()));
  return sorted.read;
}

function orOutputError<Value>(action: () => Value): Value {
  try {
    return action();
  } catch (error) {
    throw new OutputError(sortFailure(error instanceof Error ? error.message : String(error)), { cause: error });
  }
}

function sortFailure(reason: string): string {
  return (
    `the records do not fit into memory, and sorting them in ${tmpdir()} failed: ${reason}. ` +
    'Set TMPDIR to a directory on a disk with space for four times the records as JSON.'
  );
}
