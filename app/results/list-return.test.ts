// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';

import { initialView, noFilters, type ViewState } from '../view/view-state.ts';
import { isSameList, createListKey } from './list-return.ts';

const perth: ViewState = {
  ...initialView,
  map: { centre: { longitude: 115.75, latitude: -31.99 }, zoom: 11 },
};
const search = { mode: 'radius', centre: perth.map.centre, radiusInMetres: 5000 } as const;
const isSame = (a: ViewState, b: ViewState): boolean => isSameList(createListKey(a), createListKey(b));
const moved = (view: ViewState, degrees: number): ViewState => ({
  ...view,
  map: { ...view.map, centre: { ...view.map.centre, longitude: view.map.centre.longitude + degrees } },
});

describe('whether two views show the same list', () => {
  it('does not depend on the selection or the units', () => {
    expect(isSame(perth, { ...perth, selection: { kind: 'record', id: 1 }, units: 'nautical' })).toBe(true);
  });

  it('depends on filters, tab, sort and search', () => {
    expect(isSame(perth, { ...perth, filters: { ...noFilters, species: ['white'] } })).toBe(false);
    expect(isSame(perth, { ...perth, tab: 'places' })).toBe(false);
    expect(isSame(perth, { ...perth, sort: 'oldest' })).toBe(false);
    expect(isSame(perth, { ...perth, search })).toBe(false);
    expect(isSame({ ...perth, search }, { ...perth, search: { ...search, radiusInMetres: 6000 } })).toBe(false);
  });

  it('depends on the map if there is no search, except for invisible shifts', () => {
    expect(isSame(perth, moved(perth, 0.5))).toBe(false);
    expect(isSame(perth, moved(perth, 0.0005))).toBe(true);
    expect(isSame(perth, { ...perth, map: { ...perth.map, zoom: 12 } })).toBe(false);
  });

  it('does not depend on the map if there is a search', () => {
    expect(isSame({ ...perth, search }, moved({ ...perth, search }, 0.5))).toBe(true);
  });
});
