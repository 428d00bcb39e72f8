import fc from 'fast-check';
import { expect, it } from 'vitest';

import { dateTimeOfSeconds, secondsOfDateTime } from './date-time-key.ts';

it('a date and time comes back from its seconds, in every year from 0 to 9999', () => {
  const first = secondsOfDateTime('0000-01-01T00:00:00');
  const last = secondsOfDateTime('9999-12-31T23:59:59');
  expect([dateTimeOfSeconds(first), dateTimeOfSeconds(last)]).toEqual(['0000-01-01T00:00:00', '9999-12-31T23:59:59']);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: first, max: last })), (list) => {
      for (const seconds of list) {
        const text = dateTimeOfSeconds(seconds);
        expect(text).toBe(new Date(seconds * 1000).toISOString().slice(0, 19));
        expect(secondsOfDateTime(text)).toBe(seconds);
      }
    }),
  );
});
