import { createStore, type StoreApi } from 'zustand/vanilla';

import type { Filters, LocationSearch, Selection, Sort, Tab, ViewState } from './view-state.ts';
import type { Units } from '../vocabulary/distances.ts';
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
  select(selection: Selection | null): void;
}

export interface ViewStore extends ViewState, ViewActions {}

export function createViewStore(initial: ViewState): StoreApi<ViewStore> {
  return createStore<ViewStore>((set) => ({
    ...initial,
    moveMap: (map) => {
      set({ map });
    },
    setSearch: (search) => {
      // Without a centre of search there is nothing to be near to but the map's own.
      set(({ sort }) => ({ search, sort: search === null && sort === 'nearest' ? 'newest' : sort }));
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
    select: (selection) => {
      set({ selection });
    },
  }));
}
