import MiniSearch from 'minisearch';

import { keyOfText } from '../../vocabulary/text.ts';
import type { Place } from '../load/place-store.ts';

/** Finds places by their names, towns and types, allowing for typing errors. */
export class PlaceSearch {
  readonly #places: readonly Place[];
  readonly #index: MiniSearch<{ id: number } & Pick<Place, 'name' | 'town' | 'featureType'>>;

  constructor(places: readonly Place[]) {
    this.#places = places;
    this.#index = new MiniSearch({
      fields: ['name', 'town', 'featureType'],
      searchOptions: {
        boost: { name: 4, town: 2 },
        prefix: true,
        // Two transposed letters are two edits.
        fuzzy: (term) => (term.length > 5 ? 2 : term.length > 3 ? 1 : false),
        weights: { prefix: 0.6, fuzzy: 0.2 },
      },
    });
    this.#index.addAll(places.map(({ name, town, featureType }, id) => ({ id, name, town, featureType })));
  }

  /**
   * Indexes of at most `limit` places that match, the best first: those with exactly the typed name, then those whose
   * name begins with it, in both cases those with more records nearby first, then the others by score.
   */
  find(typed: string, limit: number, recordsNear: (place: number) => number): number[] {
    const wanted = keyOfText(typed);
    const all = this.#index.search(wanted, { combineWith: 'AND' });
    const results = all.length > 0 ? all : this.#index.search(wanted);
    return results
      .map(({ id, score }) => {
        const place = Number(id);
        const name = keyOfText(this.#places[place]?.name ?? '');
        const tier = name === wanted ? 0 : name.startsWith(wanted) ? 1 : 2;
        return { place, tier, score: tier < 2 ? 0 : score, records: recordsNear(place) };
      })
      .sort((a, b) => a.tier - b.tier || b.score - a.score || b.records - a.records || b.place - a.place)
      .slice(0, limit)
      .map(({ place }) => place);
  }
}
