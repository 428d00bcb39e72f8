import type { Result } from '../engine/engine.ts';
import type { Units } from '../vocabulary/distances.ts';
import { countOf, formatCount } from '../vocabulary/numbers.ts';
import { countsInWords, observationsInWords, sightingsAndVisitsInWords } from '../vocabulary/observation-counts.ts';
import { scopeInWords } from '../vocabulary/scopes.ts';

/**
 * "118 of 17,330 records on this map", "… within 5 km", "… in Town of Cottesloe", or "200 records nearest to the
 * centre".
 */
export function countLine({ query, found, all }: Pick<Result, 'query' | 'found' | 'all'>, units: Units): string {
  const { search, tab } = query;
  const noun = tab === 'records' ? 'record' : 'place';
  const number = search?.mode === 'nearest' ? countOf(found, noun) : `${formatCount(found)} of ${countOf(all, noun)}`;
  return `${number} ${scopeInWords(query, units)}`;
}

/**
 * "89 sightings, and 80 visits by 32 tagged sharks": what the records found say about sharks. '' in the list of places,
 * and for the journey of a tag, which has a line of its own.
 */
export function observedInWords({
  query,
  found,
  byMark,
  sharks,
}: Pick<Result, 'query' | 'found' | 'byMark' | 'sharks'>) {
  return query.tab === 'records' && query.filters.tag === null && found > 0 ? countsInWords({ byMark, sharks }) : '';
}

/** "89 sightings and 80 visits" or "12 places on this map": what was found, where there is little space. */
export function shortCountLine({ query, found, byMark }: Pick<Result, 'query' | 'found' | 'byMark'>, units: Units) {
  if (query.tab === 'places') return `${countOf(found, 'place')} ${scopeInWords(query, units)}`;
  return found > 0 && byMark.sighting + byMark.detection === 0
    ? observationsInWords(byMark)
    : sightingsAndVisitsInWords(byMark);
}
