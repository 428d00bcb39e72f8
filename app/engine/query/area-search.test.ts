import { expect, it } from 'vitest';

import { findAreas, mayBeCouncil } from './area-search.ts';

const names = new Map([
  ['City of Albany', 115],
  ['Town of Cottesloe', 13],
  ['Town of East Fremantle', 2],
  ['City of Fremantle', 51],
  ['City of South Perth', 9],
  ['City of Perth', 3],
  ['Shire of Augusta-Margaret River', 118],
]);

it.each([
  ['City of Albany', ['City of Albany']],
  ['albany council', ['City of Albany']],
  ['shire margaret', ['Shire of Augusta-Margaret River']],
  ['fremantle council', ['City of Fremantle', 'Town of East Fremantle']],
  ['city of perth', ['City of Perth', 'City of South Perth']],
  ['perth council', ['City of Perth', 'City of South Perth']],
  ['city of south', ['City of South Perth']],
  ['town of fremantle', ['Town of East Fremantle']],
  ['city beach', []],
  ['town of', ['Town of Cottesloe', 'Town of East Fremantle']],
  ['shire', ['Shire of Augusta-Margaret River']],
])('finds the council areas for %j', (typed, expected) => {
  expect(mayBeCouncil(typed)).toBe(true);
  expect(findAreas(typed, names).areas.map(({ name }) => name)).toEqual(expected);
});

it('finds all council areas for the word "council", the largest first', () => {
  expect(findAreas('council', names).areas.map(({ places }) => places)).toEqual([118, 115, 51, 13, 9, 3, 2]);
});
