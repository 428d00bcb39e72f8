import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { coastalFeatures } from '../../core/datasets/coastal-features.ts';
import { datasets } from '../../core/datasets/index.ts';
import { rawData } from '../../core/datasets/raw-data.ts';
import { arbitraryRecords } from './testing/arbitrary-records.ts';
import { geoJsonEnd, geoJsonFeature, geoJsonHead } from './write-geojson.ts';

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

function readBack(dataset: DatasetDescription, records: readonly DatasetRecord[]): Collection {
  const features = records.map((record, index) => geoJsonFeature(dataset, record, index === 0));
  return JSON.parse(geoJsonHead(metadata) + features.join('') + geoJsonEnd) as Collection;
}

describe('a feature collection', () => {
  it.each(datasets)('carries every field of every record: $name', (dataset) => {
    fc.assert(
      fc.property(arbitraryRecords(dataset), (records) => {
        const read = readBack(dataset, records);
        expect(read.type).toBe('FeatureCollection');
        expect(read.metadata).toEqual(metadata);
        expect(read.features.map(({ properties }) => properties)).toEqual(records);
        expect(read.features.map(({ id }) => id)).toEqual(records.map((record) => record[dataset.identifierField]));
      }),
    );
  });

  it('puts a record at its point, longitude first', () => {
    const read = readBack(rawData, [{ RawDataId: 1, LocationX: 115.75, LocationY: -31.99 }]);
    expect(read.features[0]?.geometry).toEqual({ type: 'Point', coordinates: [115.75, -31.99] });
  });

  it('puts a place at its inshore and its offshore point', () => {
    const place = {
      CoastalFeatureInshoreLongitude: 115.75,
      CoastalFeatureInshoreLatitude: -31.99,
      CoastalFeatureOffshoreLongitude: 115.74,
      CoastalFeatureOffshoreLatitude: -31.98,
    };
    const read = readBack(coastalFeatures, [place]);
    const coordinates = [
      [115.75, -31.99],
      [115.74, -31.98],
    ];
    expect(read.features[0]?.geometry).toEqual({ type: 'MultiPoint', coordinates });
  });
});
