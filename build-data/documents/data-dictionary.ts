import { csvCell } from '../../core/datasets/csv.ts';
import type { FieldDescription, NullRule } from '../../core/datasets/dataset-description.ts';
import type { SiteRules } from '../../core/datasets/site.ts';
import {
  describeDerivations,
  describeMeaning,
  type Publication,
  type Rights,
  sampleNotice,
  statedRights,
} from '../publication.ts';
import type { CountedValue, FoundRecords, ObservedField, SharedValues } from '../validate/field-statistics.ts';
import { type FieldQuirk, statisticsOf } from '../validate/record-statistics.ts';
import type { RecordTable } from '../write/record-table.ts';

/** A dataset and its fields, as described and as found in the built records. */
export interface DataDictionary {
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
  readonly publication: Rights;
  /** How positions were derived: a sentence for each point of a record. */
  readonly positions: readonly string[];
  /** The time zone rule, if the dataset has times. */
  readonly times?: string;
  /** Records that are equal to a record with a smaller identifier in every other field. */
  readonly exactCopies: FoundRecords;
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
  readonly quirks: readonly FieldQuirk[];
}

/** A sentence about nulls. Every build enforces `never`; for the other rules, the sentence depends on the data. */
function describeNulls(rule: NullRule, nullRecords: number): string {
  if (rule === 'never') return 'Never null.';
  if (nullRecords === 0) return 'Never null in this data.';
  const promise = rule === 'tolerated' ? ', although the API documentation promises one' : '';
  return `Null where the publisher supplied no value${promise}.`;
}

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

interface DictionaryFacts extends Pick<DataDictionary, 'dataVersion' | 'sample'> {
  readonly rules: SiteRules;
  readonly publication: Publication;
}

export function buildDataDictionary(
  table: RecordTable,
  { dataVersion, sample, rules, publication: { site, ...rights } }: DictionaryFacts,
): DataDictionary {
  const { dataset, last, size } = table;
  const { exactCopies, fields } = statisticsOf(table, site.region.box);
  return {
    dataset: dataset.name,
    title: dataset.title,
    meaning: describeMeaning(dataset, site),
    records: size,
    last,
    identifierField: dataset.identifierField,
    sortKey: dataset.sortKey.field,
    dataVersion,
    sample,
    termsOfUse: site.terms,
    publication: rights,
    positions: describeDerivations(dataset, site),
    ...(dataset.fields.some(({ type }) => type === 'dateTime') && { times: rules.times.inWords }),
    exactCopies,
    fields: fields.map(({ field, observed, shared, quirks }) =>
      describeField(field, observed, [...shared.map(describeShared), ...quirks]),
    ),
  };
}

function describeShared({ group, values, records, examples }: SharedValues): FieldQuirk {
  const { name, field, comparison, value } = group;
  const codes = values === 1 ? '1 code' : `${values} codes`;
  const meaning = `${codes} used by more than one record among the ${name} (${field} ${comparison} "${value}")`;
  return { meaning, records, examples: [...examples] };
}

function describeField(
  field: FieldDescription,
  observed: ObservedField,
  found: readonly FieldQuirk[],
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

export function dictionaryJson(dictionary: DataDictionary): string {
  const notice = dictionary.sample ? { notice: sampleNotice } : {};
  return `${JSON.stringify({ ...notice, ...dictionary }, null, 1)}\n`;
}

export const typeNames: Readonly<Record<DictionaryField['type'], string>> = {
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
