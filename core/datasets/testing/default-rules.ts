import { RecordedTimes } from '../recorded-time.ts';
import type { SiteRules } from '../site.ts';

/** The rules of the default site, in which local time is ahead of UTC by the same offset all year. */
export const defaultRules: SiteRules = {
  times: {
    zone: '+08:00',
    name: 'Western Australian time',
    offsets: [[0, 28_800]],
    utcBefore: '2019-07-08T00:00:00',
    utcOwners: ['smart drumline trial'],
    inWords:
      'Times before 8 July 2019, and all times of the SMART drumline trial, are in UTC; all other times are in Western ' +
      'Australian time (+08:00). If more than 20 % of all records are at exactly 00:00:00, this time means that only the ' +
      'date was recorded. The time zone is derived from the records; the publisher states none.',
  },
  interactions: [
    { value: 'sighted*', kind: 'Sighted' },
    { value: 'detected*', kind: 'Detected' },
    { value: '*relocated*', kind: 'Relocated' },
    { value: 'tagged*', kind: 'Tagged' },
    { value: 'caught*', kind: 'Caught' },
  ],
  otherSpecies: ['whale carcass', 'sonar object', 'detection event - possible', 'other'],
  unidentifiedSpecies: ['', 'unknown sp.'],
};

export const defaultTimes = new RecordedTimes(defaultRules.times, false);

const instant = (time: string): number => Date.parse(time) / 1000;

/**
 * Rules of an invented site on whose clocks a day is repeated, from 12:00 on 8 July 2019; then the times until 09:00 on 31
 * December 2019 are skipped; and those from 07:30 to 16:30 on 1 January 2020 are repeated. Then local time is behind UTC.
 */
export const otherRules: SiteRules = {
  times: {
    zone: 'Invented/Zone',
    name: 'invented time',
    offsets: [
      [instant('1900-01-01T00:00:00Z'), 14 * 3600],
      [instant('2019-07-08T12:00:00+14:00'), -10 * 3600],
      [instant('2019-12-31T00:00:00-10:00'), -3600],
      [instant('2020-01-01T16:30:00-01:00'), -10 * 3600],
    ],
    utcOwners: ['public report'],
    inWords: 'All times of the Public report are in UTC; all other times are in invented time.',
  },
  interactions: [
    { value: 'seen', kind: 'Sighted' },
    { value: 'Detected*', kind: 'Detected' },
    { value: '*released', kind: 'Relocated' },
    { value: '*GHTE*', kind: 'Tagged' },
  ],
  otherSpecies: ['white'],
  unidentifiedSpecies: ['tiger'],
};
