import { describe, expect, it } from 'vitest';

import { speciesRows } from './SpeciesCharts.tsx';

describe('the species of two places', () => {
  it('are in one table, with a zero where a place has none, and unknown species last', () => {
    const first = [
      { key: 'unknown sp.', count: 60, isUnidentified: true },
      { key: 'tiger', count: 2 },
      { key: '', count: 5, isUnidentified: true },
    ];
    const second = [
      { key: 'white', count: 3 },
      { key: 'tiger', count: 1 },
    ];
    expect(speciesRows([first, second])).toEqual([
      { name: 'Tiger shark', counts: [2, 1] },
      { name: 'White shark', counts: [0, 3] },
      { name: 'Not identified', counts: [65, 0] },
    ]);
    expect(speciesRows([[], []])).toEqual([]);
  });
});
