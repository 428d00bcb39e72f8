import { boundsOfPage, lastPageNumber } from '../query/paging.ts';
import type { ListQuery, NearestQuery, Query, RadiusQuery } from '../query/query.ts';
import { readAscending, readDescending, readPositions } from '../search/list-reading.ts';
import { findNearest, findWithinRadius } from '../search/location-search.ts';
import { orderedWindow } from '../search/ordered-window.ts';
import type { DatasetFiles } from '../storage/dataset-files.ts';
import { compareAscending, compareDescending } from '../storage/list-position.ts';
import { textResult, type Result } from './answers.ts';
import { arrayOfPositions, completeArray } from './complete-array.ts';
import { linksOfPage, pageResult } from './page-object.ts';
import { problems, type Problem } from './problems.ts';

/** Above so many records a search's array is streamed, and its length not known beforehand. */
const mostRecordsAtOnce = 20_000;

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

async function answerList(query: ListQuery, { files, datasetUrl }: QueryTarget): Promise<Result | Problem> {
  const { page, sortOrder } = query;
  if (!page) return completeArray(files, sortOrder);
  const total = files.directory.records;
  const bounds = boundsOfPage(total, page);
  if (!bounds) return problems.pageBeyondLast(lastPageNumber(total, page.size), page.number);
  const read = sortOrder === 'desc' ? readDescending : readAscending;
  const records = await read(files, bounds.start, bounds.end);
  return pageResult(total, page, bounds, linksOfPage(datasetUrl, query, page, bounds), records);
}

async function answerRadius(query: RadiusQuery, target: QueryTarget): Promise<Result | Problem> {
  const { files, datasetUrl } = target;
  const { page } = query;
  const found = await findWithinRadius(files, query.centre, query.rangeInMetres);
  const compare = query.sortOrder === 'desc' ? compareDescending : compareAscending;
  if (!page) {
    found.sort(compare);
    if (found.length > mostRecordsAtOnce) return arrayOfPositions(files, found);
    return textResult(`[${(await readPositions(files, found)).join(',')}]`);
  }
  const bounds = boundsOfPage(found.length, page);
  if (!bounds) return problems.pageBeyondLast(lastPageNumber(found.length, page.size), page.number);
  const records = await readPositions(files, orderedWindow(found, compare, bounds.start, bounds.end));
  return pageResult(found.length, page, bounds, linksOfPage(datasetUrl, query, page, bounds), records);
}

async function answerNearest(query: NearestQuery, { files }: QueryTarget): Promise<Result | Problem> {
  const nearest = await findNearest(files, query.centre, query.rangeInMetres ?? Infinity);
  const compare = query.sortOrder === 'desc' ? compareDescending : compareAscending;
  const [first] = nearest ? orderedWindow(nearest.positions, compare, 0, 1) : [];
  if (!first) return problems.nothingNear(query.rangeInMetres, query.centre.latitude, query.centre.longitude);
  const [record = ''] = await readPositions(files, [first]);
  return textResult(record);
}
