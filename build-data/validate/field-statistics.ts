import { addCount } from '../../core/collections/add-count.ts';
import { groupIndexes } from '../../core/collections/arrays.ts';
import { runsOfEqualNumbers } from '../../core/collections/sorted-indexes.ts';
import type { DatasetRecord, FieldDescription, RecordGroup } from '../../core/datasets/dataset-description.ts';
import type { RecordTable } from '../write/record-table.ts';

export interface CountedValue {
  readonly value: string | number;
  readonly records: number;
}

export interface ObservedField {
  readonly nulls: number;
  /** The length of the longest text, in UTF-16 code units; undefined for numbers, and if every value is null. */
  readonly longest?: number;
  /** For numbers, dates and times. */
  readonly smallest?: string | number;
  readonly largest?: string | number;
  /** The number of distinct values except null, or of distinct codes in lists of codes; undefined if there are many. */
  readonly distinct?: number;
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
    addCount(this.#counts, value);
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

const maxExamples = 5;

export interface FoundRecords {
  readonly records: number;
  /** The smallest identifiers, ascending. */
  readonly examples: readonly number[];
}

/** Values that should each belong to only one record of a group, but belong to several. */
export interface SharedValues extends FoundRecords {
  readonly group: RecordGroup;
  readonly values: number;
}

/** What records may share: texts, and a 32-bit hash of each, which is undefined for records that are not compared. */
interface SharedText {
  readonly hashOf: (record: DatasetRecord, index: number) => number | undefined;
  readonly textOf: (record: DatasetRecord) => string;
}

/**
 * Finds records that share a text. Compares only texts with equal hashes: a set of a million texts would take hundreds
 * of megabytes.
 */
export class SharedTextFinder {
  readonly #table: RecordTable;
  readonly #shared: SharedText;
  /** By index; 0 for records that are not compared. */
  readonly #hashes: Uint32Array;

  constructor(table: RecordTable, shared: SharedText) {
    this.#table = table;
    this.#shared = shared;
    this.#hashes = new Uint32Array(table.size);
  }

  add(record: DatasetRecord, index: number): void {
    const hash = this.#shared.hashOf(record, index);
    if (hash !== undefined) this.#hashes[index] = Math.max(1, hash);
  }

  /** For each shared text, the identifiers of its records, ascending. */
  finish(): readonly (readonly number[])[] {
    const table = this.#table;
    const shared: number[][] = [];
    for (const indexes of runsOfEqualNumbers(this.#hashes)) {
      const [first = 0] = indexes;
      if (this.#hashes[first] === 0) continue;
      const identifiersOfRun = Array.from(indexes, (index) => table.identifier(index));
      const byText = groupIndexes(indexes, (index) => this.#shared.textOf(table.record(index)));
      for (const positions of byText.values()) {
        const identifiers = positions.flatMap((position) => identifiersOfRun[position] ?? []);
        if (identifiers.length > 1) shared.push(identifiers.sort((one, other) => one - other));
      }
    }
    return shared;
  }
}

/** Finds records that are equal to a record with a smaller identifier in every field but the identifier. */
export function copyFinder(table: RecordTable): SharedTextFinder {
  return new SharedTextFinder(table, {
    hashOf: (_, index) => table.hashWithoutIdentifier(index),
    textOf: (record) => JSON.stringify({ ...record, [table.dataset.identifierField]: null }),
  });
}

/** Finds values of a field that several records of a group share. */
export function valueFinder(table: RecordTable, field: string, group: RecordGroup): SharedTextFinder {
  const textOf = (record: DatasetRecord): string => String(record[field]);
  return new SharedTextFinder(table, {
    hashOf: (record) =>
      (record[field] ?? null) === null || !isInGroup(record, group) ? undefined : hashText(textOf(record)),
    textOf,
  });
}

/** The 32-bit FNV-1a hash, over UTF-16 code units. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

function isInGroup(record: DatasetRecord, { field, comparison, value }: RecordGroup): boolean {
  const isEqual =
    String(record[field] ?? '')
      .trim()
      .toLowerCase() === value.toLowerCase();
  return comparison === 'is' ? isEqual : !isEqual;
}

export function summarise(identifiers: readonly number[]): FoundRecords {
  return { records: identifiers.length, examples: identifiers.toSorted((a, b) => a - b).slice(0, maxExamples) };
}
