import { expect, it } from 'vitest';

import { unwrapLongitude } from './unwrap-longitude.ts';

it.each([
  [179.5, -179.5, 180.5],
  [-179.5, 179.5, -180.5],
  [115, 116, 116],
  [115, -10, -10],
])('from %d, the short way to %d is the way to %d', (from, to, expected) => {
  expect(unwrapLongitude({ longitude: from, latitude: -30 }, { longitude: to, latitude: -31 })).toEqual({
    longitude: expected,
    latitude: -31,
  });
});
