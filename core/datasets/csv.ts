import type { DatasetDescription, DatasetRecord } from './dataset-description.ts';

/*
 * The lines of our own CSV files (RFC 4180), which a build reads back as the same records. Both forms quote more than
 * the standard requires: also what some readers trim, or read as the start of a comment.
 */

/**
 * `plain` has the published fields and values and nothing else. A null is an empty cell, an empty text is `""`, as in
 * PostgreSQL's COPY. `spreadsheet` is safe to open in a spreadsheet: `toExportedText` writes the texts, an empty one as an
 * apostrophe, and a last column marks the file, which a spreadsheet keeps when it saves the file.
 */
export type CsvForm = 'plain' | 'spreadsheet';

const lineEnd = '\r\n';

export function csvHeaderLine({ fields }: DatasetDescription, form: CsvForm): string {
  const names = fields.map(({ name }) => name);
  return (form === 'plain' ? names : [...names, exportMarkColumn]).join(',') + lineEnd;
}

/** `mark` is the value in the last column of the form for spreadsheets. */
export function csvRecordLine(
  { fields }: DatasetDescription,
  record: DatasetRecord,
  form: CsvForm,
  mark: '' | 'sample' = '',
): string {
  const cells = fields.map(({ name }) => cellOf(record[name] ?? null, form));
  return (form === 'plain' ? cells : [...cells, mark]).join(',') + lineEnd;
}

function cellOf(value: string | number | null, form: CsvForm): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = form === 'plain' ? value : toExportedText(value);
  return text === '' || /[",\r\n#]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/*
 * A spreadsheet runs a cell that begins like a formula, and texts come from whoever made a report, or a link. So in CSV
 * such a text gets an apostrophe before it, and so does one that has apostrophes before such a beginning: whoever takes
 * one away from each text that begins with apostrophes and then like a formula has the texts as they were published.
 */

const formulaStart = '[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20\\t\\r\\n]';
const likeFormula = new RegExp(`^'*${formulaStart}`);
const plainNumber = /^[+-]?\d+(?:\.\d+)?$/;

/** With apostrophes before it or without. A text that is a number is one to a spreadsheet too, whatever its sign. */
export function isLikeFormula(text: string): boolean {
  return likeFormula.test(text) && !plainNumber.test(text);
}

/**
 * The last column of our own CSV files, which a publisher's have not: by it a reader knows that there are apostrophes to
 * be taken away. A column stays where a spreadsheet opens a file and saves it again.
 */
export const exportMarkColumn = 'CoastwatchExport';

const onlyApostrophes = /^'*$/;
const givenApostrophe = new RegExp(`^'+(?:${formulaStart}|$)`);

/**
 * A text as it stands in our own CSV files. Beside texts like formulas, those of nothing but apostrophes get one more,
 * and so does an empty text: an empty cell is a null there, as in every CSV file that a build reads.
 */
export function toExportedText(text: string): string {
  return onlyApostrophes.test(text) || isLikeFormula(text) ? `'${text}` : text;
}

/** What `toExportedText` was given. */
export function fromExportedText(cell: string): string {
  return givenApostrophe.test(cell) ? cell.slice(1) : cell;
}
