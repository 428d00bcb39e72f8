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

function countsBy(keyOf: (record: RawDataRecord) => string, counted: readonly RawDataRecord[] = records): number[] {
  const counts = new Map<string, number>();
  for (const record of counted) counts.set(keyOf(record), (counts.get(keyOf(record)) ?? 0) + 1);
  return [...counts.values()].sort((first, second) => second - first);
}

const isDetection = (record: RawDataRecord): boolean => /^detected/i.test(record.InteractionValue ?? '');

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

  it('consists mostly of detections', () => {
    expect(share(isDetection)).toBeGreaterThan(0.55);
    expect(share(isDetection)).toBeLessThan(0.63);
  });

  it('has a receiver with a fifth of all records, and an animal with over a thousand records', () => {
    const atReceivers = records.filter(isDetection);
    const busiest =
      (countsBy(({ LocationValue }) => LocationValue?.split(',')[0] ?? '', atReceivers)[0] ?? 0) / records.length;
    expect(busiest).toBeGreaterThan(0.15);
    expect(busiest).toBeLessThan(0.25);
    expect(countsBy((record) => record.ObjectId ?? '')[0]).toBeGreaterThan(1000);
  });

  it('has the text NULL in a third of the records, all of them old', () => {
    const isOld = (record: RawDataRecord): boolean => record.SightingDateTime < '2017-06-12';
    const hasNullText = (record: RawDataRecord): boolean => Object.values(record).includes('NULL');
    expect(share(hasNullText)).toBeGreaterThan(0.3);
    expect(share(hasNullText)).toBeLessThan(0.42);
    expect(records.filter(hasNullText).every(isOld)).toBe(true);
  });

  it('has the few missing texts and odd spellings of the published dataset', () => {
    expect(records.filter((record) => record.SightingSpeciesValue === null)).toHaveLength(3);
    expect(records.filter((record) => record.OwnerValue === null)).toHaveLength(1);
    expect(records.some((record) => record.LocationDetail?.includes('\n'))).toBe(true);
    expect(records.some((record) => record.OwnerValue?.endsWith(' '))).toBe(true);
    expect(share((record) => record.SightingNumbervalue === '2  x')).toBeGreaterThan(0.01);
  });

  it('has some groups of records that share a time, none of them large', () => {
    const tieGroups = countsBy((record) => record.SightingDateTime).filter((count) => count > 1);
    expect(tieGroups.length / records.length).toBeGreaterThan(0.01);
    expect(tieGroups.length / records.length).toBeLessThan(0.025);
    expect(tieGroups[0]).toBeLessThan(8);
  });

  it('is from 2014 to 2021, with more records in December than in August, and not in order of time', () => {
    const times = records.map((record) => record.SightingDateTime);
    const sorted = [...times].sort();
    expect(sorted[0]?.slice(0, 7)).toBe('2014-10');
    expect(sorted.at(-1)?.slice(0, 7)).toBe('2021-07');
    expect(times).not.toEqual(sorted);
    expect(share((record) => record.SightingDateTime.slice(5, 7) === '12')).toBeGreaterThan(0.12);
    expect(share((record) => record.SightingDateTime.slice(5, 7) === '08')).toBeLessThan(0.06);
  });

  it('has codes of drumline catches that contain the minute of the catch', () => {
    const catches = records.filter((record) => record.ObjectId?.startsWith('SD'));
    expect(catches.length).toBeGreaterThan(100);
    for (const { ObjectId, SightingDateTime: time } of catches) {
      const dayMonthYear = `${time.slice(8, 10)}${time.slice(5, 7)}${time.slice(2, 4)}`;
      expect(ObjectId).toBe(`SD${dayMonthYear}${time.slice(11, 13)}${time.slice(14, 16)}`);
    }
  });
});
