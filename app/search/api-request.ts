import type { Result } from '../engine/engine.ts';
import type { LocationSearch, Tab, ViewState } from '../view/view-state.ts';
import { countOf } from '../vocabulary/numbers.ts';

/** A request to the interface, and what of the view it cannot tell. */
export interface ApiRequest {
  readonly url: string;
  /** The dataset that it asks for. */
  readonly dataset: 'RawData' | 'CoastalFeatures';
  /** Whether the list of the view is sorted by distance, an order that the interface does not have. */
  readonly isOrderLost: boolean;
}

/**
 * The request that finds what a search by location finds, filters apart: the interface has none. Numbers are written in
 * full, so that it searches around the very point that the explorer searches around. `siteUrl` ends in a slash.
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

/** Lists of the interface run from the newest, and from the last name of the alphabet, unless asked otherwise. */
function isAscending({ tab, sort }: Pick<ViewState, 'tab' | 'sort'>): boolean {
  return tab === 'places' ? sort === 'newest' : sort === 'oldest';
}

/** The shortest text that reads as the same number; a plus sign in an exponent needs no escape here. */
function plain(value: number): string {
  return String(value);
}

/** A command for a shell after POSIX. */
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
  /** Whether filters are set that count for what the tab lists. */
  readonly isFiltered: boolean;
  /** What the search finds without filters, once that is known. */
  readonly unfiltered: Result | undefined;
}

/** Sentences on what the answer of a request holds, and on how it differs from the list beside it. */
export function requestNotes({ tab, search, request, isFiltered, unfiltered }: RequestFacts): readonly string[] {
  const notes: string[] = [];
  if (search.mode === 'radius') {
    notes.push('It answers the first page of ten; TotalItems is the count, and NextPageLink leads on.');
  } else {
    notes.push(`It answers one object: the nearest ${tab === 'places' ? 'place' : 'record'}.`);
  }
  if (isFiltered) notes.push(filterNote(tab, search, unfiltered));
  if (request.isOrderLost) notes.push(orderNote(tab));
  return notes;
}

function filterNote(tab: Tab, search: LocationSearch, unfiltered: Result | undefined): string {
  const lead = 'The API has no such filters:';
  if (search.mode === 'radius') {
    const before = unfiltered ? countOf(unfiltered.found, tab === 'places' ? 'place' : 'record') : 'everything';
    return `${lead} its answer is ${before} within the radius, before filters.`;
  }
  const nearest = tab === 'places' ? unfiltered?.nearestPlace : unfiltered?.nearestRecord;
  const which = nearest ? `, number ${nearest.id}` : '';
  return `${lead} its answer is the nearest of all${which}, whether it passes the filters or not.`;
}

function orderNote(tab: Tab): string {
  const order = tab === 'places' ? 'from Z to A' : 'the newest first';
  return `The API does not sort by distance: its answer stands ${order}.`;
}
