import { kinds } from '../vocabulary/kinds.ts';
import { add } from './numbering.ts';
import { failsBy, type RecordFilter } from './record-filter.ts';
import type { PlaceStore } from './place-store.ts';
import type { Facets, FacetValue } from './questions.ts';
import type { RecordStore } from './record-store.ts';
import type { Survey } from './survey.ts';
import type { Traits } from './traits.ts';

/** The values of each filter, the most frequent of all the data first; worked out once. */
export type FacetOrder = Readonly<Record<keyof Facets, readonly string[]>>;

export function facetOrderOf({ traits, traitOf }: RecordStore, { types, typeOf }: PlaceStore): FacetOrder {
  const counts = new Uint32Array(traits.kinds.length);
  for (const trait of traitOf) add(counts, trait);
  const ofType = new Uint32Array(types.length);
  for (const type of typeOf) add(ofType, type);
  return {
    kinds: mostFrequentFirst(sumByValue(traits.kinds, counts)),
    species: mostFrequentFirst(sumByValue(traits.species, counts)),
    sources: mostFrequentFirst(sumByValue(traits.sources, counts)),
    featureTypes: mostFrequentFirst(sumByValue(types, ofType)),
  };
}

/** How many of the region have each value, all other filters applied. `places` holds 1 for each place of the region. */
export function facetsOf(
  order: FacetOrder,
  { traits }: RecordStore,
  { failures }: RecordFilter,
  { inDates }: Survey,
  { types, typeOf }: PlaceStore,
  placesInside: Uint8Array,
): Facets {
  const facet = (name: 'kinds' | 'species' | 'sources'): FacetValue[] => {
    const others = ~failsBy[name];
    const passing = inDates.map((count, trait) => (((failures[trait] ?? 0) & others) === 0 ? count : 0));
    return valuesOf(order[name], sumByValue(traits[name], passing));
  };
  const ofType = new Uint32Array(types.length);
  for (const [place, type] of typeOf.entries()) add(ofType, type, placesInside[place]);
  return {
    kinds: facet('kinds'),
    species: facet('species'),
    sources: facet('sources'),
    featureTypes: valuesOf(order.featureTypes, sumByValue(types, ofType)),
  };
}

/** Those that occur among some traits, the most frequent first. */
export function speciesAmong({ species }: Traits, counts: Uint32Array): FacetValue[] {
  const sums = sumByValue(species, counts);
  return valuesOf(mostFrequentFirst(sums), sums).filter(({ count }) => count > 0);
}

function valuesOf(keys: readonly string[], counts: ReadonlyMap<string, number>): FacetValue[] {
  return keys.map((key) => ({ key, count: counts.get(key) ?? 0 }));
}

function sumByValue(values: readonly string[], counts: ArrayLike<number>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [index, value] of values.entries()) sums.set(value, (sums.get(value) ?? 0) + (counts[index] ?? 0));
  return sums;
}

/** Equally frequent ones in the order of the vocabulary, or else of the alphabet. */
function mostFrequentFirst(counts: ReadonlyMap<string, number>): string[] {
  const rank = (key: string): number => kinds.findIndex((kind) => kind === key);
  return [...counts]
    .sort(([a, countOfA], [b, countOfB]) => countOfB - countOfA || rank(a) - rank(b) || (a < b ? -1 : 1))
    .map(([key]) => key);
}
