import { expect, it } from 'vitest';

import { type Listening, listeningInWords, listeningStates } from './listening.ts';

const october2014 = 2014 * 12 + 9;

/** One letter for each month: u, p or k. */
const listening = (states: string, change: Partial<Listening> = {}): Listening => ({
  ...{ radiusInMetres: 5000, receivers: 1, firstMonth: october2014, knownMonthsInArea: 0 },
  states: Uint8Array.from(states, (letter) => listeningStates.findIndex((state) => state.startsWith(letter))),
  ...change,
});

it.each([
  [listening(''), 0, []],
  [listening('uuuu', { receivers: 0 }), 0, ['No receiver within 5 km is known to have listened since October 2014.']],
  [
    listening('uukpku', { receivers: 3, knownMonthsInArea: 2 }),
    5,
    [
      '3 receivers within 5 km: at least one is known to have listened in 2 of 6 months, and probably in 1 more.',
      'No receiver within 5 km is known to have listened after February 2015.',
      'On average 2.5 visits a month, over the 2 months in which a receiver in the circle is known to have listened.',
    ],
  ],
  [
    listening('kk', { receivers: 2 }),
    0,
    ['2 receivers within 5 km, all outside the circle: at least one is known to have listened in 2 of 2 months.'],
  ],
  [
    listening('uk', { radiusInMetres: null }),
    4,
    ['One receiver in this council area: it is known to have listened in 1 of 2 months.'],
  ],
])('%o with %i visits reads %o', (each, visits, sentences) => {
  expect(listeningInWords(each, visits, 'metric')).toEqual(sentences);
});
