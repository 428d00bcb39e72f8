// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';

import { listRecordsAt, placeCentre, searchAround, zoomToSee } from './search-around.ts';
import { initialView } from './view-state.ts';
import { createViewStore } from './view-store.ts';

const cottesloe = { longitude: 115.75, latitude: -31.99 };
const elsewhere = { mode: 'nearest', centre: { longitude: 113, latitude: -25 }, radiusInMetres: 1200 } as const;
const store = () => createViewStore({ ...initialView, map: { centre: cottesloe, zoom: 9 } });

describe('a search around a point', () => {
  it('is as the search before, and moves the map unless the point was chosen on it', () => {
    const { getState } = store();
    placeCentre(getState(), cottesloe);
    expect(getState().search).toEqual({ mode: 'radius', centre: cottesloe, radiusInMetres: 5000 });
    expect(getState().map.zoom).toBe(9);
    getState().setSearch(elsewhere);
    placeCentre(getState(), cottesloe);
    expect(getState().search).toEqual({ ...elsewhere, centre: cottesloe });
    searchAround(getState(), cottesloe);
    expect(getState().search).toEqual({ ...elsewhere, centre: cottesloe });
    expect(getState().map.zoom).toBeGreaterThan(9);
  });

  it('lists the records at a point instead of any details', () => {
    const view = store();
    view.getState().setTab('places');
    view.getState().select({ kind: 'place', id: 3 });
    listRecordsAt(view, cottesloe);
    expect(view.getState()).toMatchObject({
      selection: null,
      tab: 'records',
      search: { mode: 'radius', centre: cottesloe, radiusInMetres: 50 },
    });
  });
});

it('a circle asks for another zoom only where it is too large or hard to see', () => {
  const circle = { centre: cottesloe, radiusInMetres: 5000 };
  const fitting = zoomToSee(circle, 3);
  expect(fitting).not.toBeNull();
  const zoom = fitting ?? 0;
  expect([zoom - 4, zoom - 3, zoom, zoom + 1].map((now) => zoomToSee(circle, now))).toEqual([zoom, null, null, zoom]);
});
