import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';

import { timeOffsetsOf } from '../../build-data/site/time-offsets.ts';
import { seed, sizeOf } from '../../tests/support/test-size.ts';
import {
  areMidnightsDates,
  dateTimeToSeconds,
  RecordedTimes,
  secondsPerDay,
  secondsToDateTime,
  type TimedRecord,
} from './recorded-time.ts';
import { Clock } from './testing/clock.ts';
import { defaultRules, defaultTimes, otherRules } from './testing/default-rules.ts';

console.info(`recorded times: COASTWATCH_SEED=${seed}`);

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
    ['a record before local times', 'UTC', record()],
    ['a record in the last second before local times', 'UTC', record({ SightingDateTime: '2019-07-07T23:59:59' })],
    ['a record from then on', 'local', record(after)],
    ['a record of unknown source before', 'UTC', record({ OwnerValue: null })],
    ['a record of unknown source from then on', 'local', record({ ...after, OwnerValue: null })],
    ['an owner in UTC before', 'UTC', record({ OwnerValue: 'SMART drumline trial' })],
    ['an owner in UTC from then on', 'UTC', record({ ...after, OwnerValue: ' Smart Drumline  Trial ' })],
  ])('of %s is %s', (_, basis, timed) => {
    expect(defaultTimes.basisOf(timed)).toBe(basis);
    const seconds = dateTimeToSeconds(timed.SightingDateTime);
    expect(defaultTimes.basisReader([null, timed.OwnerValue])(seconds, 1)).toBe(basis);
    const withDates = new RecordedTimes(defaultRules.times, true);
    expect(withDates.basisReader([timed.OwnerValue])(seconds, 0)).toBe(withDates.basisOf(timed));
    expect(withDates.basisOf(timed)).toBe(timed.SightingDateTime.endsWith('T00:00:00') ? 'date' : basis);
  });

  it('is local without a time or owners in UTC', () => {
    const { zone, name, offsets, inWords } = defaultRules.times;
    const times = new RecordedTimes({ zone, name, offsets, inWords }, false);
    expect(times.basisOf(record({ SightingDateTime: '0000-01-01T00:00:00', OwnerValue: null }))).toBe('local');
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
          const basis = new RecordedTimes(defaultRules.times, midnightsAreDates).basisOf(
            record({ SightingDateTime: text }),
          );
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
      for (const basis of ['UTC', 'local'] as const) {
        const timestamp = defaultTimes.timestampOf(time, basis);
        expect(defaultTimes.instantOf(time, basis)).toBe(Date.parse(timestamp) / 1000);
      }
      expect(defaultTimes.instantOf(time, 'UTC') - defaultTimes.instantOf(time, 'local')).toBe(8 * 3600);
    }
    expect(defaultTimes.timestampOf('2019-06-14T03:16:26', 'UTC')).toBe('2019-06-14T03:16:26Z');
    expect(defaultTimes.timestampOf('2021-07-31T00:13:00', 'local')).toBe('2021-07-31T00:13:00+08:00');
    // The start of the local day.
    expect(defaultTimes.timestampOf('2021-07-31T00:00:00', 'date')).toBe('2021-07-31T00:00:00+08:00');
    expect(defaultTimes.instantOf('2021-07-31T00:00:00', 'date')).toBe(Date.UTC(2021, 6, 30, 16) / 1000);
  });

  it('stays within the years 0 to 9999 on the clock', () => {
    expect(secondsToDateTime(defaultTimes.localOf(Date.UTC(9999, 11, 31, 20) / 1000))).toBe('9999-12-31T23:59:59');
    const behind = new RecordedTimes({ ...defaultRules.times, offsets: [[0, -3600]] }, false);
    const start = dateTimeToSeconds('0000-01-01T00:30:00');
    expect(secondsToDateTime(behind.localOf(start))).toBe('0000-01-01T00:00:00');
  });
});

const zones = [
  ...[
    'Europe/Dublin',
    'America/Halifax',
    'America/St_Johns',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'Africa/Casablanca',
  ],
  ...['America/Havana', 'America/Sao_Paulo', 'Pacific/Kwajalein', 'Asia/Kathmandu', 'UTC', '+08:00', '-03:30'],
];
const lastYear = 2030;

describe.each(zones)('in the zone %s,', (zone) => {
  const offsets = timeOffsetsOf(zone, lastYear);
  const rule = { zone, name: 'local time', offsets, utcOwners: ['buoy'], inWords: '' };
  const times = new RecordedTimes(rule, true);
  // An offset without a name has another form there.
  const luxonZone = /^[-+]/.test(zone) ? `UTC${zone}` : zone;
  const inZone = (instant: number): DateTime => DateTime.fromSeconds(instant, { zone: luxonZone });
  // Before zones were introduced, clocks showed a mean time, whose seconds luxon has and offsets have not.
  const [begin = 0] = offsets.findLast(([from]) => !Number.isInteger(inZone(from - 1).offset)) ?? offsets[0] ?? [];
  const changes = offsets.map(([from]) => from).filter((from) => from > begin);
  const earliest = begin + 4 * secondsPerDay;
  const within = fc.integer({ min: earliest, max: Date.UTC(lastYear, 11, 31) / 1000 });
  /** Often within two days of a change of clocks, and often at it or at the start of an hour. */
  const near = (from: number): fc.Arbitrary<number> =>
    fc.oneof(
      fc.integer({ min: -3, max: 3 }).map((seconds) => from + seconds),
      fc.integer({ min: -48, max: 48 }).map((hours) => from + hours * 3600),
      fc.integer({ min: -172_800, max: 172_800 }).map((seconds) => from + seconds),
    );
  const instants =
    changes.length === 0
      ? within
      : fc.oneof(
          within,
          fc
            .constantFrom(...changes)
            .chain(near)
            .filter((instant) => instant >= earliest),
        );
  const localOf = (time: DateTime): string => time.toFormat("yyyy-MM-dd'T'HH:mm:ss");
  const options = { seed, numRuns: sizeOf(5000) };

  it('local times, local days and timestamps are those of the clock', () => {
    fc.assert(
      fc.property(instants, (instant) => {
        const expected = inZone(instant);
        expect(secondsToDateTime(times.localOf(instant))).toBe(localOf(expected));
        const timestamp = times.localTimestampOf(instant);
        expect(timestamp).toBe(expected.toISO({ suppressMilliseconds: true })?.replace('Z', '+00:00'));
        expect(Date.parse(timestamp) / 1000).toBe(instant);
      }),
      options,
    );
  });

  it('a local time is the first instant at which clocks show it, or moved forward if they skip it', () => {
    fc.assert(
      fc.property(instants, fc.constantFrom(0, 1800, 3600, 7200, 43_200), (instant, further) => {
        const recorded = secondsToDateTime(times.localOf(instant) + further);
        const found = times.instantOf(recorded, 'local');
        expect(Date.parse(times.timestampOf(recorded, 'local')) / 1000).toBe(found);
        // Not by the constructors of luxon, whose choice depends on the offset at the time of the test.
        const seconds = dateTimeToSeconds(recorded);
        const [before, after] = [-2, 2].map((days) => seconds - inZone(seconds + days * secondsPerDay).offset * 60);
        const shown = [Number(before), Number(after)].filter((each) => localOf(inZone(each)) === recorded);
        expect(found).toBe(shown.length > 0 ? Math.min(...shown) : before);
        expect(found).toBe(new Clock(rule).instantOf(seconds));
        expect(times.instantOf(recorded, 'UTC')).toBe(dateTimeToSeconds(recorded));
        expect(Date.parse(times.timestampOf(recorded, 'UTC')) / 1000).toBe(dateTimeToSeconds(recorded));
      }),
      options,
    );
  });

  it('a date begins and ends with the local day', () => {
    fc.assert(
      fc.property(instants, (instant) => {
        const day = Math.floor(times.localOf(instant) / secondsPerDay) * secondsPerDay;
        const begin = times.instantOf(secondsToDateTime(day), 'date');
        const next = times.instantOf(secondsToDateTime(day + secondsPerDay), 'date');
        expect(times.endOfDay(begin)).toBe(next - 0.001);
        expect(localOf(inZone(begin)).slice(0, 10)).toBe(secondsToDateTime(day).slice(0, 10));
        // Where clocks are set back across midnight, the end of the day before is repeated within the day.
        const first = times.instantOf(secondsToDateTime(times.localOf(instant)), 'local');
        expect(begin <= first && first < next).toBe(true);
      }),
      options,
    );
  });

  it('an instant survives being recorded, except in the second of two equal hours', () => {
    fc.assert(
      fc.property(instants, fc.constantFrom('Buoy', 'Public report', null), (instant, owner) => {
        const recorded = times.recordedOf(instant, owner);
        const basis = times.withoutDates.basisOf({ OwnerValue: owner, SightingDateTime: recorded });
        expect(basis).toBe(owner === 'Buoy' ? 'UTC' : 'local');
        const again = times.instantOf(recorded, basis);
        const isRepeated = inZone(instant).getPossibleOffsets().length > 1;
        if (owner === 'Buoy' || !isRepeated) expect(again).toBe(instant);
        else expect([0, instant - again]).toContain(instant - again);
        expect(again).toBeLessThanOrEqual(instant);
      }),
      options,
    );
  });
});

it('before `utcBefore`, instants are recorded in UTC, and read as such', () => {
  fc.assert(
    fc.property(fc.integer({ min: -2_000_000_000, max: 1_900_000_000 }), (instant) => {
      const recorded = defaultTimes.recordedOf(instant, null);
      const basis = defaultTimes.basisOf({ OwnerValue: null, SightingDateTime: recorded });
      expect(defaultTimes.instantOf(recorded, basis)).toBe(instant);
    }),
    { seed, numRuns: sizeOf(5000) },
  );
});

it('the difference between a recorded time and its instant is between the least and the greatest', () => {
  expect(defaultTimes.differences).toEqual([0, 8 * 3600]);
  expect(new RecordedTimes(otherRules.times, false).differences).toEqual([-10 * 3600, 14 * 3600]);
});
