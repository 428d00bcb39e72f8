import { describe, expect, it } from 'vitest';

import { omittedStopsInWords, stepInWords, stopsInWords, visitsInWords } from './journey-texts.ts';

const white = {
  ...{ species: 'white', visits: 12, locations: 5, first: '2014-10-03T10:00:00', last: '2016-05-02T09:00:00' },
  ...{ firstStop: 1, lastStop: 3, stops: [1, 2, 3] },
};
const tiger = { ...white, species: 'tiger', visits: 1, locations: 1, last: white.first, firstStop: 4, lastStop: 4 };

describe('the journey of a tag in words', () => {
  it('says how many visits there are, where and when', () => {
    expect(visitsInWords(white)).toBe('12 visits to 5 locations, 3 Oct 2014 to 2 May 2016');
    expect(visitsInWords(tiger)).toBe('1 visit to 1 location, 3 Oct 2014');
  });

  it('names the stops, and says what the map omits', () => {
    expect(stopsInWords(white)).toBe('stops 1 to 3');
    expect(stopsInWords(tiger)).toBe('stop 4');
    expect(omittedStopsInWords([white])).toBe('');
    expect(omittedStopsInWords([white, { ...tiger, lastStop: 1340, stops: [] }])).toBe(
      'The map shows the first 3 of 1,340 stops.',
    );
  });

  it.each([
    [null, 'First visit'],
    [{ distanceInMetres: 12_345, days: 3 }, '12 km from the previous visit, 3 days later'],
    [{ distanceInMetres: 850, days: 1 }, '850 m from the previous visit, the next day'],
    [{ distanceInMetres: 0, days: 20 }, 'Same place, 20 days later'],
    [{ distanceInMetres: 4200, days: 0 }, '4.2 km from the previous visit, the same day'],
  ])('says how far and how long a visit is from the one before: %o', (sinceLast, words) => {
    expect(stepInWords(sinceLast, 'metric')).toBe(words);
  });
});
