import fc from 'fast-check';
import { expect, it } from 'vitest';

import type { Histogram } from '../engine/engine.ts';
import { countsByYear, countsOfAll, countsOfMonth, largestMonth, totalOf } from './month-counts.ts';

const counts = fc.array(fc.nat(500), { minLength: 82, maxLength: 82 });
const histograms = fc.tuple(counts, counts, counts, counts).map(([sighting, detection, handled, other]): Histogram => ({
  firstMonth: 2014 * 12 + 9,
  lastMonth: 2021 * 12 + 6,
  counts: {
    sighting: Uint32Array.from(sighting),
    detection: Uint32Array.from(detection),
    handled: Uint32Array.from(handled),
    other: Uint32Array.from(other),
  },
}));

it('sums months up to years, and years up to all', () => {
  fc.assert(
    fc.property(histograms, (histogram) => {
      const years = countsByYear(histogram);
      expect(years.map(({ year }) => year)).toEqual([2021, 2020, 2019, 2018, 2017, 2016, 2015, 2014]);
      for (const { year, byMark } of years) {
        let detections = 0;
        for (let month = year * 12; month < year * 12 + 12; month += 1) {
          detections += countsOfMonth(histogram, month).detection;
        }
        expect(byMark.detection).toBe(detections);
      }
      expect(years.reduce((sum, { byMark }) => sum + totalOf(byMark), 0)).toBe(totalOf(countsOfAll(histogram)));
    }),
  );
});

it('finds the month with the most records', () => {
  fc.assert(
    fc.property(histograms, (histogram) => {
      const totals = Array.from({ length: 82 }, (_, index) =>
        totalOf(countsOfMonth(histogram, histogram.firstMonth + index)),
      );
      const most = Math.max(...totals);
      expect(largestMonth(histogram)).toEqual(
        most === 0 ? null : { month: histogram.firstMonth + totals.indexOf(most), count: most },
      );
    }),
  );
});

it('knows that there is nothing', () => {
  const none = new Uint32Array(2);
  const histogram = {
    firstMonth: 0,
    lastMonth: 1,
    counts: { sighting: none, detection: none, handled: none, other: none },
  };
  expect(largestMonth(histogram)).toBeNull();
  expect(totalOf(countsOfMonth(histogram, 99))).toBe(0);
});
