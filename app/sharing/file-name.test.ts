import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { noFilters } from '../view/view-state.ts';
import { fileNameOf } from './file-name.ts';

const search = { mode: 'radius', centre: { longitude: 115.75, latitude: -31.99 }, radiusInMetres: 5000 } as const;
const filters = {
  ...noFilters,
  species: ['white'],
  kinds: ['Detected'] as const,
  featureTypes: ['beach'],
  from: '2020-01-01',
  to: '2021-07-31',
};

describe('the name of a downloaded file', () => {
  it('tells the filters and the search', () => {
    expect(fileNameOf({ tab: 'records', filters, search }, 'metric', false, 'csv')).toBe(
      'coastwatch-records_white-shark_detected_2020-01-01_to_2021-07-31_within-5-km-of-31.9900S-115.7500E.csv',
    );
  });

  it('tells of places only the filters of places', () => {
    expect(fileNameOf({ tab: 'places', filters, search: null }, 'metric', false, 'geojson')).toBe(
      'coastwatch-places_beach_in-map-area.geojson',
    );
  });

  it('calls sample data sample', () => {
    expect(fileNameOf({ tab: 'records', filters: noFilters, search: null }, 'metric', true, 'csv')).toBe(
      'coastwatch-sample-records_in-map-area.csv',
    );
  });

  it('tells a search for the nearest, and the units of the view', () => {
    const question = { tab: 'records', filters: noFilters } as const;
    expect(fileNameOf({ ...question, search: { ...search, mode: 'nearest' } }, 'metric', false, 'csv')).toBe(
      'coastwatch-records_nearest-to-31.9900S-115.7500E.csv',
    );
    expect(fileNameOf({ ...question, search: { ...search, radiusInMetres: 1852 } }, 'nautical', false, 'csv')).toBe(
      'coastwatch-records_within-1-nmi-of-31.9900S-115.7500E.csv',
    );
  });

  it('holds only what every file system takes, whatever is filtered by', () => {
    const texts = fc.array(fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(texts, texts, fc.integer({ min: 50, max: 1_000_000 }), (species, sources, radiusInMetres) => {
        const question = {
          tab: 'records',
          filters: { ...noFilters, species, sources },
          search: { ...search, radiusInMetres },
        } as const;
        expect(fileNameOf(question, 'metric', false, 'csv')).toMatch(/^[A-Za-z0-9._-]{1,190}\.csv$/);
      }),
    );
  });
});
