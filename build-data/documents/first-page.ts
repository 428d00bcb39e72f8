import { linksOfPage, pageFrame } from '../../core/api/page-object.ts';
import { queryStringOfPage } from '../../core/query/links.ts';
import { boundsOfPage } from '../../core/query/paging.ts';
import { apiRoot } from '../../core/storage/layout.ts';
import type { RecordTable } from '../write/record-table.ts';
import type { JsonObject } from './open-api/json.ts';

/** The first page of a dataset as a site answers it, with the first of its records alone; undefined without records. */
export function firstPageOf(table: RecordTable, siteUrl: string, pageSize: number): JsonObject | undefined {
  const page = { number: 1, size: pageSize };
  const bounds = boundsOfPage(table.size, page);
  if (table.size === 0 || !bounds) return undefined;
  const address = `${siteUrl}${apiRoot}/${table.dataset.name}`;
  const query = { kind: 'list', sortOrder: 'desc', page } as const;
  const links = linksOfPage(page.number, bounds, (other) => `${address}?${queryStringOfPage(query, other, page.size)}`);
  const { before, after } = pageFrame(table.size, page.number, bounds.totalPages, links);
  return JSON.parse(before + table.text(0) + after) as JsonObject;
}
