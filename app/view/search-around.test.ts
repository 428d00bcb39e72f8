// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';

import { bringIntoView, mapSizeIn, searchAround, zoomForRadius, zoomToSee } from './search-around.ts';
import { initialView } from './view-state.ts';
import { createViewStore } from './view-store.ts';

const cottesloe = { longitude: 115.75, latitude: -31.99 };
const elsewhere = { mode: 'nearest', centre: { longitude: 113, latitude: -25 }, radiusInMetres: 1200 } as const;
const store = () => createViewStore({ ...initialView, map: { centre: cottesloe, zoom: 9 } });

describe('a search around a point', () => {
  it('keeps the settings of the previous search, and moves the map', () => {
    const { getState } = store();
    searchAround(getState(), cottesloe);
    expect(getState().search).toEqual({ mode: 'radius', centre: cottesloe, radiusInMetres: 5000 });
    getState().setSearch(elsewhere);
    searchAround(getState(), cottesloe);
    expect(getState().search).toEqual({ ...elsewhere, centre: cottesloe });
    expect(getState().map.zoom).toBeGreaterThan(9);
  });
});

it('a circle changes the zoom only if it is too large or hard to see', () => {
  const circle = { centre: cottesloe, radiusInMetres: 5000 };
  const fitting = zoomToSee(circle, 3);
  expect(fitting).not.toBeNull();
  const zoom = fitting ?? 0;
  expect([zoom - 4, zoom - 3, zoom, zoom + 1].map((now) => zoomToSee(circle, now))).toEqual([zoom, null, null, zoom]);
});

it('a small circle zooms in no further than where a place can be recognised', () => {
  const circle = { centre: cottesloe, radiusInMetres: 50 };
  expect([9, 14, 17].map((now) => zoomToSee(circle, now))).toEqual([16, null, null]);
});

it('a circle outside the area of the map, or partly outside it, is brought into view', () => {
  const circle = { centre: cottesloe, radiusInMetres: 5000 };
  const around = (longitude: number, latitude: number) => ({
    ...{ west: longitude - 0.2, east: longitude + 0.2, south: latitude - 0.2, north: latitude + 0.2 },
  });
  const zoom = zoomToSee(circle, 3) ?? 0;
  const centreAfter = (longitude: number, latitude: number) => {
    const { getState } = createViewStore({ ...initialView, map: { centre: { longitude, latitude }, zoom } });
    bringIntoView(getState(), circle, around(longitude, latitude));
    expect(getState().map.zoom).toBe(zoom);
    return getState().map.centre;
  };
  expect(centreAfter(115.85, -32.1)).toEqual({ longitude: 115.85, latitude: -32.1 });
  expect(centreAfter(115.95, -31.99)).toEqual(cottesloe);
  expect(centreAfter(118, -35)).toEqual(cottesloe);
});

const size = { widthInPixels: 1040, heightInPixels: 640 };
/** From the projection itself: the map is 256 * 2^zoom pixels wide and shows 360 degrees. */
const radiusInPixels = (radiusInMetres: number, latitude: number, zoom: number): number =>
  (radiusInMetres / (111_319.49 * Math.cos((latitude * Math.PI) / 180))) * ((256 * 2 ** zoom) / 360);

describe('the zoom at which a circle fits', () => {
  it('leaves space around the circle, unlike the next zoom', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 200, max: 500_000, noNaN: true }),
        fc.integer({ min: -60, max: 60 }),
        (radius, latitude) => {
          const zoom = zoomForRadius(radius, latitude, size);
          expect(2 * radiusInPixels(radius, latitude, zoom)).toBeLessThan(0.86 * 640);
          expect(2 * radiusInPixels(radius, latitude, zoom + 1)).toBeGreaterThan(0.84 * 640);
        },
      ),
    );
  });

  it('is smaller on a phone', () => {
    expect(zoomForRadius(8000, -31.99, mapSizeIn({ innerWidth: 390, innerHeight: 844 }))).toBe(11);
    // With text of 20 pixels, the panel is a sheet in this window.
    expect(zoomForRadius(25_000, -32.05, mapSizeIn({ innerWidth: 1024, innerHeight: 768 }))).toBe(10);
    expect(zoomForRadius(25_000, -32.05, mapSizeIn({ innerWidth: 1024, innerHeight: 768 }, 20))).toBe(9);
  });

  it('stays within the limits of the map', () => {
    expect(zoomForRadius(1, 0, size)).toBe(18);
    expect(zoomForRadius(1_000_000, 89.99, size)).toBe(3);
    expect(zoomForRadius(1_000_000, 90, { widthInPixels: 0, heightInPixels: 0 })).toBe(3);
  });
});
