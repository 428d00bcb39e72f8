import { CsvError, Parser } from 'csv-parse';

import { exportMarkColumn, fromExportedText } from '../../core/datasets/csv.ts';
import type { FieldType } from '../../core/datasets/dataset-description.ts';
import { parsePlainNumber } from '../../core/query/plain-number.ts';
import { escapeText, showValue } from '../format-text.ts';
import type { Mapping } from '../mapping/mapping.ts';
import type { IssueCode, ReportIssue, SourcePosition } from '../validate/issues.ts';
import { csvBlocks } from './csv-blocks.ts';
import { compareNames, maxRecordLength, otherDatasetOf, type RecordSink } from './record-sink.ts';
import { FaultAlreadyReported } from './source.ts';
import type { UnparsedRows } from './unchanged-blocks.ts';

/** Reads CSV with a header row into the sink. Throws only FaultAlreadyReported, after a reported fault, and SourceError. */
export async function readCsvRecords(chunks: AsyncIterable<Buffer>, sink: RecordSink): Promise<void> {
  const rows = createRowReader(sink);
  const parser = new RowParser(sink.mapping, (row) => {
    rows.take(row);
  });
  const parse = (bytes: Buffer): number => {
    const first = rows.position().number;
    parseBlock(bytes, parser, sink, rows);
    return rows.position().number - first;
  };
  let isTerminated = true;
  for await (const block of csvBlocks(chunks, sink.mapping?.quotes !== false)) {
    ({ isTerminated } = block);
    const header = rows.header();
    if (!header || !isTerminated || !sink.blocks) {
      parse(block.bytes);
      continue;
    }
    const { number } = rows.position();
    const known = sink.blocks.addBlock(block.bytes, header, number, () => parse(block.bytes));
    if (!known) continue;
    rows.skip(known);
    sink.countOnly(known.records);
  }
  // Only reachable if each line is blank or has only empty cells: files of white space are refused earlier.
  if (rows.header() === undefined) sink.report('noHeader', { position: { unit: 'row', number: 1 } });
  const last = rows.last();
  // A file truncated within its last number ends in a valid row: only the missing line end reveals it.
  if (last !== undefined && !isTerminated) sink.report('missingFinalNewline', last);
}

/** Throws FaultAlreadyReported, after a reported fault. */
function parseBlock(bytes: Buffer, parser: RowParser, sink: RecordSink, rows: RowReader): void {
  try {
    parser.parseAll(bytes);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const column: unknown = error['column']; // counted from 0; present with every quoting fault
    const explanation = typeof column === 'number' ? { explanation: `in cell ${String(column + 1)}` } : {};
    sink.report(codeOfCsvError(error), { position: rows.position(), ...explanation });
    throw new FaultAlreadyReported();
  }
}

interface CsvRow {
  readonly record: readonly string[];
  readonly raw: string;
}

/**
 * Processes each row immediately instead of queueing it: on a fault, csv-parse/sync would discard the rows before, whose
 * faults must be reported. The parser's own callback, `on_record`, costs a third of the speed.
 */
class RowParser extends Parser {
  readonly #onRow: (row: CsvRow) => void;
  /** The part of the parser that csv-parse/sync uses. Keeps nothing after the end, so that it can parse the next rows. */
  declare readonly api: {
    parse(bytes: Buffer, isEnd: true, push: (row: CsvRow) => void, close: () => void): CsvError | undefined;
  };

  constructor(mapping: Mapping | undefined, onRow: (row: CsvRow) => void) {
    super({
      delimiter: mapping?.delimiter ?? ',',
      ...(mapping?.quotes === false ? { quote: false } : {}),
      // Needed to find the quoted cells. The parser's own method, a callback for each cell, takes ten times as long.
      raw: true,
      // Listed instead of detected, so that files with mixed line endings are accepted.
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      max_record_size: maxRecordLength,
    });
    this.#onRow = onRow;
  }

  /** Parses complete rows. Throws CsvError, and what the callback throws. */
  parseAll(bytes: Buffer): void {
    const error = this.api.parse(bytes, true, this.#onRow, () => undefined);
    if (error) throw error;
  }
}

interface RowReader {
  readonly take: (row: CsvRow) => void;
  /** Where the next row, or the row that could not be parsed, starts. */
  readonly position: () => SourcePosition;
  /** The header as a text, once it is known. */
  readonly header: () => string | undefined;
  /** Passes over rows that are not parsed. */
  readonly skip: (rows: UnparsedRows) => void;
  /** The last row after the header, and its identifier if it has one. */
  readonly last: () => { readonly position: SourcePosition; readonly identifier?: unknown } | undefined;
}

function createRowReader(sink: RecordSink): RowReader {
  let row = 1;
  let cellsExpected = 0;
  let header: CsvHeader | undefined;
  let columnsByName: ReadonlyMap<string, number> = new Map();
  let isHeaderQuoted = false;
  let last: { readonly position: SourcePosition; readonly identifier?: unknown } | undefined;

  function takeRow({ record: cells, raw }: CsvRow, position: SourcePosition): void {
    if (cells.length === 1 && cells[0] === '') return; // a blank line
    if (cells.every((cell) => cell.trim() === '')) {
      last = { position }; // may be the start of a row that is cut
      sink.report('emptyRow', { position });
      return;
    }
    if (header === undefined) {
      if (separatorLine.test(cells.join(','))) {
        sink.report('separatorLine', { position, value: cells.join(',') });
        return;
      }
      header = readHeader(cells, position, sink);
      if (header === undefined) throw new FaultAlreadyReported();
      columnsByName = new Map(header.columns.map(({ name, index }) => [name, index]));
      cellsExpected = cells.length;
      isHeaderQuoted = !sink.mapping && quotedCells(raw).every(Boolean);
      return;
    }
    if (cells.length === cellsExpected) {
      // A file in which every cell is quoted does not distinguish nulls from empty texts.
      const quoted = !sink.mapping && !isHeaderQuoted && raw.includes('""') ? quotedCells(raw) : [];
      const record = recordOf(cells, quoted, header);
      last = { position, identifier: record[sink.dataset.identifierField] };
      sink.take(record, position, (field) => changedTextOf(field, record, cells, columnsByName));
      return;
    }
    last = { position };
    sink.countOnly(1);
    const explanation = `${String(cells.length)} cells, the header has ${String(cellsExpected)}`;
    sink.report('raggedRow', { position, value: cells.join(','), explanation });
  }

  return {
    take: (csvRow) => {
      const position: SourcePosition = { unit: 'row', number: row };
      row += 1 + lineEndsIn(csvRow.record);
      takeRow(csvRow, position);
    },
    position: () => ({ unit: 'row', number: row }),
    header: () => header && JSON.stringify({ ...header, isHeaderQuoted, cellsExpected }),
    skip: ({ rows, lastRecord, identifier }) => {
      row += rows;
      last = { position: { unit: 'row', number: lastRecord }, identifier };
    },
    last: () => last,
  };
}

/** The number of line ends in cells. csv-parse counts a carriage return and line feed inside quotes as two. */
function lineEndsIn(cells: readonly string[]): number {
  let count = 0;
  for (const cell of cells) {
    if (cell.includes('\n') || cell.includes('\r')) count += cell.split(/\r\n|\n|\r/).length - 1;
  }
  return count;
}

/** Whether each cell is quoted, in a row that the parser has accepted. */
function quotedCells(raw: string): boolean[] {
  const quoted: boolean[] = [];
  let start = 0;
  do {
    const isQuoted = raw[start] === '"';
    let end = start;
    if (isQuoted) {
      end = raw.indexOf('"', start + 1);
      while (raw[end + 1] === '"') end = raw.indexOf('"', end + 2);
    }
    quoted.push(isQuoted);
    start = raw.indexOf(',', end) + 1;
  } while (start > 0);
  return quoted;
}

function recordOf(
  cells: readonly string[],
  quoted: readonly boolean[],
  { columns, isExport }: CsvHeader,
): Record<string, string | number | null> {
  const record: Record<string, string | number | null> = {};
  for (const { name, type, index } of columns) {
    record[name] = valueOfCell(cells[index] ?? '', quoted[index] === true, type, isExport);
  }
  return record;
}

/** The text of a cell that a message shows instead of its value, such as 95.0 for 95; otherwise undefined. */
function changedTextOf(
  field: string,
  record: Readonly<Record<string, string | number | null>>,
  cells: readonly string[],
  columnsByName: ReadonlyMap<string, number>,
): string | undefined {
  const value = record[field];
  if (value === null) return 'an empty cell';
  const cell = cells[columnsByName.get(field) ?? -1];
  return typeof value !== 'number' || String(value) === cell ? undefined : cell;
}

/**
 * An empty cell is null, but `""` is an empty text in a text field. A cell of a numeric field that is not a plain
 * number remains text, so that validation can report it.
 */
function valueOfCell(cell: string, isQuoted: boolean, type: FieldType, isExport: boolean): string | number | null {
  if (cell === '') return isQuoted && type === 'text' ? '' : null;
  if (type === 'integer' || type === 'number') return parsePlainNumber(cell) ?? cell;
  return isExport ? fromExportedText(cell) : cell;
}

function codeOfCsvError(error: CsvError): IssueCode {
  switch (error.code as string) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'unclosedQuote';
    case 'CSV_MAX_RECORD_SIZE':
      return 'recordTooLong';
    case 'CSV_INVALID_CLOSING_QUOTE':
    case 'INVALID_OPENING_QUOTE':
      return 'misplacedQuote';
    default:
      throw error;
  }
}

interface CsvColumn {
  readonly name: string;
  readonly type: FieldType;
  readonly index: number;
}

/** The properties of a file that its header row determines. */
interface CsvHeader {
  readonly columns: readonly CsvColumn[];
  /** Whether a build exported the file for spreadsheets, with an additional apostrophe before some texts. */
  readonly isExport: boolean;
}

/** A line such as `sep=;`, by which Excel recognises the separator, perhaps filled up with empty cells. */
const separatorLine = /^sep=.[,;\t|]*$/i;

const delimiterNames = new Map([
  [',', 'commas'],
  [';', 'semicolons'],
  ['\t', 'tabs'],
  ['|', 'vertical bars'],
]);

/** Finds the dataset's columns in the header row, in the order of its fields. Undefined if a fault was reported. */
function readHeader(
  cells: readonly string[],
  position: SourcePosition,
  { dataset, columns, mapping, report }: RecordSink,
): CsvHeader | undefined {
  const header = mapping ? cells.map((cell) => cell.trim()) : cells;
  const names = columns.map(({ name }) => name);
  const delimiter = otherDelimiter(header, names, mapping?.delimiter ?? ',');
  if (delimiter !== undefined) {
    report('wrongDelimiter', { position, explanation: `found ${delimiter}` });
    return undefined;
  }
  const other = mapping ? undefined : otherDatasetOf(header, dataset);
  if (other !== undefined) {
    report('wrongDataset', { position, explanation: `these are columns of ${other.name}, not of ${dataset.name}` });
    return undefined;
  }
  const isExport = !mapping && header.includes(exportMarkColumn);
  const isComplete = reportNames(
    header.filter((cell) => cell !== exportMarkColumn),
    position,
    names,
    mapping,
    // A publisher's own file has columns that the mapping does not need.
    (code, details) => {
      if (!mapping || (code !== 'unknownColumn' && code !== 'unnamedColumn')) report(code, details);
    },
  );
  if (!isComplete) return undefined;
  return { columns: columns.map(({ name, type }) => ({ name, type, index: header.indexOf(name) })), isExport };
}

function otherDelimiter(header: readonly string[], names: readonly string[], expected: string): string | undefined {
  const known = (cells: readonly string[]): number => cells.filter((cell) => names.includes(cell)).length;
  const line = header.join(expected);
  const found = [...delimiterNames.keys()].find(
    (delimiter) => known(line.split(delimiter).map((cell) => cell.replaceAll('"', ''))) > known(header),
  );
  return found === undefined ? undefined : delimiterNames.get(found);
}

/** Reports faults and warnings about the column names. False if the columns cannot be used. */
function reportNames(
  header: readonly string[],
  position: SourcePosition,
  names: readonly string[],
  mapping: Mapping | undefined,
  report: ReportIssue,
): boolean {
  const { optionalColumns: optional = [] } = mapping ?? {};
  const required = names.filter((name) => !optional.includes(name));
  const unnamed = header.flatMap((cell, index) => (cell === '' ? [index + 1] : []));
  for (const column of unnamed) report('unnamedColumn', { position, explanation: `column ${String(column)}` });
  const distinct = [...new Set(header)].filter((cell) => cell !== '');
  const compared = compareNames(distinct, required);
  const { missing } = compared;
  // An optional column that only differs in case is not meant to be missing.
  const misspelt = compared.unknown.flatMap((found) => {
    const expected = optional.find((name) => name.toLowerCase() === found.toLowerCase());
    return expected === undefined || distinct.includes(expected) ? [] : [{ found, expected }];
  });
  const misnamed = [...compared.misnamed, ...misspelt];
  const unknown = compared.unknown.filter((name) => !names.includes(name));
  if (required.length > 0 && missing.length === required.length && misnamed.length === 0) {
    report('noHeader', { position, value: header.join(','), explanation: `expected the names ${required.join(', ')}` });
    return false;
  }
  const duplicates = names.filter((name) => header.indexOf(name) !== header.lastIndexOf(name));
  for (const name of unknown) report('unknownColumn', { position, field: escapeText(name) });
  for (const name of missing) report('missingColumn', { position, field: name });
  for (const name of duplicates) report('duplicateColumn', { position, field: name });
  for (const { found, expected } of misnamed) {
    if (mapping) {
      const explanation = `the mapping names the column ${showValue(expected)}; the file has ${showValue(found)}`;
      report('mismappedColumn', { position, explanation });
    } else report('misnamedColumn', { position, field: expected, value: found, explanation: `expected "${expected}"` });
  }
  return missing.length + duplicates.length + misnamed.length === 0;
}
