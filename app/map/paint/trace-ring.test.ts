import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Camera, worldSizeAt } from '../camera.ts';
import { chartRing, clipSegment, fineAndCoarseSink, traceInWorlds, traceRing } from './trace-ring.ts';
import { sizeOf } from '../../../tests/support/test-size.ts';

const worldSize = worldSizeAt(8);
const camera: Camera = {
  zoom: 8,
  worldSize,
  left: 52_000,
  top: 38_000,
  width: 400,
  height: 300,
  margin: { x: 0, y: 0 },
};

function traced(ring: Float64Array): [number, number][] {
  const points: [number, number][] = [];
  traceRing(chartRing(ring), camera, 10, {
    moveTo: (x, y) => points.push([x, y]),
    lineTo: (x, y) => points.push([x, y]),
    closePath: () => undefined,
  });
  return points;
}

/** Whether a polygon contains a point, by counting the crossings of a ray to the east. */
function encloses(points: readonly (readonly [number, number])[], x: number, y: number): boolean {
  let isInside = false;
  points.forEach(([x1, y1], index) => {
    const [x2, y2] = points[(index + 1) % points.length] ?? [x1, y1];
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isInside = !isInside;
  });
  return isInside;
}

// Positions in the view and far around it, in degrees.
const vertices = fc.array(
  fc.tuple(fc.double({ min: 95, max: 120, noNaN: true }), fc.double({ min: -40, max: -15, noNaN: true })),
  { minLength: 3, maxLength: 30 },
);

describe('a traced ring', () => {
  it('encloses the same visible points as the complete ring', () => {
    const inFrame = fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 300 }));
    fc.assert(
      fc.property(vertices, fc.array(inFrame, { minLength: 10, maxLength: 10 }), (corners, samples) => {
        const closed = [...corners, ...corners.slice(0, 1)];
        const ring = Float64Array.from(closed.flat());
        const { points } = chartRing(ring);
        const whole: [number, number][] = closed.map((_, index) => [
          (points[2 * index] ?? 0) * worldSize - camera.left,
          (points[2 * index + 1] ?? 0) * worldSize - camera.top,
        ]);
        const drawn = traced(ring);
        for (const [x, y] of samples) {
          // Steps of half a pixel may be skipped, so samples within a pixel of the line are not compared.
          const doubtful = whole.some(([x1, y1], index) => {
            const [x2, y2] = whole[index + 1] ?? [x1, y1];
            const length = Math.hypot(x2 - x1, y2 - y1) || 1;
            const t = Math.min(Math.max(((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length ** 2, 0), 1);
            return Math.hypot(x - x1 - t * (x2 - x1), y - y1 - t * (y2 - y1)) < 1;
          });
          if (!doubtful) expect(encloses(drawn, x, y)).toBe(encloses(whole, x, y));
        }
      }),
      { numRuns: sizeOf(500) },
    );
  });
});

it('a ring that crosses the antimeridian is traced at both edges of the world', () => {
  const ring = chartRing(Float64Array.of(...[170, 60, 190, 60, 190, 70, 170, 70, 170, 60]));
  for (const [longitude, copies] of [
    [179, 1],
    [-179, 1],
    [0, 0],
  ] as const) {
    const left = ((longitude + 180) / 360) * worldSize - 200;
    const moves: number[] = [];
    const sink = { moveTo: (x: number) => moves.push(x), lineTo: () => undefined, closePath: () => undefined };
    traceInWorlds(ring, { ...camera, left, top: 0.25 * worldSize, height: worldSize }, 10, sink);
    expect(moves).toHaveLength(copies);
  }
});

describe('a coarse line', () => {
  it('starts where the fine line does, and has a vertex within the shortest step of each of its vertices', () => {
    const steps = fc.array(
      fc.tuple(fc.double({ min: -4, max: 4, noNaN: true }), fc.double({ min: -4, max: 4, noNaN: true })),
      {
        minLength: 1,
        maxLength: 50,
      },
    );
    fc.assert(
      fc.property(steps, (moves) => {
        const into = (points: [number, number][]) => ({
          moveTo: (x: number, y: number) => points.push([x, y]),
          lineTo: (x: number, y: number) => points.push([x, y]),
          closePath: () => undefined,
        });
        const fine: [number, number][] = [];
        const coarse: [number, number][] = [];
        const sink = fineAndCoarseSink(into(fine), into(coarse), 2.5);
        let [x, y] = [10, 10];
        sink.moveTo(x, y);
        for (const [right, down] of moves) {
          [x, y] = [x + right, y + down];
          sink.lineTo(x, y);
        }
        sink.closePath();
        expect(fine).toHaveLength(moves.length + 1);
        expect(coarse[0]).toEqual(fine[0]);
        for (const [fineX, fineY] of fine) {
          expect(coarse.some((point) => Math.abs(point[0] - fineX) < 2.5 && Math.abs(point[1] - fineY) < 2.5)).toBe(
            true,
          );
        }
      }),
    );
  });
});

const [width, height] = [400, 300];
const coordinate = fc.double({ min: -1000, max: 1000, noNaN: true });

describe('a clipped segment', () => {
  it('contains exactly the points of the segment that are in the rectangle', () => {
    fc.assert(
      fc.property(
        coordinate,
        coordinate,
        coordinate,
        coordinate,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (x1, y1, x2, y2, share) => {
          const clipped = clipSegment({ x1, y1, x2, y2 }, width, height);
          const [x, y] = [x1 + share * (x2 - x1), y1 + share * (y2 - y1)];
          const depth = Math.min(x, width - x, y, height - y);
          // A point on the edge may be inside or outside because of rounding.
          fc.pre(Math.abs(depth) > 1e-6);
          const isOnClipped =
            clipped !== null &&
            x >= Math.min(clipped.x1, clipped.x2) - 1e-6 &&
            x <= Math.max(clipped.x1, clipped.x2) + 1e-6 &&
            y >= Math.min(clipped.y1, clipped.y2) - 1e-6 &&
            y <= Math.max(clipped.y1, clipped.y2) + 1e-6;
          expect(isOnClipped).toBe(depth > 0);
        },
      ),
      { numRuns: sizeOf(2000) },
    );
  });
});
