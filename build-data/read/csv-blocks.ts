import { maxRecordLength } from './record-sink.ts';

/** Consecutive rows of a CSV file. */
export interface CsvBlock {
  readonly bytes: Buffer;
  /** False for the last row of a file without a line end, and for a part of a row that is too long. */
  readonly isTerminated: boolean;
}

const minBytes = 16 * 1024;
const targetBytes = 64 * 1024;
const maxBytes = 256 * 1024;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Divides a CSV file into blocks of whole rows. Like `contentDefinedChunks`, it chooses the boundaries by hashes of the
 * rows, so that an edit changes only the blocks near it.
 *
 * A line end belongs to a cell if the number of quotes before it is odd, since each quoted cell has two quotes and two
 * for each quote in its text. The parser refuses any other quote. One that is never closed is refused in a block that is
 * longer than a record may be: only such a block ends within a row.
 */
export async function* csvBlocks(chunks: AsyncIterable<Buffer>, hasQuotes: boolean): AsyncGenerator<CsvBlock> {
  const boundaries = new BoundaryFinder(hasQuotes);
  let pending: Buffer[] = [];
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = boundaries.next(chunk, 0); end !== undefined; end = boundaries.next(chunk, end)) {
      yield { bytes: Buffer.concat([...pending, chunk.subarray(start, end)]), isTerminated: true };
      [pending, start] = [[], end];
    }
    pending.push(chunk.subarray(start));
    if (boundaries.blockBytes <= maxBytes + 2 * maxRecordLength) continue;
    yield { bytes: Buffer.concat(pending), isTerminated: false };
    pending = [];
  }
  if (boundaries.blockBytes > 0) yield { bytes: Buffer.concat(pending), isTerminated: boundaries.endsWithLineEnd };
}

/** Finds the boundaries in chunks, byte by byte. */
class BoundaryFinder {
  readonly #quote: number;
  /** The length of the block so far. */
  blockBytes = 0;
  #rowBytes = 0;
  #hash = 0;
  #isInQuotes = false;
  #previous = 0;

  constructor(hasQuotes: boolean) {
    this.#quote = hasQuotes ? 0x22 : -1;
  }

  get endsWithLineEnd(): boolean {
    return this.#previous === lineFeed || this.#previous === carriageReturn;
  }

  /** The next boundary at `start` or after it; undefined if the rest of the chunk has none. */
  next(chunk: Uint8Array, start: number): number | undefined {
    const quote = this.#quote;
    let blockBytes = this.blockBytes;
    let rowBytes = this.#rowBytes;
    let hash = this.#hash;
    let isInQuotes = this.#isInQuotes;
    let previous = this.#previous;
    let boundary: number | undefined;
    for (let at = start; at < chunk.length; at++) {
      const byte = Number(chunk[at]);
      // A carriage return ends a row unless a line feed follows.
      if (previous <= carriageReturn && !isInQuotes && rowBytes > 0) {
        if (previous === lineFeed || (previous === carriageReturn && byte !== lineFeed)) {
          // The probability is proportional to the length of the row, so that blocks of short rows are not shorter.
          const isChosen = blockBytes >= minBytes && hash >>> 0 < (2 ** 32 / targetBytes) * rowBytes;
          rowBytes = 0;
          hash = 0;
          if (isChosen || blockBytes >= maxBytes) {
            blockBytes = 0;
            boundary = at;
            break;
          }
        }
      }
      if (byte === quote) isInQuotes = !isInQuotes;
      hash = Math.imul(hash ^ byte, 0x01000193) ^ (hash >>> 15);
      blockBytes++;
      rowBytes++;
      previous = byte;
    }
    this.blockBytes = blockBytes;
    this.#rowBytes = rowBytes;
    this.#hash = hash;
    this.#isInQuotes = isInQuotes;
    this.#previous = previous;
    return boundary;
  }
}
