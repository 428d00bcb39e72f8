import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { countTicks, nextTop, roundTop, yearStep, yearTicks } from './axis.ts';

describe('the top of the axis', () => {
  it('is 1, 2 or 5 times a power of ten', () => {
    expect([0, 1, 2, 3, 5, 6, 10, 11, 961, 1000, 1001, 55_738].map(roundTop)).toEqual([
      ...[1, 1, 2, 5, 5, 10, 10, 20, 1000, 1000, 2000, 100_000],
    ]);
  });

  it('is the smallest such number that is not below the count', () => {
    const steps = Array.from({ length: 24 }, (_, index) => ([1, 2, 5][index % 3] ?? 1) * 10 ** Math.floor(index / 3));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (count) => {
        expect(roundTop(count)).toBe(steps.find((step) => step >= count));
      }),
    );
  });

  it('stays while things move, unless bars would leave it or become too small', () => {
    expect(nextTop(1000, 180, false)).toBe(200);
    expect(nextTop(1000, 220, false)).toBe(1000);
    expect(nextTop(1000, 1001, false)).toBe(2000);
  });

  it('fits once things stand still', () => {
    expect(nextTop(1000, 220, true)).toBe(500);
    expect(nextTop(1000, 900, true)).toBe(1000);
    expect(nextTop(1000, 0, true)).toBe(1);
  });

  it('comes to rest at once: the same histogram never changes it twice', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(1_000_000), fc.boolean(), (before, largest, isSettled) => {
        const top = nextTop(roundTop(before), largest, isSettled);
        expect(nextTop(top, largest, isSettled)).toBe(top);
        expect(top).toBeGreaterThanOrEqual(largest);
      }),
    );
  });
});

it('marks two or three whole counts', () => {
  expect(countTicks(1)).toEqual([0, 1]);
  expect(countTicks(2)).toEqual([0, 1, 2]);
  expect(countTicks(5)).toEqual([0, 5]);
  expect(countTicks(50)).toEqual([0, 25, 50]);
});

it('labels as many years as there is room for', () => {
  expect(yearStep(120, 44)).toBe(1);
  expect(yearStep(30, 44)).toBe(2);
  expect(yearStep(1, 44)).toBe(50);
  const years = (step: number): number[] => yearTicks(2014 * 12 + 9, 2021 * 12 + 7, step).map(({ year }) => year);
  expect(years(1)).toEqual([2015, 2016, 2017, 2018, 2019, 2020, 2021]);
  expect(years(5)).toEqual([2015, 2020]);
  expect(yearTicks(2021 * 12, 2021 * 12 + 1, 1)).toEqual([{ month: 2021 * 12, year: 2021 }]);
});
