import { groupIndexes } from '../../core/collections/arrays.ts';
import { runsOfEqualNumbers } from '../../core/collections/sorted-indexes.ts';
import type { FieldDescription, RecordGroup } from '../../core/datasets/dataset-description.ts';
import { secondsToDateTime } from '../../core/datasets/recorded-time.ts';
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

/** Counts the values of a field in bounded memory. Dates and times are in seconds since 1970. */
export class FieldObserver {
  readonly #field: FieldDescription;
  #filled = 0;
  #nulls = 0;
  #longest = -1;
  #smallest = Infinity;
  #largest = -Infinity;
  /** Undefined once there are too many distinct values. */
  #counts: Map<string | number, number> | undefined = new Map();

  constructor(field: FieldDescription) {
    this.#field = field;
  }

  /** Adds a value of a number of records. */
  add(value: string | number | null, records: number): void {
    if (value === null) {
      this.#nulls += records;
      return;
    }
    this.#filled += records;
    if (typeof value === 'number') {
      this.#smallest = Math.min(this.#smallest, value);
      this.#largest = Math.max(this.#largest, value);
      this.#count(value, records);
      return;
    }
    this.#longest = Math.max(this.#longest, value.length);
    if (value.length > maxValueLength) this.#counts = undefined;
    // A code that occurs twice in a record counts once.
    const counted = this.#field.isCodeList === true ? new Set(parseCodes(value)) : [value];
    for (const each of counted) this.#count(each, records);
  }

  #count(value: string | number, records: number): void {
    if (this.#counts === undefined) return;
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + records);
    if (this.#counts.size > maxDistinctValues) this.#counts = undefined;
  }

  finish(): ObservedField {
    const isTime = this.#field.type === 'dateTime';
    const published = (value: string | number): string | number => (isTime ? secondsToDateTime(Number(value)) : value);
    const counts = this.#counts;
    const isEnumeration = counts !== undefined && counts.size > 0 && this.#filled >= counts.size * minRecordsPerValue;
    const longest = isTime && this.#filled > 0 ? dateTimeLength : this.#longest;
    return {
      nulls: this.#nulls,
      ...(longest >= 0 && { longest }),
      ...(this.#smallest <= this.#largest && {
        smallest: published(this.#smallest),
        largest: published(this.#largest),
      }),
      ...(counts && { distinct: counts.size }),
      ...(isEnumeration && {
        values: Array.from(counts, ([value, records]) => ({ value: published(value), records })).sort(byFrequency),
      }),
    };
  }
}

const dateTimeLength = 'YYYY-MM-DDThh:mm:ss'.length;

function byFrequency(a: CountedValue, b: CountedValue): number {
  return b.records - a.records || (a.value < b.value ? -1 : 1);
}

function parseCodes(list: string): string[] {
  return list
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '');
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

/**
 * The identifiers of the records that are equal to a record with a smaller identifier in every other field. Compares only
 * records with equal hashes.
 */
export function exactCopiesOf(table: RecordTable): number[] {
  const { identifierField } = table.dataset;
  const hashes = Uint32Array.from({ length: table.size }, (_, index) => table.hashWithoutIdentifier(index));
  const copies: number[] = [];
  for (const indexes of runsOfEqualNumbers(hashes)) {
    const byText = groupIndexes(indexes, (index) =>
      JSON.stringify({ ...table.record(index), [identifierField]: null }),
    );
    for (const positions of byText.values()) {
      const identifiers = positions.map((position) => table.identifier(indexes[position] ?? 0));
      copies.push(...identifiers.sort((one, other) => one - other).slice(1));
    }
  }
  return copies;
}

/** The values of a field that several records of a group share: for each value, the identifiers of these records. */
export function sharedIdentifiers(table: RecordTable, field: string, group: RecordGroup): number[][] {
  const { values, codes } = table.distinct(field);
  const groups = table.distinct(group.field);
  const isInGroup = groups.values.map((value) => belongsTo(group, value));
  const identifiers = values.map((): number[] => []);
  for (const [index, code] of codes.entries()) {
    if (isInGroup[groups.codes[index] ?? 0] === true) identifiers[code]?.push(table.identifier(index));
  }
  return identifiers.filter((each, code) => values[code] !== null && each.length > 1);
}

function belongsTo({ comparison, value: expected }: RecordGroup, value: string | number | null): boolean {
  const isEqual =
    String(value ?? '')
      .trim()
      .toLowerCase() === expected.toLowerCase();
  return comparison === 'is' ? isEqual : !isEqual;
}

export function summarise(identifiers: readonly number[]): FoundRecords {
  return { records: identifiers.length, examples: identifiers.toSorted((a, b) => a - b).slice(0, maxExamples) };
}
