// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { followHistory, returnToList } from './view-history.ts';
import { initialView } from './view-state.ts';
import { createViewStore } from './view-store.ts';

let stopFollowing: () => void;
const store = () => {
  const created = createViewStore(initialView);
  stopFollowing = followHistory(created);
  return created;
};
const search = (radiusInMetres: number) =>
  ({ mode: 'radius', centre: { longitude: 115.75, latitude: -31.9 }, radiusInMetres }) as const;

/** Moves the search in every frame. */
function drag(frames: number): void {
  const view = store();
  for (let step = 0; step < frames; step++) {
    view.getState().setSearch(search(1000 + step));
    vi.advanceTimersByTime(16);
  }
}

describe('the URL during a movement', () => {
  beforeEach(() => {
    window.history.replaceState(null, '', '/');
    vi.useFakeTimers();
  });
  afterEach(() => {
    stopFollowing();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('is also written during a long movement', () => {
    const replace = vi.spyOn(window.history, 'replaceState');
    drag(600);
    // Every 2 seconds, for 9.6 seconds.
    expect(replace).toHaveBeenCalledTimes(4);
  });

  it('is written immediately when the page becomes hidden', () => {
    const view = store();
    view.getState().setSearch(search(7000));
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(window.location.search).toContain('r=7000');
    hidden.mockRestore();
  });
});

describe('the history entries', () => {
  const record = (id: number) => ({ kind: 'record', id }) as const;

  function follow(selected: number | null = null) {
    const store = createViewStore({ ...initialView, selection: selected === null ? null : record(selected) });
    stopFollowing = followHistory(store);
    return store;
  }

  beforeEach(() => {
    window.history.replaceState(null, '', '/');
  });
  afterEach(() => {
    stopFollowing();
    vi.restoreAllMocks();
  });

  describe('another fragment of the same URL', () => {
    const search = (longitude: number) =>
      ({ mode: 'radius', centre: { longitude, latitude: -31.9 }, radiusInMetres: 5000 }) as const;

    it('does not change the view, not even by rounding', () => {
      const store = follow();
      store.getState().setSearch(search(115.123456789));
      store.getState().select(record(1));
      const before = store.getState();
      window.history.pushState(null, '', `${window.location.search}#help`);
      window.dispatchEvent(new PopStateEvent('popstate'));
      expect(store.getState()).toBe(before);
    });

    it('keeps a change that was not yet written to the URL, and writes it', () => {
      const store = follow();
      store.getState().setSort('oldest');
      window.dispatchEvent(new PopStateEvent('popstate'));
      expect(store.getState().sort).toBe('oldest');
      expect(window.location.search).toBe('?sort=oldest');
    });
  });

  describe('of the search and the filters', () => {
    beforeEach(() => {
      vi.useFakeTimers();
    });
    afterEach(() => {
      vi.useRealTimers();
    });
    const pause = (): void => {
      vi.advanceTimersByTime(3000);
    };

    it('are one for a drag, one for several species, and one for a brush', () => {
      const push = vi.spyOn(window.history, 'pushState');
      const { getState } = follow();
      pause();
      for (let step = 0; step < 200; step++) {
        getState().setSearch(search(1000 + step));
        vi.advanceTimersByTime(16);
      }
      pause();
      expect(push).toHaveBeenCalledTimes(1);
      getState().changeFilters({ species: ['tiger'] });
      vi.advanceTimersByTime(900);
      getState().changeFilters({ species: ['tiger', 'white'] });
      pause();
      expect(push).toHaveBeenCalledTimes(2);
      getState().changeFilters({ from: '2020-01-01', to: '2020-12-31' });
      pause();
      expect(push).toHaveBeenCalledTimes(3);
      expect(window.location.search).toContain('species=tiger,white&from=2020-01-01');
    });

    it('leave the map as it was before the change', () => {
      const replace = vi.spyOn(window.history, 'replaceState');
      const { getState } = follow();
      getState().moveMap({ centre: { longitude: 115.7, latitude: -31.9 }, zoom: 9 });
      getState().changeFilters({ species: ['tiger'] });
      expect(replace).toHaveBeenLastCalledWith(null, '', '/?c=-31.9,115.7&z=9');
    });

    it('are not created by a filter without a change, a moving map, playing or the repair of a link', () => {
      const push = vi.spyOn(window.history, 'pushState');
      const { getState } = follow();
      getState().changeFilters({ species: [] });
      pause();
      getState().changeFilters({ species: ['tiger'] }, 'same');
      getState().setCouncil('Town of Cottesloe', 'same');
      getState().setSearch(null, 'same');
      pause();
      getState().moveMap({ centre: { longitude: 115.7, latitude: -31.9 }, zoom: 9 });
      pause();
      expect(push).not.toHaveBeenCalled();
      getState().setPlay({ start: 24_000, end: 24_011 }, { from: '2000-01-01', to: '2000-01-31' });
      pause();
      getState().changeFilters({ from: '2000-02-01', to: '2000-02-29' });
      pause();
      expect(push).toHaveBeenCalledTimes(1);
      // Other filters change only by the user, also while a period is played.
      getState().changeFilters({ species: ['white'] });
      pause();
      expect(push).toHaveBeenCalledTimes(2);
    });

    it('belong to the entry of a selection that is made with them', () => {
      const push = vi.spyOn(window.history, 'pushState');
      const { getState } = follow(1);
      getState().select(null);
      getState().changeFilters({ species: ['tiger'] });
      expect(push).toHaveBeenCalledTimes(1);
      pause();
      expect(window.location.search).toBe('?species=tiger');
    });
  });

  describe('the way back from details to the list', () => {
    it("goes back in the browser's history, past all details that were opened since", () => {
      const go = vi.spyOn(window.history, 'go').mockReturnValue(undefined);
      const store = follow();
      store.getState().select(record(1));
      returnToList(store);
      expect(go).toHaveBeenLastCalledWith(-1);
      store.getState().select(record(2));
      store.getState().select({ kind: 'place', id: 7 });
      returnToList(store);
      expect(go).toHaveBeenLastCalledWith(-3);
    });

    it('keeps a search and filters that were set while the details were open', () => {
      const go = vi.spyOn(window.history, 'go').mockReturnValue(undefined);
      const store = follow();
      const search = { mode: 'radius', centre: { longitude: 115.75, latitude: -31.99 }, radiusInMetres: 5000 } as const;
      store.getState().select({ kind: 'place', id: 7 });
      store.getState().setSearch(search);
      store.getState().changeFilters({ species: ['white'] });
      returnToList(store);
      expect(go).not.toHaveBeenCalled();
      expect(store.getState()).toMatchObject({ selection: null, search, filters: { species: ['white'] } });
    });
  });
});
