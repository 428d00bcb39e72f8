import { groupIndexes } from '../../core/collections/arrays.ts';
import { sortedIndexes } from '../../core/collections/sorted-indexes.ts';
import type { DatasetRecord, FieldDescription, RecordGroup } from '../../core/datasets/dataset-description.ts';
import type { RecordTable } from '../write/record-table.ts';

/** A value and the number of records that have it. */
export interface CountedValue {
  readonly value: string | number;
  readonly records: number;
}

/** Statistics of the values of one field over all records. */
export interface ObservedField {
  readonly nulls: number;
  /** The length of the longest text, in UTF-16 code units; undefined for numbers, and if every value is null. */
  readonly longest?: number;
  /** For numbers, dates and times. */
  readonly smallest?: string | number;
  readonly largest?: string | number;
  /** The number of distinct values except null, or of distinct codes in lists of codes; undefined if there are many. */
  readonly distinct?: number;
  /** All values, most frequent first, if there are few enough for an enumeration. */
  readonly values?: readonly CountedValue[];
}

/** The largest enumeration: there are about sixty local government areas, but hundreds of location names. */
const maxDistinctValues = 100;
/** A field with longer texts is not an enumeration: they would fill the page that lists them. */
const maxValueLength = 200;
/**
 * A field with a different value in nearly every record is not an enumeration either, even if there are few records.
 */
const minRecordsPerValue = 2;

/** Counts the values of a field in bounded memory. */
export class FieldObserver {
  readonly #isText: boolean;
  readonly #isOrdered: boolean;
  readonly #isCodeList: boolean;
  #records = 0;
  #nulls = 0;
  #longest = -1;
  #smallest: string | number | undefined;
  #largest: string | number | undefined;
  /** Undefined once there are too many distinct values. */
  #counts: Map<string | number, number> | undefined = new Map();

  constructor({ type, isCodeList }: FieldDescription) {
    this.#isText = type === 'text' || type === 'dateTime';
    this.#isOrdered = type !== 'text';
    this.#isCodeList = isCodeList === true;
  }

  add(value: string | number | null): void {
    this.#records++;
    if (value === null) {
      this.#nulls++;
      return;
    }
    if (this.#isText) this.#longest = Math.max(this.#longest, String(value).length);
    if (this.#isOrdered) {
      if (this.#smallest === undefined || value < this.#smallest) this.#smallest = value;
      if (this.#largest === undefined || value > this.#largest) this.#largest = value;
    }
    if (!this.#isCodeList) this.#count(value);
    // A code that occurs twice in a record counts once.
    else for (const code of new Set(parseCodes(String(value)))) this.#count(code);
  }

  #count(value: string | number): void {
    if (this.#counts === undefined) return;
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
    if (this.#counts.size > maxDistinctValues || String(value).length > maxValueLength) this.#counts = undefined;
  }

  finish(): ObservedField {
    const counts = this.#counts;
    const filled = this.#records - this.#nulls;
    const isEnumeration = counts !== undefined && counts.size > 0 && filled >= counts.size * minRecordsPerValue;
    return {
      nulls: this.#nulls,
      ...(this.#longest >= 0 && { longest: this.#longest }),
      ...(this.#smallest !== undefined && { smallest: this.#smallest }),
      ...(this.#largest !== undefined && { largest: this.#largest }),
      ...(counts && { distinct: counts.size }),
      ...(isEnumeration && { values: sortByFrequency(counts) }),
    };
  }
}

function parseCodes(list: string): string[] {
  return list
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '');
}

function sortByFrequency(counts: ReadonlyMap<string | number, number>): CountedValue[] {
  return Array.from(counts, ([value, records]) => ({ value, records })).sort(
    (a, b) => b.records - a.records || (a.value < b.value ? -1 : 1),
  );
}

/** Records that share something with others. */
export interface FoundRecords {
  readonly records: number;
  /** The smallest identifiers, ascending. */
  readonly examples: readonly number[];
}

/** Values that should each belong to only one record of a group, but belong to several. */
export interface SharedValues extends FoundRecords {
  readonly group: RecordGroup;
  /** The number of shared values. */
  readonly values: number;
}

const maxExamples = 5;

/**
 * Finds records that are equal to a record with a smaller identifier in every field but the identifier. Compares only
 * texts with equal hashes: a set of a million texts would take hundreds of megabytes.
 */
export class ExactCopyFinder {
  readonly #table: RecordTable;
  readonly #hashes: Uint32Array;

  constructor(table: RecordTable) {
    this.#table = table;
    this.#hashes = new Uint32Array(table.size);
  }

  add(index: number, text: string): void {
    this.#hashes[index] = hashText(withoutIdentifier(text, this.#table, index));
  }

  finish(): FoundRecords {
    const copies: number[] = [];
    for (const indexes of runsOfEqualHashes(this.#hashes)) copies.push(...findCopies(this.#table, indexes));
    return summarise(copies);
  }
}

function findCopies(table: RecordTable, indexes: Uint32Array): number[] {
  const seen = new Set<string>();
  const copies: number[] = [];
  for (const index of indexes.toSorted((a, b) => table.identifier(a) - table.identifier(b))) {
    const text = withoutIdentifier(table.text(index), table, index);
    if (seen.has(text)) copies.push(table.identifier(index));
    seen.add(text);
  }
  return copies;
}

/** Removes the identifier. The first match is the key itself, because JSON escapes quotation marks within values. */
function withoutIdentifier(text: string, table: RecordTable, index: number): string {
  return text.replace(`"${table.dataset.identifierField}":${table.identifier(index)}`, '');
}

/** The 32-bit FNV-1a hash, over UTF-16 code units. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/**
 * Finds values of a field that several records of a group share. Like `ExactCopyFinder`, compares only values with equal
 * hashes.
 */
export class SharedValueFinder {
  readonly #field: string;
  readonly #group: RecordGroup;
  readonly #table: RecordTable;
  /** By index; 0 for records without a value and those of other groups. */
  readonly #hashes: Uint32Array;

  constructor(field: string, group: RecordGroup, table: RecordTable) {
    this.#field = field;
    this.#group = group;
    this.#table = table;
    this.#hashes = new Uint32Array(table.size);
  }

  add(record: DatasetRecord, index: number): void {
    const value = record[this.#field] ?? null;
    if (value === null || !isInGroup(record, this.#group)) return;
    this.#hashes[index] = Math.max(1, hashText(String(value)));
  }

  finish(): SharedValues {
    const table = this.#table;
    const sharing: number[] = [];
    let values = 0;
    for (const indexes of runsOfEqualHashes(this.#hashes)) {
      if (this.#hashes[indexes[0] ?? 0] === 0) continue;
      const byValue = groupIndexes(indexes, (index) => table.record(index)[this.#field]);
      for (const positions of byValue.values()) {
        if (positions.length < 2) continue;
        values++;
        for (const position of positions) sharing.push(table.identifier(indexes[position] ?? 0));
      }
    }
    return { group: this.#group, values, ...summarise(sharing) };
  }
}

/** The indexes of equal hashes, for each hash that occurs more than once. */
function* runsOfEqualHashes(hashes: Uint32Array): Generator<Uint32Array> {
  const order = sortedIndexes(hashes, 'asc');
  for (let start = 0, end = 0; start < order.length; start = end) {
    const hash = hashes[order[start] ?? 0];
    while (end < order.length && hashes[order[end] ?? 0] === hash) end++;
    if (end - start > 1) yield order.subarray(start, end);
  }
}

function isInGroup(record: DatasetRecord, { field, comparison, value }: RecordGroup): boolean {
  const isEqual =
    String(record[field] ?? '')
      .trim()
      .toLowerCase() === value.toLowerCase();
  return comparison === 'is' ? isEqual : !isEqual;
}

function summarise(identifiers: readonly number[]): FoundRecords {
  return { records: identifiers.length, examples: identifiers.toSorted((a, b) => a - b).slice(0, maxExamples) };
}
