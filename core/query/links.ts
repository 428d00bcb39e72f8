import type { ListQuery, RadiusQuery } from './query.ts';

/**
 * The query string of another page of the same result, parameters in the order of the contract: those of the search,
 * if it is one, then pageNumber, pageSize, sortOrder.
 */
export function queryStringOfPage(query: ListQuery | RadiusQuery, pageNumber: number, pageSize: number): string {
  const pairs: [string, string | number][] = [];
  if (query.kind === 'inRadius') {
    pairs.push(
      ['latitude', query.centre.latitude],
      ['longitude', query.centre.longitude],
      ['rangeInM', query.rangeInMetres],
      ['searchStyle', 'InRadius'],
    );
  }
  pairs.push(['pageNumber', pageNumber], ['pageSize', pageSize], ['sortOrder', query.sortOrder]);
  return pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
}
