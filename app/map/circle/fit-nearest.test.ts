import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { pointIn, unwrapLongitude } from '../chart/frame.ts';
import { freeArea, isWithin } from '../free-area.ts';
import { boxAround } from '../overlay/label-placement.ts';
import { fitNearest, frameOf } from './fit-nearest.ts';

const size = { x: 1000, y: 600 };
const centre = { longitude: 115.7, latitude: -32 };
const record = { longitude: 115.75, latitude: -32.02 };
const place = { longitude: 115.66, latitude: -31.98 };

describe('the view of the nearest items', () => {
  it('stays the same if both lines are readable', () => {
    expect(fitNearest(centre, [record, place], { centre, zoom: 12 }, size)).toBeNull();
  });

  it('comes closer to lines too short to be read', () => {
    expect(fitNearest(centre, [record, place], { centre, zoom: 7 }, size)?.zoom).toBeGreaterThan(11);
  });

  it('goes further away from targets out of view', () => {
    expect(fitNearest(centre, [record, place], { centre, zoom: 17 }, size)?.zoom).toBeLessThan(14);
  });

  it('comes no closer than zoom 15', () => {
    const close = { longitude: 115.70001, latitude: -32 };
    expect(fitNearest(centre, [close], { centre, zoom: 7 }, size)?.zoom).toBe(15);
  });

  it('stays the same if nothing was found', () => {
    expect(fitNearest(centre, [], { centre, zoom: 7 }, size)).toBeNull();
  });

  it('holds the centre and all targets in the free area, across the antimeridian as well', () => {
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
        const frame = frameOf(fitted, size);
        for (const each of [from, ...targets]) {
          const point = pointIn(frame, unwrapLongitude(fitted.centre, each));
          expect(isWithin(boxAround(point, -0.01, -0.01), freeArea(size))).toBe(true);
        }
      }),
    );
  });
});
