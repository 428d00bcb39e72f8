import { csvHeaderLine, csvRecordLine } from '../../core/datasets/csv-lines.ts';
import type { RecordTable } from '../write/record-table.ts';
import type { ExportAbout } from './export-about.ts';
import type { FileOutput } from './file-output.ts';
import { recordsOf } from './records-of.ts';

/** Spreadsheets need it to recognise UTF-8. Programs read it as part of the first column's name. */
const byteOrderMark = '\ufeff';

/** The table for programs: published names and values, nothing else. */
export function writeCsv(table: RecordTable, output: FileOutput): void {
  const { dataset } = table;
  output.text(csvHeaderLine(dataset, 'plain'));
  for (const { record } of recordsOf(table)) output.text(csvRecordLine(dataset, record, 'plain'));
}

/** The table for spreadsheets: with a byte order mark, guarded texts and the column that marks our own files. */
export function writeSpreadsheetCsv(table: RecordTable, output: FileOutput, { sample }: ExportAbout): void {
  const { dataset } = table;
  output.text(byteOrderMark + csvHeaderLine(dataset, 'spreadsheet'));
  const mark = sample ? 'sample' : '';
  for (const { record } of recordsOf(table)) output.text(csvRecordLine(dataset, record, 'spreadsheet', mark));
}
