import { isLikeFormula } from '../../core/datasets/spreadsheet-text.ts';
import { copiesInWords, countedValueInWords, type DataDictionary, type DictionaryField } from './data-dictionary.ts';
import { statedRights } from '../publication.ts';
import { sampleNotice } from './terms-of-use.ts';

/** The dictionary as JSON, for programs: the typed value, key by key. */
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

const columns: readonly (readonly [title: string, of: (field: DictionaryField) => string | number | undefined])[] = [
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
  ['Values', ({ values }) => values?.map(countedValueInWords).join('; ')],
  [
    'Quirks',
    ({ quirks }) =>
      quirks
        .map(({ meaning, records, examples }) => {
          const such = examples.length > 0 ? `, such as ${examples.join(', ')}` : '';
          return `${meaning} (${records}${such})`;
        })
        .join('; '),
  ],
];

/** Without it spreadsheets take UTF-8 for something else. */
const byteOrderMark = '\ufeff';

/**
 * The dictionary as a table after RFC 4180, for people: first a row that tells of the dataset as a whole, then one for
 * each field. Spreadsheets run a cell that begins like a formula, and values come from the data: such a cell gets an
 * apostrophe before it.
 */
export function dictionaryCsv(dictionary: DataDictionary): string {
  const { dataset, records, sample, meaning, positions, times, termsOfUse, publication } = dictionary;
  const notices = [...(sample ? [sampleNotice] : []), ...termsOfUse, ...statedRights(publication)];
  const about = [...notices, meaning, ...positions, ...(times === undefined ? [] : [times])].join(' ');
  const whole = new Map<string, string | number>([
    ['Field', `(all of ${dataset})`],
    ['Type', 'record'],
    ['Meaning', about],
    ['Distinct values', records],
    ['Quirks', copiesInWords(dictionary)],
  ]);
  const rows = [
    columns.map(([title]) => title),
    columns.map(([title]) => whole.get(title)),
    ...dictionary.fields.map((field) => columns.map(([, of]) => of(field))),
  ];
  return byteOrderMark + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(value: string | number | undefined): string {
  if (value === undefined || value === '') return '';
  if (typeof value === 'number') return String(value);
  const text = isLikeFormula(value) ? `'${value}` : value;
  return /[",\r\n#]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
