import type { Page } from './query.ts';

/** Where a page lies in a result, and what stands beside it. */
export interface PageBounds {
  readonly totalPages: number;
  /** First index of the page and the index after its last, from 0. */
  readonly start: number;
  readonly end: number;
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
}

/** The largest page number that may be asked for: page 1 of an empty result is an empty page. */
export function lastPageNumber(totalItems: number, pageSize: number): number {
  return Math.max(1, Math.ceil(totalItems / pageSize));
}

/** The bounds of a page; undefined when it lies beyond the last one. */
export function boundsOfPage(totalItems: number, page: Page): PageBounds | undefined {
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
