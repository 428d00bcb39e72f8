import { describe, expect, it } from 'vitest';
import { geodesicDistanceInMetres } from '../../core/geo/geodesic.ts';
import { defaultSampleOptions, sampleCoastalFeatures, sampleRawData } from './sample-inputs.ts';

const features = sampleCoastalFeatures(defaultSampleOptions);
const records = [...sampleRawData(defaultSampleOptions)];

describe('any sample', () => {
  it('is the same for the same seed', () => {
    expect(sampleCoastalFeatures({ ...defaultSampleOptions })).toEqual(features);
    expect([...sampleRawData({ ...defaultSampleOptions })]).toEqual(records);
  });

  it('gives every record a unique identifier', () => {
    expect(new Set(features.map((feature) => feature.CoastalFeatureID)).size).toBe(features.length);
    expect(new Set(records.map((record) => record.RawDataId)).size).toBe(records.length);
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
});
