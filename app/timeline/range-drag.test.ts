import { expect, it } from 'vitest';

import { daysToMonths, type DayRange } from '../vocabulary/dates.ts';
import { draggedDays, type RangeDrag } from './range-drag.tsx';

const month = (year: number, ofYear: number): number => year * 12 + ofYear - 1;
const span = { start: month(2014, 10), end: month(2021, 7) };
const days: DayRange = { from: '2019-01-01', to: '2019-12-31' };

const drag = (kind: RangeDrag['kind'], startPosition: number): RangeDrag => ({
  kind,
  startPosition,
  days,
  months: daysToMonths(days, span),
});

it('snaps the ends to the nearest start and end of a month', () => {
  expect(draggedDays(drag('from', month(2019, 1)), month(2018, 3) + 0.4, span)).toEqual({
    from: '2018-03-01',
    to: '2019-12-31',
  });
  expect(draggedDays(drag('to', month(2020, 1)), month(2020, 3) - 0.4, span)).toEqual({
    from: '2019-01-01',
    to: '2020-02-29',
  });
});

it('brushes every month that it touches, in both directions', () => {
  const start = month(2017, 3) + 0.9;
  const brushed = { from: '2017-03-01', to: '2017-05-31' };
  expect(draggedDays(drag('brush', start), month(2017, 5) + 0.1, span)).toEqual(brushed);
  expect(draggedDays(drag('brush', month(2017, 5) + 0.1), start, span)).toEqual(brushed);
});

it('selects the last month at the end of the axis', () => {
  const position = span.end + 1;
  expect(draggedDays(drag('brush', position), position, span)).toEqual({ from: '2021-07-01', to: null });
});
