import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Histogram } from '../engine/engine.ts';
import { countByYear } from './LocationDetails.tsx';

function histogram(firstMonth: number, detections: readonly number[]): Histogram {
  const none = () => new Uint32Array(detections.length);
  return {
    firstMonth,
    lastMonth: firstMonth + detections.length - 1,
    counts: { sighting: none(), detection: Uint32Array.from(detections), handled: none(), other: none() },
  };
}

describe('records by year', () => {
  it('are the sums of the months of each calendar year', () => {
    const years = countByYear(histogram(2020 * 12 + 10, [1, 2, 4, 8]));
    expect(years.map(({ year, byMark }) => [year, byMark.detection])).toEqual([
      [2020, 3],
      [2021, 12],
    ]);
  });

  it('omit years before the first record and after the last, but not those between', () => {
    const months = new Array<number>(12 * 5).fill(0);
    months[12] = 1;
    months[36] = 1;
    expect(countByYear(histogram(2000 * 12, months)).map(({ year }) => year)).toEqual([2001, 2002, 2003]);
  });

  it('include every record', () => {
    fc.assert(
      fc.property(fc.nat({ max: 30_000 }), fc.array(fc.nat({ max: 50 }), { minLength: 1 }), (firstMonth, months) => {
        const counted = countByYear(histogram(firstMonth, months)).reduce(
          (sum, { byMark }) => sum + byMark.detection,
          0,
        );
        expect(counted).toBe(months.reduce((sum, each) => sum + each, 0));
      }),
    );
  });
});
