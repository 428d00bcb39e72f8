import type { Answer } from '../engine/questions.ts';
import type { LocationSearch, Tab } from '../view/view-state.ts';
import { countOf } from '../vocabulary/numbers.ts';
import type { ApiRequest } from './api-request.ts';

export interface RequestFacts {
  readonly tab: Tab;
  readonly search: LocationSearch;
  readonly request: ApiRequest;
  /** Whether filters are set that count for what the tab lists. */
  readonly isFiltered: boolean;
  /** What the search finds without filters, once that is known. */
  readonly unfiltered: Answer | undefined;
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

function filterNote(tab: Tab, search: LocationSearch, unfiltered: Answer | undefined): string {
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
