import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';

import fc from 'fast-check';
import { IANAZone } from 'luxon';
import { describe, expect, it } from 'vitest';

import { RecordedTimes } from '../../core/datasets/recorded-time.ts';
import { defaultRules } from '../../core/datasets/testing/default-rules.ts';
import { seed, sizeOf } from '../../tests/support/test-size.ts';
import { fromRoot } from '../../tests/support/repository.ts';
import { rulesOf, type RulesOfSiteFile } from './rules.ts';
import { timeOffsetsOf } from './time-offsets.ts';

console.info(`rules of a site: COASTWATCH_SEED=${seed}`);

const siteFile = JSON.parse(readFileSync(fromRoot('sites/western-australia/site.json'), 'utf8')) as RulesOfSiteFile;
const rulesIn = (time: RulesOfSiteFile['time']) => rulesOf({ ...siteFile, time }, new Date('2026-06-01T00:00:00Z'));

describe('the rules of a site', () => {
  it('are those of its site file: by default, the rules of the published data', () => {
    expect(rulesOf(siteFile)).toEqual(defaultRules);
  });

  const dates =
    'If more than 20 % of all records are at exactly 00:00:00, this time means that only the date was recorded.';
  const repeated = 'Of two equal times when clocks are set back, the first is meant.';
  const irish = { zone: 'Europe/Dublin', name: 'Irish time' };
  it.each<[RulesOfSiteFile['time'], string]>([
    [irish, `Times are in Irish time (Europe/Dublin). ${repeated} ${dates}`],
    [{ zone: 'UTC', name: 'UTC' }, `Times are in UTC. ${dates}`],
    [{ zone: '-03:30', name: 'local time' }, `Times are in local time (-03:30). ${dates}`],
    [
      { zone: '+02:00', name: 'summer time', utcBefore: '2020-01-01T10:00:00', basis: 'The network says so.' },
      `Times before 1 January 2020, 10:00:00 are in UTC; all other times are in summer time (+02:00). ${dates} The network says so.`,
    ],
    [
      { ...irish, utcOwners: ['Buoys', 'Gliders', 'Floats'] },
      `All times of the Buoys, Gliders and Floats are in UTC; all other times are in Irish time (Europe/Dublin). ${repeated} ${dates}`,
    ],
  ])('say in words how times are read: %j', (time, words) => {
    expect(rulesIn(time).times.inWords).toBe(words);
  });

  it('have the offsets of the zone until the end of the second year after that of the build', () => {
    const { offsets } = rulesIn(irish).times;
    expect(offsets).toEqual(timeOffsetsOf('Europe/Dublin', 2028));
    expect(offsets.at(-1)?.[0]).toBe(Date.UTC(2028, 9, 29, 1) / 1000);
  });

  it('have the offsets of the zone from the earliest year of records, in whole minutes', () => {
    const { times } = rulesIn(irish);
    expect(times.offsets[0]).toEqual([Date.UTC(1800, 0) / 1000, -25 * 60]);
    const recorded = new RecordedTimes(times, false);
    const timestamps = ['1801-07-01', '1941-12-01', '1947-05-01', '1965-01-01', '1969-01-01', '1990-07-01'].map((day) =>
      recorded.timestampOf(`${day}T12:00:00`, 'local').slice(19),
    );
    expect(timestamps).toEqual(['-00:25', '+01:00', '+01:00', '+00:00', '+01:00', '+01:00']);
  });

  it.each(['America/Boa_Vista', 'Africa/Tunis', 'Asia/Manila', 'Europe/Amsterdam', 'Africa/Monrovia'])(
    'have every change of the zone %s',
    (zone) => {
      const { times } = rulesIn({ zone, name: 'local time' });
      const recorded = new RecordedTimes(times, false);
      const offsetAt = (instant: number): number => recorded.localOf(instant) - instant;
      const days = fc.integer({ min: Date.UTC(1800, 0) / 86_400_000, max: Date.UTC(2028, 11, 31) / 86_400_000 });
      fc.assert(
        fc.property(days, (day) => {
          const exact = IANAZone.create(zone).offset(day * 86_400_000);
          expect(Math.abs(offsetAt(day * 86_400) - exact * 60)).toBeLessThanOrEqual(30);
        }),
        { seed, numRuns: sizeOf(20_000) },
      );
    },
  );

  it('are small', () => {
    expect(deflateRawSync(JSON.stringify(rulesIn(irish).times.offsets)).length).toBeLessThan(2000);
  });

  it('have one offset for a fixed offset', () => {
    expect(timeOffsetsOf('-03:30', 2028)).toEqual([[0, -12_600]]);
    expect(timeOffsetsOf('UTC', 2028)).toEqual([[Date.UTC(1800, 0) / 1000, 0]]);
  });
});
