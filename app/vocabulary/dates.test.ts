import { expect, it } from 'vitest';

import { formatPeriod, formatPeriodShort } from './dates.ts';

it('says a range of days', () => {
  expect(formatPeriod('2020-01-01', '2021-07-31')).toBe('1 Jan 2020 to 31 Jul 2021');
  expect(formatPeriod('2020-01-01', null)).toBe('from 1 Jan 2020');
  expect(formatPeriod(null, '2021-07-31')).toBe('until 31 Jul 2021');
  expect(formatPeriod('2021-07-31', '2021-07-31')).toBe('31 Jul 2021');
  expect(formatPeriod(null, null)).toBe('');
});

it('says whole months and whole years shorter, and nothing that is not whole', () => {
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
