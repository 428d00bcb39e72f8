export type SortOrder = 'asc' | 'desc';

export interface Page {
  /** From 1. */
  readonly number: number;
  /** Records per page, 1 or more; can exceed the maximum length of an array. */
  readonly size: number;
}

/** The centre of a search, in degrees. */
export interface Centre {
  readonly longitude: number;
  readonly latitude: number;
}

export interface ListQuery {
  readonly kind: 'list';
  readonly sortOrder: SortOrder;
  readonly page: Page | undefined;
}

export interface RadiusQuery {
  readonly kind: 'inRadius';
  readonly sortOrder: SortOrder;
  readonly page: Page | undefined;
  readonly centre: Centre;
  readonly rangeInMetres: number;
}

export interface NearestQuery {
  readonly kind: 'nearest';
  readonly sortOrder: SortOrder;
  readonly centre: Centre;
  /** Undefined: the whole dataset is considered. */
  readonly rangeInMetres: number | undefined;
}

export type Query = ListQuery | RadiusQuery | NearestQuery;

/** The position of a page in a result, and whether it has neighbours. */
export interface PageBounds {
  readonly totalPages: number;
  /** The index of the page's first record in the result, from 0. */
  readonly start: number;
  /** The index after the page's last record. */
  readonly end: number;
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
}

/** The largest valid page number. It is 1 for an empty result, whose only page is empty. */
export function lastPageNumber(totalItems: number, pageSize: number): number {
  return Math.max(1, Math.ceil(totalItems / pageSize));
}

/** The bounds of a page; undefined when it is beyond the last page. */
export function pageBounds(totalItems: number, page: Page): PageBounds | undefined {
  if (page.number > lastPageNumber(totalItems, page.size)) return undefined;
  const totalPages = Math.ceil(totalItems / page.size);
  // A size beyond 2^53 would lose digits in the products, but then there is one page only and start is 0.
  const start = (page.number - 1) * page.size;
  return {
    totalPages,
    start,
    end: Math.min(totalItems, start + page.size),
    hasNext: page.number < totalPages,
    hasPrevious: page.number > 1,
  };
}

/**
 * The query string for a page of a result. Its parameters are in the documented order: those of a search, then
 * pageNumber, pageSize and sortOrder.
 */
export function pageQueryString(query: ListQuery | RadiusQuery, pageNumber: number, pageSize: number): string {
  const page = `pageNumber=${encodeNumber(pageNumber)}&pageSize=${encodeNumber(pageSize)}&sortOrder=${query.sortOrder}`;
  if (query.kind === 'list') return page;
  const { centre, rangeInMetres } = query;
  const position = `latitude=${encodeNumber(centre.latitude)}&longitude=${encodeNumber(centre.longitude)}`;
  return `${position}&rangeInM=${encodeNumber(rangeInMetres)}&searchStyle=InRadius&${page}`;
}

/** The only reserved character in the text of a number is the plus sign of an exponent. */
function encodeNumber(value: number): string {
  return String(value).replace('+', '%2B');
}
