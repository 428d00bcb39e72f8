import { expect, it } from 'vitest';

import { rankPlaces } from './overlay-content.ts';

it('takes the marks that turn the direction of writing out of names: a canvas has nothing to hold them', () => {
  const at = { longitude: 115.75, latitude: -31.99 };
  const place = { id: 7, featureType: 'Beach', town: 'Perth', inshore: at, offshore: at };
  const [ranked] = rankPlaces([{ ...place, name: '\u202eeolsettoC\u202c' }]);
  expect(ranked?.place).toEqual({ ...place, name: 'eolsettoC' });
});
