import { createStore, type StoreApi } from 'zustand/vanilla';

import type { DayRange } from '../vocabulary/dates.ts';
import type { Units } from '../vocabulary/distances.ts';
import {
  defaultSelectionRadiusInMetres,
  type Filters,
  hasCircle,
  type LocationSearch,
  noFilters,
  type PlaceOrPoint,
  possibleSort,
  roundedRadius,
  roundedSearch,
  roundedSelection,
  type Selection,
  type Sort,
  sortAfter,
  type Tab,
  type ViewState,
} from './view-state.ts';

export type HistoryEntry = 'new' | 'same';

/**
 * The changes that the user can make to the view. `followHistory` decides which of them create history entries. With
 * `same`, a change made by the program replaces the current entry.
 */
export interface ViewActions {
  moveMap(map: ViewState['map']): void;
  setSearch(search: LocationSearch | null, entry?: HistoryEntry): void;
  /** Limits the list to a council area; null for the whole map. Ends a search. */
  setCouncil(council: string | null, entry?: HistoryEntry): void;
  changeFilters(change: Partial<Filters>, entry?: HistoryEntry): void;
  /** Begins to play a period with a window of these days, or ends it with null and the days that are then selected. */
  setPlay(play: ViewState['play'], days: Pick<Filters, 'from' | 'to'>): void;
  /** Starts or pauses the window of the period that is being played. */
  setIsPlaying(isPlaying: boolean): void;
  clearFilters(): void;
  setTab(tab: Tab): void;
  setSort(sort: Sort): void;
  setUnits(units: Units): void;
  /** Opens or closes the charts. Opening them creates a history entry. */
  showCharts(hasCharts: boolean): void;
  /** Compares the selected place or point with another one; does nothing if neither is selected. */
  compareWith(other: PlaceOrPoint | 'choose'): void;
  /** Changes the radius of the circle around the selected place or location; does nothing if neither is selected. */
  setSelectionRadius(radiusInMetres: number): void;
  /** With `same`, the selection replaces the previous one in the browser's history, so Back skips the previous one. */
  select(selection: Selection | null, entry?: HistoryEntry): void;
  /** Selects the centre of a circle that has a radius of its own, such as that of a town. */
  selectCircle(circle: Pick<LocationSearch, 'centre' | 'radiusInMetres'>): void;
}

export interface ViewStore extends ViewState, ViewActions {
  /** Whether the latest change of the selection, the search or the filters may create a history entry. */
  readonly latestEntry: HistoryEntry;
  /**
   * The radius of the latest circle that had a radius of its own. The next selection has the default radius, unless the
   * user has chosen another radius since then.
   */
  readonly ownRadiusInMetres: number | null;
  /** Whether the window of the played period moves. It does not when a link opens the page: the user starts it. */
  readonly isPlaying: boolean;
  /** The date filter before the user pressed *Play*; null if a link opened what is played. */
  readonly datesBeforePlay: DayRange | null;
}

const notPlaying = { play: null, isPlaying: false, datesBeforePlay: null } as const;

export function createViewStore(initial: ViewState): StoreApi<ViewStore> {
  return createStore<ViewStore>((set) => ({
    ...initial,
    latestEntry: 'new',
    ownRadiusInMetres: null,
    ...notPlaying,
    play: initial.play,
    moveMap: (map) => {
      set((state) => ({ map, sort: possibleSort({ ...state, map }) }));
    },
    setSearch: (search, latestEntry = 'new') => {
      set((state) => ({
        latestEntry,
        search: search && roundedSearch(search),
        council: search ? null : state.council,
        sort: sortAfter(state, { tab: state.tab, search }),
      }));
    },
    setCouncil: (council, latestEntry = 'new') => {
      set((state) => ({
        latestEntry,
        council,
        search: null,
        sort: sortAfter(state, { tab: state.tab, search: null }),
      }));
    },
    changeFilters: (change, latestEntry = 'new') => {
      set((state) => {
        const filters = { ...state.filters, ...change };
        // Without dates there is no window that could move.
        return { latestEntry, filters, ...(filters.from === null && filters.to === null ? notPlaying : null) };
      });
    },
    setPlay: (play, days) => {
      set(({ filters }) => {
        const changed = { ...filters, ...days };
        if (play === null) return { latestEntry: 'new', filters: changed, ...notPlaying };
        return {
          latestEntry: 'new',
          play,
          isPlaying: true,
          datesBeforePlay: { from: filters.from, to: filters.to },
          filters: changed,
        };
      });
    },
    setIsPlaying: (isPlaying) => {
      set({ isPlaying });
    },
    clearFilters: () => {
      set({ latestEntry: 'new', filters: noFilters, ...notPlaying });
    },
    setTab: (tab) => {
      set((state) => ({ tab, sort: sortAfter(state, { tab, search: state.search }) }));
    },
    setSort: (sort) => {
      set({ sort });
    },
    setUnits: (units) => {
      set({ units });
    },
    showCharts: (hasCharts) => {
      set({ hasCharts });
    },
    compareWith: (other) => {
      const comparison = other === 'choose' ? other : roundedSelection(other);
      set(({ selection }) => (hasCircle(selection) ? { comparison } : {}));
    },
    setSelectionRadius: (radiusInMetres) => {
      set(({ selection }) => (hasCircle(selection) ? { selectionRadiusInMetres: roundedRadius(radiusInMetres) } : {}));
    },
    select: (selection, latestEntry = 'new') => {
      set(({ selectionRadiusInMetres, ownRadiusInMetres, ...state }) => ({
        selection: roundedSelection(selection),
        comparison: null,
        sort: possibleSort({ ...state, selection }),
        latestEntry,
        // The same from place to place, so that places can be compared.
        selectionRadiusInMetres:
          hasCircle(selection) && selectionRadiusInMetres !== ownRadiusInMetres
            ? selectionRadiusInMetres
            : defaultSelectionRadiusInMetres,
      }));
    },
    selectCircle: ({ centre, radiusInMetres }) => {
      set({
        selection: roundedSelection({ kind: 'location', position: centre }),
        comparison: null,
        latestEntry: 'new',
        selectionRadiusInMetres: roundedRadius(radiusInMetres),
        ownRadiusInMetres: roundedRadius(radiusInMetres),
      });
    },
  }));
}
