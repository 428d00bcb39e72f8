import type { Result } from '../engine/engine.ts';
import type { Units } from '../vocabulary/distances.ts';
import { countOf, formatCount } from '../vocabulary/numbers.ts';
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

/** "118 records on this map": the count line where there is little space. */
export function shortCountLine({ query, found }: Pick<Result, 'query' | 'found'>, units: Units): string {
  return `${countOf(found, query.tab === 'records' ? 'record' : 'place')} ${scopeInWords(query, units)}`;
}
