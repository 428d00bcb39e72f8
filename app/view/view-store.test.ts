import { expect, it } from 'vitest';

import { createViewStore } from './view-store.ts';
import { initialView, noFilters, wholeCoast } from './view-state.ts';

it('sorts the places of a search by distance, and other lists as before, unless the user chooses another order', () => {
  const { getState } = createViewStore(initialView);
  const search = { mode: 'radius', centre: { longitude: 115.75, latitude: -31.99 }, radiusInMetres: 5000 } as const;
  getState().setSearch(search);
  expect(getState().sort).toBe('newest');
  getState().setTab('places');
  expect(getState().sort).toBe('nearest');
  getState().setTab('records');
  expect(getState().sort).toBe('newest');
  getState().setTab('places');
  getState().setSearch(null);
  expect(getState().sort).toBe('newest');
  getState().setSearch(search);
  expect(getState().sort).toBe('nearest');
  getState().setSort('oldest');
  getState().setTab('records');
  expect(getState().sort).toBe('oldest');
  getState().setSort('nearest');
  getState().setSearch(null);
  expect(getState().sort).toBe('newest');
});

it('sorts by distance only from a circle, or from the middle of a map that is zoomed in', () => {
  const { getState } = createViewStore({ ...initialView, map: { ...wholeCoast, zoom: 11 } });
  getState().setSort('nearest');
  getState().moveMap({ ...wholeCoast, zoom: 9 });
  expect(getState().sort).toBe('nearest');
  getState().select({ kind: 'place', id: 1 });
  getState().moveMap(wholeCoast);
  expect(getState().sort).toBe('nearest');
  getState().select(null);
  expect(getState().sort).toBe('newest');
  getState().moveMap({ ...wholeCoast, zoom: 9 });
  getState().setSort('nearest');
  getState().moveMap(wholeCoast);
  expect(getState().sort).toBe('newest');
});

it('keeps the radius of the circle from place to place, but not the one that belongs to a town', () => {
  const { getState } = createViewStore(initialView);
  getState().select({ kind: 'place', id: 1 });
  getState().setSelectionRadius(2000);
  getState().select({ kind: 'place', id: 2 });
  expect(getState().selectionRadiusInMetres).toBe(2000);
  const town = { centre: { longitude: 115.5, latitude: -32 }, radiusInMetres: 6400 };
  getState().selectCircle(town);
  expect(getState()).toMatchObject({
    selection: { kind: 'location', position: town.centre },
    selectionRadiusInMetres: 6400,
  });
  getState().select({ kind: 'place', id: 2 });
  expect(getState().selectionRadiusInMetres).toBe(initialView.selectionRadiusInMetres);
  getState().selectCircle(town);
  getState().setSelectionRadius(3000);
  getState().select({ kind: 'place', id: 2 });
  expect(getState().selectionRadiusInMetres).toBe(3000);
});

it('playing ends when the dates are cleared, and does not start again by itself', () => {
  const view = createViewStore({ ...initialView, filters: { ...noFilters, from: '2016-03-15' } });
  const play = { start: 2016 * 12 + 2, end: 2017 * 12 };
  view.getState().setPlay(play, { from: '2016-03-01', to: '2016-03-31' });
  expect(view.getState()).toMatchObject({ play, isPlaying: true, datesBeforePlay: { from: '2016-03-15', to: null } });
  view.getState().clearFilters();
  expect(view.getState()).toMatchObject({ play: null, isPlaying: false, datesBeforePlay: null });
  view.getState().setPlay(play, { from: '2016-03-01', to: '2016-03-31' });
  view.getState().changeFilters({ from: null, to: null });
  expect(view.getState()).toMatchObject({ play: null, isPlaying: false });
});
