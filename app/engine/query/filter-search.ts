import { type Kind, kindLabels, kinds, kindVerbs } from '../../vocabulary/kinds.ts';
import { speciesName } from '../../vocabulary/value-names.ts';
import type { FacetValue, FilterSuggestion } from '../engine.ts';
import { wordsOf } from './place-search.ts';

/** A filter that matches what was typed. It is clear if its name has been typed in full. */
export interface FilterHit {
  readonly filter: FilterSuggestion;
  readonly isClear: boolean;
}

/** Other names of species and kinds, by key. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  white: ['great white shark', 'white pointer'],
  'bronze whaler': ['bronzie', 'copper shark'],
  'whale carcass': ['dead whale'],
  'grey nurse': ['gray nurse'],
  Sighted: ['sighting', 'seen'],
  Detected: ['detection', 'tag detections'],
  Caught: ['caught'],
  Tagged: ['tagged'],
  Relocated: ['relocated'],
};
/** Words that match every species. Alone they are not a search for any of them. */
const generic = new Set(['shark', 'sharks', 'and', 'of', 'by']);

/** Species and kinds whose name matches what was typed, the most frequent first. */
export function findFilters(
  typed: string,
  { species, kinds: ofKinds }: { readonly species: readonly FacetValue[]; readonly kinds: readonly FacetValue[] },
): FilterHit[] {
  const words = wordsOf(typed);
  const telling = words.filter((word) => !generic.has(word));
  // A single letter would match half of the species.
  if (!telling.some((word) => word.length > 1)) return [];
  const byLabel = new Map<string, FilterHit>();
  const add = (filter: FilterSuggestion, names: readonly string[]): void => {
    const match = bestMatch(names.map(wordsOf), words, telling);
    if (match === null || filter.records === 0) return;
    const before = byLabel.get(filter.label);
    byLabel.set(filter.label, {
      filter: {
        ...filter,
        keys: [...(before?.filter.keys ?? []), ...filter.keys],
        records: (before?.filter.records ?? 0) + filter.records,
      },
      isClear: match === 'whole' || before?.isClear === true,
    });
  };
  for (const { key, count } of species) {
    const label = speciesName(key);
    add({ kind: 'filter', filter: 'species', label, keys: [key], records: count }, [
      label,
      `${key} shark`,
      ...(otherNames[key] ?? []),
    ]);
  }
  for (const { key, count } of ofKinds) {
    const kind = kinds.find((each): each is Kind => each === key);
    if (!kind) continue;
    add({ kind: 'filter', filter: 'kinds', label: kindLabels[kind], keys: [kind], records: count }, [
      kindLabels[kind],
      kindVerbs[kind],
      ...(otherNames[kind] ?? []),
    ]);
  }
  return [...byLabel.values()].sort(
    (a, b) => Number(b.isClear) - Number(a.isClear) || b.filter.records - a.filter.records,
  );
}

/**
 * Whether all typed words begin words of one of the names; 'whole' if they are all the telling words of that name.
 */
function bestMatch(
  names: readonly (readonly string[])[],
  words: readonly string[],
  telling: readonly string[],
): 'whole' | 'part' | null {
  const matching = names.filter((name) =>
    words.every((word) => generic.has(word) || name.some((each) => each.startsWith(word) || isSameWord(each, word))),
  );
  if (matching.length === 0) return null;
  const isWhole = matching.some((name) =>
    name.every((word) => generic.has(word) || telling.some((each) => isSameWord(each, word))),
  );
  return isWhole ? 'whole' : 'part';
}

/** "sighting" and "sightings" are the same word. */
function isSameWord(a: string, b: string): boolean {
  return a === b || `${a}s` === b || a === `${b}s`;
}
