import { describe, expect, it } from 'vitest';

import { clusterRadiusInPixels, shortCount } from './cluster-size.ts';

it.each([
  [7, '7'],
  [999, '999'],
  [1000, '1.0k'],
  [2999, '2.9k'],
  [9999, '9.9k'],
  [12_999, '12k'],
  [1_000_000, '1,000k'],
])('the short count of %d records is %s', (records, expected) => {
  expect(shortCount(records)).toBe(expected);
});

describe('the mark of a cluster', () => {
  it('grows with its records up to a limit', () => {
    const radii = [100, 2000, 4000, 6000].map((records) => clusterRadiusInPixels(records));
    expect(radii).toEqual(radii.toSorted((a, b) => a - b));
    expect(clusterRadiusInPixels(900_000)).toBeLessThan(30);
  });

  it('has space for its count, with digits up to 8 pixels wide', () => {
    for (const records of [2, 58, 867, 2972, 14_000, 250_000]) {
      const radius = clusterRadiusInPixels(records);
      const halfWidth = (shortCount(records).replace('.', '').length * 8) / 2;
      expect(Math.hypot(halfWidth, 4)).toBeLessThan(radius - 3 + (records < 10_000 ? 2.2 : 0));
    }
  });
});
