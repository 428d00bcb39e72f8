import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { exportMarkColumn, toExportedText } from '../../core/datasets/spreadsheet-text.ts';
import type { RecordTable } from '../write/record-table.ts';
import type { ExportAbout } from './export-about.ts';
import type { FileOutput } from './file-output.ts';
import { recordsOf } from './records-of.ts';

/** Without it spreadsheets take UTF-8 for something else. */
const byteOrderMark = '\ufeff';
const lineEnd = '\r\n';

/**
 * A table after RFC 4180, which a build reads back: the fields in the order of the dataset, and a last column by which
 * our own files are known. An empty cell is a null; for texts see `toExportedText`.
 */
export function writeCsv(table: RecordTable, output: FileOutput, { sample }: ExportAbout): void {
  const { dataset } = table;
  output.text(byteOrderMark + [...dataset.fields.map(({ name }) => name), exportMarkColumn].join(',') + lineEnd);
  const end = `,${sample ? 'sample' : ''}${lineEnd}`;
  for (const { record } of recordsOf(table)) output.text(lineOf(dataset, record) + end);
}

function lineOf({ fields }: DatasetDescription, record: DatasetRecord): string {
  return fields.map(({ name }) => cellOf(record[name] ?? null)).join(',');
}

function cellOf(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = toExportedText(value);
  // Beside what must be quoted: what some readers trim, or take for the start of a comment.
  return /[",\r\n#]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
