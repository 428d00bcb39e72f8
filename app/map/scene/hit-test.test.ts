import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { MapMark, PlaceName } from '../../engine/engine.ts';
import { hitsAround, type Target } from './hit-test.ts';

const mark = (x: number, y: number, radius = 8): Target => ({
  x,
  y,
  radius,
  item: { kind: 'mark', mark: { observations: 1 } as MapMark },
});
const place = (x: number, y: number, width = 60): Target => ({
  x,
  y,
  radius: 3,
  box: { left: x + 6, top: y - 8, right: x + 6 + width, bottom: y + 8 },
  item: { kind: 'place', place: { id: 1 } as PlaceName },
});

describe('hit testing', () => {
  it('returns the mark drawn last where marks overlap', () => {
    const [below, above] = [mark(0, 0, 20), mark(5, 0)];
    expect(hitsAround([below, above], 4, 0, 22)[0]).toBe(above);
  });

  it('does not extend the name of a place beyond its own box, so that the sea below it can be tapped', () => {
    const named = place(0, 0);
    for (const [x, y] of [
      [40, 9],
      [40, -9],
      [67, 0],
    ] as const) {
      expect(hitsAround([named], x, y, 22)).toEqual([]);
    }
    expect(hitsAround([named], 40, 8, 22)).toHaveLength(1);
  });

  it('returns all hits within reach in order of distance, for any targets', () => {
    const locations = fc.tuple(fc.integer({ min: -80, max: 80 }), fc.integer({ min: -80, max: 80 }));
    fc.assert(
      fc.property(fc.array(locations, { maxLength: 30 }), (all) => {
        const targets = all.map(([x, y]) => mark(x, y));
        const distancesOf = (points: readonly Pick<Target, 'x' | 'y'>[]): number[] =>
          points.map(({ x, y }) => Math.max(Math.hypot(x, y) - 8, 0));
        const expected = distancesOf(targets).filter((distance) => distance <= 22);
        expect(distancesOf(hitsAround(targets, 0, 0, 22))).toEqual(expected.sort((a, b) => a - b));
      }),
    );
  });
});
