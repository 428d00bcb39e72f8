import { describe, expect, it } from 'vitest';
import type { RawDataRecord } from '../../core/datasets/datasets.ts';
import { geodesicDistanceInMetres } from '../../core/geo/geodesic.ts';
import { defaultSampleOptions, sampleCoastalFeatures, sampleRawData } from './sample-inputs.ts';

const features = sampleCoastalFeatures(defaultSampleOptions);
const records = [...sampleRawData(defaultSampleOptions)];

const westernAustralia = { west: 112, south: -36, east: 129, north: -13 };

function share(matches: (record: RawDataRecord) => boolean): number {
  return records.filter(matches).length / records.length;
}

describe('the sample of RawData', () => {
  it('is in Western Australia, except for one latitude without its sign', () => {
    const outside = records.filter(
      ({ LocationX: x, LocationY: y }) =>
        x < westernAustralia.west ||
        x > westernAustralia.east ||
        y < westernAustralia.south ||
        y > westernAustralia.north,
    );
    expect(outside).toHaveLength(1);
    expect(outside[0]?.LocationValue).toContain('Willie Creek');
    expect(outside[0]?.LocationY).toBeCloseTo(17.766, 2);
  });

  it('has reports under 1,000 metres offshore at the inshore point, and others at the offshore point', () => {
    const featuresByText = new Map(features.map((feature) => [feature.CoastalFeatureTweet_Text, feature]));
    const metresPerUnit = new Map([
      ['m offshore', 1],
      ['km offshore', 1000],
    ]);
    let offshoreCount = 0;
    for (const record of records) {
      const feature = featuresByText.get(record.LocationValue);
      const unitInMetres = metresPerUnit.get(record.DistanceUnit ?? '');
      if (feature === undefined || unitInMetres === undefined || record.LocationY > 0) continue;
      const isOffshore = Number(record.Distance) * unitInMetres >= 1000;
      if (isOffshore) offshoreCount += 1;
      const metres = geodesicDistanceInMetres(
        record.LocationX,
        record.LocationY,
        isOffshore ? feature.CoastalFeatureOffshoreLongitude : feature.CoastalFeatureInshoreLongitude,
        isOffshore ? feature.CoastalFeatureOffshoreLatitude : feature.CoastalFeatureInshoreLatitude,
      );
      expect(metres).toBeLessThan(80); // The error of rounding to three and four decimals.
    }
    expect(offshoreCount).toBeGreaterThan(100);
  });

  it('has the few missing texts and odd spellings of the published dataset', () => {
    expect(records.filter((record) => record.SightingSpeciesValue === null)).toHaveLength(3);
    expect(records.filter((record) => record.OwnerValue === null)).toHaveLength(1);
    expect(records.some((record) => record.LocationDetail?.includes('\n'))).toBe(true);
    expect(records.some((record) => record.OwnerValue?.endsWith(' '))).toBe(true);
    expect(share((record) => record.SightingNumbervalue === '2  x')).toBeGreaterThan(0.01);
  });
});
