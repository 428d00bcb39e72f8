import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Histogram } from '../engine/engine.ts';
import { type Mark, marks } from '../../core/datasets/kinds.ts';
import { barPaths, type ChartScale, nextTop, positionAt, roundTop, monthToX } from './chart-geometry.ts';

describe('the top of the axis', () => {
  it('is the smallest such number that is not below the count', () => {
    const steps = Array.from({ length: 24 }, (_, index) => ([1, 2, 5][index % 3] ?? 1) * 10 ** Math.floor(index / 3));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (count) => {
        expect(roundTop(count)).toBe(steps.find((step) => step >= count));
      }),
    );
  });

  it('does not change during movement, unless bars exceed it or become too small', () => {
    expect(nextTop(1000, 180, false)).toBe(200);
    expect(nextTop(1000, 220, false)).toBe(1000);
    expect(nextTop(1000, 1001, false)).toBe(2000);
  });

  it('is stable: the same histogram never changes it twice', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(1_000_000), fc.boolean(), (before, largest, isSettled) => {
        const top = nextTop(roundTop(before), largest, isSettled);
        expect(nextTop(top, largest, isSettled)).toBe(top);
        expect(top).toBeGreaterThanOrEqual(largest);
      }),
    );
  });
});

interface Bar {
  readonly x: number;
  readonly bottom: number;
  readonly height: number;
  readonly width: number;
}

/** The bars that a path draws, parsed from its path data. */
function parseBars(path: string): Bar[] {
  return [...path.matchAll(/M([\d.]+) ([\d.]+)v-([\d.]+)h([\d.]+)v[\d.]+z/g)].map(([, x, bottom, height, width]) => ({
    x: Number(x),
    bottom: Number(bottom),
    height: Number(height),
    width: Number(width),
  }));
}

function createHistogram(counts: readonly Readonly<Record<Mark, number>>[]): Histogram {
  const countsOf = (mark: Mark): Uint32Array => Uint32Array.from(counts, (each) => each[mark]);
  return {
    firstMonth: 24_000,
    lastMonth: 24_000 + counts.length - 1,
    counts: {
      sighting: countsOf('sighting'),
      detection: countsOf('detection'),
      handled: countsOf('handled'),
      other: countsOf('other'),
    },
  };
}

function createScale(months: number, topCount: number, width = 1000): ChartScale {
  const span = { start: 24_000, end: 24_000 + months - 1 };
  return { left: 50, right: 50 + width, top: 10, bottom: 110, span, topCount };
}

const someCounts = fc.array(
  fc.record({ sighting: fc.nat(1000), detection: fc.nat(1000), handled: fc.nat(50), other: fc.nat(20) }),
  { minLength: 1, maxLength: 100 },
);

describe('the bars', () => {
  it('match a simple reference calculation, and exist only for counts above 0', () => {
    fc.assert(
      fc.property(someCounts, (counts) => {
        const scale = createScale(counts.length, 5000);
        const paths = barPaths(createHistogram(counts), scale);
        const monthWidth = 1000 / counts.length;
        for (const [order, mark] of marks.entries()) {
          const expected = counts.flatMap((each, index) => {
            if (each[mark] === 0) return [];
            const below = marks.slice(0, order).reduce((sum, other) => sum + each[other], 0);
            return [{ middle: 50 + (index + 0.5) * monthWidth, bottom: 110 - below / 50, height: each[mark] / 50 }];
          });
          const bars = parseBars(paths[mark]);
          expect(bars).toHaveLength(expected.length);
          for (const [index, bar] of bars.entries()) {
            expect(Math.abs(bar.x + bar.width / 2 - (expected[index]?.middle ?? NaN))).toBeLessThan(0.15);
            expect(Math.abs(bar.bottom - (expected[index]?.bottom ?? NaN))).toBeLessThan(0.06);
            expect(Math.abs(bar.height - Math.max(0.5, expected[index]?.height ?? NaN))).toBeLessThan(0.11);
          }
        }
      }),
    );
  });

  it('are visible even if an impossible year makes months narrower than a pixel', () => {
    const months = (9999 - 1800) * 12;
    const bars = parseBars(barPaths(createHistogram([oneSighting]), createScale(months, 1)).sighting);
    expect(bars).toMatchObject([{ width: 0.5, height: 100 }]);
  });
});

it('converts a position in months to pixels and back, within the span', () => {
  const scale = createScale(82, 10);
  fc.assert(
    fc.property(fc.double({ min: 24_000, max: 24_082, noNaN: true }), (position) => {
      expect(positionAt(scale, monthToX(scale, position))).toBeCloseTo(position, 6);
    }),
  );
  expect(positionAt(scale, -100)).toBe(24_000);
  expect(positionAt(scale, 5000)).toBe(24_082);
  expect(positionAt({ ...scale, right: scale.left }, 60)).toBe(24_000);
});

const oneSighting = { sighting: 1, detection: 0, handled: 0, other: 0 };
