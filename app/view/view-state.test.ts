import { expect, it } from 'vitest';

import { initialView, type LocationSearch, radiusSearchAt } from './view-state.ts';
import { readView, writeView } from './view-url.ts';

const point = { longitude: 115.743121234567, latitude: -31.995961234567 };
const search: LocationSearch = { mode: 'radius', centre: point, radiusInMetres: 5000 };

it('recognises a search around the point after a round trip through a URL', () => {
  const { view } = readView(writeView({ ...initialView, search }));
  expect(view.search?.centre).not.toEqual(point);
  expect(radiusSearchAt(point, view.search)).toBe(view.search);
});

it('does not match another point, another mode or no search', () => {
  const elsewhere = { ...point, latitude: point.latitude + 0.0001 };
  expect(radiusSearchAt(elsewhere, search)).toBeNull();
  expect(radiusSearchAt(point, { ...search, mode: 'nearest' })).toBeNull();
  expect(radiusSearchAt(point, null)).toBeNull();
});
