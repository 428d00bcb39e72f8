import { describe, expect, it } from 'vitest';

import { highestMonth } from './ListeningChart.tsx';
import { speciesRows } from './SpeciesCharts.tsx';
import { highestBar, months } from './StackedBars.tsx';

describe('the species of two places', () => {
  it('are in one table, with a zero where a place has none, and unknown species last', () => {
    const first = [
      { key: 'unknown sp.', count: 60 },
      { key: 'tiger', count: 2 },
      { key: '', count: 5 },
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

describe('the scale of charts next to each other', () => {
  const none = new Uint32Array(12);
  const inMarch = (count: number): Uint32Array => none.with(2, count);

  it('is the highest total of all kinds, and at least 1', () => {
    const counts = { sighting: inMarch(4), detection: inMarch(3), handled: none, other: none.with(5, 6) };
    expect(highestBar(months, counts)).toBe(7);
    expect(highestMonth({ firstMonth: 24_000, lastMonth: 24_011, counts })).toBe(7);
    expect(highestBar(months, { sighting: none, detection: none, handled: none, other: none })).toBe(1);
  });

  it('is that of the months in the chart: the last fifty years up to the newest observation', () => {
    const empty = new Uint32Array(1200);
    const counts = { sighting: empty.with(0, 9).with(1000, 2), detection: empty, handled: empty, other: empty };
    expect(highestMonth({ firstMonth: 12_000, lastMonth: 13_199, counts })).toBe(2);
  });
});
