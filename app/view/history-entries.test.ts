// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { returnToList } from './history-entries.ts';
import { followHistory } from './view-history.ts';
import { initialView } from './view-state.ts';
import { createViewStore } from './view-store.ts';

const record = (id: number) => ({ kind: 'record', id }) as const;
let stopFollowing: () => void;

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

describe('another fragment of the same address', () => {
  const search = (longitude: number) =>
    ({ mode: 'radius', centre: { longitude, latitude: -31.9 }, radiusInMetres: 5000 }) as const;

  it('leaves the view as it is, to the last digit', () => {
    const store = follow();
    store.getState().setSearch(search(115.123456789));
    store.getState().select(record(1));
    const before = store.getState();
    window.history.pushState(null, '', `${window.location.search}#help`);
    window.dispatchEvent(new PopStateEvent('popstate'));
    expect(store.getState()).toBe(before);
  });

  it('loses nothing that was not yet written to the address', () => {
    const store = follow();
    store.getState().changeFilters({ species: ['tiger'] });
    window.dispatchEvent(new PopStateEvent('popstate'));
    expect(store.getState().filters.species).toEqual(['tiger']);
    expect(window.location.search).toBe('?species=tiger');
  });
});

describe('the way back from details to the list', () => {
  it("is the browser's own, over all the details that followed one another", () => {
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

  it('is no longer for stepping through the list', () => {
    const go = vi.spyOn(window.history, 'go').mockReturnValue(undefined);
    const store = follow();
    store.getState().select(record(1));
    const entries = window.history.length;
    store.getState().select(record(2), 'same');
    store.getState().select(record(3), 'same');
    expect(window.history.length).toBe(entries);
    expect(window.location.search).toBe('?record=3');
    returnToList(store);
    expect(go).toHaveBeenLastCalledWith(-1);
  });

  it('is a new entry where an address led straight to the details', () => {
    const go = vi.spyOn(window.history, 'go').mockReturnValue(undefined);
    const store = follow(1);
    store.getState().select(record(2));
    returnToList(store);
    expect(go).not.toHaveBeenCalled();
    expect(store.getState().selection).toBeNull();
  });

  it('keeps a search and filters that were set in the details', () => {
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

  it('does not mind where the map was moved in the details', () => {
    const go = vi.spyOn(window.history, 'go').mockReturnValue(undefined);
    const store = follow();
    store.getState().select(record(1));
    store.getState().moveMap({ centre: { longitude: 115.75, latitude: -31.99 }, zoom: 13 });
    returnToList(store);
    expect(go).toHaveBeenLastCalledWith(-1);
  });
});
