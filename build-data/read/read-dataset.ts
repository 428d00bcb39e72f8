import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import type { Findings, Report } from '../validate/findings.ts';
import { escapeText } from '../validate/show-value.ts';
import { readCsvRecords } from './csv-records.ts';
import { readJsonRecords } from './json-records.ts';
import { ReadingStopped, SourceFault } from './reading-faults.ts';
import { createRecordSink, type RecordSink } from './record-sink.ts';
import { openSource, shownLocation } from './open-source.ts';
import type { Source } from './source.ts';
import { detectTextForm, isBlank } from './text-form.ts';
import { checkedUtf8 } from './utf8-check.ts';

/** How far the reading of one file has come. */
export interface ReadProgress {
  readonly bytesRead: number;
  /** Undefined where the size is not known beforehand. */
  readonly totalBytes: number | undefined;
  /** Records read so far, faulty ones included. */
  readonly records: number;
}

export interface ReadDatasetOptions {
  readonly dataset: DatasetDescription;
  /** A path of a file or pipe, or an http or https address, of CSV or JSON. */
  readonly location: string;
  /** Collects what is wrong or odd. */
  readonly findings: Findings;
  /** Called for each valid record, keys in the order of the description; not for a faulty one. */
  readonly onRecord: (record: DatasetRecord) => void;
  /** Called now and then, and once at the end. */
  readonly onProgress?: (progress: ReadProgress) => void;
  /** Permits a dataset without records; by default that is a fault. */
  readonly allowEmpty?: boolean;
  /** Stops the reading, which is then a fault. */
  readonly signal?: AbortSignal;
  /** Reading fails when a server or pipe sends nothing for this long. Default: 120,000. */
  readonly idleTimeoutMilliseconds?: number;
}

/** A path or address as findings show it: without a password, and safe for a terminal. */
export const escapedLocation = (location: string): string => escapeText(shownLocation(location));

const defaultIdleTimeoutMilliseconds = 120_000;
const smallestHeadBytes = 1024;
const largestHeadBytes = 64 * 1024;

/**
 * Reads one dataset from a file or an address, record by record, in memory that does not grow with the file but for
 * the set of identifiers. Whatever is wrong with the input becomes a finding; throws only what `onRecord` and
 * `onProgress` throw.
 */
export async function readDataset(options: ReadDatasetOptions): Promise<void> {
  const { dataset, findings } = options;
  const location = escapedLocation(options.location);
  const report: Report = (code, details) => {
    findings.add(code, dataset.name, location, details);
  };
  const sink = createRecordSink(dataset, report, options.onRecord);
  try {
    const source = await openSource(options.location, {
      signal: options.signal,
      idleTimeoutMilliseconds: options.idleTimeoutMilliseconds ?? defaultIdleTimeoutMilliseconds,
    });
    await readSource(source, sink, options.onProgress);
    if (sink.count() === 0) report(options.allowEmpty === true ? 'emptyDataset' : 'noRecords');
  } catch (error) {
    if (error instanceof SourceFault) report(error.code, error.details);
    else if (!(error instanceof ReadingStopped)) throw error;
  }
}

async function readSource(
  source: Source,
  sink: RecordSink,
  onProgress: ((progress: ReadProgress) => void) | undefined,
): Promise<void> {
  const { totalBytes } = source;
  let bytesRead = 0;
  const tellProgress = (): void => onProgress?.({ bytesRead, totalBytes, records: sink.count() });
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source.chunks) {
      bytesRead += chunk.byteLength;
      yield chunk;
      tellProgress();
    }
  }
  const chunks = counted();
  try {
    await readText(chunks, source.hasVerifiableEnd, sink);
  } finally {
    await chunks.return(undefined); // also when nothing but the head was read
    tellProgress();
  }
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
    throw new ReadingStopped();
  }
  // The closing bracket shows that JSON is complete. CSV may end after any row.
  if (form.kind === 'csv' && !hasVerifiableEnd) {
    sink.report('unknownLength');
    throw new ReadingStopped();
  }
  async function* text(markBytes: number): AsyncGenerator<Uint8Array> {
    yield head.subarray(markBytes);
    yield* chunks;
  }
  const checked = checkedUtf8(text(form.markBytes), form.markBytes, sink.report);
  await (form.kind === 'csv' ? readCsvRecords(checked, sink) : readJsonRecords(checked, form.markBytes, sink));
}

/** Enough of the start of a file to tell what it is. */
async function readHead(chunks: AsyncGenerator<Uint8Array>): Promise<Buffer> {
  let head: Buffer = Buffer.alloc(0);
  while (head.length < smallestHeadBytes || (isBlank(head) && head.length < largestHeadBytes)) {
    const next = await chunks.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  return head;
}
