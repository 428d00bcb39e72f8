import { describe, expect, it } from 'vitest';

import { locationScale } from './marks.ts';

describe('the mark of a location', () => {
  it('is smaller at a smaller zoom, and larger with more records', () => {
    expect(locationScale(1, 6)).toBeLessThan(locationScale(1, 12));
    expect(locationScale(1, 12)).toBeLessThan(locationScale(900, 12));
  });
});
