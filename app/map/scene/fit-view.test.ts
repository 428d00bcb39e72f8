import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { fitArea } from '../../view/fit-positions.ts';
import { cameraAt, pointIn, unwrapLongitude } from '../camera.ts';
import { fitCluster, fitNearest, freeArea, freePointFor, isNearlyCoincident } from './fit-view.ts';
import { boxAround, isWithin, overlap } from './label-placement.ts';

const size = { x: 1000, y: 600 };
const centre = { longitude: 115.7, latitude: -32 };
const record = { longitude: 115.75, latitude: -32.02 };
const place = { longitude: 115.66, latitude: -31.98 };

describe('the view of the nearest items', () => {
  it('zooms in if the lines are too short to be read', () => {
    expect(fitNearest(centre, [record, place], { centre, zoom: 7 }, size)?.zoom).toBeGreaterThan(11);
  });

  it('shows the centre and all targets in the free area, across the antimeridian as well', () => {
    const positions = fc.record({
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
      latitude: fc.double({ min: -70, max: 70, noNaN: true }),
    });
    const steps = fc.tuple(fc.double({ min: -8, max: 8, noNaN: true }), fc.double({ min: -8, max: 8, noNaN: true }));
    fc.assert(
      fc.property(positions, fc.array(steps, { minLength: 1, maxLength: 2 }), (from, ways) => {
        const targets = ways.map(([east, north]) => ({
          longitude: ((from.longitude + east + 540) % 360) - 180,
          latitude: from.latitude + north,
        }));
        const fitted = fitNearest(from, targets, { centre: { longitude: 0, latitude: 0 }, zoom: 18 }, size);
        if (!fitted) return;
        const camera = cameraAt(fitted, size);
        for (const each of [from, ...targets]) {
          const point = pointIn(camera, unwrapLongitude(fitted.centre, each));
          expect(isWithin(boxAround(point, -0.01, -0.01), freeArea(camera))).toBe(true);
        }
      }),
    );
  });
});

describe('the view of a cluster', () => {
  const boxes = fc.record({
    west: fc.double({ min: 112, max: 128, noNaN: true }),
    south: fc.double({ min: -36, max: -14, noNaN: true }),
    width: fc.double({ min: 0, max: 2, noNaN: true }),
    height: fc.double({ min: 0, max: 2, noNaN: true }),
  });

  it('shows all of its locations in the free area, or is one zoom level closer', () => {
    fc.assert(
      fc.property(boxes, fc.double({ min: 3, max: 18, noNaN: true }), ({ west, south, width, height }, zoom) => {
        const box = { west, south, east: west + width, north: south + height };
        const fitted = fitCluster({ box, busiestBox: box }, { centre, zoom }, size);
        expect(fitted.zoom).toBeGreaterThanOrEqual(Math.min(zoom + 1, 18));
        if (fitted.zoom <= Math.min(zoom + 1, 18)) return;
        const camera = cameraAt(fitted, size);
        for (const [longitude, latitude] of [
          [box.west, box.south],
          [box.east, box.north],
        ] as const) {
          const point = pointIn(camera, { longitude, latitude });
          expect(isWithin(boxAround(point, -0.01, -0.01), freeArea(camera))).toBe(true);
        }
      }),
    );
  });

  it('shows its busiest locations if showing all of them would zoom in by less than two levels', () => {
    const box = { west: 114, south: -34, east: 117, north: -30 };
    const busiestBox = { west: 115.5, south: -32.3, east: 115.9, north: -31.7 };
    const phone = { x: 390, y: 365 };
    const now = { centre, zoom: 4.1 };
    expect(fitCluster({ box, busiestBox }, { ...now, zoom: 3 }, phone)).toEqual(
      fitCluster({ box, busiestBox: box }, now, phone),
    );
    expect(fitCluster({ box, busiestBox }, now, phone)).toEqual(
      fitCluster({ box: busiestBox, busiestBox }, now, phone),
    );
  });
});

describe('the locations of a cluster', () => {
  const box = { west: 115.75, south: -31.991, east: 115.751, north: -31.99 };

  it('are shown no closer than zoom 16, where a place can still be recognised', () => {
    expect(fitCluster({ box, busiestBox: box }, { centre, zoom: 14 }, size).zoom).toBe(16);
    expect(fitCluster({ box, busiestBox: box }, { centre, zoom: 16.5 }, size).zoom).toBe(17.5);
  });

  it('are nearly coincident if they are within the smallest radius of a search', () => {
    expect(isNearlyCoincident({ box })).toBe(false);
    expect(isNearlyCoincident({ box: { ...box, south: -31.9902, east: 115.7502 } })).toBe(true);
  });
});

describe('a circle that should be visible', () => {
  it('moves so that all of it is in the view, or to the middle if it is larger', () => {
    fc.assert(
      fc.property(
        fc.record({ x: fc.integer({ min: 0, max: 390 }), y: fc.integer({ min: 0, max: 345 }) }),
        fc.integer({ min: 1, max: 300 }),
        (point, radius) => {
          const view = { x: 390, y: 345 };
          const to = freePointFor(point, view, [], radius) ?? point;
          const hasSpace = 2 * radius + 24 <= view.y;
          if (hasSpace) {
            expect(isWithin(boxAround(to, radius, radius), { left: 0, top: 0, right: view.x, bottom: view.y })).toBe(
              true,
            );
          } else expect(to.y).toBe(view.y / 2);
        },
      ),
    );
  });
});

describe('the view of a council area', () => {
  it('is clear of the map controls, also on a phone', () => {
    const box = { west: 115.667, south: -32.03, east: 115.765, north: -31.97 };
    for (const each of [{ x: 390, y: 380 }, size]) {
      const fitted = fitArea(box, each);
      const camera = cameraAt(fitted, each);
      for (const [longitude, latitude] of [
        [box.west, box.south],
        [box.east, box.north],
      ] as const) {
        expect(isWithin(boxAround(pointIn(camera, { longitude, latitude }), 5, 5), freeArea(camera))).toBe(true);
      }
      expect(fitted.zoom).toBeGreaterThan(10);
    }
  });
});

describe('a point that should be visible', () => {
  it('moves into the free area, or stays where no control covers it', () => {
    const points = fc.record({ x: fc.integer({ min: -2000, max: 3000 }), y: fc.integer({ min: -2000, max: 3000 }) });
    const sizes = fc.record({ x: fc.integer({ min: 160, max: 2000 }), y: fc.integer({ min: 160, max: 2000 }) });
    fc.assert(
      fc.property(points, sizes, (point, view) => {
        const mapControls = [{ left: view.x - 60, top: 30, right: view.x - 16, bottom: 120 }];
        const to = freePointFor(point, view, mapControls);
        if (to)
          expect(
            isWithin(boxAround(to, 0, 0), freeArea({ width: view.x, height: view.y, margin: { x: 0, y: 0 } })),
          ).toBe(true);
        else expect(!mapControls.some((each) => overlap(each, boxAround(point, 0, 0)))).toBe(true);
      }),
    );
  });
});
