import fc from 'fast-check';
import { expect, it } from 'vitest';

import { daysToMonths, firstDayOfMonth, lastDayOfMonth } from '../vocabulary/dates.ts';
import { periodOf, steppedWindow, usualLength, windowFrom } from './playback.ts';

const month = fc.integer({ min: 2000 * 12, max: 2030 * 12 });
const period = fc.tuple(month, fc.nat(200)).map(([start, length]) => ({ start, end: start + length }));

it('steps from the first window show every month of the period, and end with its last month', () => {
  fc.assert(
    fc.property(period, fc.integer({ min: 1, max: 24 }), (played, length) => {
      const shown = new Set<number>();
      let window = windowFrom(played.start, length, played);
      for (let steps = 0; ; steps++) {
        const { start, end } = daysToMonths(window, played);
        expect(end - start + 1).toBe(Math.min(length, played.end - played.start + 1));
        for (let each = start; each <= end; each++) shown.add(each);
        const next = steppedWindow(window, 1, played);
        if (!next) break;
        expect(steppedWindow(next, -1, played)).toEqual(window);
        window = next;
        expect(steps).toBeLessThan(201);
      }
      expect([...shown]).toEqual(
        Array.from({ length: played.end - played.start + 1 }, (_, index) => played.start + index),
      );
    }),
  );
});

it('the period is what the date filter selects within the data', () => {
  const data = { start: 2014 * 12 + 9, end: 2021 * 12 + 6 };
  expect(periodOf({ from: null, to: null }, data)).toEqual(data);
  expect(periodOf({ from: '2016-03-15', to: null }, data)).toEqual({ start: 2016 * 12 + 2, end: data.end });
  expect(periodOf({ from: '2010-01-01', to: '2016-01-31' }, data)).toEqual({ start: data.start, end: 2016 * 12 });
  expect(periodOf({ from: '2030-01-01', to: null }, data)).toEqual(data);
  expect(usualLength(data)).toBe(3);
  expect(usualLength({ start: 2016 * 12, end: 2017 * 12 })).toBe(1);
  expect(windowFrom(2016 * 12 + 1, 3, data)).toEqual({
    from: firstDayOfMonth(2016 * 12 + 1),
    to: lastDayOfMonth(2016 * 12 + 3),
  });
});

it('a window outside the period, from a damaged address, is moved into it', () => {
  const played = { start: 2016 * 12, end: 2017 * 12 + 11 };
  expect(daysToMonths({ from: null, to: '1990-01-31' }, played)).toEqual({ start: played.start, end: played.start });
  expect(steppedWindow({ from: null, to: '1990-01-31' }, 1, played)).toEqual({ from: '2016-02-01', to: '2016-02-29' });
  expect(steppedWindow({ from: '2030-01-01', to: null }, 1, played)).toBeNull();
});
