// @vitest-environment happy-dom
import { Browser, LatLng, Map as LeafletMap, Point } from 'leaflet';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { MapMark, PlaceName } from '../engine/engine.ts';
import { initialView } from '../view/view-state.ts';
import { createViewStore } from '../view/view-store.ts';
import type { Target } from './scene/hit-test.ts';
import { activateTarget, selectPoint, scrolledPixels, zoomMap } from './use-map-gestures.ts';

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
      records: 1,
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
    activateTarget(markOf({ locations: 5, records: 9 }), view, map);
    expect(getState().map.zoom).toBeGreaterThan(11);
    expect(getState().map.centre.longitude).toBeCloseTo(115.75, 1);
    const { zoom } = getState().map;
    activateTarget(markOf({ locations: 5, records: 9 }), view, map);
    expect(getState().map.zoom).toBe(zoom + 1);
    expect(getState().selection).toBeNull();
    expect(getState().search).toBeNull();
  });

  it('lists the records of a cluster at the largest zoom', () => {
    const view = store();
    const { getState } = view;
    getState().moveMap({ centre: cottesloe, zoom: 18 });
    activateTarget(markOf({ locations: 2, records: 9 }), view, map);
    expect(getState()).toMatchObject({ tab: 'records', search: { centre: cottesloe, radiusInMetres: 50 } });
  });

  it('selects the only record of a location, or the location if it has several', () => {
    const view = store();
    const { getState } = view;
    activateTarget(markOf({ onlyRecord: 63755 }), view, map);
    expect(getState().selection).toEqual({ kind: 'record', id: 63755 });
    activateTarget(markOf({ records: 3466 }), view, map);
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

describe('a tap where there is no mark', () => {
  const atSea = { longitude: 113, latitude: -33 };

  it('selects the point on a map of a beach, and zooms in on the nearest mark or place on a map of the state', () => {
    const { getState } = store();
    const zoomIn = vi.fn();
    selectPoint(getState(), { centre: atSea, zoom: 5 }, atSea, markOf({ locations: 5 }), zoomIn);
    expect(getState()).toMatchObject({ selection: null, map: { centre: cottesloe, zoom: 8 } });
    selectPoint(getState(), getState().map, atSea, placeTarget, zoomIn);
    expect(getState()).toMatchObject({ selection: null, map: { centre: cottesloe, zoom: 10 } });
    selectPoint(getState(), getState().map, atSea, placeTarget, zoomIn);
    expect(getState().selection).toEqual({ kind: 'location', position: atSea });
    expect(getState().search).toBeNull();
    expect(zoomIn).not.toHaveBeenCalled();
  });

  it('zooms in by a smaller step if there is no mark or place nearby', () => {
    const { getState } = store();
    const before = getState();
    const zoomIn = vi.fn();
    selectPoint(before, { centre: atSea, zoom: 5 }, atSea, undefined, zoomIn);
    expect(zoomIn).toHaveBeenCalledOnce();
    expect(getState()).toBe(before);
  });
});

describe('a smooth zoom', () => {
  let frames: (() => void)[];
  let leafletMap: LeafletMap;
  const corner = new Point(100, 50);
  const { any3d } = Browser;

  const nextFrame = (): void => {
    for (const run of frames.splice(0)) run();
  };
  const finish = (): void => {
    for (let count = 0; frames.length > 0 && count < 100; count++) nextFrame();
  };

  beforeEach(() => {
    frames = [];
    // As in every browser; otherwise Leaflet rounds zooms to whole numbers.
    Object.assign(Browser, { any3d: true });
    vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
    const element = document.createElement('div');
    Object.defineProperties(element, { clientWidth: { value: 800 }, clientHeight: { value: 600 } });
    leafletMap = new LeafletMap(element, { zoomSnap: 0 }).setView([-32, 115.7], 9);
  });
  afterEach(() => {
    finish();
    Object.assign(Browser, { any3d });
    leafletMap.remove();
    vi.unstubAllGlobals();
  });

  it('keeps the position below the pointer in place, in every frame', () => {
    const below = leafletMap.containerPointToLatLng(corner);
    zoomMap(leafletMap, 1, corner);
    for (let count = 0; frames.length > 0 && count < 100; count++) {
      nextFrame();
      expect(leafletMap.latLngToContainerPoint(below).distanceTo(corner)).toBeLessThan(1.5);
    }
    expect(leafletMap.getZoom()).toBe(10);
  });

  it('adds up quick changes, and ends when the user drags the map', () => {
    for (let count = 0; count < 3; count++) {
      zoomMap(leafletMap, 1, corner);
      nextFrame();
    }
    finish();
    expect(leafletMap.getZoom()).toBe(12);
    zoomMap(leafletMap, 1, corner);
    nextFrame();
    leafletMap.fire('dragstart');
    const zoom = leafletMap.getZoom();
    finish();
    expect(leafletMap.getZoom()).toBe(zoom);
    expect(zoom).toBeLessThan(13);
  });
});

it('measures wheel movement in pixels, whether the browser reports pixels, lines or pages', () => {
  const scrolled = (deltaMode: number): number =>
    scrolledPixels(new WheelEvent('wheel', { deltaY: -3, deltaMode }), 800);
  expect(scrolled(WheelEvent.DOM_DELTA_PIXEL)).toBe(-3);
  expect(scrolled(WheelEvent.DOM_DELTA_LINE)).toBe(-60);
  expect(scrolled(WheelEvent.DOM_DELTA_PAGE)).toBe(-2400);
});
