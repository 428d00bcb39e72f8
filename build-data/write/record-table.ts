import { countWhile } from '../../core/collections/arrays.ts';
import { sortedIndexes } from '../../core/collections/sorted-indexes.ts';
import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { areMidnightsDates, RecordedTimes, type TimeRule } from '../../core/datasets/recorded-time.ts';
import type { CodedValues } from '../../core/storage/format/tile-records.ts';
import type { EarlierRecords, InputBlock, ReadBlock } from './earlier-records.ts';
import type { Numbers } from './record-columns.ts';
import type { RecordValues } from './record-values.ts';

export interface RecordVisitor {
  visit(record: DatasetRecord, index: number): void;
}

/** What visits the records of a table while they are written, in each of the two orders in which they are written. */
export interface TableVisitors {
  readonly inListOrder: readonly RecordVisitor[];
  readonly inSpatialOrder: readonly RecordVisitor[];
}

/** Records that were added one after another, from `start` to `end` (exclusive). */
export interface AddedBlock {
  readonly block: InputBlock;
  readonly start: number;
  readonly end: number;
}

interface RecordTableContent {
  readonly dataset: DatasetDescription;
  /** The row of each record, by index. */
  readonly order: Uint32Array;
  /** By index. */
  readonly keys: Float64Array;
  readonly ordinals: Uint32Array;
  readonly values: RecordValues;
  readonly earlier: EarlierRecords | undefined;
  /** The blocks of the input, and by index the position of each record among those added. */
  readonly blocks: { readonly added: readonly AddedBlock[]; readonly positions: Uint32Array };
}

/** The records of a dataset in the default order of the API: descending by sort key, ties ascending by identifier. */
export class RecordTable {
  readonly dataset: DatasetDescription;
  /** As in `areMidnightsDates`; false if the sort key is not a time. */
  readonly midnightsAreDates: boolean;
  readonly #content: RecordTableContent;
  readonly #identifiers: Numbers;
  readonly #points: readonly { readonly longitudes: Numbers; readonly latitudes: Numbers }[];
  #byIdentifier: Uint32Array | undefined;

  constructor(content: RecordTableContent) {
    const { dataset, keys, values } = content;
    this.dataset = dataset;
    this.midnightsAreDates = dataset.sortKey.comparison === 'text' && areMidnightsDates(keys);
    this.#content = content;
    this.#identifiers = values.numbersOf(dataset.identifierField);
    this.#points = dataset.positions.map(({ longitudeField, latitudeField }) => ({
      longitudes: values.numbersOf(longitudeField),
      latitudes: values.numbersOf(latitudeField),
    }));
  }

  /** The largest sort key as published; null when there are no records. */
  get last(): string | null {
    return this.size === 0 ? null : String(this.#content.values.value(this.dataset.sortKey.field, this.#row(0)));
  }

  get size(): number {
    return this.#content.order.length;
  }

  /** What the times of the records mean by a rule. */
  timesBy(rule: TimeRule): RecordedTimes {
    return new RecordedTimes(rule, this.midnightsAreDates);
  }

  /** The indexes of the records, by ascending identifier. Sorted on first use. */
  get byIdentifier(): Uint32Array {
    return (this.#byIdentifier ??= sortedIndexes(
      Float64Array.from(this.#content.order, (row) => this.#identifiers.at(row)),
      'asc',
    ));
  }

  /** The sort key as a number. All methods below take the index of a record in the default order. */
  key(index: number): number {
    return this.#content.keys[index];
  }

  identifier(index: number): number {
    return this.#identifiers.at(this.#row(index));
  }

  isTied(index: number): boolean {
    return this.ordinal(index) > 0;
  }

  /** The number of records before this one that are tied with it. Ties are in ascending order of identifiers. */
  ordinal(index: number): number {
    return this.#content.ordinals[index];
  }

  tiedAfter(index: number): number {
    const key = this.key(index);
    return countWhile(this.size - index - 1, (offset) => this.key(index + 1 + offset) === key);
  }

  /** The compact JSON of a record. */
  text(index: number): string {
    return this.#content.values.text(this.#row(index));
  }

  /** The length of `text` in bytes of UTF-8. */
  textBytes(index: number): number {
    return this.#content.values.bytes(this.#row(index));
  }

  record(index: number): DatasetRecord {
    return this.#content.values.record(this.#row(index));
  }

  /** The distinct values of a field in the records with these indexes, in this order; by default in all. */
  distinct(field: string, indexes?: Uint32Array): CodedValues {
    const { order, values } = this.#content;
    return values.distinct(field, indexes ? indexes.map((index) => order[index]) : order);
  }

  /** A number, or a date and time in seconds since 1970. */
  number(field: string, index: number): number | null {
    const number = this.#content.values.numbersOf(field).at(this.#row(index));
    return Number.isNaN(number) ? null : number;
  }

  /** The values, the row of each record by index, and the records of the last build. */
  get content(): Pick<RecordTableContent, 'values' | 'order' | 'earlier'> {
    return this.#content;
  }

  /** The blocks of the input from which the records were read. */
  get blocks(): ReadBlock[] {
    const { added, positions } = this.#content.blocks;
    const indexAt = new Uint32Array(positions.length);
    for (const [index, position] of positions.entries()) indexAt[position] = index;
    return added.map(({ block, start, end }) => ({ ...block, indexes: indexAt.slice(start, end) }));
  }

  /** See `RecordValues`. */
  hashWithoutIdentifier(index: number): number {
    return this.#content.values.hashWithoutIdentifier(this.#row(index));
  }

  /** Calls every visitor with each record, by default in the default order. */
  visitRecords(visitors: readonly RecordVisitor[], indexes: Iterable<number> = this.#content.order.keys()): void {
    if (visitors.length === 0) return;
    for (const index of indexes) {
      const record = this.record(index);
      for (const visitor of visitors) visitor.visit(record, index);
    }
  }

  get positionsPerRecord(): number {
    return this.dataset.positions.length;
  }

  longitude(index: number, position: number): number {
    return this.#points[position].longitudes.at(this.#row(index));
  }

  latitude(index: number, position: number): number {
    return this.#points[position].latitudes.at(this.#row(index));
  }

  hasSamePoints(index: number, other: number): boolean {
    for (let position = 0; position < this.positionsPerRecord; position++) {
      if (this.longitude(index, position) !== this.longitude(other, position)) return false;
      if (this.latitude(index, position) !== this.latitude(other, position)) return false;
    }
    return true;
  }

  #row(index: number): number {
    return this.#content.order[index];
  }
}

/** West, south, east and north in degrees. */
type Bounds = [west: number, south: number, east: number, north: number];

/**
 * The bounding box of the records from `start` to `end` (exclusive), by default of all, without the points for which
 * `isIncluded` is false; undefined if there are none.
 */
export function boundsOf(
  table: RecordTable,
  start = 0,
  end = table.size,
  isIncluded: (longitude: number, latitude: number) => boolean = () => true,
): Bounds | undefined {
  const bounds: Bounds = [Infinity, Infinity, -Infinity, -Infinity];
  for (let index = start; index < end; index++) {
    for (let position = 0; position < table.positionsPerRecord; position++) {
      const longitude = table.longitude(index, position);
      const latitude = table.latitude(index, position);
      if (!isIncluded(longitude, latitude)) continue;
      bounds[0] = Math.min(bounds[0], longitude);
      bounds[1] = Math.min(bounds[1], latitude);
      bounds[2] = Math.max(bounds[2], longitude);
      bounds[3] = Math.max(bounds[3], latitude);
    }
  }
  return bounds[0] <= bounds[2] ? bounds : undefined;
}
