import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { marks } from '../../vocabulary/kinds.ts';
import { countLabel, groupScale, labelDrop, locationScale } from './mark-sizes.ts';

describe('the size of a group', () => {
  it('grows with its records, to an end', () => {
    expect(groupScale('sighting', 400, 20)).toBeGreaterThan(groupScale('sighting', 100, 20));
    expect(groupScale('sighting', 1_000_000, 20)).toBe(groupScale('sighting', 6000, 20));
  });

  it('holds its count', () => {
    const circle = (x: number, y: number): boolean => Math.hypot(x, y) <= 7.5;
    const square = (x: number, y: number): boolean => Math.max(Math.abs(x), Math.abs(y)) <= 6.5;
    const diamond = (x: number, y: number): boolean => Math.abs(x) + Math.abs(y) <= 8.5;
    const triangle = (x: number, y: number): boolean => y <= 6.5 && Math.abs(x) <= (8 * (y + 8)) / 14.5;
    const contains = { sighting: circle, detection: square, handled: triangle, other: diamond };
    fc.assert(
      fc.property(
        fc.constantFrom(...marks),
        fc.integer({ min: 2, max: 2_000_000 }),
        fc.integer({ min: 8, max: 60 }),
        (mark, records, width) => {
          const scale = groupScale(mark, records, width);
          for (const x of [-width / 2, width / 2]) {
            for (const y of [-4.5, 4.5]) {
              expect(contains[mark](x / scale, y / scale + labelDrop[mark])).toBe(true);
            }
          }
        },
      ),
    );
  });
});

describe('the count of a mark', () => {
  it.each([
    [7, '7'],
    [3466, '3,466'],
    [9999, '9,999'],
    [12_999, '12k'],
    [1_000_000, '1,000k'],
  ])('of %d records is %s', (records, expected) => {
    expect(countLabel(records)).toBe(expected);
  });
});

it('draws locations smaller from further away, and with more records larger', () => {
  expect(locationScale(1, 6)).toBeLessThan(locationScale(1, 12));
  expect(locationScale(1, 12)).toBeLessThan(locationScale(900, 12));
});
