import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type CoastFile, packRing, stepFrom, unpackCoast } from './codec.ts';

const boxes = fc.array(
  fc
    .tuple(...([fc.nat(50_000), fc.nat(50_000), fc.nat(20_000), fc.nat(20_000)] as const))
    .map(([west, south, width, height]) => [west, south, west + width, south + height] as const),
  { minLength: 1, maxLength: 3 },
);
const shapes = fc.array(fc.tuple(fc.integer({ min: -50_000, max: 100_000 }), fc.nat(100_000)), {
  minLength: 3,
  maxLength: 40,
});
const unpacked = (points: readonly number[], exact: CoastFile['exact']): number[] => [
  ...(unpackCoast({ scale: [1, 1], origin: [0, 0], exact, rings: [packRing(points, exact)] })[0] ?? []),
];

describe('the encoding of coastlines', () => {
  it('restores a ring exactly if all its points are in an exact box', () => {
    const everywhere = [[-50_000, 0, 100_000, 100_000]] as const;
    fc.assert(
      fc.property(shapes, (points) => {
        const closed = [...points, ...points.slice(0, 1)].flat();
        expect(unpacked(closed, everywhere)).toEqual(closed);
      }),
    );
  });

  it('moves a point by at most half a step, and uses only characters that JSON does not escape', () => {
    fc.assert(
      fc.property(shapes, boxes, (points, exact) => {
        const closed = [...points, ...points.slice(0, 1)].flat();
        const ring = unpacked(closed, exact);
        expect(ring).toHaveLength(closed.length);
        for (let index = 2; index < closed.length - 2; index++) {
          const before = index - 2 - (index % 2);
          const step = stepFrom(ring[before] ?? 0, ring[before + 1] ?? 0, exact);
          expect(Math.abs((ring[index] ?? 0) - (closed[index] ?? 0))).toBeLessThanOrEqual(step / 2);
        }
        const text = packRing(closed, exact);
        expect(JSON.stringify(text)).toBe(`"${text}"`);
      }),
    );
  });
});
