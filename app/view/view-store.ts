import { createStore, type StoreApi } from 'zustand/vanilla';

import type { Filters, LocationSearch, Selection, Sort, Tab, ViewState } from './view-state.ts';
import type { Units } from '../vocabulary/distances.ts';
import { roundedSearch } from './rounded-search.ts';
import { noFilters } from './view-state.ts';

/** All that a person can do to the view. Selecting makes an entry in the browser's history; moving about does not. */
export interface ViewActions {
  moveMap(map: ViewState['map']): void;
  setSearch(search: LocationSearch | null): void;
  changeFilters(change: Partial<Filters>): void;
  clearFilters(): void;
  setTab(tab: Tab): void;
  setSort(sort: Sort): void;
  setUnits(units: Units): void;
  /** With the entry `same`, Back leads past the selection before to what was shown ahead of it. */
  select(selection: Selection | null, entry?: 'new' | 'same'): void;
}

export interface ViewStore extends ViewState, ViewActions {
  /** Whether the latest selection made an entry of its own in the browser's history. */
  readonly selectionEntry: 'new' | 'same';
}

export function createViewStore(initial: ViewState): StoreApi<ViewStore> {
  return createStore<ViewStore>((set) => ({
    ...initial,
    selectionEntry: 'new',
    moveMap: (map) => {
      set({ map });
    },
    setSearch: (search) => {
      // Without a centre of search there is nothing to be near to but the map's own.
      set(({ sort }) => ({
        search: search && roundedSearch(search),
        sort: search === null && sort === 'nearest' ? 'newest' : sort,
      }));
    },
    changeFilters: (change) => {
      set(({ filters }) => ({ filters: { ...filters, ...change } }));
    },
    clearFilters: () => {
      set({ filters: noFilters });
    },
    setTab: (tab) => {
      set({ tab });
    },
    setSort: (sort) => {
      set({ sort });
    },
    setUnits: (units) => {
      set({ units });
    },
    select: (selection, entry = 'new') => {
      set({ selection, selectionEntry: entry });
    },
  }));
}
