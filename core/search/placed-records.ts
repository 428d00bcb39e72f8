import type { SortDirection } from '../storage/list-position.ts';
import type { PlaceTile } from '../storage/place-tile.ts';
import { orderedWindow } from './ordered-window.ts';

/** Records found in place tiles: which, without an object for each, as there may be a million. */
export class PlacedRecords {
  readonly #tiles: PlaceTile[] = [];
  readonly #tileOf: number[] = [];
  readonly #recordOf: number[] = [];

  get length(): number {
    return this.#recordOf.length;
  }

  /** Adds the records `start` to `end` (exclusive) of a tile. */
  addRun(tile: PlaceTile, start: number, end: number): void {
    if (this.#tiles.at(-1) !== tile) this.#tiles.push(tile);
    const tileIndex = this.#tiles.length - 1;
    for (let record = start; record < end; record++) {
      this.#tileOf.push(tileIndex);
      this.#recordOf.push(record);
    }
  }

  tile(index: number): PlaceTile {
    const tile = this.#tiles[this.#tileOf[index] ?? -1];
    if (!tile) throw new RangeError(`no record at ${index}`);
    return tile;
  }

  /** The index of the record in its tile. */
  record(index: number): number {
    return this.#recordOf[index] ?? -1;
  }

  key(index: number): number {
    return this.tile(index).keys[this.record(index)] ?? Number.NaN;
  }

  ordinal(index: number): number {
    return this.tile(index).ordinals[this.record(index)] ?? 0;
  }

  /** The indexes of those that would stand at `start` to `end` (exclusive) if all were in order, in that order. */
  inOrder(direction: SortDirection, start: number, end: number): number[] {
    const sign = direction === 'desc' ? -1 : 1;
    const keys = Float64Array.from({ length: this.length }, (_, index) => sign * this.key(index));
    const compare = (a: number, b: number): number =>
      (keys[a] ?? 0) - (keys[b] ?? 0) || this.ordinal(a) - this.ordinal(b);
    const indexes = Array.from({ length: this.length }, (_, index) => index);
    if ((Math.min(end, this.length) - start) * smallPart < this.length) {
      return orderedWindow(indexes, compare, start, end);
    }
    return indexes.sort(compare).slice(start, end);
  }
}

/** A part this many times smaller than the whole is picked out; otherwise all is sorted. */
const smallPart = 8;
