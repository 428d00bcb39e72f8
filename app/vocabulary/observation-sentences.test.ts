import { describe, expect, it } from 'vitest';

import { observationSentences, type Observations, recordsInWords, usualInWords } from './observation-sentences.ts';

const none = { sighting: 0, detection: 0, handled: 0, other: 0 };
const nothing: Observations = {
  ...{ records: 0, recordsByMark: none, byMark: none, sharks: 0 },
  ...{ speciesSighted: [], speciesOfSharks: [], lastSighting: null, lastVisit: null },
};
const cottesloe: Observations = {
  ...{ records: 305, sharks: 32 },
  recordsByMark: { sighting: 89, detection: 214, handled: 0, other: 2 },
  byMark: { sighting: 89, detection: 80, handled: 0, other: 2 },
  speciesSighted: [
    { key: 'unknown sp.', count: 70, isUnidentified: true },
    { key: 'white', count: 12 },
    { key: '', count: 7, isUnidentified: true },
  ],
  speciesOfSharks: [
    { key: 'white', count: 17 },
    { key: 'tiger', count: 12 },
    { key: 'bronze whaler', count: 3 },
  ],
  ...{ lastSighting: '2021-04-08T10:35:00', lastVisit: '2020-05-02T00:00:00' },
};

it('the numbers of records are in a line of their own, which says what they count', () => {
  expect(recordsInWords(cottesloe)).toBe(
    'All 305 records: 89 sightings, 214 detections of tagged sharks and 2 other records. ' +
      '12 sightings name a species: white shark 12. ' +
      'A sighting is one report: of one shark or of many, and perhaps of one reported before. ' +
      'A visit is one tagged shark on one day, however often a receiver detected it.',
  );
  const oneCatch = { ...nothing, records: 1, recordsByMark: { ...none, handled: 1 } };
  expect(recordsInWords(oneCatch)).toBe('The only record: 1 shark caught, tagged or relocated.');
  expect(recordsInWords(nothing)).toBe('');
});

it('with filters, the first sentence says that it counts what matches them', () => {
  const first = (observations: Observations): string | undefined =>
    observationSentences(observations, 'within 1 km', 2014 * 12, true)[0];
  expect(first(cottesloe)).toBe('89 sightings, and 80 visits by 32 tagged sharks within 1 km that match the filters.');
  expect(first(nothing)).toBe('nothing recorded within 1 km that matches the filters.');
  expect(first({ ...nothing, records: 1, byMark: { ...none, sighting: 1 } })).toBe(
    '1 sighting within 1 km that matches the filters.',
  );
});

describe('what is usual at this time of the year', () => {
  /** The numbers of days of the second half of November, from 2014. */
  const years = (...days: readonly (number | null)[]) =>
    days.map((count, index) => ({
      year: 2014 + index,
      halves: Array.from({ length: 24 }, (_, half) => (half === 21 ? count : 9)),
    }));

  it.each([
    ['Late November, 2014 to 2020: sightings on 0 to 3 days, typically 1.', [0, 1, 3, 1, 0, 2, 1]],
    ['Late November, 2015 to 2018: sightings on 1 to 4 days, typically 2.5.', [null, 4, 2, 1, 3, null]],
    ['Late November, 2014 to 2017: sightings on 0 to 1 day, typically 0.', [0, 1, 0, 0]],
    ['Late November, 2014 to 2017: sightings on 2 days in each year.', [2, 2, 2, 2]],
    ['Late November, 2014 to 2017: no sightings.', [0, 0, 0, 0]],
    ['', [1, 2, 3]],
    ['', [1, null, 2, null, 3]],
    ['', []],
  ])('is said as "%s"', (sentence, days) => {
    expect(usualInWords(years(...days), '2026-11-16')).toBe(sentence);
    expect(usualInWords(years(...days), '2026-11-30')).toBe(sentence);
  });

  it('is that of the half of the month', () => {
    expect(usualInWords(years(1, 1, 1, 1), '2026-11-15')).toBe(
      'Early November, 2014 to 2017: sightings on 9 days in each year.',
    );
    expect(usualInWords(years(1, 1, 1, 1), '2026-02-29')).toBe(
      'Late February, 2014 to 2017: sightings on 9 days in each year.',
    );
  });
});
