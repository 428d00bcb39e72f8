import type { AreaSuggestion } from '../engine.ts';
import { wordsOf } from './place-search.ts';

const councilWords = new Set(['city', 'shire', 'town', 'council', 'lga']);
const fillers = new Set(['of', 'the', 'council', 'lga']);

/** Whether a text may be the name of a council area. Most are not, so the names need not be loaded for them. */
export function mayBeCouncil(typed: string): boolean {
  return wordsOf(typed).some((word) => councilWords.has(word));
}

/**
 * The council areas whose names have all typed words, the largest first. `names` has the number of places of each. It is
 * clear which one is meant if it is the only one.
 */
export function findAreas(typed: string, names: ReadonlyMap<string, number>): AreaSuggestion[] {
  const words = wordsOf(typed).filter((word) => !fillers.has(word));
  if (words.every((word) => councilWords.has(word))) return [];
  return [...names]
    .filter(([name]) => {
      const ofName = wordsOf(name);
      return words.every((word) => ofName.some((each) => each.startsWith(word)));
    })
    .sort(([, a], [, b]) => b - a)
    .map(([name, places]) => ({ kind: 'area', name, places }));
}
