import MiniSearch, { type SearchResult } from 'minisearch';

import { keyOfText } from '../../../core/datasets/text-key.ts';
import type { Site } from '../../../core/datasets/site.ts';
import { site } from '../../vocabulary/site.ts';
import { apostrophes } from '../../vocabulary/text.ts';
import { isReceiverType } from '../../vocabulary/receiver-type.ts';
import type { PlaceName } from '../engine.ts';
import { type Town, townsOf } from './towns.ts';

/** How well a name matches what was typed, the best first. */
export const matchTiers = [
  'exact',
  /** The name begins with the typed text. */
  'prefix',
  /** All typed words begin words of the name. */
  'name',
  /** All typed words begin words of the name, the town or the type. */
  'words',
  /** As `words`, with typing errors. */
  'similar',
  /** Only some of the words match. */
  'partial',
] as const;
export type MatchTier = (typeof matchTiers)[number];

export type PlaceHit = {
  readonly tier: MatchTier;
  /** Whether nothing else matches equally well: the user can only mean this one. */
  readonly isClear: boolean;
} & ({ readonly kind: 'place'; readonly place: number } | { readonly kind: 'town'; readonly town: Town });

const nicknames: Site['places']['nicknames'] = { ...site.places.nicknames, beaches: 'beach' };

/** First what beach-goers look for, then other places, and last what they rarely look for by name. */
const sought = new Set(['beach', 'island', 'town']);
const rarelySought = new Set(['wreck', 'ben sign', 'abalone landing', 'buoy']);

/** What the index contains for a place or a town. */
interface Entry {
  readonly id: number;
  readonly name: string;
  readonly town: string;
  readonly featureType: string;
}

/** Finds places and towns by their names, towns and types, allowing for typing errors. */
export class PlaceSearch {
  readonly #places: readonly PlaceName[];
  readonly #towns: readonly Town[];
  readonly #entries: readonly Entry[];
  readonly #index: MiniSearch<Entry>;

  constructor(places: readonly PlaceName[]) {
    this.#places = places;
    this.#towns = townsOf(places);
    this.#entries = [
      ...places.map(({ name, town, featureType }) => ({ name, town, featureType })),
      ...this.#towns.map(({ name }) => ({ name, town: '', featureType: 'Town' })),
    ].map((entry, id) => ({ id, ...entry }));
    this.#index = new MiniSearch({
      fields: ['name', 'town', 'featureType'],
      tokenize: wordsOf,
      searchOptions: {
        boost: { name: 4, town: 2 },
        prefix: true,
        // Two transposed letters are two edits.
        fuzzy: (term) => (term.length > 5 ? 2 : term.length > 3 ? 1 : false),
        weights: { prefix: 0.6, fuzzy: 0.2 },
      },
    });
    this.#index.addAll(this.#entries);
  }

  /**
   * At most `limit` places and towns that match, the best first: by tier, then by what people look for, then those with
   * more records nearby. Places that people rarely look for, such as wrecks, come after the matches of the next tiers,
   * unless their type is typed.
   */
  find(typed: string, limit: number, recordsNear: (place: number) => number): PlaceHit[] {
    const words = typedWords(typed);
    if (words.length === 0) return [];
    const wanted = words.join(' ');
    const all = this.#index.search(wanted, { combineWith: 'AND' });
    const ranked = (all.length > 0 ? all : this.#someOf(wanted))
      .map(({ id, score, queryTerms, match }) => {
        const entry = this.#entries[Number(id)];
        const tier = all.length > 0 ? tierOf(entry, words) : 'partial';
        const type = keyOfText(entry.featureType);
        const isDemoted =
          tier !== 'exact' &&
          (rarelySought.has(type) || isReceiverType(type)) &&
          !words.some((word) => type.includes(word));
        const records = entry.id < this.#places.length ? recordsNear(entry.id) : Infinity;
        return {
          id: entry.id,
          tier,
          rank: matchTiers.indexOf(tier) + (isDemoted ? 1.5 : 0),
          // Without a match of all words, the longer the matching words, the more the place is what was meant.
          matched: tier === 'partial' ? queryTerms.join('').length : 0,
          inName: tier === 'similar' ? countInName(match, words.length) : 0,
          similarity: tier === 'similar' ? score : 0,
          sought: sought.has(type) ? 0 : 1,
          records,
        };
      })
      .sort(
        (a, b) =>
          a.rank - b.rank ||
          b.matched - a.matched ||
          b.inName - a.inName ||
          b.similarity - a.similarity ||
          a.sought - b.sought ||
          (b.records > a.records ? 1 : b.records < a.records ? -1 : 0) ||
          b.id - a.id,
      );
    return ranked.slice(0, limit).map(({ id, tier, rank }, index) => {
      const others = ranked.filter((other, at) => at !== index && other.rank <= rank);
      return { tier, isClear: this.#isClear(id, tier, words, others), ...this.#itemOf(id) };
    });
  }

  /** Matches of some words that have at least half of the typed letters; with typing errors only if there are no others. */
  #someOf(wanted: string): SearchResult[] {
    const letters = wanted.replaceAll(' ', '').length;
    const isEnough = ({ queryTerms }: SearchResult): boolean => 2 * queryTerms.join('').length >= letters;
    const exact = this.#index.search(wanted, { fuzzy: false }).filter(isEnough);
    return exact.length > 0 ? exact : this.#index.search(wanted).filter(isEnough);
  }

  #itemOf(id: number): { kind: 'place'; place: number } | { kind: 'town'; town: Town } {
    const town = this.#towns[id - this.#places.length];
    return town ? { kind: 'town', town } : { kind: 'place', place: id };
  }

  /**
   * An exact name is clear unless another place of the same type has it, too; other whole words if nothing else matches
   * as well. A name without its type, such as "Cottesloe" for a beach, counts as exact. The beginning of a word is never
   * clear: "beach" does not mean Beachlands.
   */
  #isClear(id: number, tier: MatchTier, words: readonly string[], others: readonly { readonly id: number }[]): boolean {
    if (tier === 'similar' || tier === 'partial') return false;
    if (this.#isNamed(id, words)) {
      return !others.some((other) => this.#typeOf(other.id) === this.#typeOf(id) && this.#isNamed(other.id, words));
    }
    const { name, town, featureType } = this.#entries[id];
    const ofEntry = [name, town, featureType].flatMap(wordsOf);
    return others.length === 0 && words.every((word) => ofEntry.includes(word));
  }

  /** Whether the words are the name of an entry, perhaps without its type. */
  #isNamed(id: number, words: readonly string[]): boolean {
    const { name, featureType } = this.#entries[id];
    const wanted = words.join(' ');
    const written = wordsOf(name).join(' ');
    return written === wanted || [...sought, keyOfText(featureType)].some((type) => written === `${wanted} ${type}`);
  }

  #typeOf(id: number): string {
    return keyOfText(this.#entries[id].featureType);
  }
}

/** How many of the typed words match words of the name, at most `limit`. */
function countInName(match: SearchResult['match'], limit: number): number {
  return Math.min(limit, Object.values(match).filter((fields) => fields.includes('name')).length);
}

/** Latin letters that Unicode does not decompose into a basic letter and a mark, and what people type instead. */
const basicLetters: Readonly<Record<string, string>> = {
  ...{ ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ß: 'ss', ı: 'i', ħ: 'h', ŧ: 't', ŋ: 'n', ĸ: 'k' },
  ...{ ƀ: 'b', ƃ: 'b', ɓ: 'b', ƈ: 'c', ȼ: 'c', ɖ: 'd', ɗ: 'd', ɇ: 'e', ə: 'e', ɛ: 'e', ƒ: 'f', ǥ: 'g', ɠ: 'g' },
  ...{ ɨ: 'i', ȷ: 'j', ɉ: 'j', ƙ: 'k', ƚ: 'l', ɲ: 'n', ɔ: 'o', ɵ: 'o', ƥ: 'p', ɍ: 'r', ƭ: 't', ʉ: 'u', ʋ: 'v' },
  ...{ ƴ: 'y', ɏ: 'y', ƶ: 'z', ȥ: 'z', ⱥ: 'a', ⱦ: 't' },
};

/**
 * The words of a text in lower case and in basic letters. An apostrophe does not separate words: people often leave it
 * out.
 */
export function wordsOf(text: string): string[] {
  const letters = text
    .toLowerCase()
    .replace(apostrophes, '')
    .normalize('NFKD')
    .replace(/[ʼ\p{M}]/gu, '');
  return letters.replace(/\p{L}/gu, (letter) => basicLetters[letter] ?? letter).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Words around the name of a place that say nothing about which place it is: "beaches near Albany, WA". */
const fillers = new Set(['near', 'around', 'at', 'in', 'off', site.region.shortName.toLowerCase()]);

/** The words to search for: nicknames become names, and fillers are left out unless there is nothing else. */
function typedWords(typed: string): string[] {
  const words = wordsOf(typed).flatMap((word) => (Object.hasOwn(nicknames, word) ? wordsOf(nicknames[word]) : [word]));
  const meant = words.filter((word) => !fillers.has(word));
  return meant.length > 0 ? meant : words;
}

/** The tier of an entry that matches all words, some perhaps with typing errors. */
function tierOf({ name, town, featureType }: Entry, words: readonly string[]): MatchTier {
  const ofName = wordsOf(name);
  const wanted = words.join(' ');
  const written = ofName.join(' ');
  if (written === wanted) return 'exact';
  if (written.startsWith(wanted)) return 'prefix';
  const beginIn = (candidates: readonly string[]): boolean =>
    words.every((word) => candidates.some((candidate) => candidate.startsWith(word)));
  if (beginIn(ofName)) return 'name';
  return beginIn([...ofName, ...wordsOf(town), ...wordsOf(featureType)]) ? 'words' : 'similar';
}
