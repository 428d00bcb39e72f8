import { Fragment, type ReactNode, useEffect, useState } from 'react';

import { CopyButton } from '../components/buttons.tsx';
import type { Result } from '../engine/engine.ts';
import { useQueryState, useSession, useView } from '../session/use-session.ts';
import {
  type Filters,
  hasFilters,
  type LocationSearch,
  noFilters,
  type Tab,
  type ViewState,
} from '../view/view-state.ts';
import { countOf } from '../vocabulary/numbers.ts';
import { Segments } from './Segments.tsx';

const forms = [
  { value: 'url', label: 'URL' },
  { value: 'curl', label: 'curl' },
  { value: 'fetch', label: 'fetch' },
] as const;
type Form = (typeof forms)[number]['value'];

const writers: Readonly<Record<Form, (url: string) => string>> = {
  url: (url) => url,
  curl: curlCommand,
  fetch: fetchStatement,
};

/** Shows this search as an API request, ready to copy, and explains how its response differs from the list. */
export function ApiRequestBox({ search }: { readonly search: LocationSearch }) {
  const { siteUrl } = useSession();
  const [form, setForm] = useState<Form>('url');
  const tab = useView((view) => view.tab);
  const sort = useView((view) => view.sort);
  const filters = useView((view) => view.filters);
  const unfiltered = useUnfilteredResult(search);
  const request = apiRequestOf({ tab, sort }, search, siteUrl);
  const text = writers[form](request.url);
  return (
    <div className="search-request stack">
      <div className="row wrap apart">
        <Segments legend="Form of the request" choices={forms} value={form} onChange={setForm} />
        <CopyButton text={text} label="Copy" />
      </div>
      <pre className="search-request-text break-anywhere" tabIndex={0} role="region" aria-label="Request">
        <code>{breakable(text)}</code>
      </pre>
      {requestNotes({ tab, search, request, isFiltered: hasFilters(filters, tab), unfiltered }).map((note) => (
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

interface Unfiltered {
  readonly search: LocationSearch;
  readonly filters: Filters;
  readonly result: Result;
}

/**
 * The result of the search without filters, as the API returns it. Queried once the view has settled; undefined until
 * then, or if no filters are set.
 */
function useUnfilteredResult(search: LocationSearch): Result | undefined {
  const session = useSession();
  const filters = useView((view) => view.filters);
  const tab = useView((view) => view.tab);
  const isSettled = useQueryState((queryState) => queryState.isSettled);
  const [latest, setLatest] = useState<Unfiltered | null>(null);
  const isNeeded = isSettled && hasFilters(filters, tab);

  useEffect(() => {
    if (!isNeeded) return;
    let isCurrent = true;
    const query = { ...session.query(), search, filters: noFilters, rows: { start: 0, end: 0 } };
    session.engine.query(query).then(
      (result) => {
        if (isCurrent) setLatest({ search, filters, result });
      },
      () => {
        // A failed engine is reported for the whole page. Here, the note is shown without the number.
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [session, isNeeded, search, filters, tab]);

  const isCurrent = latest?.search === search && latest.filters === filters && latest.result.query.tab === tab;
  return isCurrent ? latest.result : undefined;
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

/** A `curl` command for a POSIX shell. */
function curlCommand(url: string): string {
  return `curl ${shellQuoted(url)}`;
}

/** An argument in single quotes, between which a POSIX shell interprets nothing. Single quotes are escaped outside. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A statement for a JavaScript module, in a browser or in Node. */
export function fetchStatement(url: string): string {
  return `const response = await fetch(${JSON.stringify(url)});\nconst answer = await response.json();`;
}

export interface RequestFacts {
  readonly tab: Tab;
  readonly search: LocationSearch;
  readonly request: ApiRequest;
  /** Whether filters that apply to the tab are set. */
  readonly isFiltered: boolean;
  /** The result of the search without filters, if it has arrived. */
  readonly unfiltered: Result | undefined;
}

/** Sentences that describe the response, and how it differs from the list. */
export function requestNotes({ tab, search, request, isFiltered, unfiltered }: RequestFacts): readonly string[] {
  const notes: string[] = [];
  if (search.mode === 'radius') {
    notes.push('It returns the first ten items. TotalItems is the total, and NextPageLink is the next page.');
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
