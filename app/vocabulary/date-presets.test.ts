import { expect, it } from 'vitest';

import { daysBetween } from './calendar.ts';
import { datePresets } from './date-presets.ts';

const rangeOf = (newest: string, name: string): readonly (string | null)[] => {
  const preset = datePresets(newest).find(({ shortName }) => shortName === name);
  return preset ? [preset.from, preset.to] : [];
};

it('counts back from the newest record, which they include', () => {
  expect(rangeOf('2021-07-31T00:13:00', '30 days')).toEqual(['2021-07-02', '2021-07-31']);
  expect(daysBetween('2021-07-02', '2021-07-31') + 1).toBe(30);
  expect(rangeOf('2021-07-31T00:13:00', '12 months')).toEqual(['2020-08-01', '2021-07-31']);
  expect(rangeOf('2021-07-31T00:13:00', '5 years')).toEqual(['2016-08-01', '2021-07-31']);
  expect(rangeOf('2021-07-31T00:13:00', 'All')).toEqual([null, null]);
});

it('knows leap years', () => {
  expect(rangeOf('2020-02-29', '12 months')).toEqual(['2019-03-01', '2020-02-29']);
  expect(rangeOf('2020-03-15', '30 days')).toEqual(['2020-02-15', '2020-03-15']);
  expect(rangeOf('2021-03-15', '30 days')).toEqual(['2021-02-14', '2021-03-15']);
});

it('names each range so that its short name is part of it', () => {
  for (const { name, shortName } of datePresets('2021-07-31')) expect(name).toContain(shortName);
});
