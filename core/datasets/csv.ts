import type { DatasetDescription, DatasetRecord } from './dataset-description.ts';

/*
 * The lines of exported CSV files (RFC 4180). A build that reads such a file obtains the same records. Both forms quote
 * more texts than the standard requires: those with leading or trailing white space, which some readers trim, and those
 * with "#", which some readers treat as a comment.
 */

/**
 * `plain` contains only the published fields and values. Null is an empty cell and an empty text is `""`, as in
 * PostgreSQL's COPY. `spreadsheet` is safe to open in a spreadsheet: texts are converted by `toExportedText`, and an
 * additional last column marks the file.
 */
export type CsvForm = 'plain' | 'spreadsheet';

const lineEnd = '\r\n';

export function csvHeaderLine({ fields }: DatasetDescription, form: CsvForm): string {
  const names = fields.map(({ name }) => name);
  return (form === 'plain' ? names : [...names, exportMarkColumn]).join(',') + lineEnd;
}

/** `mark` is the value in the last column of the `spreadsheet` form. */
export function csvRecordLine(
  { fields }: DatasetDescription,
  record: DatasetRecord,
  form: CsvForm,
  mark: '' | 'sample' = '',
): string {
  const cells = fields.map(({ name }) => csvCell(record[name] ?? null, form));
  return (form === 'plain' ? cells : [...cells, mark]).join(',') + lineEnd;
}

/** One cell. See `CsvForm` for the treatment of texts. */
export function csvCell(value: string | number | null, form: CsvForm): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = form === 'plain' ? value : toExportedText(value);
  return text === '' || /[",\r\n#]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/*
 * A spreadsheet executes a cell that begins like a formula, and anyone who reports a sighting can write such a text.
 * The `spreadsheet` form therefore puts an apostrophe before it. If the text already has apostrophes before a formula,
 * one more is added, so that removing one apostrophe from each such cell restores the published text.
 */

const formulaStart = '[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20\\t\\r\\n]';
const likeFormula = new RegExp(`^'*${formulaStart}`);
const plainNumber = /^[+-]?\d+(?:\.\d+)?$/;

/** Whether a text begins like a formula, after any number of apostrophes. A number with a sign is not a formula. */
export function beginsLikeFormula(text: string): boolean {
  return likeFormula.test(text) && !plainNumber.test(text);
}

/**
 * The last column of the `spreadsheet` form. The publisher's files do not have it, so its presence tells a reader to
 * remove the added apostrophes. A spreadsheet that opens and saves the file keeps the column.
 */
export const exportMarkColumn = 'CoastwatchExport';

const onlyApostrophes = /^'*$/;
const addedApostrophe = new RegExp(`^'+(?:${formulaStart}|$)`);

/**
 * Converts a text for the `spreadsheet` form: adds an apostrophe if the text begins like a formula or consists only of
 * apostrophes. An empty text becomes one apostrophe, because an empty cell means null in every CSV file that a build
 * reads.
 */
export function toExportedText(text: string): string {
  return onlyApostrophes.test(text) || beginsLikeFormula(text) ? `'${text}` : text;
}

/** Reverses `toExportedText`. */
export function fromExportedText(cell: string): string {
  return addedApostrophe.test(cell) ? cell.slice(1) : cell;
}
