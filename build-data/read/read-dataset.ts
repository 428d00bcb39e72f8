import { isUtf8 } from 'node:buffer';

import { countWhile } from '../../core/collections/arrays.ts';
import type { DatasetDescription, DatasetRecord, DegreeBox } from '../../core/datasets/dataset-description.ts';
import type { TimeRule } from '../../core/datasets/recorded-time.ts';
import { escapeText, formatBytes, formatCount } from '../format-text.ts';
import { ArchiveError, maxArchiveBytes, readArchive } from '../mapping/darwin-core-archive.ts';
import { createRecordMapper, type RecordMapper } from '../mapping/map-record.ts';
import type { Mapping } from '../mapping/mapping.ts';
import type { IssueCode, IssueLog, ReportIssue } from '../validate/issues.ts';
import { readCsvRecords } from './csv-records.ts';
import { readJsonRecords } from './json-records.ts';
import type { AppliedMapping } from '../validate/validate-version.ts';
import type { RecordTableBuilder } from '../write/record-table-builder.ts';
import { createRecordSink, type RecordSink } from './record-sink.ts';
import { UnchangedBlocks } from './unchanged-blocks.ts';
import { displayLocation, openSource, FaultAlreadyReported, type Source, SourceError } from './source.ts';

export interface ReadProgress {
  readonly bytesRead: number;
  /** Undefined if the size is not known in advance. */
  readonly totalBytes: number | undefined;
  /** Records read so far, including faulty ones. */
  readonly records: number;
}

export interface ProgressReporter {
  /** Begins a file, which is shown as `title`. */
  start(title: string): void;
  readonly update: (progress: ReadProgress) => void;
  finish(): void;
}

export const silentProgress: ProgressReporter = {
  start: () => undefined,
  update: () => undefined,
  finish: () => undefined,
};

export interface ReadDatasetOptions {
  readonly dataset: DatasetDescription;
  /** The path of a file or pipe, or an http or https URL, with CSV, JSON, NDJSON or GeoJSON. */
  readonly location: string;
  readonly issues: IssueLog;
  /** Positions outside it are reported with a warning. */
  readonly region: DegreeBox;
  /** How the rows become records; without it, they have the names and forms of the fields. */
  readonly mapping?: Mapping | undefined;
  /** For the instants of a mapping. */
  readonly timeRule: TimeRule;
  /** Called for each valid record, with its keys in the order of the dataset's fields. Faulty records are skipped. */
  readonly onRecord: (record: DatasetRecord) => void;
  /** With it, blocks of CSV that the last build has read are not parsed. `onRecord` must add each record to it as it is. */
  readonly builder?: RecordTableBuilder | undefined;
  /** Called after each chunk of the file, and once at the end. */
  readonly onProgress?: (progress: ReadProgress) => void;
  /** Permits a dataset without records; by default that is a fault. */
  readonly allowEmpty?: boolean;
  /** Reading fails when a server or pipe sends nothing for this long. Default: 120,000. */
  readonly idleTimeoutMilliseconds?: number;
}

/** Of fewer positions, most may be wrong by chance. */
const fewestPositions = 10;

const minHeadBytes = 1024;
const maxHeadBytes = 64 * 1024;

/**
 * Reads one dataset from a file or a URL, record by record. Except for the set of identifiers, memory does not grow
 * with the file. Every problem with the input is reported as an issue. Returns what the mapping, if any, changed. Throws
 * only what `onRecord` and `onProgress` throw.
 */
export async function readDataset(options: ReadDatasetOptions): Promise<AppliedMapping['counts'] | undefined> {
  const { dataset, issues } = options;
  const location = displayLocation(options.location);
  let outside = 0;
  let reported = 0;
  const report: ReportIssue = (code, details) => {
    reported++;
    if (code === 'outsideRegion') outside++;
    issues.add(code, dataset.name, location, details);
  };
  let mapper: RecordMapper | undefined;
  try {
    const { idleTimeoutMilliseconds = 120_000 } = options;
    let source = await openSource(options.location, idleTimeoutMilliseconds);
    if (options.mapping) {
      const opened = await openMapped(source, options.mapping);
      source = opened.source;
      mapper = createRecordMapper(opened.mapping, dataset, options.timeRule, report);
    }
    const { onRecord, region, builder } = options;
    const firstPositions = new Map<number, number>();
    // Not with a mapping, which counts what it changes.
    const usesBlocks = builder && !mapper;
    const blocks = usesBlocks ? new UnchangedBlocks(builder, firstPositions, () => reported) : undefined;
    const sink = createRecordSink(dataset, { report, onRecord, region, mapper, blocks, firstPositions });
    await readSource(source, sink, options.onProgress);
    const positions = sink.count() * dataset.positions.length;
    if (positions >= fewestPositions && outside > positions / 2)
      report('mostOutsideRegion', { explanation: `${formatCount(outside)} of ${formatCount(positions)} positions` });
    if (sink.count() === 0) report(options.allowEmpty === true ? 'emptyDataset' : 'noRecords');
    else for (const field of mapper?.missingColumns() ?? []) report('missingColumn', { field });
  } catch (error) {
    if (error instanceof SourceError) report(error.code, error.details);
    else if (!(error instanceof FaultAlreadyReported)) throw error;
  }
  return mapper?.counts;
}

/** Opens the table of a Darwin Core Archive, which is then in memory; any other source stays as it is. */
async function openMapped(source: Source, mapping: Mapping): Promise<{ source: Source; mapping: Mapping }> {
  const chunks = source.chunks[Symbol.asyncIterator]();
  const first = await chunks.next();
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      for (let next = first; next.done !== true; next = await chunks.next()) yield next.value;
    } finally {
      await chunks.return?.();
    }
  }
  if (first.done === true || !startsWith(Buffer.from(first.value), zipSignature))
    return { source: { ...source, chunks: all() }, mapping };
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const part of all()) {
      bytes += part.length;
      if (bytes > maxArchiveBytes) throw new ArchiveError(`it is larger than ${formatBytes(maxArchiveBytes)}`);
      parts.push(part);
    }
    const table = readArchive(Buffer.concat(parts));
    async function* read(): AsyncGenerator<Uint8Array> {
      yield* table.chunks;
    }
    const totalBytes = table.chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    const opened = { totalBytes, hasVerifiableEnd: true, chunks: read() };
    return { source: opened, mapping: { ...mapping, ...table.settings } };
  } catch (error) {
    if (error instanceof ArchiveError) throw new SourceError('notAnArchive', escapeText(error.message));
    throw error;
  }
}

async function readSource(
  source: Source,
  sink: RecordSink,
  onProgress: ((progress: ReadProgress) => void) | undefined,
): Promise<void> {
  const { totalBytes } = source;
  let bytesRead = 0;
  const reportProgress = (): void => onProgress?.({ bytesRead, totalBytes, records: sink.count() });
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source.chunks) {
      bytesRead += chunk.byteLength;
      yield chunk;
      reportProgress();
    }
  }
  const chunks = decoded(counted(), sink.mapping?.encoding);
  try {
    await readText(chunks, source.hasVerifiableEnd, sink);
  } finally {
    await chunks.return(undefined); // closes the source, even if only its start was read
    reportProgress();
  }
}

/** Converts to UTF-8. Throws SourceError. */
async function* decoded(
  chunks: AsyncGenerator<Uint8Array>,
  encoding: Mapping['encoding'] = 'utf-8',
): AsyncGenerator<Uint8Array> {
  if (encoding === 'utf-8') return yield* chunks;
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (bytes: Uint8Array | undefined): Uint8Array => {
    try {
      return Buffer.from(decoder.decode(bytes, { stream: bytes !== undefined }));
    } catch {
      throw new SourceError('notInEncoding', `expected ${encoding}`);
    }
  };
  for await (const chunk of chunks) yield decode(chunk);
  yield decode(undefined);
}

async function readText(
  chunks: AsyncGenerator<Uint8Array>,
  hasVerifiableEnd: boolean,
  sink: RecordSink,
): Promise<void> {
  const head = await readHead(chunks);
  const form = detectTextForm(head);
  if (form.kind === 'unusable') {
    sink.report(form.code, form.explanation === undefined ? {} : { explanation: form.explanation });
    throw new FaultAlreadyReported();
  }
  // The closing bracket shows that JSON is complete. CSV may end after any row.
  if (form.kind === 'csv' && !hasVerifiableEnd) {
    sink.report('unknownLength');
    throw new FaultAlreadyReported();
  }
  async function* text(bomBytes: number): AsyncGenerator<Uint8Array> {
    yield head.subarray(bomBytes);
    yield* chunks;
  }
  const checked = checkedUtf8(text(form.bomBytes), form.bomBytes, sink.report);
  if (form.kind === 'csv') await readCsvRecords(checked, sink);
  else {
    const { kind, bomBytes } = form;
    await readJsonRecords({ form: kind, chunks: checked, offsetOfFirstByte: bomBytes, hasVerifiableEnd }, sink);
  }
}

/** Reads enough of the start of a file to detect its format. */
async function readHead(chunks: AsyncGenerator<Uint8Array>): Promise<Buffer> {
  let head: Buffer = Buffer.alloc(0);
  while (head.length < minHeadBytes || (isBlank(head) && head.length < maxHeadBytes)) {
    const next = await chunks.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  return head;
}

/** The kind of file that the first bytes indicate. */
type TextForm =
  | { readonly kind: 'csv' | 'array' | 'objects'; readonly bomBytes: number }
  | { readonly kind: 'unusable'; readonly code: IssueCode; readonly explanation?: string };

const byteOrderMark = Buffer.from('\ufeff');
/** White space, and the character before each record of a JSON text sequence. */
const whitespaceBytes = new Set(Buffer.from(' \t\r\n\u001e'));

const zipSignature = Buffer.from('PK\u0003\u0004');
/** The first bytes of file formats that are often supplied by mistake. */
const signatures: readonly (readonly [signature: Buffer, name: string])[] = [
  [zipSignature, 'a ZIP archive or a spreadsheet (xlsx)'],
  [Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), 'an old spreadsheet (xls)'],
  [Buffer.from([0x1f, 0x8b]), 'compressed with gzip'],
  [Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), 'compressed with Zstandard'],
  [Buffer.from('%PDF'), 'a PDF document'],
  [Buffer.from('SQLite format 3'), 'an SQLite database'],
  [Buffer.from('PAR1'), 'a Parquet file'],
];

/** Whether these bytes contain only a byte order mark and white space. */
function isBlank(head: Buffer): boolean {
  return startOfText(head) === head.length;
}

/** Distinguishes CSV and JSON by the first byte that is not white space, not by the file name. */
function detectTextForm(head: Buffer): TextForm {
  const signature = signatures.find(([bytes]) => startsWith(head, bytes));
  if (signature !== undefined) return { kind: 'unusable', code: 'notText', explanation: `it is ${signature[1]}` };
  if (looksLikeUtf16(head)) return { kind: 'unusable', code: 'utf16' };
  if (isBlank(head)) return { kind: 'unusable', code: 'emptyFile' };
  const bomBytes = startsWith(head, byteOrderMark) ? byteOrderMark.length : 0;
  const start = startOfText(head);
  switch (head.toString('latin1', start, start + 1)) {
    case '[':
      return { kind: 'array', bomBytes };
    case '{':
      return isPageObject(head.toString('utf8', start))
        ? { kind: 'unusable', code: 'pageObject' }
        : { kind: 'objects', bomBytes };
    case '<':
      return { kind: 'unusable', code: 'webPage' };
    default:
      return { kind: 'csv', bomBytes };
  }
}

const isPageObject = (text: string): boolean => /^\{\s*"(?:MetaData|PagedItems)"\s*:/.test(text);

/**
 * Detects a UTF-16 byte order mark or, if there is none, many zero bytes: Latin text in UTF-16 has a zero in every other
 * byte.
 */
function looksLikeUtf16(head: Buffer): boolean {
  const first = head.length >= 2 ? head.readUInt16BE(0) : 0;
  if (first === 0xfeff || first === 0xfffe) return true;
  return head.length >= 2 && head.filter((byte) => byte === 0).length * 3 > head.length;
}

function startsWith(head: Buffer, bytes: Buffer): boolean {
  return head.subarray(0, bytes.length).equals(bytes);
}

function startOfText(head: Buffer): number {
  const bomBytes = startsWith(head, byteOrderMark) ? byteOrderMark.length : 0;
  const index = head.subarray(bomBytes).findIndex((byte) => !whitespaceBytes.has(byte));
  return index < 0 ? head.length : bomBytes + index;
}

/**
 * Yields the bytes in chunks that end between characters. Bytes that are not UTF-8 are replaced, so that the same run
 * also reports the other faults of the file. Only the first of them is reported.
 */
async function* checkedUtf8(
  chunks: AsyncIterable<Uint8Array>,
  offsetOfFirstByte: number,
  report: ReportIssue,
): AsyncGenerator<Buffer> {
  let carried: Buffer = Buffer.alloc(0);
  let offset = offsetOfFirstByte;
  let hasFault = false;

  function replaceInvalid(bytes: Buffer): Buffer {
    if (isUtf8(bytes)) return bytes;
    if (!hasFault) {
      hasFault = true;
      const index = validLength(bytes);
      const byte = bytes.toString('hex', index, index + 1).toUpperCase();
      report('notUtf8', { explanation: `first at byte offset ${String(offset + index)}, byte 0x${byte}` });
    }
    return Buffer.from(bytes.toString('utf8'));
  }

  for await (const chunk of chunks) {
    const plain = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const bytes = carried.length > 0 ? Buffer.concat([carried, plain]) : plain;
    const complete = bytes.length - unfinishedBytes(bytes);
    if (complete > 0) yield replaceInvalid(bytes.subarray(0, complete));
    carried = bytes.subarray(complete);
    offset += complete;
  }
  if (carried.length > 0) yield replaceInvalid(carried);
}

/** The number of bytes at the end that begin a character without completing it. */
function unfinishedBytes(bytes: Buffer): number {
  for (let count = 1; count <= Math.min(3, bytes.length); count++) {
    const byte = bytes.readUInt8(bytes.length - count);
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue; // a continuation byte: the first byte of the character precedes it
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > count ? count : 0;
  }
  return 0;
}

/** The number of bytes before the first that is not UTF-8, by binary search for the longest valid prefix. */
function validLength(bytes: Buffer): number {
  const validUpTo = (length: number): boolean => {
    const start = bytes.subarray(0, length);
    return isUtf8(start.subarray(0, length - unfinishedBytes(start)));
  };
  const valid = countWhile(bytes.length, (index) => validUpTo(index + 1));
  return valid - unfinishedBytes(bytes.subarray(0, valid));
}
