import fc from 'fast-check';
import Flatbush from 'flatbush';
import { describe, expect, it } from 'vitest';

import {
  boxLength,
  greatestSquaredDistance,
  leastSquaredDistance,
  nodeSize,
  PointIndex,
  squaredChord,
} from './point-index.ts';
import { pointIndexInGivenOrderOf, pointIndexOf, positions, scenes, trueDistance } from './testing/scenes.ts';

/** Every node of an index: the offset of its box, and the slots it covers. */
function nodesOf(index: PointIndex): { box: number; start: number; end: number }[] {
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
  it('has one slot for each point, with its coordinates', () => {
    fc.assert(
      fc.property(scenes, ({ points }) => {
        for (const index of [pointIndexOf(points), pointIndexInGivenOrderOf(points)]) {
          expect(index.size).toBe(points.length);
          expect(Array.from(index.order).sort((a, b) => a - b)).toEqual(points.map((_, point) => point));
          expect(index.coordinates).toHaveLength(points.length * 3);
        }
        expect(Array.from(pointIndexInGivenOrderOf(points).order)).toEqual(points.map((_, point) => point));
      }),
      { numRuns: 200 },
    );
  });

  it.each([0, 1, 16, 17, 256, 257, 4096, 4097])(
    'covers %d points with boxes that are exact to the last bit',
    (size) => {
      const points = Array.from({ length: size }, (_, step) => ({
        longitude: ((step * 137.5) % 360) - 180,
        latitude: ((step * 7.3) % 180) - 90,
      }));
      const index = pointIndexOf(points);
      const nodes = nodesOf(index);
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

  it('never puts a box further away than a point in it, nor, except for nanometres, its far corner nearer', () => {
    fc.assert(
      fc.property(scenes, positions, ({ points }, centre) => {
        const index = pointIndexOf(points);
        const [x = 0, y = 0, z = 0] = pointIndexOf([centre]).coordinates;
        for (const { box, start, end } of nodesOf(index)) {
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
        numRuns: 500,
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

  it('keeps nearby points together, in the same leaves as Flatbush', () => {
    for (const size of [17, 300, 5003]) {
      const longitudes = Float64Array.from({ length: size }, (_, step) => 110 + ((step * 0.618_034) % 1) * 10);
      const latitudes = Float64Array.from({ length: size }, (_, step) => -30 + ((step * 0.754_878) % 1) * 10);
      const index = PointIndex.from(longitudes, latitudes);
      const tree = new Flatbush(size);
      for (let point = 0; point < size; point++) tree.add(longitudes[point] ?? 0, latitudes[point] ?? 0);
      tree.finish();
      const leafCount = Math.ceil(size / nodeSize);
      // The byte layout: a header of 8 bytes, four doubles for each point, then four for each leaf.
      const leafBoxes = new Float64Array(tree.data, 8 + size * 32, leafCount * 4);
      for (let leaf = 0; leaf < leafCount; leaf++) {
        const points = index.order.subarray(leaf * nodeSize, (leaf + 1) * nodeSize);
        const across = Array.from(points, (point) => longitudes[point] ?? 0);
        const up = Array.from(points, (point) => latitudes[point] ?? 0);
        expect([Math.min(...across), Math.min(...up), Math.max(...across), Math.max(...up)]).toEqual(
          Array.from(leafBoxes.subarray(leaf * 4, leaf * 4 + 4)),
        );
      }
    }
  });

  it('measures the distance to its points, and returns NaN for a point it does not have', () => {
    fc.assert(
      fc.property(positions, positions, (centre, point) => {
        const index = pointIndexOf([point]);
        expect(index.distanceFrom(centre, 0)).toBe(trueDistance(centre, point));
        expect(index.distanceFrom(centre, 1)).toBeNaN();
      }),
    );
  });

  it('refuses arrays of different lengths', () => {
    expect(() => PointIndex.from(new Float64Array(2), new Float64Array(3))).toThrow(RangeError);
    expect(() => PointIndex.inGivenOrder(new Float64Array(2), new Float64Array(3))).toThrow(RangeError);
  });
});
