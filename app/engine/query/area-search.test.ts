import { expect, it } from 'vitest';

import { findAreas, mayBeCouncil } from './area-search.ts';

const names = new Map([
  ['City of Albany', 115],
  ['Town of Cottesloe', 13],
  ['Town of East Fremantle', 2],
  ['City of Fremantle', 51],
  ['Shire of Augusta-Margaret River', 118],
]);

it.each([
  ['City of Albany', ['City of Albany']],
  ['albany council', ['City of Albany']],
  ['shire margaret', ['Shire of Augusta-Margaret River']],
  ['fremantle council', ['City of Fremantle', 'Town of East Fremantle']],
  ['town of fremantle', ['Town of East Fremantle']],
  ['city beach', []],
  ['town of', []],
  ['council', []],
])('finds the council areas for %j', (typed, expected) => {
  expect(mayBeCouncil(typed)).toBe(true);
  expect(findAreas(typed, names).map(({ name }) => name)).toEqual(expected);
});

it('does not need the names of the areas for other texts', () => {
  expect(['albany', 'cottesloe beach', ''].some(mayBeCouncil)).toBe(false);
});
