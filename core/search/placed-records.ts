import { towardsFront, type ListPosition, type SortDirection } from '../storage/list-position.ts';
import type { PlaceTile } from '../storage/place-tile.ts';
import { lastAtOrBefore } from './last-at-or-before.ts';
import { orderOfPositions } from './position-order.ts';

/** A reference and two numbers, each possibly an object. */
const bytesOfRun = 40;

/** Records found in place tiles, as runs: without an object for each, as there may be a million. */
export class PlacedRecords {
  readonly #tiles: PlaceTile[] = [];
  /** For each run where it begins in its tile, and where among all records found. */
  readonly #tileStarts: number[] = [];
  readonly #starts: number[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** What keeping these takes, with the tiles they stand in. */
  get memoryInBytes(): number {
    let bytes = this.#starts.length * bytesOfRun;
    for (const { longitudes, latitudes, recordStarts, keys, ordinals } of new Set(this.#tiles)) {
      for (const column of [longitudes, latitudes, recordStarts, keys, ordinals]) bytes += column.byteLength;
    }
    return bytes;
  }

  /** Adds the records `start` to `end` (exclusive) of a tile. */
  addRun(tile: PlaceTile, start: number, end: number): void {
    this.#tiles.push(tile);
    this.#tileStarts.push(start);
    this.#starts.push(this.#length);
    this.#length += end - start;
  }

  /** Where the record of an index is: its tile, and its own index there. */
  locate(index: number): { readonly tile: PlaceTile; readonly record: number } {
    const run = lastAtOrBefore(this.#starts, index);
    const tile = this.#tiles[run];
    if (!tile || !(index < this.#length)) throw new RangeError(`no record at ${index} of ${this.#length}`);
    return { tile, record: index - (this.#starts[run] ?? 0) + (this.#tileStarts[run] ?? 0) };
  }

  position(index: number): ListPosition {
    const { tile, record } = this.locate(index);
    return { key: tile.keys[record] ?? Number.NaN, ordinal: tile.ordinals[record] ?? 0 };
  }

  /** The index of the one in front of all others; undefined when there are none. */
  first(direction: SortDirection): number | undefined {
    let first: number | undefined;
    let foremost = -Infinity;
    let least = Infinity;
    for (const [run, tile] of this.#tiles.entries()) {
      const start = this.#starts[run] ?? 0;
      const offset = (this.#tileStarts[run] ?? 0) - start;
      const end = this.#starts[run + 1] ?? this.#length;
      for (let index = start; index < end; index++) {
        const front = towardsFront(tile.keys[index + offset] ?? Number.NaN, direction);
        const ordinal = tile.ordinals[index + offset] ?? 0;
        if (front < foremost || (front === foremost && ordinal >= least)) continue;
        first = index;
        foremost = front;
        least = ordinal;
      }
    }
    return first;
  }

  /** The indexes of those that stand at `start` to `end` (exclusive) when all are in order, in that order. */
  inOrder(direction: SortDirection, start: number, end: number): Uint32Array {
    const keys = new Float64Array(this.#length);
    const ordinals = new Uint32Array(this.#length);
    for (const [run, tile] of this.#tiles.entries()) {
      const from = this.#starts[run] ?? 0;
      const tileStart = this.#tileStarts[run] ?? 0;
      const tileEnd = tileStart + (this.#starts[run + 1] ?? this.#length) - from;
      keys.set(tile.keys.subarray(tileStart, tileEnd), from);
      ordinals.set(tile.ordinals.subarray(tileStart, tileEnd), from);
    }
    return orderOfPositions(keys, ordinals, direction).slice(start, end);
  }
}
