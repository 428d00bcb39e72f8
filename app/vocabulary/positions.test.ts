import { expect, it } from 'vitest';

import { isPlausible, positionsForExtent } from './positions.ts';

const broome = { longitude: 122.2182, latitude: -17.76639 };
const withoutSign = { longitude: 122.2182, latitude: 17.76639 };

it('a position that has lost its sign is implausible, and does not stretch an extent', () => {
  expect(isPlausible(broome)).toBe(true);
  expect(isPlausible(withoutSign)).toBe(false);
  expect(positionsForExtent([withoutSign, broome])).toEqual([broome]);
  expect(positionsForExtent([withoutSign])).toEqual([withoutSign]);
});
