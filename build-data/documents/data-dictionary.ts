import { csvCell } from '../../core/datasets/csv.ts';
import type {
  DatasetDescription,
  DatasetRecord,
  FieldDescription,
  NullRule,
} from '../../core/datasets/dataset-description.ts';
import { timeBasisRule } from '../../core/datasets/recorded-time.ts';
import { termsOfUse } from '../../core/datasets/terms-of-use.ts';
import { describeDerivations, type Publication, sampleNotice, statedRights } from '../publication.ts';
import { issueKinds } from '../validate/issues.ts';
import { warningChecksOf } from '../validate/record-warnings.ts';
import type { RecordTable, RecordVisitor } from '../write/record-table.ts';
import {
  type CountedValue,
  ExactCopyFinder,
  FieldObserver,
  type FoundRecords,
  type ObservedField,
  SharedValueFinder,
  type SharedValues,
} from './field-statistics.ts';

/** A dataset and its fields, as described and as found in the built records. */
export interface DataDictionary {
  /** The dataset's name in paths. */
  readonly dataset: string;
  readonly title: string;
  readonly meaning: string;
  readonly records: number;
  /** The largest sort key, as published; null when there are no records. */
  readonly last: string | null;
  readonly identifierField: string;
  readonly sortKey: string;
  readonly dataVersion: string;
  readonly sample: boolean;
  readonly termsOfUse: readonly string[];
  /** Licence, publisher and attribution as the publisher stated them; empty where nothing was stated. */
  readonly publication: Publication;
  /** How positions were derived: a sentence for each point of a record. */
  readonly positions: readonly string[];
  /** The time zone rule, if the dataset has times. */
  readonly times?: string;
  /** Records that are equal to a record with a smaller identifier in every other field. */
  readonly exactCopies: FoundRecords;
  /** In the order of the API. */
  readonly fields: readonly DictionaryField[];
}

export interface DictionaryField {
  readonly name: string;
  readonly type: FieldDescription['type'];
  readonly unit?: string;
  readonly meaning: string;
  readonly nulls: NullRule;
  /** A sentence about nulls in the built data. */
  readonly nullRule: string;
  /** The number of records without a value. */
  readonly nullRecords: number;
  /** The smallest and largest value that a build accepts. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** The smallest and largest value in the data, for numbers and for dates and times. */
  readonly smallest?: string | number;
  readonly largest?: string | number;
  /** The length of the longest text in the data, in UTF-16 code units. */
  readonly longest?: number;
  /** The number of distinct values except null; absent if there are many. */
  readonly distinctValues?: number;
  /** The text is a comma-separated list of codes: `distinctValues` and `values` count single codes. */
  readonly isCodeList?: true;
  /** Every value with its number of records, most frequent first, if there are few. */
  readonly values?: readonly CountedValue[];
  /** The values that the API documentation names. */
  readonly knownValues?: readonly string[];
  readonly quirks: readonly DictionaryQuirk[];
}

/** Something unexpected in the values of a field that users of the data should know. */
export interface DictionaryQuirk {
  readonly meaning: string;
  readonly records: number;
  /** Identifiers of the first such records. */
  readonly examples: readonly number[];
}

/** A sentence about nulls. Every build enforces `never`; for the other rules, the sentence depends on the data. */
function describeNulls(rule: NullRule, nullRecords: number): string {
  if (rule === 'never') return 'Never null.';
  if (nullRecords === 0) return 'Never null in this data.';
  const promise = rule === 'tolerated' ? ', although the API documentation promises one' : '';
  return `Null where the publisher supplied no value${promise}.`;
}

/** A value with the number of records that have it. */
export function formatCountedValue({ value, records }: CountedValue): string {
  return `${JSON.stringify(value)} (${records})`;
}

/** A sentence that says how many records repeat another one; empty if there are no records. */
export function describeCopies({ exactCopies, records, identifierField }: DataDictionary): string {
  if (records === 0) return '';
  const count = exactCopies.records;
  const subject = count === 0 ? 'No record repeats' : count === 1 ? '1 record repeats' : `${count} records repeat`;
  return `${subject} another one in every field but ${identifierField}.`;
}

const maxExamples = 5;

interface CountedQuirk {
  readonly meaning: string;
  records: number;
  readonly examples: number[];
}

/** Facts about a data version. */
type DictionaryFacts = Pick<DataDictionary, 'dataVersion' | 'sample'> & { readonly publication?: Publication };

/** Describes a dataset and its records. */
export function buildDataDictionary(table: RecordTable, facts: DictionaryFacts): DataDictionary {
  const builder = new DictionaryBuilder(table);
  table.visitRecords([builder]);
  return builder.finish(facts);
}

/** Describes a dataset and its records. It must visit every record before `finish` is called. */
export class DictionaryBuilder implements RecordVisitor {
  readonly #table: RecordTable;
  readonly #fields;
  readonly #quirks: QuirkCounter;
  readonly #copies: ExactCopyFinder;

  constructor(table: RecordTable) {
    this.#table = table;
    this.#fields = table.dataset.fields.map((field: FieldDescription) => ({
      field,
      observer: new FieldObserver(field),
      shared: (field.uniqueAmong ?? []).map((group) => new SharedValueFinder(field.name, group, table)),
    }));
    this.#quirks = new QuirkCounter(table.dataset);
    this.#copies = new ExactCopyFinder(table);
  }

  visit(record: DatasetRecord, index: number, text: string): void {
    const identifier = this.#table.identifier(index);
    for (const { field, observer, shared } of this.#fields) {
      observer.add(record[field.name] ?? null);
      for (const finder of shared) finder.add(record, index);
    }
    this.#quirks.add(record, identifier);
    this.#copies.add(index, text);
  }

  finish({ dataVersion, sample, publication = {} }: DictionaryFacts): DataDictionary {
    const { dataset, last, size } = this.#table;
    return {
      dataset: dataset.name,
      title: dataset.title,
      meaning: dataset.meaning,
      records: size,
      last,
      identifierField: dataset.identifierField,
      sortKey: dataset.sortKey.field,
      dataVersion,
      sample,
      termsOfUse,
      publication,
      positions: describeDerivations(dataset),
      ...(dataset.fields.some(({ type }) => type === 'dateTime') && { times: timeBasisRule }),
      exactCopies: this.#copies.finish(),
      fields: this.#fields.map(({ field, observer, shared }) =>
        describeField(field, observer.finish(), [
          ...shared
            .map((finder) => finder.finish())
            .filter(({ records }) => records > 0)
            .map(describeShared),
          ...this.#quirks.ofField(field.name),
        ]),
      ),
    };
  }
}

function describeShared({ group, values, records, examples }: SharedValues): DictionaryQuirk {
  const { name, field, comparison, value } = group;
  const codes = values === 1 ? '1 code' : `${values} codes`;
  const meaning = `${codes} used by more than one record among the ${name} (${field} ${comparison} "${value}")`;
  return { meaning, records, examples };
}

function describeField(
  field: FieldDescription,
  observed: ObservedField,
  found: readonly DictionaryQuirk[],
): DictionaryField {
  const { name, type, unit, meaning, nulls, minimum, maximum, knownValues, isCodeList } = field;
  const { longest, smallest, largest, distinct, values } = observed;
  return {
    name,
    type,
    ...(unit !== undefined && { unit }),
    meaning,
    nulls,
    nullRule: describeNulls(nulls, observed.nulls),
    nullRecords: observed.nulls,
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(smallest !== undefined && { smallest }),
    ...(largest !== undefined && { largest }),
    ...(longest !== undefined && { longest }),
    ...(distinct !== undefined && { distinctValues: distinct }),
    ...(isCodeList && { isCodeList }),
    ...(values && { values }),
    ...(knownValues && { knownValues }),
    quirks: found,
  };
}

/** Describes what is unusual about a text. Builds do not warn about it, since it is what the publisher supplied. */
function describeOddity(text: string): string | undefined {
  if (text === '') return 'An empty text, which is not null';
  if (text === 'NULL') return 'The text NULL, which is not null';
  return text.trim() === text ? undefined : 'A text with leading or trailing spaces';
}

/** Counts unusual texts and the build's warnings by field. The warnings come from the same checks as in the build. */
class QuirkCounter {
  readonly #checks: ReturnType<typeof warningChecksOf>;
  readonly #texts: readonly string[];
  /** By field and meaning. */
  readonly #byField = new Map<string, Map<string, CountedQuirk>>();

  constructor(dataset: DatasetDescription) {
    this.#checks = warningChecksOf(dataset);
    this.#texts = dataset.fields.filter(({ type }) => type === 'text').map(({ name }) => name);
  }

  add(record: DatasetRecord, identifier: number): void {
    for (const check of this.#checks) {
      const warning = check(record);
      if (!warning) continue;
      const { code, field, explanation } = warning;
      this.#note(field, `${issueKinds[code].title}: ${explanation}`, identifier);
    }
    for (const field of this.#texts) {
      const value = record[field];
      const oddity = typeof value === 'string' ? describeOddity(value) : undefined;
      if (oddity !== undefined) this.#note(field, oddity, identifier);
    }
  }

  ofField(field: string): readonly DictionaryQuirk[] {
    return [...(this.#byField.get(field)?.values() ?? [])];
  }

  #note(field: string, meaning: string, identifier: number): void {
    const byMeaning = this.#byField.get(field) ?? new Map<string, CountedQuirk>();
    this.#byField.set(field, byMeaning);
    const quirk = byMeaning.get(meaning) ?? { meaning, records: 0, examples: [] };
    byMeaning.set(meaning, quirk);
    quirk.records++;
    if (quirk.examples.length < maxExamples) quirk.examples.push(identifier);
  }
}

/** The dictionary as JSON, for programs. */
export function dictionaryJson(dictionary: DataDictionary): string {
  const notice = dictionary.sample ? { notice: sampleNotice } : {};
  return `${JSON.stringify({ ...notice, ...dictionary }, null, 1)}\n`;
}

const typeNames: Readonly<Record<DictionaryField['type'], string>> = {
  integer: 'integer',
  number: 'number',
  text: 'text',
  dateTime: 'date and time, YYYY-MM-DDThh:mm:ss without a time zone',
};

const columns: readonly (readonly [title: string, get: (field: DictionaryField) => string | number | undefined])[] = [
  ['Field', ({ name }) => name],
  ['Type', ({ type }) => typeNames[type]],
  ['Unit', ({ unit }) => unit],
  ['Meaning', ({ meaning }) => meaning],
  ['Null rule', ({ nullRule }) => nullRule],
  ['Records without a value', ({ nullRecords }) => nullRecords],
  ['Longest text', ({ longest }) => longest],
  ['Smallest value', ({ smallest }) => smallest],
  ['Largest value', ({ largest }) => largest],
  ['Distinct values', ({ distinctValues }) => distinctValues],
  ['Values', ({ values }) => values?.map(formatCountedValue).join('; ')],
  [
    'Quirks',
    ({ quirks }) =>
      quirks
        .map(({ meaning, records, examples }) => {
          const listed = examples.length > 0 ? `, such as ${examples.join(', ')}` : '';
          return `${meaning} (${records}${listed})`;
        })
        .join('; '),
  ],
];

/** Spreadsheets need this mark to recognise UTF-8. */
const byteOrderMark = '\ufeff';

/**
 * The dictionary as CSV (RFC 4180), for people: a row for the dataset as a whole, then one for each field. It has
 * apostrophes before formulas, because spreadsheets would otherwise run values from the data.
 */
export function dictionaryCsv(dictionary: DataDictionary): string {
  const { dataset, records, sample, meaning, positions, times, termsOfUse, publication } = dictionary;
  const notices = [...(sample ? [sampleNotice] : []), ...termsOfUse, ...statedRights(publication)];
  const about = [...notices, meaning, ...positions, ...(times === undefined ? [] : [times])].join(' ');
  const datasetCells = new Map<string, string | number>([
    ['Field', `(all of ${dataset})`],
    ['Type', 'record'],
    ['Meaning', about],
    ['Distinct values', records],
    ['Quirks', describeCopies(dictionary)],
  ]);
  const rows = [
    columns.map(([title]) => title),
    columns.map(([title]) => datasetCells.get(title)),
    ...dictionary.fields.map((field) => columns.map(([, get]) => get(field))),
  ];
  const cell = (value: string | number | undefined): string =>
    csvCell(value === '' ? null : (value ?? null), 'spreadsheet');
  return byteOrderMark + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}
