import { Fragment, type ReactNode } from 'react';

import { CopyButton } from '../components/buttons.tsx';
import { useExplorer, useView } from '../explorer/use-explorer.ts';
import { hasFilters, type LocationSearch, type Tab, type ViewState } from '../view/view-state.ts';

/** Shows this search as an API request, ready to copy, and explains how its response differs from the list. */
export function ApiRequestBox({ search }: { readonly search: LocationSearch }) {
  const { siteUrl } = useExplorer();
  const tab = useView((view) => view.tab);
  const sort = useView((view) => view.sort);
  const isFiltered = useView((view) => hasFilters(view.filters, view.tab));
  const request = apiRequestOf({ tab, sort }, search, siteUrl);
  return (
    <div className="search-request stack">
      <CopyButton text={request.url} label="Copy" />
      <pre className="search-request-text break-anywhere" tabIndex={0} role="region" aria-label="Request">
        <code>{breakable(request.url)}</code>
      </pre>
      {requestNotes({ tab, search, request, isFiltered }).map((note) => (
        <p key={note} className="muted small">
          {note}
        </p>
      ))}
    </div>
  );
}

/** Allows line breaks between the parameters of a URL, without changing the copied text. */
function breakable(text: string): ReactNode {
  return text.split(/(?<=[?&])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

/** An API request, and how it differs from the view. */
interface ApiRequest {
  readonly url: string;
  /** The requested dataset. */
  readonly dataset: 'RawData' | 'CoastalFeatures';
  /** Whether the list of the view is sorted by distance, which the API does not support. */
  readonly isOrderLost: boolean;
}

/**
 * The API request that finds the same items as a search by location without filters; the API has no such filters.
 * Numbers are written in full, so that the API searches around exactly the same point as the explorer. `siteUrl` ends
 * with a slash.
 */
export function apiRequestOf(
  view: Pick<ViewState, 'tab' | 'sort'>,
  search: LocationSearch,
  siteUrl: string,
): ApiRequest {
  const dataset = view.tab === 'places' ? 'CoastalFeatures' : 'RawData';
  const { centre, mode, radiusInMetres } = search;
  const parts = [`latitude=${plain(centre.latitude)}`, `longitude=${plain(centre.longitude)}`];
  if (mode === 'nearest') parts.push('searchStyle=Nearest');
  else {
    parts.push(`rangeInM=${plain(radiusInMetres)}`);
    if (isAscending(view)) parts.push('sortOrder=asc');
    parts.push('pageNumber=1');
  }
  const url = new URL(`webapi/v1/${dataset}?${parts.join('&')}`, siteUrl).href;
  return { url, dataset, isOrderLost: mode === 'radius' && view.sort === 'nearest' };
}

/** By default, the API sorts records newest first, and places by name from Z to A. */
function isAscending({ tab, sort }: Pick<ViewState, 'tab' | 'sort'>): boolean {
  return tab === 'places' ? sort === 'newest' : sort === 'oldest';
}

/** The shortest exact text for a number. A plus sign in an exponent is not escaped; the API reads it as a plus sign. */
function plain(value: number): string {
  return String(value);
}

export interface RequestFacts {
  readonly tab: Tab;
  readonly search: LocationSearch;
  readonly request: ApiRequest;
  /** Whether filters that apply to the tab are set. */
  readonly isFiltered: boolean;
}

/** Sentences that describe the response, and how it differs from the list. */
export function requestNotes({ tab, search, request, isFiltered }: RequestFacts): readonly string[] {
  const isNearest = search.mode === 'nearest';
  const notes = [
    isNearest
      ? `It returns one object: the nearest ${tab === 'places' ? 'place' : 'record'}.`
      : 'It returns the first ten items. TotalItems is the total, and NextPageLink is the next page.',
  ];
  if (isFiltered) {
    const returned = isNearest
      ? 'the nearest of all, whether it matches the filters or not'
      : 'everything within the radius';
    notes.push(`The API has no such filters: it returns ${returned}.`);
  }
  if (request.isOrderLost) {
    const order = tab === 'places' ? 'from Z to A' : 'newest first';
    notes.push(`The API does not sort by distance: the response is sorted ${order}.`);
  }
  return notes;
}
