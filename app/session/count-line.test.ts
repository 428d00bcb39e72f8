import { describe, expect, it } from 'vitest';

import type { Query } from '../engine/engine.ts';
import { type LocationSearch, noFilters, type Tab } from '../view/view-state.ts';
import { countLine } from './count-line.ts';

const within = (radiusInMetres: number): LocationSearch => ({
  mode: 'radius',
  centre: { longitude: 115.75, latitude: -31.99 },
  radiusInMetres,
});
const query = (search: LocationSearch | null, tab: Tab = 'records'): Query => ({
  filters: noFilters,
  tab,
  sort: 'newest',
  search,
  council: null,
  area: { west: 105, south: -38, east: 130, north: -10 },
  rows: { start: 0, end: 20 },
});

describe('the line with the result count', () => {
  it('names the map area without a search', () => {
    expect(countLine({ query: query(null), found: 118, all: 17_330 }, 'metric')).toBe(
      '118 of 17,330 records on this map',
    );
  });

  it('names the exact radius of a search, in the units of the view', () => {
    const line = (radius: number, units: 'metric' | 'nautical'): string =>
      countLine({ query: query(within(radius)), found: 1062, all: 17_330 }, units);
    expect(line(5000, 'metric')).toBe('1,062 of 17,330 records within 5 km');
    expect(line(5250, 'metric')).toBe('1,062 of 17,330 records within 5.25 km');
    expect(line(12_345, 'metric')).toBe('1,062 of 17,330 records within 12.345 km');
    expect(line(50, 'metric')).toBe('1,062 of 17,330 records within 50 m');
    expect(line(9260, 'nautical')).toBe('1,062 of 17,330 records within 5 nmi');
    expect(line(926, 'nautical')).toBe('1,062 of 17,330 records within 0.5 nmi');
    expect(line(185_200, 'nautical')).toBe('1,062 of 17,330 records within 100 nmi');
  });
});
