import {
  lastPageNumber,
  type ListQuery,
  type NearestQuery,
  type Page,
  pageBounds,
  type PageBounds,
  type Query,
  type RadiusQuery,
  type SortOrder,
} from '../query/parameters.ts';
import {
  allIndexes,
  type CompleteResult,
  findAllWithinRadius,
  findNearest,
  findWithinRadius,
} from '../search/location-search.ts';
import { recordReaderFor, type FoundRecordReader, type FoundRecords } from '../search/found-records.ts';
import { arrayFrame, type Frame, joinRecords, noFrame } from '../storage/format/record-shard.ts';
import type { ListShardReference } from '../storage/format/tables.ts';
import type { StoredDataset } from '../storage/reader/stored-dataset.ts';
import { readAscending, readDescending } from '../storage/reader/list-reader.ts';
import { retryOnce } from '../storage/snapshot/store.ts';
import { type Problem, problems } from './problems.ts';
import { bytesContent, type ResponseContent } from './responses.ts';

export type LinkToPage = (query: ListQuery | RadiusQuery, page: Page) => string;

/** What a query runs against: one version of a dataset, and a function that links to the pages of a result. */
export interface QueryTarget {
  readonly files: StoredDataset;
  readonly linkTo: LinkToPage;
}

/** Runs a query. Returns its result, or the problem that prevents one. Throws StoredDataError. */
export async function runQuery(query: Query, target: QueryTarget): Promise<ResponseContent | Problem> {
  switch (query.kind) {
    case 'list':
      return runList(query, target);
    case 'inRadius':
      return runRadius(query, target);
    case 'nearest':
      return runNearest(query, target);
  }
}

async function runList(query: ListQuery, target: QueryTarget): Promise<ResponseContent | Problem> {
  const { files } = target;
  if (!query.page) return completeArray(files, query.sortOrder);
  const readList = query.sortOrder === 'desc' ? readDescending : readAscending;
  return pageContent(query, query.page, files.records, joined(readList), target);
}

async function runRadius(query: RadiusQuery, target: QueryTarget): Promise<ResponseContent | Problem> {
  const { files } = target;
  const { centre, rangeInMetres, sortOrder, page } = query;
  if (!page) {
    return foundArray(files, await findAllWithinRadius(files, centre, rangeInMetres, sortOrder));
  }
  const start = (page.number - 1) * page.size;
  const end = start + page.size;
  const { total, records, indexes } = await findWithinRadius(files, centre, rangeInMetres, sortOrder, start, end);
  return pageContent(query, page, total, foundReader(records, indexes, start), target);
}

/** One page of a result of `total` records, or a problem if the page is beyond the last page. */
async function pageContent(
  query: ListQuery | RadiusQuery,
  page: Page,
  total: number,
  read: RecordReader,
  { files, linkTo }: QueryTarget,
): Promise<ResponseContent | Problem> {
  const bounds = pageBounds(total, page);
  if (!bounds) return problems.pageBeyondLast(lastPageNumber(total, page.size), page.number);
  const links = pageLinks(page.number, bounds, (number) => linkTo(query, { ...page, number }));
  const frame = pageFrame(total, page.number, bounds.totalPages, links);
  const result = await recordArray(files, read, bounds.start, bounds.end, frame);
  return { ...result, link: linkHeader(links) };
}

async function runNearest(query: NearestQuery, { files }: QueryTarget): Promise<ResponseContent | Problem> {
  const { centre, rangeInMetres, sortOrder } = query;
  const nearest = await findNearest(files, centre, rangeInMetres ?? Infinity, sortOrder);
  if (!nearest) return problems.nothingNear(rangeInMetres, centre.latitude, centre.longitude);
  const read = foundReader(nearest.records, Uint32Array.of(nearest.index));
  return bytesContent(await read(files, 0, 1, noFrame));
}

export interface PageLinks {
  readonly next: string | null;
  readonly previous: string | null;
}

export function pageLinks(pageNumber: number, bounds: PageBounds, linkTo: (pageNumber: number) => string): PageLinks {
  return {
    next: bounds.hasNext ? linkTo(pageNumber + 1) : null,
    previous: bounds.hasPrevious ? linkTo(pageNumber - 1) : null,
  };
}

/** The JSON around the records of a page object, with its keys in the documented order. */
export function pageFrame(totalItems: number, pageNumber: number, totalPages: number, links: PageLinks): Frame {
  const metaData = JSON.stringify({
    TotalItems: totalItems,
    CurrentPage: pageNumber,
    TotalPages: totalPages,
    NextPageLink: links.next,
    PrevPageLink: links.previous,
  });
  return { before: `{"MetaData":${metaData},"PagedItems":[`, after: ']}' };
}

/** The Link header (RFC 8288) with the links of a page; undefined when the page has none. */
export function linkHeader({ next, previous }: PageLinks): string | undefined {
  const relations = [
    next === null ? undefined : `<${next}>; rel="next"`,
    previous === null ? undefined : `<${previous}>; rel="prev"`,
  ].filter((relation) => relation !== undefined);
  return relations.length > 0 ? relations.join(', ') : undefined;
}

/** Longer results are streamed in parts, of which one or two are in memory at a time. */
const maximumRecordsAtOnce = 5000;
const recordsPerPart = 500;
const encoder = new TextEncoder();

/**
 * Reads the records at the indexes `start` to `end` (exclusive) of a result, as `joinRecords` does. Throws
 * StoredDataError.
 */
export type RecordReader = (files: StoredDataset, start: number, end: number, frame: Frame) => Promise<Chunk>;

function joined(read: typeof readDescending): RecordReader {
  return async (files, start, end, frame) => joinRecords(await read(files, start, end), frame);
}

/** Reads the records at `indexes`, the first of which is the record at the index `first` of the result. */
function foundReader(records: FoundRecords, indexes: Uint32Array, first = 0): RecordReader {
  let read: FoundRecordReader | undefined;
  return async (files, start, end, frame) => {
    // Not the promise, which would also keep a failure for the next attempt.
    read ??= await recordReaderFor(files, records, indexes);
    return read(files, indexes.subarray(start - first, end - first), frame);
  };
}

type Chunk = Uint8Array<ArrayBuffer>;
/** Reads one part of an array: a run of compact records without brackets. */
type PartReader = (files: StoredDataset) => Promise<Chunk>;

/** The complete dataset as an array: streamed, one or two shards at a time, and of known length. */
export async function completeArray(files: StoredDataset, sortOrder: SortOrder): Promise<ResponseContent> {
  const { records, shards } = await files.listTable();
  const recordBytes = shards.reduce((sum, shard) => sum + shard.recordBytes, 0);
  const parts = sortOrder === 'desc' ? shardParts(shards) : readerParts(joined(readAscending), 0, records);
  return streamContent(files, parts, arrayFrame, recordBytes + Math.max(0, records - 1) + 2);
}

/** All records found by a search as an array; streamed when there are many. */
async function foundArray(files: StoredDataset, found: CompleteResult): Promise<ResponseContent> {
  const { records } = found;
  if (records.length > maximumRecordsAtOnce) return streamContent(files, foundParts(found), arrayFrame, undefined);
  const read = foundReader(records, allIndexes(found));
  return bytesContent(await read(files, 0, records.length, arrayFrame));
}

/** The records of a result from index `start` to `end` (exclusive) in a frame; streamed when there are many. */
async function recordArray(
  files: StoredDataset,
  read: RecordReader,
  start: number,
  end: number,
  frame: Frame,
): Promise<ResponseContent> {
  if (end - start > maximumRecordsAtOnce) return streamContent(files, readerParts(read, start, end), frame, undefined);
  return bytesContent(await read(files, start, end, frame));
}

/** Reads the first part before the response starts, so that unreadable data causes a 503, not a broken stream. */
async function streamContent(
  files: StoredDataset,
  parts: Iterable<PartReader>,
  frame: Frame,
  bodyBytes: number | undefined,
): Promise<ResponseContent> {
  const chunks = readInFrame(parts, files, frame);
  const { value: start } = await chunks.next();
  return { body: startWith(start ?? encoder.encode(frame.before), chunks), bodyBytes };
}

async function* startWith(start: Chunk, others: AsyncGenerator<Chunk>): AsyncGenerator<Chunk> {
  yield start;
  yield* others;
}

/**
 * Reads parts in order, and puts the frame around them. Before the first chunk, which is the start of the frame, the
 * first part has been read: until then, the caller can restart the request, even with another version. Later parts
 * belong to a response that has started, so a part that could not be read is retried alone, with the usual time limit.
 *
 * Over a network, each part is read while the previous one is being sent. From a disk, it is read when it is needed, so
 * that a slow client keeps only one part in memory.
 */
async function* readInFrame(
  parts: Iterable<PartReader>,
  files: StoredDataset,
  { before, after }: Frame,
): AsyncGenerator<Chunk, undefined> {
  const readers = parts[Symbol.iterator]();
  const beginNext = (): Promise<Chunk> | undefined => {
    const { value: read, done } = readers.next();
    if (done === true) return undefined;
    const reading = retryOnce((options) => read(files.readWith(options)));
    // A failure is reported when this part is due, not before.
    reading.catch(() => undefined);
    return reading;
  };
  const { value: readFirst, done: isEmpty } = readers.next();
  let reading = isEmpty === true ? undefined : readFirst(files);
  await reading;
  yield encoder.encode(before);
  while (reading) {
    const ahead = files.hasLowLatency ? undefined : beginNext();
    yield await reading;
    reading = ahead ?? beginNext();
    if (reading) yield encoder.encode(',');
  }
  yield encoder.encode(after);
}

function* shardParts(shards: readonly ListShardReference[]): Generator<PartReader> {
  for (const shard of shards) yield (files) => files.compactRecordShard(shard);
}

function* readerParts(read: RecordReader, start: number, end: number): Generator<PartReader> {
  for (let from = start; from < end; from += recordsPerPart) {
    const to = Math.min(end, from + recordsPerPart);
    yield (files) => read(files, from, to, noFrame);
  }
}

function* foundParts({ records, partitions }: CompleteResult): Generator<PartReader> {
  for (const partition of partitions) yield* readerParts(foundReader(records, partition), 0, partition.length);
}
