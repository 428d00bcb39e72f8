import type { DatasetDescription, DatasetRecord } from './dataset-description.ts';

/*
 * Lines of the CSV files that we export (RFC 4180). A build reads them back as the same records. Both forms quote more than
 * the standard requires: also text with leading or trailing white space, which some readers trim, and text with "#", which
 * some readers take for a comment.
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
 * A spreadsheet executes a cell that begins like a formula, and anyone who reports a sighting can write such a text. So the
 * form for spreadsheets puts an apostrophe before it. A text that already has apostrophes before a formula gets one more,
 * so that removing one apostrophe from each of these texts restores the published ones.
 */

const formulaStart = '[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20\\t\\r\\n]';
const likeFormula = new RegExp(`^'*${formulaStart}`);
const plainNumber = /^[+-]?\d+(?:\.\d+)?$/;

/** Whether a text begins like a formula, after any number of apostrophes. A number with a sign is not a formula. */
export function isLikeFormula(text: string): boolean {
  return likeFormula.test(text) && !plainNumber.test(text);
}

/**
 * The last column of the form for spreadsheets. No file of the publisher has it, so a reader that finds it knows that there
 * are apostrophes to remove. A spreadsheet that opens and saves the file keeps the column.
 */
export const exportMarkColumn = 'CoastwatchExport';

const onlyApostrophes = /^'*$/;
const addedApostrophe = new RegExp(`^'+(?:${formulaStart}|$)`);

/**
 * A text as the form for spreadsheets has it: with an apostrophe added if it begins like a formula, or consists only of
 * apostrophes. That includes the empty text, because an empty cell means null in every CSV file that a build reads.
 */
export function toExportedText(text: string): string {
  return onlyApostrophes.test(text) || isLikeFormula(text) ? `'${text}` : text;
}

/** Reverses `toExportedText`. */
export function fromExportedText(cell: string): string {
  return addedApostrophe.test(cell) ? cell.slice(1) : cell;
}
