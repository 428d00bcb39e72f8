import { expect, it } from 'vitest';

import { detectedTag } from './tagged-sharks.ts';

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
