import { describe, expect, it } from 'vitest';

import type { DatasetDescription, DatasetRecord, FieldDescription } from '../../core/datasets/dataset-description.ts';
import { coastalFeatures, rawData, type RawDataRecord } from '../../core/datasets/datasets.ts';
import { geodesicDistanceInMetres } from '../../core/geo/geodesic.ts';
import { defaultSampleOptions, sampleCoastalFeatures, sampleRawData } from './sample-inputs.ts';

const features = sampleCoastalFeatures(defaultSampleOptions);
const records = [...sampleRawData(defaultSampleOptions)];

const westernAustralia = { west: 112, south: -36, east: 129, north: -13 };

function countPoints(counted: Iterable<RawDataRecord>): number {
  return new Set([...counted].map(({ LocationX, LocationY }) => `${LocationX},${LocationY}`)).size;
}

function findFault(field: FieldDescription, value: unknown): string | null {
  if (value === null) return field.nulls === 'never' ? `${field.name} is null` : null;
  switch (field.type) {
    case 'integer':
      return Number.isSafeInteger(value) ? null : `${field.name} is not an integer`;
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? null : `${field.name} is not a number`;
    case 'dateTime':
      return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(value)
        ? null
        : `${field.name} is not a time`;
    case 'text':
      return typeof value === 'string' ? null : `${field.name} is not text`;
  }
}

function findFaults(dataset: DatasetDescription, all: readonly DatasetRecord[]): string[] {
  const names = dataset.fields.map((field) => field.name).join();
  return all.flatMap((record) => [
    ...(Object.keys(record).join() === names ? [] : ['keys differ from the description']),
    ...dataset.fields.map((field) => findFault(field, record[field.name])).filter((fault) => fault !== null),
  ]);
}

describe('any sample', () => {
  it('is the same for the same seed', () => {
    expect(sampleCoastalFeatures({ ...defaultSampleOptions })).toEqual(features);
    expect([...sampleRawData({ ...defaultSampleOptions })]).toEqual(records);
  });

  it('differs for another seed', () => {
    const options = { seed: 2, rawDataRecords: 100 };
    expect(sampleCoastalFeatures(options)).not.toEqual(features);
    expect([...sampleRawData(options)]).not.toEqual([...sampleRawData({ ...options, seed: 1 })]);
  });

  it('has the requested number of records', () => {
    expect(records).toHaveLength(17_000);
    for (const rawDataRecords of [0, 1, 10, 1234]) {
      expect([...sampleRawData({ seed: 5, rawDataRecords })]).toHaveLength(rawDataRecords);
    }
  });

  it('has the fields of the descriptions, in their order and of their types', () => {
    expect(findFaults(coastalFeatures, features)).toEqual([]);
    expect(findFaults(rawData, records)).toEqual([]);
  });

  it('gives every record a unique identifier', () => {
    expect(new Set(features.map((feature) => feature.CoastalFeatureID)).size).toBe(features.length);
    expect(new Set(records.map((record) => record.RawDataId)).size).toBe(records.length);
  });

  it('yields its records lazily, however many there are', () => {
    const endless = sampleRawData({ seed: 1, rawDataRecords: 1_000_000_000 });
    expect(endless.next().done).toBe(false);
    expect(endless.next().done).toBe(false);
    endless.return();
  });

  it('has more distinct points if it has more records', () => {
    const large = sampleRawData({ seed: 1, rawDataRecords: 100_000 });
    expect(countPoints(large)).toBeGreaterThan(3 * countPoints(records));
  });
});

describe('the sample of the coastal features', () => {
  it('has about 600 places, without duplicate names in a town', () => {
    expect(features.length).toBeGreaterThanOrEqual(580);
    expect(features.length).toBeLessThanOrEqual(640);
    const places = features.map(
      (place) => `${place.CoastalFeatureDisplayName}|${place.CoastalFeatureTownProximityNEW}`,
    );
    expect(new Set(places).size).toBe(features.length);
  });

  it('names sample data as the source of each feature', () => {
    expect(new Set(features.map((feature) => feature.CoastalFeatureSource))).toEqual(
      new Set(['Coastwatch sample data']),
    );
  });

  it('gives the length of the text for public messages', () => {
    for (const feature of features) {
      expect(feature.CoastalFeatureTweet_Text_Len).toBe(feature.CoastalFeatureTweet_Text?.length);
    }
  });

  it('gives surf breaks codes with leading zeros', () => {
    const breaks = features.filter((feature) => feature.CoastalFeatureFeatureType === 'Surf Break');
    expect(breaks.length).toBeGreaterThan(10);
    for (const feature of breaks) expect(feature.CoastalFeatureDOFID).toMatch(/^0+[1-9]\d*$/);
    expect(new Set(features.map((feature) => feature.CoastalFeatureDOFID)).size).toBe(features.length);
  });

  it('has offshore points 1,000 metres from the inshore points, or the same point', () => {
    for (const feature of features) {
      const metres = geodesicDistanceInMetres(
        feature.CoastalFeatureInshoreLongitude,
        feature.CoastalFeatureInshoreLatitude,
        feature.CoastalFeatureOffshoreLongitude,
        feature.CoastalFeatureOffshoreLatitude,
      );
      if (feature.CoastalFeatureInshore_Offshore === 'Inshore and offshore locations same') expect(metres).toBe(0);
      else expect(Math.abs(metres - 1000), feature.CoastalFeatureDisplayName).toBeLessThan(10);
    }
  });

  it('is in Western Australia', () => {
    for (const feature of features) {
      expect(feature.CoastalFeatureInshoreLatitude).toBeGreaterThan(westernAustralia.south);
      expect(feature.CoastalFeatureOffshoreLatitude).toBeLessThan(westernAustralia.north);
      expect(feature.CoastalFeatureOffshoreLongitude).toBeGreaterThan(westernAustralia.west);
      expect(feature.CoastalFeatureInshoreLongitude).toBeLessThan(westernAustralia.east);
    }
  });
});
