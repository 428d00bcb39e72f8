import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  areMidnightsDates,
  dateTimeToSeconds,
  instantOf,
  secondsToDateTime,
  timeBasisOf,
  type TimedRecord,
  timestampOf,
} from './recorded-time.ts';

it('a date and time survives conversion to seconds and back, in every year from 0 to 9999', () => {
  const first = dateTimeToSeconds('0000-01-01T00:00:00');
  const last = dateTimeToSeconds('9999-12-31T23:59:59');
  expect([secondsToDateTime(first), secondsToDateTime(last)]).toEqual(['0000-01-01T00:00:00', '9999-12-31T23:59:59']);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: first, max: last })), (list) => {
      for (const seconds of list) {
        const text = secondsToDateTime(seconds);
        expect(text).toBe(new Date(seconds * 1000).toISOString().slice(0, 19));
        expect(dateTimeToSeconds(text)).toBe(seconds);
      }
    }),
  );
});

const record = (changes: Partial<TimedRecord> = {}): TimedRecord => ({
  OwnerValue: 'Public report',
  SightingDateTime: '2019-06-14T03:16:26',
  ...changes,
});
const after = { SightingDateTime: '2019-07-08T00:00:00' };

describe('the basis of a recorded time', () => {
  it.each([
    ['a record before the changeover', 'UTC', record()],
    ['a record in the last second before the changeover', 'UTC', record({ SightingDateTime: '2019-07-07T23:59:59' })],
    ['a record from the changeover on', '+08:00', record(after)],
    ['a record of unknown source before the changeover', 'UTC', record({ OwnerValue: null })],
    ['a record of unknown source from the changeover on', '+08:00', record({ ...after, OwnerValue: null })],
    ['the drumline trial before the changeover', 'UTC', record({ OwnerValue: 'SMART drumline trial' })],
    ['the drumline trial after the changeover', 'UTC', record({ ...after, OwnerValue: ' Smart Drumline Trial ' })],
  ])('of %s is %s', (_, basis, timed) => {
    expect(timeBasisOf(timed, false)).toBe(basis);
    expect(timeBasisOf(timed, true)).toBe(timed.SightingDateTime.endsWith('T00:00:00') ? 'date' : basis);
  });

  it('is a date for records at 00:00:00 if more than 20 % of the records are, and never otherwise', () => {
    const time = fc.record({
      day: fc.integer({ min: -60_000, max: 2_900_000 }),
      second: fc.integer({ min: 1, max: 86_399 }),
    });
    // Exactly 20 %, and one or two records more or fewer.
    const dataset = fc
      .tuple(fc.nat({ max: 12 }), fc.integer({ min: -2, max: 2 }), fc.nat({ max: 2 }))
      .chain(([fifth, more, others]) => {
        const size = 5 * fifth + others;
        const midnights = Math.min(size, Math.max(0, fifth + more));
        return fc
          .array(time, { minLength: size, maxLength: size })
          .map((times) => times.map(({ day, second }, index) => day * 86_400 + (index < midnights ? 0 : second)));
      });
    fc.assert(
      fc.property(dataset, (seconds) => {
        const texts = seconds.map(secondsToDateTime);
        const isMidnight = (text: string): boolean => text.slice(11) === '00:00:00';
        const expected = texts.filter(isMidnight).length / texts.length > 0.2;
        const midnightsAreDates = areMidnightsDates(Float64Array.from(seconds));
        expect(midnightsAreDates).toBe(expected);
        for (const text of texts) {
          const basis = timeBasisOf(record({ SightingDateTime: text }), midnightsAreDates);
          expect(basis === 'date').toBe(expected && isMidnight(text));
        }
      }),
      { numRuns: 1000 },
    );
    expect(areMidnightsDates(new Float64Array())).toBe(false);
    expect(areMidnightsDates(Float64Array.of(0, 1, 2, 3, 4))).toBe(false);
    expect(areMidnightsDates(Float64Array.of(0, 1, 2, 3))).toBe(true);
  });
});

describe('an instant', () => {
  it('is the recorded time in its zone', () => {
    for (const time of ['2019-06-14T03:16:26', '1800-01-01T00:00:00', '9999-12-31T23:59:59']) {
      expect(instantOf(time, 'UTC')).toBe(Date.parse(timestampOf(time, 'UTC')) / 1000);
      expect(instantOf(time, '+08:00')).toBe(Date.parse(timestampOf(time, '+08:00')) / 1000);
      expect(instantOf(time, 'UTC') - instantOf(time, '+08:00')).toBe(8 * 3600);
    }
    expect(timestampOf('2019-06-14T03:16:26', 'UTC')).toBe('2019-06-14T03:16:26Z');
    expect(timestampOf('2021-07-31T00:13:00', '+08:00')).toBe('2021-07-31T00:13:00+08:00');
    // The start of the day in Western Australia.
    expect(timestampOf('2021-07-31T00:00:00', 'date')).toBe('2021-07-31T00:00:00+08:00');
    expect(instantOf('2021-07-31T00:00:00', 'date')).toBe(Date.UTC(2021, 6, 30, 16) / 1000);
  });
});
