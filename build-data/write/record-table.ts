import { countWhile } from '../../core/collections/arrays.ts';
import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { dateTimeToSeconds } from '../../core/datasets/recorded-time.ts';
import { sortKeyComparator } from '../../core/datasets/outlines.ts';

const bufferBytes = 16 * 1024 * 1024;

/** Collects the records of a dataset one by one, storing little more than their JSON as bytes. */
export class RecordTableBuilder {
  readonly #dataset: DatasetDescription;
  readonly #texts = new TextArena();
  readonly #identifiers: number[] = [];
  readonly #sortKeys: string[] = [];
  /** Pairs of longitude and latitude; each record has as many pairs as the dataset has positions. */
  readonly #coordinates: number[] = [];

  constructor(dataset: DatasetDescription) {
    this.#dataset = dataset;
  }

  /** The record must be valid, its keys in the order of the description. */
  add(record: DatasetRecord): void {
    this.#texts.add(JSON.stringify(record));
    this.#identifiers.push(Number(record[this.#dataset.identifierField]));
    this.#sortKeys.push(String(record[this.#dataset.sortKey.field]));
    for (const { longitudeField, latitudeField } of this.#dataset.positions) {
      this.#coordinates.push(Number(record[longitudeField]), Number(record[latitudeField]));
    }
  }

  /** Sorts the records in the default order of the API. The builder cannot be used again. */
  finish(): RecordTable {
    const identifiers = Float64Array.from(this.#identifiers);
    const keys = sortKeyNumbers(this.#dataset, this.#sortKeys);
    const order = Uint32Array.from(identifiers, (_, row) => row).sort(
      (a, b) => (keys[b] ?? 0) - (keys[a] ?? 0) || (identifiers[a] ?? 0) - (identifiers[b] ?? 0),
    );
    const ordinals = new Uint32Array(order.length);
    for (let index = 1; index < order.length; index++) {
      const isTied = keys[order[index] ?? 0] === keys[order[index - 1] ?? 0];
      if (isTied) ordinals[index] = (ordinals[index - 1] ?? 0) + 1;
    }
    const last = order[0] === undefined ? null : (this.#sortKeys[order[0]] ?? null);
    const table = { dataset: this.#dataset, order, keys, ordinals, identifiers, last };
    return new RecordTable({ ...table, coordinates: Float64Array.from(this.#coordinates), texts: this.#texts });
  }
}

/** Visits all records of a table in turn. */
export interface RecordVisitor {
  /** `text` is the record's compact JSON. */
  visit(record: DatasetRecord, index: number, text: string): void;
}

interface RecordTableContent {
  readonly dataset: DatasetDescription;
  readonly order: Uint32Array;
  readonly keys: Float64Array;
  /** By index in `order`; the other arrays are by row. */
  readonly ordinals: Uint32Array;
  readonly identifiers: Float64Array;
  readonly coordinates: Float64Array;
  readonly texts: TextArena;
  readonly last: string | null;
}

/** The records of a dataset in the default order of the API: descending by sort key, ties ascending by identifier. */
export class RecordTable {
  readonly dataset: DatasetDescription;
  /** The largest sort key as published; null when there are no records. */
  readonly last: string | null;
  readonly #content: RecordTableContent;
  #byIdentifier: Uint32Array | undefined;

  constructor(content: RecordTableContent) {
    this.dataset = content.dataset;
    this.last = content.last;
    this.#content = content;
  }

  get size(): number {
    return this.#content.order.length;
  }

  /** The indexes of the records, by ascending identifier. Sorted on first use. */
  get byIdentifier(): Uint32Array {
    return (this.#byIdentifier ??= Uint32Array.from({ length: this.size }, (_, index) => index).sort(
      (a, b) => this.identifier(a) - this.identifier(b),
    ));
  }

  /** The sort key as a number. All methods below take the index of a record in the default order. */
  key(index: number): number {
    return this.#content.keys[this.#row(index)] ?? 0;
  }

  identifier(index: number): number {
    return this.#content.identifiers[this.#row(index)] ?? 0;
  }

  /** Whether the record before this one has the same sort key. */
  isTied(index: number): boolean {
    return this.ordinal(index) > 0;
  }

  /** The number of records before this one that are tied with it. Ties are in ascending order of identifiers. */
  ordinal(index: number): number {
    return this.#content.ordinals[index] ?? 0;
  }

  /** The number of records after this one that are tied with it. */
  tiedAfter(index: number): number {
    const key = this.key(index);
    return countWhile(this.size - index - 1, (offset) => this.key(index + 1 + offset) === key);
  }

  /** The record's compact JSON. */
  text(index: number): string {
    return this.#content.texts.text(this.#row(index));
  }

  /** The record, parsed from its JSON. */
  record(index: number): DatasetRecord {
    return JSON.parse(this.text(index)) as DatasetRecord;
  }

  /** Calls every visitor with each record in the default order. Parses each record once. */
  visitRecords(visitors: readonly RecordVisitor[]): void {
    for (let index = 0; index < this.size; index++) {
      const text = this.text(index);
      const record = JSON.parse(text) as DatasetRecord;
      for (const visitor of visitors) visitor.visit(record, index, text);
    }
  }

  textBytes(index: number): number {
    return this.#content.texts.bytes(this.#row(index));
  }

  get positionsPerRecord(): number {
    return this.dataset.positions.length;
  }

  longitude(index: number, position: number): number {
    return this.#content.coordinates[(this.#row(index) * this.positionsPerRecord + position) * 2] ?? 0;
  }

  latitude(index: number, position: number): number {
    return this.#content.coordinates[(this.#row(index) * this.positionsPerRecord + position) * 2 + 1] ?? 0;
  }

  /** Whether two records have the same points. */
  hasSamePoints(index: number, other: number): boolean {
    for (let position = 0; position < this.positionsPerRecord; position++) {
      if (this.longitude(index, position) !== this.longitude(other, position)) return false;
      if (this.latitude(index, position) !== this.latitude(other, position)) return false;
    }
    return true;
  }

  #row(index: number): number {
    return this.#content.order[index] ?? 0;
  }
}

/** Stores many texts as UTF-8 in a few large buffers: a million short strings would need several times the memory. */
class TextArena {
  readonly #buffers: Buffer[] = [];
  #used = bufferBytes;
  /** The buffer of each text, its offset there and its length. */
  readonly #bufferIndexes: number[] = [];
  readonly #offsets: number[] = [];
  readonly #lengths: number[] = [];

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
  }

  text(index: number): string {
    const offset = this.#offsets[index] ?? 0;
    return this.#buffers[this.#bufferIndexes[index] ?? 0]?.toString('utf8', offset, offset + this.bytes(index)) ?? '';
  }

  bytes(index: number): number {
    return this.#lengths[index] ?? 0;
  }
}

/**
 * Converts sort keys to numbers that have the same order. For text comparison, which is used only for dates and times,
 * they are the seconds since 1970; for collation, the rank among the distinct keys, where keys that compare equal share
 * a rank.
 */
function sortKeyNumbers(dataset: DatasetDescription, texts: readonly string[]): Float64Array {
  if (dataset.sortKey.comparison === 'text') return Float64Array.from(texts, dateTimeToSeconds);
  return ranks(texts, sortKeyComparator(dataset));
}

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
  return Float64Array.from(texts, (text) => rankByText.get(text) ?? 0);
}

/** West, south, east and north in degrees. */
type Bounds = [west: number, south: number, east: number, north: number];

/**
 * The bounding box of the records from `start` to `end` (exclusive), by default of all; undefined if there are none.
 */
export function boundsOf(table: RecordTable, start = 0, end = table.size): Bounds | undefined {
  if (end <= start) return undefined;
  const bounds: Bounds = [Infinity, Infinity, -Infinity, -Infinity];
  for (let index = start; index < end; index++) {
    for (let position = 0; position < table.positionsPerRecord; position++) {
      const longitude = table.longitude(index, position);
      const latitude = table.latitude(index, position);
      bounds[0] = Math.min(bounds[0], longitude);
      bounds[1] = Math.min(bounds[1], latitude);
      bounds[2] = Math.max(bounds[2], longitude);
      bounds[3] = Math.max(bounds[3], latitude);
    }
  }
  return bounds;
}
