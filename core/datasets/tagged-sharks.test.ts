import fc from 'fast-check';
import { expect, it } from 'vitest';

import { countVisits, detectedTag } from './tagged-sharks.ts';

it.each([
  ['1160', 'detected', '1160'],
  ['0042', ' DETECTED ', '0042'],
  [null, 'detected', 'WA1TSE'],
  [null, 'detected', ' 1160'],
  [null, 'detected', '١٢'],
  [null, 'detected', ''],
  [null, 'detected', null],
  [null, 'detected nearby', '1160'],
  [null, 'sighted', '1160'],
  [null, null, '1160'],
])('the tag %o is that of a record with %o and %o', (tag, interactionValue, objectId) => {
  expect(detectedTag(interactionValue, objectId)).toBe(tag);
});

it('visits are the distinct pairs of a shark and a day, in all years', () => {
  const detection = fc.record({
    shark: fc.oneof(fc.nat(3), fc.constant(2 ** 30)),
    day: fc.oneof(fc.integer({ min: -2, max: 2 }), fc.constantFrom(-719_528, 2_932_896)),
  });
  fc.assert(
    fc.property(fc.array(detection, { maxLength: 60 }), (detections) => {
      const found = countVisits(
        detections.map(({ shark }) => shark),
        detections.map(({ day }) => day),
      );
      expect(found.visits).toBe(new Set(detections.map(({ shark, day }) => `${shark} ${day}`)).size);
      expect(found.sharks).toEqual([...new Set(detections.map(({ shark }) => shark))].sort((a, b) => a - b));
    }),
  );
});
