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
      'date was recorded. This rule is derived from the records; the publisher states no time zone.',
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
