import { boundsOfPage, lastPageNumber } from '../query/paging.ts';
import type { ListQuery, NearestQuery, Page, Query, RadiusQuery } from '../query/query.ts';
import { readAscending, readDescending } from '../search/list-reading.ts';
import { findWithinRadius } from '../search/location-search.ts';
import { findNearest } from '../search/nearest-record.ts';
import { readerOf } from '../search/record-reading.ts';
import type { DatasetFiles } from '../storage/dataset-files.ts';
import { textResult, type Result } from './answers.ts';
import { linkHeader, linksOfPage, pageFrame } from './page-object.ts';
import { problems, type Problem } from './problems.ts';
import { completeArray, recordArray, type RecordReader } from './record-array.ts';

/** Makes the link to a page of a query's result. */
export type LinkToPage = (query: ListQuery | RadiusQuery, page: Page) => string;

/** What a query runs against: a dataset in one version, and how its pages are linked. */
export interface QueryTarget {
  readonly files: DatasetFiles;
  readonly linkTo: LinkToPage;
}

/** The result of a query, or the problem that stands in its way. Throws StoredDataError. */
export async function answerQuery(query: Query, target: QueryTarget): Promise<Result | Problem> {
  switch (query.kind) {
    case 'list':
      return answerList(query, target);
    case 'inRadius':
      return answerRadius(query, target);
    case 'nearest':
      return answerNearest(query, target);
  }
}

async function answerList(query: ListQuery, target: QueryTarget): Promise<Result | Problem> {
  const { files } = target;
  if (!query.page) return completeArray(files, query.sortOrder);
  const read = query.sortOrder === 'desc' ? readDescending : readAscending;
  return answerPage(query, query.page, files.records, read, target);
}

async function answerRadius(query: RadiusQuery, target: QueryTarget): Promise<Result | Problem> {
  const { files } = target;
  const { centre, rangeInMetres, sortOrder, page } = query;
  const start = page ? (page.number - 1) * page.size : 0;
  const end = page ? start + page.size : Infinity;
  const { total, records, indexes } = await findWithinRadius(files, centre, rangeInMetres, sortOrder, start, end);
  const readIndexes = await readerOf(files, records, indexes);
  const read: RecordReader = (from, first, last) => readIndexes(from, indexes.subarray(first - start, last - start));
  if (!page) return recordArray(files, read, 0, total);
  return answerPage(query, page, total, read, target);
}

/** The page of a result of `total` records, or the problem that it lies beyond the last one. */
async function answerPage(
  query: ListQuery | RadiusQuery,
  page: Page,
  total: number,
  read: RecordReader,
  { files, linkTo }: QueryTarget,
): Promise<Result | Problem> {
  const bounds = boundsOfPage(total, page);
  if (!bounds) return problems.pageBeyondLast(lastPageNumber(total, page.size), page.number);
  const links = linksOfPage(page.number, bounds, (number) => linkTo(query, { ...page, number }));
  const frame = pageFrame(total, page.number, bounds.totalPages, links);
  const result = await recordArray(files, read, bounds.start, bounds.end, frame);
  return { ...result, link: linkHeader(links) };
}

async function answerNearest(query: NearestQuery, { files }: QueryTarget): Promise<Result | Problem> {
  const { centre, rangeInMetres, sortOrder } = query;
  const nearest = await findNearest(files, centre, rangeInMetres ?? Infinity, sortOrder);
  if (!nearest) return problems.nothingNear(rangeInMetres, centre.latitude, centre.longitude);
  const index = Uint32Array.of(nearest.index);
  const read = await readerOf(files, nearest.records, index);
  const [record = ''] = await read(files, index);
  return textResult(record);
}
