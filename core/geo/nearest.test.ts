import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { nearestPoints } from './nearest.ts';
import { bruteForceNearest, trueDistance } from './testing/brute-force.ts';
import { pointIndexInGivenOrderOf, pointIndexOf } from './testing/point-indexes.ts';
import { antipodeOf, positions, radii, scenes, scenesWithPoints, shifted } from './testing/scenes.ts';
import type { Position } from './wgs84.ts';

describe('the search for the nearest points', () => {
  it('gives the least distance and every point that stands at it, as brute force does', () => {
    fc.assert(
      fc.property(scenes, ({ centre, points }) => {
        const expected = bruteForceNearest(points, centre, Infinity);
        expect(nearestPoints(pointIndexOf(points), centre, Infinity)).toEqual(expected);
        expect(nearestPoints(pointIndexInGivenOrderOf(points), centre, Infinity)).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it('heeds any limit on the distance', () => {
    fc.assert(
      fc.property(scenes, radii, ({ centre, points }, atMost) => {
        expect(nearestPoints(pointIndexOf(points), centre, atMost)).toEqual(bruteForceNearest(points, centre, atMost));
      }),
      { numRuns: 1500 },
    );
  });

  it('lets in a point at exactly the greatest distance allowed, and none a hair beyond', () => {
    const hairs = fc.constantFrom(1e-9, 1e-6, 1e-3);
    fc.assert(
      fc.property(scenesWithPoints, hairs, ({ centre, points }, hair) => {
        const index = pointIndexOf(points);
        const least = Math.min(...points.map((point) => trueDistance(centre, point)));
        const expected = bruteForceNearest(points, centre, Infinity);
        expect(nearestPoints(index, centre, least)).toEqual(expected);
        expect(nearestPoints(index, centre, least + hair)).toEqual(expected);
        if (least - hair < least) expect(nearestPoints(index, centre, least - hair)).toBeUndefined();
      }),
      { numRuns: 1500 },
    );
  });

  it('keeps ties complete: points on either side, the same point twice, both signs of the antimeridian', () => {
    fc.assert(
      fc.property(positions, fc.array(positions, { maxLength: 30 }), fc.boolean(), (point, others, atZero) => {
        const centre = { longitude: atZero ? 0 : 180, latitude: point.latitude };
        const mirrored = { longitude: -point.longitude, latitude: point.latitude };
        const antimeridian = [-180, 180].map((longitude) => ({ longitude, latitude: 0 }));
        const points = [point, ...others, mirrored, point, ...antimeridian];
        expect(nearestPoints(pointIndexOf(points), centre, Infinity)).toEqual(
          bruteForceNearest(points, centre, Infinity),
        );
      }),
      { numRuns: 1000 },
    );
    const sides = [1, -1, 1].map((longitude) => ({ longitude, latitude: 0 }));
    expect(nearestPoints(pointIndexOf(sides), { longitude: 0, latitude: 0 }, Infinity)?.points).toEqual([0, 1, 2]);
  });

  it('takes a ring around a pole for ties wherever the digits agree', () => {
    const ring = Array.from({ length: 360 }, (_, step) => ({ longitude: step - 180, latitude: 89 }));
    const pole = { longitude: 12, latitude: 90 };
    expect(nearestPoints(pointIndexOf(ring), pole, Infinity)).toEqual(bruteForceNearest(ring, pole, Infinity));
  });

  it('is exact around the antipode, where a longer chord can be the shorter way', () => {
    let nearestByChordDiffers = 0;
    for (const centre of [
      { longitude: 0, latitude: 0 },
      { longitude: -64.3, latitude: 32 },
      { longitude: 20, latitude: 89.9 },
      { longitude: 180, latitude: -0.2 },
    ]) {
      const antipode = antipodeOf(centre);
      for (let turn = 0; turn < 60; turn++) {
        const points = Array.from({ length: 300 }, (_, step) => {
          const angle = step * 2.399_963 + turn;
          const reach = 0.02 * (1 + (turn % 20)) * (1 + 0.001 * ((step * 7919) % 13));
          return shifted(antipode, reach * Math.cos(angle), reach * Math.sin(angle));
        });
        const expected = bruteForceNearest(points, centre, Infinity);
        expect(nearestPoints(pointIndexOf(points), centre, Infinity)).toEqual(expected);
        if (expected?.points[0] !== shortestChord(points, centre)) nearestByChordDiffers++;
      }
    }
    expect(nearestByChordDiffers).toBeGreaterThan(50); // Otherwise this shows nothing.
  });

  it.each([1, 2, 15, 16, 17, 255, 256, 257, 4096, 4097])('is exact with %d points, at the bounds of nodes', (size) => {
    const points = Array.from({ length: size }, (_, step) => ({
      longitude: 110 + ((step * 0.618_034) % 1) * 10,
      latitude: -30 + ((step * 0.754_878) % 1) * 10,
    }));
    for (const index of [pointIndexOf(points), pointIndexInGivenOrderOf(points)]) {
      for (let step = 0; step < 10; step++) {
        const centre = { longitude: 109 + step * 1.3, latitude: -31 + ((step * 3.7) % 12) };
        expect(nearestPoints(index, centre, Infinity)).toEqual(bruteForceNearest(points, centre, Infinity));
      }
    }
  });

  it('takes a thousand points at one place, strewn among others, for as many ties in ascending order', () => {
    const points = Array.from({ length: 3000 }, (_, step) =>
      step % 3 === 0
        ? { longitude: 115.733_38, latitude: -32.349_15 }
        : { longitude: 115.733_38 + (step % 50) * 1e-6, latitude: -32.4 + (step % 70) * 1e-6 },
    );
    const found = nearestPoints(pointIndexOf(points), { longitude: 115.7, latitude: -32.3 }, Infinity);
    expect(found?.points).toEqual(Array.from({ length: 1000 }, (_, place) => place * 3));
  });

  it('finds the one point there is, however far, and nothing among no points or for a limit that is none', () => {
    const centre = { longitude: 0, latitude: 90 };
    const index = pointIndexOf([{ longitude: 135, latitude: -90 }]);
    const found = nearestPoints(index, centre, Infinity);
    expect(found?.points).toEqual([0]);
    expect(found?.distanceInMetres).toBeCloseTo(20_003_931.459, 3);
    expect(nearestPoints(pointIndexOf([]), centre, Infinity)).toBeUndefined();
    expect(nearestPoints(index, centre, Number.NaN)).toBeUndefined();
    expect(nearestPoints(index, centre, -1)).toBeUndefined();
    expect(nearestPoints(index, { longitude: Number.NaN, latitude: 0 }, Infinity)).toBeUndefined();
  });
});

function shortestChord(points: readonly Position[], centre: Position): number {
  const direction = ({ longitude, latitude }: Position): number[] => {
    const [lambda, phi] = [(longitude * Math.PI) / 180, (latitude * Math.PI) / 180];
    const normal = 1 / Math.sqrt(1 - 0.006_694_38 * Math.sin(phi) ** 2);
    const across = normal * Math.cos(phi);
    return [across * Math.cos(lambda), across * Math.sin(lambda), normal * 0.993_305_62 * Math.sin(phi)];
  };
  const from = direction(centre);
  const chords = points.map((point) => Math.hypot(...direction(point).map((value, axis) => value - (from[axis] ?? 0))));
  return chords.indexOf(Math.min(...chords));
}
