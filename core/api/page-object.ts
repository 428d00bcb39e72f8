import type { PageBounds } from '../query/paging.ts';
import type { Frame } from './record-array.ts';

/** The links of a page to its neighbours; null where there is none. */
export interface PageLinks {
  readonly next: string | null;
  readonly previous: string | null;
}

/** Links to the neighbours of a page; `linkTo` makes the link to a page from its number. */
export function linksOfPage(pageNumber: number, bounds: PageBounds, linkTo: (pageNumber: number) => string): PageLinks {
  return {
    next: bounds.hasNext ? linkTo(pageNumber + 1) : null,
    previous: bounds.hasPrevious ? linkTo(pageNumber - 1) : null,
  };
}

/** What stands around the records of a page object, keys in the order of the contract. */
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

/** The Link header that says the same as a page's links (RFC 8288); undefined when it has none. */
export function linkHeader({ next, previous }: PageLinks): string | undefined {
  const relations = [
    next === null ? undefined : `<${next}>; rel="next"`,
    previous === null ? undefined : `<${previous}>; rel="prev"`,
  ].filter((relation) => relation !== undefined);
  return relations.length > 0 ? relations.join(', ') : undefined;
}
