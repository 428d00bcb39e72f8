// @vitest-environment happy-dom
import { LatLng, Point } from 'leaflet';
import { describe, expect, it } from 'vitest';

import type { MapMark, PlaceName } from '../engine/engine.ts';
import { initialView } from '../view/view-state.ts';
import { createViewStore } from '../view/view-store.ts';
import type { Target } from './scene/hit-test.ts';
import { activateTarget } from './use-map-clicks.ts';

const cottesloe = { longitude: 115.75, latitude: -31.99 };
const map = {
  getSize: () => new Point(1000, 600),
  getCenter: () => new LatLng(-31.99, 115.75),
  getZoom: () => 9,
};
const store = () => createViewStore({ ...initialView, map: { centre: cottesloe, zoom: 9 } });
const markOf = (change: Partial<MapMark>): Target => ({
  x: 0,
  y: 0,
  radius: 8,
  item: {
    kind: 'mark',
    mark: {
      position: cottesloe,
      locations: 1,
      observations: 1,
      mark: 'sighting',
      byMark: { sighting: 1, detection: 0, handled: 0, other: 0 },
      onlyRecord: null,
      box: { west: 115.7, south: -32.04, east: 115.8, north: -31.94 },
      busiestBox: { west: 115.7, south: -32.04, east: 115.8, north: -31.94 },
      ...change,
    },
  },
});
const place: PlaceName = {
  id: 12,
  name: 'Cottesloe',
  featureType: 'Beach',
  town: 'Perth Metro',
  inshore: cottesloe,
  offshore: { longitude: 115.74, latitude: -31.99 },
};
const placeTarget: Target = { x: 0, y: 0, radius: 3, item: { kind: 'place', place } };

describe('activating a mark', () => {
  it('shows all locations of a cluster, and always zooms in', () => {
    const view = store();
    const { getState } = view;
    activateTarget(markOf({ locations: 5, observations: 9 }), view, map);
    expect(getState().map.zoom).toBeGreaterThan(11);
    expect(getState().map.centre.longitude).toBeCloseTo(115.75, 1);
    const { zoom } = getState().map;
    activateTarget(markOf({ locations: 5, observations: 9 }), view, map);
    expect(getState().map.zoom).toBe(zoom + 1);
    expect(getState().selection).toBeNull();
    expect(getState().search).toBeNull();
  });

  it('lists the records of a cluster whose points zooming in would not separate, and does not zoom', () => {
    const view = store();
    const { getState } = view;
    getState().moveMap({ centre: cottesloe, zoom: 14 });
    const box = { west: 115.75, south: -31.9902, east: 115.7502, north: -31.99 };
    activateTarget(markOf({ locations: 3, observations: 9, position: cottesloe, box, busiestBox: box }), view, map);
    expect(getState()).toMatchObject({ tab: 'records', search: { centre: cottesloe, radiusInMetres: 50 } });
    expect(getState().map).toEqual({ centre: cottesloe, zoom: 14 });
  });

  it('lists the records of a cluster at the largest zoom', () => {
    const view = store();
    const { getState } = view;
    getState().moveMap({ centre: cottesloe, zoom: 18 });
    activateTarget(markOf({ locations: 2, observations: 9 }), view, map);
    expect(getState()).toMatchObject({ tab: 'records', search: { centre: cottesloe, radiusInMetres: 50 } });
  });

  it('selects the only record of a location, or the location if it has several', () => {
    const view = store();
    const { getState } = view;
    activateTarget(markOf({ onlyRecord: 63755 }), view, map);
    expect(getState().selection).toEqual({ kind: 'record', id: 63755 });
    activateTarget(markOf({ observations: 3466 }), view, map);
    expect(getState().selection).toEqual({ kind: 'location', position: cottesloe });
    expect(getState().map.zoom).toBe(9);
  });
});

describe('activating a place', () => {
  it('selects it and keeps the search for the return to the list', () => {
    const view = store();
    const { getState } = view;
    const search = { mode: 'nearest', centre: { longitude: 113, latitude: -25 }, radiusInMetres: 1200 } as const;
    getState().setSearch(search);
    activateTarget(placeTarget, view, map);
    expect(getState().selection).toEqual({ kind: 'place', id: 12 });
    expect(getState().search).toEqual(search);
  });
});
