import type { AreaSuggestion } from '../engine.ts';
import { wordsOf } from './place-search.ts';

const councilWords = new Set(['city', 'shire', 'town', 'council', 'lga']);
const fillers = new Set(['of', 'the', 'council', 'lga']);

/** Whether a text may be the name of a council area. Most are not, so the names need not be loaded for them. */
export function mayBeCouncil(typed: string): boolean {
  return wordsOf(typed).some((word) => councilWords.has(word));
}

/** The council areas that may be meant, the best match first. */
export interface FoundAreas {
  readonly areas: readonly AreaSuggestion[];
  /** Whether only the first one can be meant. */
  readonly isClear: boolean;
  /** Whether a word such as "city" is all that was typed, which more often begins the name of a place. */
  readonly isWeak: boolean;
}

/**
 * The council areas whose names have all typed words: the one with exactly the typed name first, then the largest.
 * `names` has the number of places of each.
 */
export function findAreas(typed: string, names: ReadonlyMap<string, number>): FoundAreas {
  const allWords = wordsOf(typed);
  const words = allWords.filter((word) => !fillers.has(word));
  const wanted = ownName(allWords);
  const found = [...names]
    .map(([name, places]) => ({ name, places, ofName: wordsOf(name) }))
    .filter(({ ofName }) => words.every((word) => ofName.some((each) => each.startsWith(word))))
    .map((area) => ({ ...area, isExact: ownName(area.ofName) === wanted }))
    .sort((a, b) => Number(b.isExact) - Number(a.isExact) || b.places - a.places);
  const [first, second] = found;
  const isOnly = second === undefined && words.every((word) => first?.ofName.includes(word));
  return {
    areas: found.map(({ name, places }) => ({ kind: 'area', name, places })),
    isClear: first !== undefined && wanted !== '' && ((first.isExact && !second?.isExact) || isOnly),
    isWeak: allWords.length === 1 && (words[0] === 'city' || words[0] === 'town'),
  };
}

/** The words of a name without those that all names of council areas share. */
function ownName(words: readonly string[]): string {
  return words.filter((word) => !councilWords.has(word) && !fillers.has(word)).join(' ');
}
