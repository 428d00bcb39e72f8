import type { SortOrder } from '../query/query.ts';
import { readAscending, readPositions } from '../search/list-reading.ts';
import type { DatasetFiles } from '../storage/dataset-files.ts';
import type { ListPosition } from '../storage/list-position.ts';
import type { Result } from './answers.ts';

const encoder = new TextEncoder();
const recordsPerChunk = 1000;

type Chunk = Uint8Array<ArrayBuffer>;
/** Reads one part of an array: a run of compact records without brackets. */
type PartReader = (files: DatasetFiles) => Promise<Chunk>;

/** The complete dataset as an array, streamed: a shard or two in memory at a time, its length known beforehand. */
export function completeArray(files: DatasetFiles, sortOrder: SortOrder): Promise<Result> {
  const { records, listShards } = files.directory;
  const recordBytes = listShards.reduce((sum, shard) => sum + shard.recordBytes, 0);
  const parts = sortOrder === 'desc' ? descendingParts(files) : ascendingParts(records);
  return streamedArray(files, parts, recordBytes + Math.max(0, records - 1) + 2);
}

/** The records at the given places as an array, streamed in the order given. */
export function arrayOfPositions(files: DatasetFiles, positions: readonly ListPosition[]): Promise<Result> {
  return streamedArray(files, positionParts(positions), undefined);
}

/** The first part is read before anything is answered, so that data out of reach is a 503, not a broken stream. */
async function streamedArray(
  files: DatasetFiles,
  parts: Iterable<PartReader>,
  bodyBytes: number | undefined,
): Promise<Result> {
  const chunks = oneAhead(parts, files);
  const first = await chunks.next();
  return { body: arrayOf(first, chunks), bodyBytes };
}

async function* arrayOf(first: IteratorResult<Chunk>, others: AsyncGenerator<Chunk>): AsyncGenerator<Chunk> {
  yield encoder.encode('[');
  if (!first.done) yield first.value;
  for await (const part of others) {
    yield encoder.encode(',');
    yield part;
  }
  yield encoder.encode(']');
}

/** Reads parts in turn, each begun while the one before it is being sent. */
async function* oneAhead(parts: Iterable<PartReader>, files: DatasetFiles): AsyncGenerator<Chunk> {
  let ahead: Promise<Chunk> | undefined;
  for (const read of parts) {
    const next = readTwice(read, files);
    // Its failure is met when its turn comes, not before.
    next.catch(() => undefined);
    if (ahead) yield await ahead;
    ahead = next;
  }
  if (ahead) yield await ahead;
}

/** Once an answer has begun it cannot start over in another version; the file alone can be asked for anew. */
async function readTwice(read: PartReader, files: DatasetFiles): Promise<Chunk> {
  try {
    return await read(files);
  } catch {
    return read(files.readAnew());
  }
}

function* descendingParts({ directory }: DatasetFiles): Generator<PartReader> {
  for (const shard of directory.listShards) yield (files) => files.recordShardAsAnswer(shard);
}

function* ascendingParts(records: number): Generator<PartReader> {
  for (let start = 0; start < records; start += recordsPerChunk) {
    const end = Math.min(records, start + recordsPerChunk);
    yield async (files) => encoder.encode((await readAscending(files, start, end)).join(','));
  }
}

function* positionParts(positions: readonly ListPosition[]): Generator<PartReader> {
  for (let start = 0; start < positions.length; start += recordsPerChunk) {
    const window = positions.slice(start, start + recordsPerChunk);
    yield async (files) => encoder.encode((await readPositions(files, window)).join(','));
  }
}
