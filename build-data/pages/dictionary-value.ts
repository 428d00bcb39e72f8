import type { DatasetDescription, FieldDescription, NullRule } from '../../core/datasets/dataset-description.ts';
import type { RecordTable } from '../write/record-table.ts';

/** What the dictionary's page tells of a field. */
export interface DictionaryField {
  readonly name: string;
  readonly type: FieldDescription['type'];
  readonly meaning: string;
  readonly unit: string | undefined;
  readonly nulls: NullRule;
  /** How many records have null here. */
  readonly nullCount: number;
  /** Of the longest text, in UTF-16 code units; undefined for numbers. */
  readonly longest: number | undefined;
  /** Each value with its count, the most frequent first, where there are few; undefined where there are many. */
  readonly values: readonly { readonly value: string; readonly count: number }[] | undefined;
  /** In whole sentences. */
  readonly quirks: readonly string[];
}

/** What the dictionary's page tells of a dataset. */
export interface Dictionary {
  readonly name: string;
  readonly title: string;
  readonly meaning: string;
  readonly records: number;
  readonly fields: readonly DictionaryField[];
  readonly positions: readonly string[];
}

/** Above this a list of values is no explanation any more. */
const mostValues = 40;
/** A field of free text may have a value that comes twice; a list of values has most of them often. */
const leastRecordsPerValue = 3;

/** The dictionary of a dataset, from its description and what the built records hold. Reads each record once. */
export function dictionaryOf(table: RecordTable): Dictionary {
  const { name, title, meaning, fields, positions } = table.dataset;
  const tallies = fields.map((field) => new Tally(field));
  for (let index = 0; index < table.size; index++) {
    const record = JSON.parse(table.text(index)) as Record<string, string | number | null>;
    for (const tally of tallies) tally.add(record[tally.field.name] ?? null);
  }
  return {
    name,
    title,
    meaning,
    records: table.size,
    fields: tallies.map((tally) => tally.finish(table.dataset, table.size)),
    positions: positions.map(
      (position) => `${position.longitudeField}, ${position.latitudeField}: ${position.meaning}`,
    ),
  };
}

class Tally {
  readonly field: FieldDescription;
  readonly #counts = new Map<string, number>();
  #nullCount = 0;
  #textNulls = 0;
  #spaced = 0;
  #longest = 0;

  constructor(field: FieldDescription) {
    this.field = field;
  }

  add(value: string | number | null): void {
    if (value === null) {
      this.#nullCount++;
      return;
    }
    if (typeof value === 'number') return;
    this.#longest = Math.max(this.#longest, value.length);
    if (value === 'NULL') this.#textNulls++;
    if (value !== value.trim()) this.#spaced++;
    // One more than is told is enough to know that they are too many.
    const known = this.#counts.get(value);
    if (known !== undefined || this.#counts.size <= mostValues) this.#counts.set(value, (known ?? 0) + 1);
  }

  finish({ sortKey, identifierField }: DatasetDescription, records: number): DictionaryField {
    const { name, type, meaning, unit, nulls } = this.field;
    const isText = type === 'text';
    const isList =
      isText &&
      this.#counts.size > 0 &&
      this.#counts.size <= mostValues &&
      records >= this.#counts.size * leastRecordsPerValue;
    const values = [...this.#counts].map(([value, count]) => ({ value, count }));
    values.sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1));
    const quirks: string[] = [];
    if (name === identifierField) quirks.push('Identifies the record in paths of the interface.');
    if (name === sortKey.field) quirks.push('Lists are sorted by it.');
    if (this.#textNulls > 0)
      quirks.push(`${this.#textNulls} records hold the text NULL, which is not the same as null.`);
    if (this.#spaced > 0) quirks.push(`${this.#spaced} records have spaces before or after the value.`);
    return {
      name,
      type,
      meaning,
      unit,
      nulls,
      nullCount: this.#nullCount,
      longest: isText ? this.#longest : undefined,
      values: isList ? values : undefined,
      quirks,
    };
  }
}
