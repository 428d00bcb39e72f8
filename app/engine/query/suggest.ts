import type { Position } from '../../../core/geo/wgs84.ts';
import { remarkFilterOf } from '../../vocabulary/remarks.ts';
import type {
  AreaSuggestion,
  PlaceRow,
  SuggestionGroup,
  Suggestions,
  TownSuggestion,
  FacetValue,
  FilterSuggestion,
} from '../engine.ts';
import { aggregate, countFacets } from './aggregate.ts';
import type { DataIndex } from './data-index.ts';
import { type PlaceHit, PlaceSearch, wordsOf } from './place-search.ts';
import { type Kind, kinds } from '../../../core/datasets/kinds.ts';
import { site } from '../../vocabulary/site.ts';
import { speciesName } from '../../vocabulary/value-names.ts';

const maxAreas = 3;
const maxFilters = 3;
const fewestLettersOfRemark = 3;

/** Suggests places, towns and filters for the text in the search box. */
export class Suggester {
  readonly #dataIndex: DataIndex;
  readonly #places: PlaceSearch;
  /** All values of the filters, with the numbers of all records. */
  readonly #facets;

  constructor(dataIndex: DataIndex) {
    this.#dataIndex = dataIndex;
    this.#places = new PlaceSearch(dataIndex.places.places);
    const { records, places, facetOrder } = dataIndex;
    const { filter } = dataIndex.everything();
    const everywhere = new Uint8Array(records.locations.size).fill(1);
    this.#facets = countFacets(
      facetOrder,
      records,
      filter,
      aggregate(records, filter, everywhere),
      places,
      new Uint8Array(places.places.length),
    );
  }

  /**
   * Distances and bearings are from `from`. The group with the better first match comes first; `areas` are the names of
   * council areas, with the numbers of their places, if one may be meant.
   */
  suggest(typed: string, limit: number, from: Position, areas: ReadonlyMap<string, number> = new Map()): Suggestions {
    const { areas: found, isClear, isWeak } = findAreas(typed, areas);
    const others = this.#suggestOthers(typed, limit, from);
    if (found.length === 0) return others;
    const ofAreas: SuggestionGroup = { kind: 'areas', items: found.slice(0, maxAreas) };
    if (isWeak && others.groups.length > 0) return { groups: [...others.groups, ofAreas], isClear: false };
    return { groups: [ofAreas, ...others.groups], isClear };
  }

  #suggestOthers(typed: string, limit: number, from: Position): Suggestions {
    const tag = this.#findTag(typed);
    const filters = tag ? [tag] : findFilters(typed, this.#facets).slice(0, maxFilters);
    const hits = this.#places.find(typed, limit, (place) => this.#dataIndex.recordsNear(place));
    const [firstFilter] = filters;
    const [firstHit] = hits;
    const isFilterMeant = firstFilter?.isClear === true && firstHit?.tier !== 'exact';
    // Places that share only some words with the name of a filter are not what was meant.
    const shown = firstFilter ? hits.filter(({ tier }) => tier !== 'partial') : hits;
    const ofPlaces: SuggestionGroup = {
      kind: 'places',
      items: shown.map((hit) => this.#rowOf(hit, from)),
    };
    const ofFilters: SuggestionGroup = { kind: 'filters', items: filters.map(({ filter }) => filter) };
    const arePlacesWeak = shown.length === 0 || shown[0]?.tier === 'similar';
    if (arePlacesWeak && !firstFilter) {
      const groups = [ofPlaces, this.#findRemarks(typed)].filter(({ items }) => items.length > 0);
      return { groups, isClear: firstHit?.isClear === true };
    }
    const isFilterFirst = firstFilter !== undefined && (isFilterMeant || arePlacesWeak);
    const groups = (isFilterFirst ? [ofFilters, ofPlaces] : [ofPlaces, ofFilters]).filter(
      ({ items }) => items.length > 0,
    );
    return { groups, isClear: isFilterFirst ? firstFilter.isClear : firstHit?.isClear === true };
  }

  /** The journey of a tag, for its number, perhaps after "tag". */
  #findTag(typed: string): FilterHit | null {
    const [, tag] = /^(?:tag )?([0-9]+)$/i.exec(typed.trim()) ?? [];
    const { sharks, sharkOf } = this.#dataIndex.records;
    if (tag === undefined || !sharks.tags.includes(tag)) return null;
    const records = sharkOf.reduce((count, shark) => (sharks.tags[shark] === tag ? count + 1 : count), 0);
    return {
      filter: { kind: 'filter', filter: 'tag', label: `Journey of tag ${tag}`, keys: [tag], records },
      isClear: true,
    };
  }

  /** Words of remarks, if they have been loaded and some contain them. */
  #findRemarks(typed: string): SuggestionGroup {
    const remark = remarkFilterOf(typed);
    const { details } = this.#dataIndex.records;
    if (!details || remark.length < fewestLettersOfRemark) return { kind: 'filters', items: [] };
    const records = details
      .failuresOf({ size: null, offshore: null, remark })
      .reduce((count, failures) => (failures === 0 ? count + 1 : count), 0);
    const item = {
      kind: 'filter',
      filter: 'remark',
      label: `Remarks containing “${remark}”`,
      keys: [remark],
      records,
    } as const;
    return { kind: 'filters', items: records === 0 ? [] : [item] };
  }

  #rowOf(hit: PlaceHit, from: Position): PlaceRow | TownSuggestion {
    if (hit.kind === 'place') return this.#dataIndex.placeRow(hit.place, from);
    const { town } = hit;
    return { kind: 'town', ...town, near: this.#dataIndex.observedWithin(town.centre, town.radiusInMetres) };
  }
}

/** A filter that matches what was typed. It is clear if its name has been typed in full. */
interface FilterHit {
  readonly filter: FilterSuggestion;
  readonly isClear: boolean;
}

/** Words that match every species. Alone they are not a search for any of them. */
const generic = new Set([...wordsOf(`${site.subject.one} ${site.subject.many}`), 'and', 'of', 'by']);

/** Species and kinds whose name matches what was typed, the most frequent first. */
function findFilters(
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
      `${key} ${site.subject.one}`,
      ...(site.species.find(({ value }) => value === key)?.otherNames ?? []),
    ]);
  }
  for (const { key, count } of ofKinds) {
    const kind = kinds.find((each): each is Kind => each === key);
    if (!kind) continue;
    const { label, verb, otherNames = [] } = site.kinds[kind];
    add({ kind: 'filter', filter: 'kinds', label, keys: [kind], records: count }, [label, verb, ...otherNames]);
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

const councilWords = new Set(['city', 'shire', 'town', 'council', 'lga']);
const fillers = new Set(['of', 'the', 'council', 'lga']);

/** Whether a text may be the name of a council area. Most are not, so the names need not be loaded for them. */
export function mayBeCouncil(typed: string): boolean {
  return wordsOf(typed).some((word) => councilWords.has(word));
}

/** The council areas that may be meant, the best match first. */
interface FoundAreas {
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
  if (words.length === 0 && !mayBeCouncil(typed)) return { areas: [], isClear: false, isWeak: false };
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
