import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { clipSegment } from './clip-segment.ts';

const [width, height] = [400, 300];
const coordinate = fc.double({ min: -1000, max: 1000, noNaN: true });

describe('a clipped segment', () => {
  it('stays as it is within the rectangle', () => {
    const inside = { x1: 10, y1: 20, x2: 390, y2: 280 };
    expect(clipSegment(inside, width, height)).toEqual(inside);
  });

  it('is empty outside of it', () => {
    expect(clipSegment({ x1: -10, y1: 0, x2: -10, y2: 300 }, width, height)).toBeNull();
    expect(clipSegment({ x1: -100, y1: 50, x2: 50, y2: -100 }, width, height)).toBeNull();
  });

  it('holds just those points of the segment that lie in the rectangle', () => {
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
          // A point on the edge itself may fall either way by rounding.
          fc.pre(Math.abs(depth) > 1e-6);
          const isHeld =
            clipped !== null &&
            x >= Math.min(clipped.x1, clipped.x2) - 1e-6 &&
            x <= Math.max(clipped.x1, clipped.x2) + 1e-6 &&
            y >= Math.min(clipped.y1, clipped.y2) - 1e-6 &&
            y <= Math.max(clipped.y1, clipped.y2) + 1e-6;
          expect(isHeld).toBe(depth > 0);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
