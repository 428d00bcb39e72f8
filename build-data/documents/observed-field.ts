import type { FieldDescription } from '../../core/datasets/dataset-description.ts';

/** A value, and how many records have it. */
export interface CountedValue {
  readonly value: string | number;
  readonly records: number;
}

/** What the values of one field are, as counted over all records. */
export interface ObservedField {
  readonly nulls: number;
  /** Of text, in UTF-16 code units; undefined for numbers, and where every value is null. */
  readonly longest?: number;
  /** Of numbers, and of dates and times. */
  readonly smallest?: string | number;
  readonly largest?: string | number;
  /** How many values there are, excluding null; undefined where there are many. In a list of codes, how many codes. */
  readonly distinct?: number;
  /** All values, the most frequent first, where they are few enough to be an enumeration. */
  readonly values?: readonly CountedValue[];
}

/** More values than these are no enumeration: there are some sixty local government areas, and hundreds of places. */
const mostValues = 100;
/** Nor are texts longer than these, which would fill the page that lists them. */
const longestValue = 200;
/** Values that nearly every record has alone are none either, few as the records may be. */
const leastRecordsPerValue = 2;

/** Counts the values of a field. Memory is bounded, whatever comes. */
export class FieldObserver {
  readonly #isText: boolean;
  readonly #isOrdered: boolean;
  readonly #isCodeList: boolean;
  #records = 0;
  #nulls = 0;
  #longest = -1;
  #smallest: string | number | undefined;
  #largest: string | number | undefined;
  /** Undefined once there are too many. */
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
    // A code that a record names twice counts once.
    else for (const code of new Set(codesOf(String(value)))) this.#count(code);
  }

  #count(value: string | number): void {
    if (this.#counts === undefined) return;
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
    if (this.#counts.size > mostValues || String(value).length > longestValue) this.#counts = undefined;
  }

  finish(): ObservedField {
    const counts = this.#counts;
    const filled = this.#records - this.#nulls;
    const isEnumeration = counts !== undefined && counts.size > 0 && filled >= counts.size * leastRecordsPerValue;
    return {
      nulls: this.#nulls,
      ...(this.#longest >= 0 && { longest: this.#longest }),
      ...(this.#smallest !== undefined && { smallest: this.#smallest }),
      ...(this.#largest !== undefined && { largest: this.#largest }),
      ...(counts && { distinct: counts.size }),
      ...(isEnumeration && { values: inOrder(counts) }),
    };
  }
}

function codesOf(list: string): string[] {
  return list
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '');
}

function inOrder(counts: ReadonlyMap<string | number, number>): CountedValue[] {
  return Array.from(counts, ([value, records]) => ({ value, records })).sort(
    (a, b) => b.records - a.records || (a.value < b.value ? -1 : 1),
  );
}
