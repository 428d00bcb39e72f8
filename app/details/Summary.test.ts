import { describe, expect, it } from 'vitest';

import { fakeSummary } from '../session/testing/fake-session.ts';
import { monthsInWords } from './MonthsChart.tsx';
import { summarySentence } from './summary-sentence.ts';

describe('the sentence of a summary', () => {
  it('states the number of records, the last sighting and the most frequent species', () => {
    expect(summarySentence(fakeSummary, 'metric')).toBe(
      '319 records within 1 km since 2014. Last sighting 20 April 2021. Most often: white shark.',
    );
  });

  it('says that there are no records', () => {
    const empty = { ...fakeSummary, records: 0, lastSighting: null, species: null };
    expect(summarySentence(empty, 'metric')).toBe('No records within 1 km since 2014.');
  });

  it('distinguish records without a sighting from no records', () => {
    const detections = { ...fakeSummary, records: 1, lastSighting: null };
    expect(summarySentence(detections, 'nautical')).toBe(
      '1 record within 0.54 nmi since 2014. No sightings by people. Most often: white shark.',
    );
  });
});

describe('the months in words', () => {
  it('name the months with the most and with the fewest records', () => {
    expect(monthsInWords([5, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 9])).toBe(
      'Most in December (9 records), fewest in February (1 record).',
    );
    expect(monthsInWords([0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 2])).toBe(
      'Most in May and December (2 records), fewest in 10 months (0 records).',
    );
    expect(monthsInWords(Array.from({ length: 12 }, () => 3))).toBe('The same number in every month (3).');
  });
});
