import { describe, expect, it } from 'vitest';

import { factSentences } from './fact-sentences.ts';

const sentencesOf = (species: Readonly<Record<string, number>>): readonly string[] =>
  factSentences({
    ...{ records: 31, where: 'within 1 km', firstYear: 2014, lastSighting: '2021-04-20T10:35:00', lastRecord: null },
    species: Object.entries(species).map(([key, count]) => ({ key, count })),
  }).slice(2);

it('the facts are the number, the period and the newest sighting', () => {
  const facts = {
    records: 0,
    where: 'within 1 km',
    firstYear: 2014,
    lastSighting: null,
    lastRecord: null,
    species: [],
  };
  expect(factSentences(facts)).toEqual(['no records within 1 km since 2014.']);
  expect(factSentences({ ...facts, records: 1, lastRecord: '2021-04-20T10:35:00' })).toEqual([
    '1 record within 1 km since 2014.',
    'No sightings. Last record 20 April 2021.',
  ]);
});

describe('the sentence about what was recorded most often', () => {
  it.each([
    ['the species with the most records', { white: 12, tiger: 3, 'unknown sp.': 11 }, 'white shark'],
    ['both of two in a tie', { white: 2, 'bronze whaler': 2 }, 'bronze whaler and white shark'],
    [
      'unidentified sharks first, if there are more',
      { 'unknown sp.': 82, 'bronze whaler': 4 },
      'unidentified sharks, then bronze whaler',
    ],
    [
      'both of two that follow',
      { 'unknown sp.': 29, white: 2, 'bronze whaler': 2 },
      'unidentified sharks, then bronze whaler and white shark',
    ],
    ['no single record after them', { 'unknown sp.': 3, hammerhead: 1 }, 'unidentified sharks'],
    ['no three that follow', { 'unknown sp.': 9, white: 2, tiger: 2, mako: 2 }, 'unidentified sharks'],
    ['unidentified sharks in a tie with a species', { 'unknown sp.': 4, mako: 4 }, 'unidentified sharks and mako'],
    [
      'unidentified sharks as one, whether unknown or not recorded',
      { 'unknown sp.': 2, '': 2, mako: 3 },
      'unidentified sharks, then mako',
    ],
    ['sharks only', { 'whale carcass': 90, 'detection event - possible': 40, other: 9, tiger: 2 }, 'tiger shark'],
  ])('names %s', (_, species, names) => {
    expect(sentencesOf(species)).toEqual([`Most often: ${names}.`]);
  });

  it.each([
    ['a tie of three', { white: 2, tiger: 2, mako: 2 }],
    ['a tie of three with unidentified sharks', { white: 2, tiger: 2, 'unknown sp.': 2 }],
    ['one record of each', { white: 1, 'unknown sp.': 1 }],
    ['no sharks', { 'whale carcass': 9 }],
    ['no records', {}],
  ])('is left out for %s', (_, species) => {
    expect(sentencesOf(species)).toEqual([]);
  });
});
