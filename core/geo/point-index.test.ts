import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  boxLength,
  greatestSquaredDistance,
  leastSquaredDistance,
  nodeSize,
  type PointIndex,
  squaredChord,
} from './point-index.ts';
import { createPointIndex, positions, scenes } from './testing/scenes.ts';
import { sizeOf } from '../../tests/support/test-size.ts';

/** Every node of an index: the offset of its box, and the slots it covers. */
function listNodes(index: PointIndex): { box: number; start: number; end: number }[] {
  const { levelStarts } = index.nodes;
  return levelStarts.slice(0, -1).flatMap((levelStart, level) => {
    const slotsBelow = nodeSize ** (level + 1);
    return Array.from({ length: (levelStarts[level + 1] ?? 0) - levelStart }, (_, node) => ({
      box: (levelStart + node) * boxLength,
      start: node * slotsBelow,
      end: Math.min(index.size, (node + 1) * slotsBelow),
    }));
  });
}

const leastNormal = 2 ** -1022;

describe('the index of points', () => {
  it.each([0, 1, 16, 17, 256, 257, 4096, 4097])(
    'covers %d points with boxes that are exact to the last bit',
    (size) => {
      const points = Array.from({ length: size }, (_, step) => ({
        longitude: ((step * 137.5) % 360) - 180,
        latitude: ((step * 7.3) % 180) - 90,
      }));
      const index = createPointIndex(points);
      const nodes = listNodes(index);
      expect(index.nodes.boxes).toHaveLength(nodes.length * boxLength);
      expect(nodes.at(-1)).toEqual(
        size === 0 ? undefined : { box: (nodes.length - 1) * boxLength, start: 0, end: size },
      );
      for (const { box, start, end } of nodes) {
        expect(end).toBeGreaterThan(start);
        for (let axis = 0; axis < 3; axis++) {
          const values = Array.from(
            { length: end - start },
            (_, step) => index.coordinates[(start + step) * 3 + axis] ?? 0,
          );
          expect(index.nodes.boxes[box + axis]).toBe(Math.min(...values));
          expect(index.nodes.boxes[box + 3 + axis]).toBe(Math.max(...values));
        }
      }
    },
  );

  it('bounds the distance to the points in a box from below, and from above to within nanometres', () => {
    fc.assert(
      fc.property(scenes, positions, ({ points }, centre) => {
        const index = createPointIndex(points);
        const [x = 0, y = 0, z = 0] = createPointIndex([centre]).coordinates;
        for (const { box, start, end } of listNodes(index)) {
          const least = leastSquaredDistance(index.nodes.boxes, box, x, y, z);
          const greatest = Math.sqrt(greatestSquaredDistance(index.nodes.boxes, box, x, y, z));
          for (let slot = start; slot < end; slot++) {
            const squared = squaredChord(index.coordinates, slot * 3, x, y, z);
            // Squares below the least normal number are rounded differently.
            expect(least).toBeLessThanOrEqual(Math.max(squared, leastNormal));
            expect(Math.sqrt(squared)).toBeLessThanOrEqual(greatest + 2e-8);
          }
        }
      }),
      {
        numRuns: sizeOf(500),
        examples: [
          [
            {
              centre: { longitude: -180, latitude: -32 },
              points: [
                { longitude: 115.0000003, latitude: 0 },
                { longitude: 115.0000003, latitude: 0 },
              ],
            },
            { longitude: 115.0000003, latitude: 1.5226482018814166e-166 },
          ],
        ],
      },
    );
  });
});
