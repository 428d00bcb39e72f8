import type { DatasetDescription, DatasetRecord } from './dataset-description.ts';
import { exportMarkColumn, toExportedText } from './spreadsheet-text.ts';

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
