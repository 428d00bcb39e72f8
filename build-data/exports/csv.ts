import { csvHeaderLine, csvRecordLine } from '../../core/datasets/csv.ts';
import type { DatasetDescription } from '../../core/datasets/dataset-description.ts';
import { exportPath } from '../../core/storage/format/layout.ts';
import type { RecordTable } from '../write/record-table.ts';
import type { ExportAbout, FileOutput } from './exported-file.ts';

/** Spreadsheets need it to recognise UTF-8, but programs read it as part of the first column's name. */
const byteOrderMark = '\ufeff';

/** Writes the table for programs: published names and values, nothing else. */
export function writeCsv(table: RecordTable, output: FileOutput): void {
  const { dataset } = table;
  output.text(csvHeaderLine(dataset, 'plain'));
  for (const { record } of table.records()) output.text(csvRecordLine(dataset, record, 'plain'));
}

/** Writes the table for spreadsheets: with a byte order mark, guarded texts and the column that marks our own files. */
export function writeSpreadsheetCsv(table: RecordTable, output: FileOutput, { sample }: ExportAbout): void {
  const { dataset } = table;
  output.text(byteOrderMark + csvHeaderLine(dataset, 'spreadsheet'));
  const mark = sample ? 'sample' : '';
  for (const { record } of table.records()) output.text(csvRecordLine(dataset, record, 'spreadsheet', mark));
}

/** A few lines of code that read a CSV download without changing any value. */
interface CsvSnippet {
  readonly title: string;
  /** As in the info string of a Markdown code block. */
  readonly language: 'python' | 'r' | 'sql';
  readonly code: string;
}

/**
 * Codes keep their leading zeros, and the text `NULL` stays text: only an empty cell is missing. Times stay the text that
 * was published, except in DuckDB, whose timestamps have no zone either.
 */
export function csvSnippets({ name, fields }: DatasetDescription): readonly CsvSnippet[] {
  const file = exportPath(name, '.csv').replace(/^.*\//, '');
  const numbers = fields.filter(({ type }) => type === 'integer' || type === 'number');
  const lines = (items: readonly string[]): string => items.map((item) => `\n  ${item}`).join(',');
  const sqlTypes = { integer: 'BIGINT', number: 'DOUBLE', dateTime: 'TIMESTAMP' } as const;
  const sqlTyped = fields.flatMap((field) => (field.type === 'text' ? [] : [[field.name, sqlTypes[field.type]]]));
  return [
    {
      title: 'Python with pandas',
      language: 'python',
      code: `import pandas

records = pandas.read_csv("${file}", dtype=str, keep_default_na=False, na_values=[""])
records = records.astype({${lines(numbers.map((field) => `"${field.name}": ${field.type === 'integer' ? 'int' : 'float'}`))}
})`,
    },
    {
      title: 'R',
      language: 'r',
      code: `records <- read.csv("${file}", colClasses = "character", na.strings = "", encoding = "UTF-8")
numbers <- c(${lines(numbers.map((field) => `"${field.name}"`))}
)
records[numbers] <- lapply(records[numbers], as.numeric)`,
    },
    {
      title: 'DuckDB',
      language: 'sql',
      code: `SELECT * FROM read_csv(
  '${file}', allow_quoted_nulls = false, auto_type_candidates = ['VARCHAR'],
  types = {${sqlTyped.map(([field, type]) => `\n    '${field ?? ''}': '${type ?? ''}'`).join(',')}
  }
)`,
    },
  ];
}
