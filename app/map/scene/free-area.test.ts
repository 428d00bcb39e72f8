import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { freeArea, freePointFor } from './free-area.ts';
import { boxAround, isWithin, overlap } from './label-placement.ts';

const size = { x: 1000, y: 800 };
const buttons = { left: 940, top: 30, right: 984, bottom: 240 };

describe('a point that should be visible', () => {
  it('does not move if it is visible', () => {
    expect(freePointFor({ x: 500, y: 300 }, size, [buttons])).toBeNull();
    expect(freePointFor({ x: 960, y: 300 }, size, [buttons])).toBeNull();
  });

  it('moves out from under the controls by the shortest distance', () => {
    expect(freePointFor({ x: 960, y: 100 }, size, [buttons])).toEqual({ x: 916, y: 100 });
  });

  it('moves to the middle of the free area from outside the view', () => {
    expect(freePointFor({ x: 4000, y: 100 }, size, [buttons])).toEqual({ x: 480, y: 370 });
  });

  it('always ends within the free area', () => {
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

it('leaves half of even the smallest map free', () => {
  expect(freeArea({ width: 160, height: 120, margin: { x: 0, y: 0 } })).toEqual({
    left: 40,
    top: 30,
    right: 120,
    bottom: 90,
  });
});
