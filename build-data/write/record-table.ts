import { countWhile } from '../../core/collections/arrays.ts';
import { sortedIndexes } from '../../core/collections/sorted-indexes.ts';
import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import {
  areMidnightsDates,
  dateTimeToSeconds,
  RecordedTimes,
  type TimeRule,
} from '../../core/datasets/recorded-time.ts';
import { sortKeyComparator } from '../../core/datasets/outlines.ts';
import { type RecordTexts, StoredTexts } from './record-texts.ts';

/** If the texts have more bytes than this, they are written to a temporary file. About a million records have fewer. */
const defaultMemoryForTexts = 512 * 1024 * 1024;

/**
 * Collects the records of a dataset one by one. Stores a few numbers per record in memory. Stores the JSON of the
 * records as bytes: in memory or, if there are too many, in a temporary file.
 */
export class RecordTableBuilder {
  readonly #dataset: DatasetDescription;
  readonly #texts: StoredTexts;
  readonly #identifiers: number[] = [];
  /** The sort keys, if they are dates and times: in seconds since 1970. */
  readonly #seconds: number[] = [];
  readonly #sortKeys: string[] = [];
  /** Pairs of longitude and latitude; each record has as many pairs as the dataset has positions. */
  readonly #coordinates: number[] = [];
  #last: string | undefined;

  constructor(dataset: DatasetDescription, memoryForTexts = defaultMemoryForTexts) {
    this.#dataset = dataset;
    this.#texts = new StoredTexts(memoryForTexts);
  }

  /** The record must be valid, with its keys in the order of the description. Throws OutputError. */
  add(record: DatasetRecord): void {
    const { identifierField, sortKey, positions } = this.#dataset;
    const text = JSON.stringify(record);
    const identifier = Number(record[identifierField]);
    const key = String(record[sortKey.field]);
    this.#identifiers.push(identifier);
    if (sortKey.comparison === 'text') {
      this.#seconds.push(dateTimeToSeconds(key));
      if (this.#last === undefined || key > this.#last) this.#last = key;
    } else {
      this.#sortKeys.push(key);
    }
    for (const { longitudeField, latitudeField } of positions) {
      this.#coordinates.push(Number(record[longitudeField]), Number(record[latitudeField]));
    }
    this.#texts.add(text);
  }

  /** Sorts the records in the default order of the API. The builder cannot be used again. Throws OutputError. */
  finish(): RecordTable {
    const isTime = this.#dataset.sortKey.comparison === 'text';
    const identifiers = new Float64Array(this.#identifiers);
    const keys = isTime ? new Float64Array(this.#seconds) : ranks(this.#sortKeys, sortKeyComparator(this.#dataset));
    const byIdentifier = sortedIndexes(identifiers, 'asc');
    const order = sortedIndexes(
      Float64Array.from(byIdentifier, (row) => keys[row]),
      'desc',
    ).map((position) => byIdentifier[position]);
    const ordinals = new Uint32Array(order.length);
    for (let index = 1; index < order.length; index++) {
      const isTied = keys[order[index]] === keys[order[index - 1]];
      if (isTied) ordinals[index] = ordinals[index - 1] + 1;
    }
    const last = (isTime ? this.#last : this.#sortKeys[order[0]]) ?? null;
    return new RecordTable({
      dataset: this.#dataset,
      order,
      keys,
      ordinals,
      identifiers,
      last,
      coordinates: new Float64Array(this.#coordinates),
      texts: this.#texts.sorted(order),
    });
  }
}

export interface RecordVisitor {
  /** `text` is the record's compact JSON. */
  visit(record: DatasetRecord, index: number, text: string): void;
}

/** What visits the records of a table while they are written, in each of the two orders in which they are written. */
export interface TableVisitors {
  readonly inListOrder: readonly RecordVisitor[];
  readonly inSpatialOrder: readonly RecordVisitor[];
}

interface RecordTableContent {
  readonly dataset: DatasetDescription;
  readonly order: Uint32Array;
  readonly keys: Float64Array;
  /** By index in `order`; the other arrays are by row. */
  readonly ordinals: Uint32Array;
  readonly identifiers: Float64Array;
  readonly coordinates: Float64Array;
  readonly texts: RecordTexts;
  readonly last: string | null;
}

/** The records of a dataset in the default order of the API: descending by sort key, ties ascending by identifier. */
export class RecordTable {
  readonly dataset: DatasetDescription;
  /** The largest sort key as published; null when there are no records. */
  readonly last: string | null;
  /** As in `areMidnightsDates`; false if the sort key is not a time. */
  readonly midnightsAreDates: boolean;
  readonly #content: RecordTableContent;
  #byIdentifier: Uint32Array | undefined;

  constructor(content: RecordTableContent) {
    this.dataset = content.dataset;
    this.last = content.last;
    this.midnightsAreDates = content.dataset.sortKey.comparison === 'text' && areMidnightsDates(content.keys);
    this.#content = content;
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
      Float64Array.from(this.#content.order, (row) => this.#content.identifiers[row]),
      'asc',
    ));
  }

  /** The sort key as a number. All methods below take the index of a record in the default order. */
  key(index: number): number {
    return this.#content.keys[this.#row(index)];
  }

  identifier(index: number): number {
    return this.#content.identifiers[this.#row(index)];
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

  text(index: number): string {
    return this.#content.texts.text(index);
  }

  record(index: number): DatasetRecord {
    return JSON.parse(this.text(index)) as DatasetRecord;
  }

  /** Calls every visitor with each record in the default order. Parses each record once. */
  visitRecords(visitors: readonly RecordVisitor[]): void {
    for (let index = 0; index < this.size; index++) visitRecord(this.text(index), index, visitors);
  }

  textBytes(index: number): number {
    return this.#content.texts.bytes(index);
  }

  /** The JSON of the records with these indexes, to be read one after another in this order. */
  inOrder(indexes: Uint32Array): RecordTexts {
    return this.#content.texts.inOrder(indexes);
  }

  get positionsPerRecord(): number {
    return this.dataset.positions.length;
  }

  longitude(index: number, position: number): number {
    return this.#content.coordinates[(this.#row(index) * this.positionsPerRecord + position) * 2];
  }

  latitude(index: number, position: number): number {
    return this.#content.coordinates[(this.#row(index) * this.positionsPerRecord + position) * 2 + 1];
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

/** Parses a record from its JSON and calls every visitor with it. Returns the record. */
export function visitRecord(text: string, index: number, visitors: readonly RecordVisitor[]): DatasetRecord {
  const record = JSON.parse(text) as DatasetRecord;
  for (const visitor of visitors) visitor.visit(record, index, text);
  return record;
}

/**
 * The rank of each text among the distinct ones, where texts that compare equal share a rank: numbers that have the
 * same order as the texts.
 */
function ranks(texts: readonly string[], compare: (a: string, b: string) => number): Float64Array {
  const distinct = [...new Set(texts)].sort(compare);
  const rankByText = new Map<string, number>();
  let rank = -1;
  let previous: string | undefined;
  for (const text of distinct) {
    if (previous === undefined || compare(previous, text) !== 0) rank++;
    rankByText.set(text, rank);
    previous = text;
  }
  return Float64Array.from(texts, (text) => Number(rankByText.get(text)));
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
