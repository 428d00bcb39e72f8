import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { countOf, formatCount } from './numbers.ts';

describe('displayed numbers', () => {
  it('are formatted as by `Intl.NumberFormat`', () => {
    const formatter = new Intl.NumberFormat('en-AU', { maximumFractionDigits: 6 });
    const number = fc.tuple(fc.maxSafeInteger(), fc.nat({ max: 999_999 }), fc.integer({ min: 0, max: 6 }));
    fc.assert(
      fc.property(number, ([whole, millionths, digits]) => {
        const value = Number(((whole % 1_000_000_000) + millionths / 1_000_000).toFixed(digits));
        fc.pre(value === 0 || Math.abs(value) >= 1e-6);
        expect(formatCount(value)).toBe(Object.is(value, -0) ? '0' : formatter.format(value));
        expect(formatCount(Math.abs(whole))).toBe(formatter.format(Math.abs(whole)));
      }),
    );
  });

  it('are followed by a singular or plural noun', () => {
    expect(countOf(1, 'record')).toBe('1 record');
    expect(countOf(0, 'record')).toBe('0 records');
    expect(countOf(17_330, 'person', 'people')).toBe('17,330 people');
  });
});
