import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { coastalFeatures } from '../../core/datasets/coastal-features.ts';
import { datasets } from '../../core/datasets/index.ts';
import { rawData } from '../../core/datasets/raw-data.ts';
import { arbitraryRecords } from './testing/arbitrary-records.ts';
import { writeGeoJson } from './write-geojson.ts';

interface Collection {
  readonly type: string;
  readonly metadata: unknown;
  readonly features: readonly {
    readonly type: string;
    readonly id: number;
    readonly geometry: { readonly type: string; readonly coordinates: unknown };
    readonly properties: Readonly<Record<string, unknown>>;
  }[];
}
const metadata = { title: 'Coastwatch records', filters: 'White "shark"', count: 2 };

describe('a feature collection', () => {
  it.each(datasets)('carries every field of every record: $name', (dataset) => {
    fc.assert(
      fc.property(arbitraryRecords(dataset), (records) => {
        const read = JSON.parse(writeGeoJson(dataset, records, metadata).join('')) as Collection;
        expect(read.type).toBe('FeatureCollection');
        expect(read.metadata).toEqual(metadata);
        expect(read.features.map(({ properties }) => properties)).toEqual(records);
        expect(read.features.map(({ id }) => id)).toEqual(records.map((record) => record[dataset.identifierField]));
      }),
    );
  });

  it('keeps every record of more than one piece', () => {
    const records = Array.from({ length: 2345 }, (_, index) => ({ RawDataId: index, LocationX: 115, LocationY: -32 }));
    const read = JSON.parse(writeGeoJson(rawData, records, metadata).join('')) as Collection;
    expect(read.features.map(({ id }) => id)).toEqual(records.map(({ RawDataId }) => RawDataId));
  });

  it('puts a record at its point, longitude first', () => {
    const read = JSON.parse(
      writeGeoJson(rawData, [{ RawDataId: 1, LocationX: 115.75, LocationY: -31.99 }], metadata).join(''),
    ) as Collection;
    expect(read.features[0]?.geometry).toEqual({ type: 'Point', coordinates: [115.75, -31.99] });
  });

  it('puts a place at its inshore and its offshore point', () => {
    const place = {
      CoastalFeatureInshoreLongitude: 115.75,
      CoastalFeatureInshoreLatitude: -31.99,
      CoastalFeatureOffshoreLongitude: 115.74,
      CoastalFeatureOffshoreLatitude: -31.98,
    };
    const read = JSON.parse(writeGeoJson(coastalFeatures, [place], metadata).join('')) as Collection;
    const coordinates = [
      [115.75, -31.99],
      [115.74, -31.98],
    ];
    expect(read.features[0]?.geometry).toEqual({ type: 'MultiPoint', coordinates });
  });
});
