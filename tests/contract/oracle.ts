import geodesicLibrary from 'geographiclib-geodesic';

import { fixtureFeatures } from './fixture/fixture-features.ts';
import { fixtureRecords } from './fixture/fixture-records.ts';

/**
 * The expected responses, computed from the fixture by brute force: sort everything, measure everything. This file
 * shares nothing with the code under test except the library that measures geodesics.
 */

export type DatasetName = 'CoastalFeatures' | 'RawData';
export type Order = 'asc' | 'desc';

export interface OracleRecord {
  readonly identifier: number;
  readonly sortKey: string;
  /** The compact JSON. */
  readonly text: string;
  readonly points: readonly (readonly [longitude: number, latitude: number])[];
}

const collator = new Intl.Collator('en', { sensitivity: 'accent' });

export const oracleRecords: Readonly<Record<DatasetName, readonly OracleRecord[]>> = {
  CoastalFeatures: fixtureFeatures.map((feature) => ({
    identifier: feature.CoastalFeatureID,
    sortKey: feature.CoastalFeatureDisplayName,
    text: JSON.stringify(feature),
    points: [
      [feature.CoastalFeatureInshoreLongitude, feature.CoastalFeatureInshoreLatitude],
      [feature.CoastalFeatureOffshoreLongitude, feature.CoastalFeatureOffshoreLatitude],
    ],
  })),
  RawData: fixtureRecords.map((record) => ({
    identifier: record.RawDataId,
    sortKey: record.SightingDateTime,
    text: JSON.stringify(record),
    points: [[record.LocationX, record.LocationY]],
  })),
};

/** Sorts records of a dataset; ties are in ascending order of the identifier in both directions. */
export function inOrder(dataset: DatasetName, order: Order, records = oracleRecords[dataset]): OracleRecord[] {
  const compareKeys = (a: string, b: string): number =>
    dataset === 'CoastalFeatures' ? collator.compare(a, b) : Number(a > b) - Number(a < b);
  const sign = order === 'asc' ? 1 : -1;
  return [...records].sort((a, b) => sign * compareKeys(a.sortKey, b.sortKey) || a.identifier - b.identifier);
}

export function distanceInMetres(record: OracleRecord, longitude: number, latitude: number): number {
  return Math.min(
    ...record.points.map(
      ([pointLongitude, pointLatitude]) =>
        geodesicLibrary.Geodesic.WGS84.Inverse(latitude, longitude, pointLatitude, pointLongitude).s12 ?? Number.NaN,
    ),
  );
}

export function within(
  dataset: DatasetName,
  order: Order,
  longitude: number,
  latitude: number,
  rangeInMetres: number,
): OracleRecord[] {
  const found = oracleRecords[dataset].filter(
    (record) => distanceInMetres(record, longitude, latitude) <= rangeInMetres,
  );
  return inOrder(dataset, order, found);
}

export function nearest(
  dataset: DatasetName,
  order: Order,
  longitude: number,
  latitude: number,
  rangeInMetres = Infinity,
): OracleRecord | undefined {
  const distances = oracleRecords[dataset].map((record) => distanceInMetres(record, longitude, latitude));
  const least = Math.min(...distances);
  if (least > rangeInMetres) return undefined;
  return inOrder(
    dataset,
    order,
    oracleRecords[dataset].filter((_, index) => distances[index] === least),
  )[0];
}

export function arrayText(records: readonly OracleRecord[]): string {
  return `[${records.map(({ text }) => text).join(',')}]`;
}
