import type { SortOrder } from '../query/query.ts';
import { readAscending } from '../search/list-reading.ts';
import type { DatasetFiles } from '../storage/dataset-files.ts';
import type { ListShardReference } from '../storage/list-table.ts';
import { inTwoAttempts } from '../storage/two-attempts.ts';
import { textResult, type Result } from './answers.ts';

/** Above so many records an answer is streamed: a part of it in memory at a time. */
const mostRecordsAtOnce = 5000;
const recordsPerPart = 250;
const encoder = new TextEncoder();

/** Reads the texts of the records at the indexes `start` to `end` (exclusive) of a result. Throws StoredDataError. */
export type RecordReader = (files: DatasetFiles, start: number, end: number) => Promise<readonly string[]>;

/** What stands before and after the records, their brackets included. */
export interface Frame {
  readonly before: string;
  readonly after: string;
}

const plainArray: Frame = { before: '[', after: ']' };

type Chunk = Uint8Array<ArrayBuffer>;
/** Reads one part of an array: a run of compact records without brackets. */
type PartReader = (files: DatasetFiles) => Promise<Chunk>;

/** The complete dataset as an array, streamed: a shard or two in memory at a time, its length known beforehand. */
export async function completeArray(files: DatasetFiles, sortOrder: SortOrder): Promise<Result> {
  const { records, shards } = await files.listTable();
  const recordBytes = shards.reduce((sum, shard) => sum + shard.recordBytes, 0);
  const parts = sortOrder === 'desc' ? shardParts(shards) : readerParts(readAscending, 0, records);
  return streamed(files, parts, plainArray, recordBytes + Math.max(0, records - 1) + 2);
}

/** The records of a result from index `start` to `end` (exclusive), in a frame: at once, or streamed when many. */
export async function recordArray(
  files: DatasetFiles,
  read: RecordReader,
  start: number,
  end: number,
  frame: Frame = plainArray,
): Promise<Result> {
  if (end - start > mostRecordsAtOnce) return streamed(files, readerParts(read, start, end), frame, undefined);
  return textResult(frame.before + (await read(files, start, end)).join(',') + frame.after);
}

/** The first part is read before anything is answered, so that data out of reach is a 503, not a broken stream. */
async function streamed(
  files: DatasetFiles,
  parts: Iterable<PartReader>,
  frame: Frame,
  bodyBytes: number | undefined,
): Promise<Result> {
  const chunks = oneAhead(parts, files);
  const first = await chunks.next();
  return { body: framed(first, chunks, frame), bodyBytes };
}

async function* framed(
  first: IteratorResult<Chunk>,
  others: AsyncGenerator<Chunk>,
  { before, after }: Frame,
): AsyncGenerator<Chunk> {
  yield encoder.encode(before);
  if (!first.done) yield first.value;
  for await (const part of others) {
    yield encoder.encode(',');
    yield part;
  }
  yield encoder.encode(after);
}

/**
 * Reads parts in turn, each begun while the one before it is being sent. Until the first is there, the request can start
 * over. After that it cannot, in another version: the files of a part alone are asked for anew, and within a limit of
 * time.
 */
async function* oneAhead(parts: Iterable<PartReader>, files: DatasetFiles): AsyncGenerator<Chunk> {
  let ahead: Promise<Chunk> | undefined;
  for (const read of parts) {
    if (!ahead) {
      ahead = read(files);
      await ahead;
      continue;
    }
    const next = inTwoAttempts((options) => read(files.readWith(options)));
    // Its failure is met when its turn comes, not before.
    next.catch(() => undefined);
    yield await ahead;
    ahead = next;
  }
  if (ahead) yield await ahead;
}

function* shardParts(shards: readonly ListShardReference[]): Generator<PartReader> {
  for (const shard of shards) yield (files) => files.recordShardAsAnswer(shard);
}

function* readerParts(read: RecordReader, start: number, end: number): Generator<PartReader> {
  for (let from = start; from < end; from += recordsPerPart) {
    const to = Math.min(end, from + recordsPerPart);
    yield async (files) => encoder.encode((await read(files, from, to)).join(','));
  }
}
