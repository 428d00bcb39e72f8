import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Histogram } from '../engine/engine.ts';
import {
  daysToMonths,
  addDays,
  daysBetween,
  firstDayOfMonth,
  lastDayOfMonth,
  monthsToDays,
} from '../vocabulary/dates.ts';
import {
  countsByYear,
  countsOfAll,
  countsOfMonth,
  largestMonth,
  steppedRange,
  sumCounts,
  withEnd,
} from './month-range.ts';

const month = (year: number, ofYear: number): number => year * 12 + ofYear - 1;
/** October 2014 to July 2021. */
const span = { start: month(2014, 10), end: month(2021, 7) };
const someMonth = fc.integer({ min: span.start, max: span.end });
const someRange = fc.tuple(someMonth, someMonth).map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }));

describe('the conversion of days and months', () => {
  it('leaves a range open at the start or the end of the data', () => {
    expect(monthsToDays(span, span)).toEqual({ from: null, to: null });
    expect(monthsToDays({ start: span.start, end: month(2016, 1) }, span)).toEqual({ from: null, to: '2016-01-31' });
  });

  it('converts months to days and back without a change', () => {
    fc.assert(
      fc.property(someRange, (range) => {
        expect(daysToMonths(monthsToDays(range, span), span)).toEqual(range);
      }),
    );
  });
});

describe('moving one end', () => {
  const days = { from: '2019-03-12', to: '2019-06-30' };

  it('uses the first day of a month for the start and the last for the end, and does not change the other end', () => {
    expect(withEnd(days, 'from', month(2018, 2), span)).toEqual({ from: '2018-02-01', to: '2019-06-30' });
    expect(withEnd(days, 'to', month(2020, 2), span)).toEqual({ from: '2019-03-12', to: '2020-02-29' });
  });
});

describe('stepping', () => {
  it('leads from whole months to whole months, including in leap years', () => {
    expect(steppedRange({ from: '2020-01-01', to: '2020-12-31' }, -1, span)).toEqual({
      from: '2019-01-01',
      to: '2019-12-31',
    });
    expect(steppedRange({ from: '2020-03-01', to: '2020-03-31' }, -1, span)).toEqual({
      from: '2020-02-01',
      to: '2020-02-29',
    });
  });

  it('leads to a range that adjoins the previous one and overlaps the data', () => {
    const someDay = fc.integer({ min: -60, max: 2500 }).map((days) => addDays('2014-10-01', days));
    fc.assert(
      fc.property(someDay, someDay, fc.constantFrom(-1 as const, 1 as const), (a, b, direction) => {
        const [from, to] = a < b ? [a, b] : [b, a];
        const stepped = steppedRange({ from, to }, direction, span);
        if (!stepped) return;
        expect(direction === 1 ? daysBetween(to, stepped.from) : daysBetween(stepped.to, from)).toBe(1);
        expect(stepped.from <= lastDayOfMonth(span.end) && stepped.to >= firstDayOfMonth(span.start)).toBe(true);
      }),
    );
  });

  it('accepts the earliest and the latest day that an address can contain', () => {
    expect(steppedRange({ from: '2015-01-01', to: '9999-12-31' }, -1, span)?.to).toBe('2014-12-31');
    expect(steppedRange({ from: '0000-01-01', to: '2020-12-31' }, 1, span)?.from).toBe('2021-01-01');
    expect(steppedRange({ from: '9999-12-31', to: null }, -1, span)).toBeNull();
  });
});

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

it('adds up months to years, and years to the total', () => {
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
      expect(years.reduce((sum, { byMark }) => sum + sumCounts(byMark), 0)).toBe(sumCounts(countsOfAll(histogram)));
    }),
  );
});

it('finds the month with the most records', () => {
  fc.assert(
    fc.property(histograms, (histogram) => {
      const totals = Array.from({ length: 82 }, (_, index) =>
        sumCounts(countsOfMonth(histogram, histogram.firstMonth + index)),
      );
      const most = Math.max(...totals);
      expect(largestMonth(histogram)).toEqual(
        most === 0 ? null : { month: histogram.firstMonth + totals.indexOf(most), count: most },
      );
    }),
  );
});
