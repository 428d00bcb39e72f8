import { describe, expect, it } from 'vitest';

import type { Query } from '../engine/engine.ts';
import { type LocationSearch, noFilters, type Tab } from '../view/view-state.ts';
import { countLine } from './count-line.ts';

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
});
