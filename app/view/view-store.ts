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

/**
 * The changes that the user can make to the view. `select` and opening the charts or a comparison create entries in the
 * history.
 */
export interface ViewActions {
  moveMap(map: ViewState['map']): void;
  setSearch(search: LocationSearch | null): void;
  /** Limits the list to a council area; null for the whole map. Ends a search. */
  setCouncil(council: string | null): void;
  changeFilters(change: Partial<Filters>): void;
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
  select(selection: Selection | null, entry?: 'new' | 'same'): void;
  /** Selects the centre of a circle that has a radius of its own, such as that of a town. */
  selectCircle(circle: Pick<LocationSearch, 'centre' | 'radiusInMetres'>): void;
}

export interface ViewStore extends ViewState, ViewActions {
  /** Whether the latest selection created a history entry or replaced the current one. */
  readonly selectionEntry: 'new' | 'same';
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
    selectionEntry: 'new',
    ownRadiusInMetres: null,
    ...notPlaying,
    play: initial.play,
    moveMap: (map) => {
      set((state) => ({ map, sort: possibleSort({ ...state, map }) }));
    },
    setSearch: (search) => {
      set((state) => ({
        search: search && roundedSearch(search),
        council: search ? null : state.council,
        sort: sortAfter(state, { tab: state.tab, search }),
      }));
    },
    setCouncil: (council) => {
      set((state) => ({ council, search: null, sort: sortAfter(state, { tab: state.tab, search: null }) }));
    },
    changeFilters: (change) => {
      set((state) => {
        const filters = { ...state.filters, ...change };
        // Without dates there is no window that could move.
        return { filters, ...(filters.from === null && filters.to === null ? notPlaying : null) };
      });
    },
    setPlay: (play, days) => {
      set(({ filters }) => {
        const changed = { ...filters, ...days };
        if (play === null) return { filters: changed, ...notPlaying };
        return { play, isPlaying: true, datesBeforePlay: { from: filters.from, to: filters.to }, filters: changed };
      });
    },
    setIsPlaying: (isPlaying) => {
      set({ isPlaying });
    },
    clearFilters: () => {
      set({ filters: noFilters, ...notPlaying });
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
    select: (selection, entry = 'new') => {
      set(({ selectionRadiusInMetres, ownRadiusInMetres, ...state }) => ({
        selection: roundedSelection(selection),
        comparison: null,
        sort: possibleSort({ ...state, selection }),
        selectionEntry: entry,
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
        selectionEntry: 'new',
        selectionRadiusInMetres: roundedRadius(radiusInMetres),
        ownRadiusInMetres: roundedRadius(radiusInMetres),
      });
    },
  }));
}
