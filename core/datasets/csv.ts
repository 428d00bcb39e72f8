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
 * A spreadsheet executes a cell that begins like a formula, and anyone who reports a sighting can write such a text. It
 * may also split the file at other separators than commas: at semicolons where a comma is the decimal mark, or at tabs.
 * Quotes do not prevent that, because to such a reader they are in the middle of a cell. The `spreadsheet` form therefore
 * puts an apostrophe at each position of a text where a cell may begin and a formula follows. If apostrophes are already
 * there, one more is added, so that removing one from each such position restores the published text.
 */

const formulaStart = '=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20\\t';
/** The start of a cell that begins like a formula, after `guard`. A reader may remove spaces and quotes before it. */
const cellStart = (guard: string): RegExp => {
  const followedBy = (characters: string): string => `${guard}(?='*[ "]*[${characters}])`;
  // A line end after another one does not begin a cell, but an empty row.
  return new RegExp(`([,;\\t])${followedBy(`${formulaStart}\\r\\n`)}|([\\r\\n])${followedBy(formulaStart)}`, 'g');
};
const unguarded = cellStart('');
const guarded = cellStart("'");
/** A number with a sign is not a formula. */
const plainNumber = /^[+-]?\d+(?:\.\d+)?$/;
const onlyApostrophes = /^'*$/;

/**
 * The last column of the `spreadsheet` form. The publisher's files do not have it, so its presence tells a reader to
 * remove the added apostrophes. A spreadsheet that opens and saves the file keeps the column.
 */
export const exportMarkColumn = 'CoastwatchExport';

/**
 * Converts a text for the `spreadsheet` form: adds an apostrophe where a cell may begin like a formula, and to a text
 * that consists only of apostrophes. An empty text becomes one apostrophe, because an empty cell means null in every CSV
 * file that a build reads.
 */
export function toExportedText(text: string): string {
  if (onlyApostrophes.test(text)) return `'${text}`;
  return plainNumber.test(text) ? text : replaceAtCellStarts(text, unguarded, "$1$2'");
}

export function fromExportedText(cell: string): string {
  return onlyApostrophes.test(cell) ? cell.slice(1) : replaceAtCellStarts(cell, guarded, '$1$2');
}

/** The start of the text is the start of a cell, as if a comma were before it. */
function replaceAtCellStarts(text: string, pattern: RegExp, replacement: string): string {
  return `,${text}`.replace(pattern, replacement).slice(1);
}
