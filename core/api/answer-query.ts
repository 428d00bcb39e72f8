import { boundsOfPage, lastPageNumber } from '../query/paging.ts';
import type { ListQuery, NearestQuery, Page, Query, RadiusQuery } from '../query/query.ts';
import { readAscending, readDescending, readPositions } from '../search/list-reading.ts';
import { findNearest, findWithinRadius } from '../search/location-search.ts';
import { orderedWindow } from '../search/ordered-window.ts';
import type { DatasetFiles } from '../storage/dataset-files.ts';
import { compareAscending, compareDescending } from '../storage/list-position.ts';
import { textResult, type Result } from './answers.ts';
import { linkHeader, linksOfPage, pageFrame } from './page-object.ts';
import { problems, type Problem } from './problems.ts';
import { completeArray, recordArray, type RecordReader } from './record-array.ts';

/** A page this many times smaller than all that was found is picked out; otherwise all is sorted. */
const smallPart = 8;

/** What a query is put to: a dataset in one version, and the address at which it stands. */
export interface QueryTarget {
  readonly files: DatasetFiles;
  readonly datasetUrl: string;
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
  return answerPage(query, query.page, files.directory.records, read, target);
}

async function answerRadius(query: RadiusQuery, target: QueryTarget): Promise<Result | Problem> {
  const { files } = target;
  const found = await findWithinRadius(files, query.centre, query.rangeInMetres);
  const compare = query.sortOrder === 'desc' ? compareDescending : compareAscending;
  const isSmallPart = query.page !== undefined && query.page.size * smallPart < found.length;
  if (!isSmallPart) found.sort(compare);
  const read: RecordReader = (from, start, end) =>
    readPositions(from, isSmallPart ? orderedWindow(found, compare, start, end) : found.slice(start, end));
  if (!query.page) return recordArray(files, read, 0, found.length);
  return answerPage(query, query.page, found.length, read, target);
}

/** The page of a result of `total` records, or the problem that it lies beyond the last one. */
async function answerPage(
  query: ListQuery | RadiusQuery,
  page: Page,
  total: number,
  read: RecordReader,
  { files, datasetUrl }: QueryTarget,
): Promise<Result | Problem> {
  const bounds = boundsOfPage(total, page);
  if (!bounds) return problems.pageBeyondLast(lastPageNumber(total, page.size), page.number);
  const links = linksOfPage(datasetUrl, query, page, bounds);
  const frame = pageFrame(total, page.number, bounds.totalPages, links);
  const result = await recordArray(files, read, bounds.start, bounds.end, frame);
  return { ...result, link: linkHeader(links) };
}

async function answerNearest(query: NearestQuery, { files }: QueryTarget): Promise<Result | Problem> {
  const nearest = await findNearest(files, query.centre, query.rangeInMetres ?? Infinity);
  const compare = query.sortOrder === 'desc' ? compareDescending : compareAscending;
  const [first] = nearest ? orderedWindow(nearest.positions, compare, 0, 1) : [];
  if (!first) return problems.nothingNear(query.rangeInMetres, query.centre.latitude, query.centre.longitude);
  const [record = ''] = await readPositions(files, [first]);
  return textResult(record);
}
