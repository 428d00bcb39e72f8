import type { Positions } from './peer.ts';

/** The places where records stand, each once: many records can stand at one. */
export interface DistinctPlaces extends Positions {
  /** The records at each place, ascending. */
  readonly records: readonly (readonly number[])[];
}

/** Places in the order in which the records first name them. */
export function distinctPlaces({ longitudes, latitudes }: Positions): DistinctPlaces {
  const byLongitude = new Map<number, Map<number, number[]>>();
  const placeLongitudes: number[] = [];
  const placeLatitudes: number[] = [];
  const placeRecords: number[][] = [];
  for (const [record, longitude] of longitudes.entries()) {
    const latitude = latitudes[record] ?? Number.NaN;
    const byLatitude = byLongitude.get(longitude) ?? new Map<number, number[]>();
    byLongitude.set(longitude, byLatitude);
    const records = byLatitude.get(latitude);
    if (records !== undefined) {
      records.push(record);
      continue;
    }
    const first = [record];
    byLatitude.set(latitude, first);
    placeLongitudes.push(longitude);
    placeLatitudes.push(latitude);
    placeRecords.push(first);
  }
  return {
    longitudes: Float64Array.from(placeLongitudes),
    latitudes: Float64Array.from(placeLatitudes),
    records: placeRecords,
  };
}
