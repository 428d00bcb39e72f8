import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { sampleCoastalFeatures, sampleRawData } from '../../build-data/sample/sample-inputs.ts';
import { coastalFeatures, rawData } from '../../core/datasets/datasets.ts';
import { site } from '../../build-data/site/testing/default-site.ts';
import type { Query } from '../engine/engine.ts';
import { csvLine, geoJsonFeature } from '../engine/export/file-formats.ts';
import { fakeData } from '../explorer/testing/fake-explorer.ts';
import { noFilters } from '../view/view-state.ts';
import { describeDownload, descriptionLines, createFileName, approximateSize } from './download-file.ts';

const address = 'https://example.org/coast/?c=-31.99,115.75&z=11';
const query: Query = {
  filters: { ...noFilters, species: ['white'], featureTypes: ['beach'] },
  tab: 'records',
  sort: 'newest',
  search: null,
  council: null,
  area: { west: 115, south: -33, east: 116.5, north: -31.25 },
  rows: { start: 0, end: 20 },
};

describe('the description in a file', () => {
  it('is written before a table as lines, from the title to the URL', () => {
    const lines = descriptionLines(describeDownload(query, fakeData, 1234, address), 'records');
    expect(lines[0]).toBe('Coastwatch records');
    expect(lines).toContain('Number of records: 1,234');
    for (const term of site.terms) expect(lines).toContain(`Terms of use: ${term}`);
    // The rule for time zones, because the times themselves have none.
    expect(lines.join('\n')).toContain('Times are as recorded. Times are in local time.');
    const ofPlaces = descriptionLines(describeDownload({ ...query, tab: 'places' }, fakeData, 3, address), 'places');
    expect(ofPlaces.join('\n')).toContain('Places have no times.');
    expect(lines.at(-1)).toBe('This view: https://example.org/coast/?c=-31.99%2C115.75&z=11');
  });
});

const search = { mode: 'radius', centre: { longitude: 115.75, latitude: -31.99 }, radiusInMetres: 5000 } as const;

describe('the name of a downloaded file', () => {
  it('identifies sample data', () => {
    expect(
      createFileName({ tab: 'records', filters: noFilters, search: null, council: null }, 'metric', true, 'csv'),
    ).toBe('coastwatch-sample-records_in-map-area.csv');
  });

  it('contains the centre of a nearest search, and uses the units of the view', () => {
    const query = { tab: 'records', filters: noFilters, council: null } as const;
    expect(createFileName({ ...query, search: { ...search, mode: 'nearest' } }, 'metric', false, 'csv')).toBe(
      'coastwatch-records_nearest-to-31.9900S-115.7500E.csv',
    );
    expect(createFileName({ ...query, search: { ...search, radiusInMetres: 1852 } }, 'nautical', false, 'csv')).toBe(
      'coastwatch-records_within-1-nmi-of-31.9900S-115.7500E.csv',
    );
  });

  it('consists only of characters that every file system allows', () => {
    const texts = fc.array(fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(texts, texts, fc.integer({ min: 50, max: 1_000_000 }), (species, sources, radiusInMetres) => {
        const query = {
          tab: 'records',
          filters: { ...noFilters, species, sources },
          search: { ...search, radiusInMetres },
          council: null,
        } as const;
        expect(createFileName(query, 'metric', false, 'csv')).toMatch(/^[A-Za-z0-9._-]{1,190}\.csv$/);
      }),
    );
  });
});

const options = { seed: 3, rawDataRecords: 3000 };
const records = [...sampleRawData(options)];
const places = [...sampleCoastalFeatures(options)];
const countBytes = (texts: readonly string[]): number => new TextEncoder().encode(texts.join('')).length;

describe('the approximate size of a file', () => {
  it.each([
    ['records', 'csv', records.length, countBytes(records.map((record) => csvLine(rawData, record)))],
    ['records', 'geojson', records.length, countBytes(records.map((record) => geoJsonFeature(rawData, record, false)))],
    ['places', 'csv', places.length, countBytes(places.map((place) => csvLine(coastalFeatures, place)))],
    [
      'places',
      'geojson',
      places.length,
      countBytes(places.map((place) => geoJsonFeature(coastalFeatures, place, false))),
    ],
  ] as const)('of %s as %s is accurate to within a quarter', (tab, format, count, bytes) => {
    // The size of a million items, so that rounding makes no difference.
    const megabytes = Number(
      /^about ([\d,]+) MB$/.exec(approximateSize(tab, format, 1_000_000))?.[1]?.replaceAll(',', ''),
    );
    expect(Math.abs(megabytes / (bytes / count) - 1)).toBeLessThan(0.25);
  });
});
