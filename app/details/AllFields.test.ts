import { describe, expect, it } from 'vitest';

import { shownValue } from './AllFields.tsx';

describe('a published value', () => {
  it.each([
    ['bronze whaler', 'bronze whaler'],
    ['white ', 'white '],
    [0, '0'],
    [-31.99596, '-31.99596'],
    ['0', '0'],
    ['Nullaki', 'Nullaki'],
  ])('%o is shown unchanged', (value, text) => {
    expect(shownValue(value)).toEqual({ isRecorded: true, text });
  });

  it.each([[null], [''], ['  ']])('%o is shown as not recorded', (value) => {
    expect(shownValue(value)).toEqual({ isRecorded: false, published: null });
  });
});
