import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { EmptyResultReason, Result } from '../engine/engine.ts';
import { fakePlace, fakeRecord, fakeResult } from '../explorer/testing/fake-explorer.ts';
import { type LocationSearch, noFilters } from '../view/view-state.ts';
import { radiusLimitsInMetres } from '../vocabulary/radii.ts';
import { widerRadiusInMetres } from './EmptyResults.tsx';
import { isOutsideRegion } from './OutsideRegion.tsx';

describe('the wider radius', () => {
  it('is null if no allowed radius is large enough', () => {
    expect(widerRadiusInMetres(5000, 13_000_000, 'metric')).toBeNull();
    expect(widerRadiusInMetres(radiusLimitsInMetres.largest, null, 'metric')).toBeNull();
  });

  it('is always wider, allowed, and far enough', () => {
    const metres = fc.integer({ min: radiusLimitsInMetres.smallest, max: radiusLimitsInMetres.largest });
    fc.assert(
      fc.property(metres, metres, fc.constantFrom('metric', 'nautical'), (radius, nearest, units) => {
        const wider = widerRadiusInMetres(radius, nearest, units);
        if (wider === null) return radius === radiusLimitsInMetres.largest;
        return wider > radius && wider >= nearest && wider <= radiusLimitsInMetres.largest;
      }),
    );
  });
});

describe('an area outside the region', () => {
  const search: LocationSearch = {
    mode: 'radius',
    centre: { longitude: 2.3, latitude: 48.8 },
    radiusInMetres: 5000,
  };
  const area = { west: 1, south: 48, east: 3, north: 49 };
  const at = (distanceInMetres: number): EmptyResultReason => ({
    inArea: 0,
    without: [],
    nearestRecord: { ...fakeRecord, distanceInMetres },
    nearestReceiver: null,
  });
  const result = (parts: Partial<Result>, querySearch: LocationSearch | null = search): Result =>
    fakeResult(
      {
        filters: noFilters,
        tab: 'records',
        sort: 'newest',
        search: querySearch,
        council: null,
        area,
        rows: { start: 0, end: 20 },
      },
      parts,
    );

  it('is reported if all known nearest items are far away', () => {
    expect(isOutsideRegion(result({ found: 0, emptyReason: at(10_555_000) }))).toBe(true);
    expect(isOutsideRegion(result({ found: 0, emptyReason: at(299_000) }))).toBe(false);
    expect(isOutsideRegion(result({ found: 0, emptyReason: at(10_555_000) }, null))).toBe(true);
    expect(isOutsideRegion(result({ found: 0, emptyReason: at(10_555_000), nearestPlace: fakePlace }))).toBe(false);
  });

  it('is reported if the result of a nearest search is far away', () => {
    const far = { ...fakeRecord, distanceInMetres: 10_555_000 };
    expect(isOutsideRegion(result({ nearestRecord: far }, { ...search, mode: 'nearest' }))).toBe(true);
  });

  it('is not reported above what a large circle around a far point contains', () => {
    const far = { ...fakeRecord, distanceInMetres: 700_000 };
    expect(isOutsideRegion(result({ found: 11_673, nearestRecord: far }))).toBe(false);
  });

  it('is not reported if only the filters exclude everything', () => {
    expect(isOutsideRegion(result({ found: 0, emptyReason: { ...at(400_000), inArea: 12 } }, null))).toBe(false);
  });
});
