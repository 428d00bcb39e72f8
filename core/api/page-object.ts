import { queryStringOfPage } from '../query/links.ts';
import type { PageBounds } from '../query/paging.ts';
import type { ListQuery, Page, RadiusQuery } from '../query/query.ts';
import { textResult, type Result } from './answers.ts';

/** The links of a page to its neighbours; null where there is none. */
export interface PageLinks {
  readonly next: string | null;
  readonly previous: string | null;
}

/** Links to the neighbours of a page of a list or search, at the address of its dataset. */
export function linksOfPage(
  datasetUrl: string,
  query: ListQuery | RadiusQuery,
  page: Page,
  bounds: PageBounds,
): PageLinks {
  const link = (pageNumber: number): string => `${datasetUrl}?${queryStringOfPage(query, pageNumber, page.size)}`;
  return {
    next: bounds.hasNext ? link(page.number + 1) : null,
    previous: bounds.hasPrevious ? link(page.number - 1) : null,
  };
}

/** The text of a page object, keys in the order of the contract. `records` are compact JSON. */
export function pageObjectText(
  totalItems: number,
  pageNumber: number,
  totalPages: number,
  links: PageLinks,
  records: readonly string[],
): string {
  const metaData = JSON.stringify({
    TotalItems: totalItems,
    CurrentPage: pageNumber,
    TotalPages: totalPages,
    NextPageLink: links.next,
    PrevPageLink: links.previous,
  });
  return `{"MetaData":${metaData},"PagedItems":[${records.join(',')}]}`;
}

/** A page object with its Link header, which says the same (RFC 8288). */
export function pageResult(
  totalItems: number,
  page: Page,
  bounds: PageBounds,
  links: PageLinks,
  records: readonly string[],
): Result {
  const relations = [
    links.next === null ? undefined : `<${links.next}>; rel="next"`,
    links.previous === null ? undefined : `<${links.previous}>; rel="prev"`,
  ].filter((relation) => relation !== undefined);
  return textResult(
    pageObjectText(totalItems, page.number, bounds.totalPages, links, records),
    relations.length > 0 ? relations.join(', ') : undefined,
  );
}
