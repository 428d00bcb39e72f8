import type { Result } from '../engine/engine.ts';
import type { LocationSearch, Tab, ViewState } from '../view/view-state.ts';
import { countOf } from '../vocabulary/numbers.ts';

/** An API request, and how it differs from the view. */
export interface ApiRequest {
  readonly url: string;
  /** The requested dataset. */
  readonly dataset: 'RawData' | 'CoastalFeatures';
  /** Whether the list of the view is sorted by distance, an order that the API does not have. */
  readonly isOrderLost: boolean;
}

/**
 * The request that finds the same as a search by location, without filters, which the API does not have. Numbers are
 * written in full, so that it searches around exactly the same point as the explorer. `siteUrl` ends in a slash.
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

/** By default the API lists records from the newest, and places from the last name of the alphabet. */
function isAscending({ tab, sort }: Pick<ViewState, 'tab' | 'sort'>): boolean {
  return tab === 'places' ? sort === 'newest' : sort === 'oldest';
}

/** The shortest text for a number; the API reads a plus sign in an exponent without escaping. */
function plain(value: number): string {
  return String(value);
}

/** A command for a POSIX shell. */
export function curlCommand(url: string): string {
  return `curl ${shellQuoted(url)}`;
}

/** Between single quotes nothing has a meaning to the shell; a single quote itself steps outside of them. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A statement for a module of JavaScript, in a browser or in Node. */
export function fetchStatement(url: string): string {
  return `const response = await fetch(${JSON.stringify(url)});\nconst answer = await response.json();`;
}

export interface RequestFacts {
  readonly tab: Tab;
  readonly search: LocationSearch;
  readonly request: ApiRequest;
  /** Whether filters are set that apply to what the tab lists. */
  readonly isFiltered: boolean;
  /** What the search finds without filters, once that is known. */
  readonly unfiltered: Result | undefined;
}

/** Sentences on what the request returns, and how that differs from the list. */
export function requestNotes({ tab, search, request, isFiltered, unfiltered }: RequestFacts): readonly string[] {
  const notes: string[] = [];
  if (search.mode === 'radius') {
    notes.push('It returns the first page of ten. TotalItems is the total, and NextPageLink is the next page.');
  } else {
    notes.push(`It returns one object: the nearest ${tab === 'places' ? 'place' : 'record'}.`);
  }
  if (isFiltered) notes.push(filterNote(tab, search, unfiltered));
  if (request.isOrderLost) notes.push(orderNote(tab));
  return notes;
}

function filterNote(tab: Tab, search: LocationSearch, unfiltered: Result | undefined): string {
  const lead = 'The API has no such filters:';
  if (search.mode === 'radius') {
    const before = unfiltered ? countOf(unfiltered.found, tab === 'places' ? 'place' : 'record') : 'everything';
    return `${lead} it returns ${before} within the radius, before filters.`;
  }
  const nearest = tab === 'places' ? unfiltered?.nearestPlace : unfiltered?.nearestRecord;
  const which = nearest ? `, number ${nearest.id}` : '';
  return `${lead} it returns the nearest of all${which}, whether it matches the filters or not.`;
}

function orderNote(tab: Tab): string {
  const order = tab === 'places' ? 'from Z to A' : 'newest first';
  return `The API does not sort by distance: the response is sorted ${order}.`;
}
