import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  addMonths,
  datePresets,
  daysBetween,
  firstDayOfMonth,
  formatPeriod,
  formatPeriodShort,
  formatLocalPeriod,
  formatLocalTime,
  monthOfDay,
  monthsInWords,
} from './dates.ts';

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
/** The expected number of days of a month, by the rule for leap years. */
const daysInMonth = (month: number): number => {
  const year = Math.floor(month / 12);
  return month % 12 === 1 && isLeap(year) ? 29 : (lengths[month % 12] ?? 0);
};
const someMonth = fc.integer({ min: 12, max: 9999 * 12 });
const someDay = fc
  .tuple(someMonth, fc.integer({ min: 0, max: 30 }))
  .map(
    ([month, day]) => `${firstDayOfMonth(month).slice(0, 8)}${String((day % daysInMonth(month)) + 1).padStart(2, '0')}`,
  );

describe('the calendar', () => {
  it('adds months, and uses the last day of a month that is too short', () => {
    expect(addMonths('2020-02-29', -12)).toBe('2019-02-28');
    expect(addMonths('2021-07-31', -1)).toBe('2021-06-30');
    expect(addMonths('2021-07-31', -60)).toBe('2016-07-31');
    fc.assert(
      fc.property(someDay, fc.integer({ min: -100, max: 100 }), (day, months) => {
        fc.pre(day > '0010' && day < '9980');
        const moved = addMonths(day, months);
        expect(monthOfDay(moved)).toBe(monthOfDay(day) + months);
        expect(Number(moved.slice(8))).toBe(Math.min(Number(day.slice(8)), daysInMonth(monthOfDay(moved))));
      }),
    );
  });
});

const presetRange = (newest: string, name: string): readonly (string | null)[] => {
  const preset = datePresets(newest).find(({ shortName }) => shortName === name);
  return preset ? [preset.from, preset.to] : [];
};

it('presets are counted back from the newest record, and include it', () => {
  expect(presetRange('2021-07-31T00:13:00', '30 days')).toEqual(['2021-07-02', '2021-07-31']);
  expect(daysBetween('2021-07-02', '2021-07-31') + 1).toBe(30);
  expect(presetRange('2021-07-31T00:13:00', '12 months')).toEqual(['2020-08-01', '2021-07-31']);
  expect(presetRange('2021-07-31T00:13:00', '5 years')).toEqual(['2016-08-01', '2021-07-31']);
  expect(presetRange('2021-07-31T00:13:00', 'All')).toEqual([null, null]);
});

it('formats a range of days', () => {
  expect(formatPeriod('2020-01-01', '2021-07-31')).toBe('1 Jan 2020 to 31 Jul 2021');
  expect(formatPeriod('2020-01-01', null)).toBe('from 1 Jan 2020');
  expect(formatPeriod(null, '2021-07-31')).toBe('until 31 Jul 2021');
  expect(formatPeriod('2021-07-31', '2021-07-31')).toBe('31 Jul 2021');
  expect(formatPeriod(null, null)).toBe('');
});

it('abbreviates complete months and years, and nothing else', () => {
  expect(formatPeriodShort('2020-01-01', '2020-12-31')).toBe('2020');
  expect(formatPeriodShort('2019-01-01', '2020-12-31')).toBe('2019 to 2020');
  expect(formatPeriodShort('2020-01-01', '2021-07-31')).toBe('Jan 2020 to Jul 2021');
  expect(formatPeriodShort('2020-02-01', '2020-02-29')).toBe('Feb 2020');
  expect(formatPeriodShort('2020-02-01', '2020-02-28')).toBe('1 Feb 2020 to 28 Feb 2020');
  expect(formatPeriodShort('2020-01-01', null)).toBe('from 2020');
  expect(formatPeriodShort(null, '2020-12-31')).toBe('until 2020');
  expect(formatPeriodShort('2020-03-12', null)).toBe('from 12 Mar 2020');
  expect(formatPeriodShort(null, null)).toBe('');
});

describe('a recorded time', () => {
  it('shows its zone, and is not converted', () => {
    expect(formatLocalTime('2021-07-31T00:13:59', 'local')).toBe('31 Jul 2021, 00:13 WA time');
    expect(formatLocalTime('2018-01-02T23:05:00', 'UTC')).toBe('2 Jan 2018, 23:05 WA time⁺⁸');
  });

  it('is only a date if no time was recorded, and so is a period', () => {
    const [day, next] = ['2021-07-31T00:00:00', '2021-08-01T00:00:00'];
    expect(formatLocalTime(day, 'date')).toBe('31 Jul 2021');
    expect(formatLocalPeriod(day, day, 'date')).toBe('31 Jul 2021');
    expect(formatLocalPeriod(day, next, 'date')).toBe('31 Jul 2021 to 1 Aug 2021');
    expect(formatLocalPeriod(day, next, 'local')).toBe('31 Jul 2021, 00:00 to 1 Aug 2021, 00:00 WA time');
  });
});

it.each([
  [[], ''],
  [[1, 2, 12], 'December to February'],
  [[4], 'April'],
  [[1, 3, 4, 5, 11], 'January, March to May, November'],
  [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], ''],
])('the months %o of the year are "%s"', (months, words) => {
  expect(monthsInWords(months)).toBe(words);
});
