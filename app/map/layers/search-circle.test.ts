// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';

import type { LocationSearch, Selection } from '../../view/view-state.ts';
import { circleAroundPlace } from './SearchCircle.tsx';

const place = { id: 7, inshore: { longitude: 115.751, latitude: -31.994 } };
const selection: Selection = { kind: 'place', id: 7 };
const searchAt = (centre: LocationSearch['centre'], mode: LocationSearch['mode'] = 'radius'): LocationSearch => ({
  mode,
  centre,
  radiusInMetres: 1200,
});
const ring = { mode: 'radius', centre: place.inshore, radiusInMetres: 2000 };

describe('the circle around a selected place', () => {
  it('is drawn with a search elsewhere, with a nearest search, and without a search', () => {
    const searches = [null, searchAt({ longitude: 113, latitude: -25 }), searchAt(place.inshore, 'nearest')];
    for (const search of searches)
      expect(circleAroundPlace({ selection, search, placeRadiusInMetres: 2000 }, place)).toEqual(ring);
  });

  it('is not drawn if the search is the same circle', () => {
    expect(
      circleAroundPlace({ selection, search: searchAt(place.inshore), placeRadiusInMetres: 2000 }, place),
    ).toBeNull();
  });

  it('is not drawn for another selection or without a place', () => {
    const others: (Selection | null)[] = [{ kind: 'place', id: 8 }, { kind: 'record', id: 7 }, null];
    for (const other of others) {
      expect(circleAroundPlace({ selection: other, search: null, placeRadiusInMetres: 2000 }, place)).toBeNull();
    }
    expect(circleAroundPlace({ selection, search: null, placeRadiusInMetres: 2000 }, null)).toBeNull();
  });
});
