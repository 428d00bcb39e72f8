import { PointIndex } from './point-index.ts';
import { forEachRunWithin, nearestPoints } from './point-search.ts';
import type { Position } from './wgs84.ts';

/**
 * A spatial index of the distinct locations of records, with the records of each. A receiver with thousands of records
 * is one point of the index.
 */
export class LocationIndex {
  /** The distinct locations, in the order in which they are stored. The index of a location is called its slot. */
  readonly locations: PointIndex;
  /** All records by location: those of slot i are at recordStarts[i] to recordStarts[i + 1] (exclusive). */
  readonly records: Uint32Array;
  readonly recordStarts: Uint32Array;

  private constructor(locations: PointIndex, records: Uint32Array, recordStarts: Uint32Array) {
    this.locations = locations;
    this.records = records;
    this.recordStarts = recordStarts;
  }

  /**
   * Creates an index of distinct locations without sorting them: their order must already keep neighbours together, as
   * the order of a stored index does. Record i is at the location with slot slotOf[i].
   */
  static fromOrderedLocations(longitudes: Float64Array, latitudes: Float64Array, slotOf: Uint32Array): LocationIndex {
    const recordStarts = new Uint32Array(longitudes.length + 1);
    for (const slot of slotOf) recordStarts[slot + 1] += 1;
    for (let slot = 0; slot < longitudes.length; slot++) recordStarts[slot + 1] += recordStarts[slot];
    const next = recordStarts.slice();
    const records = new Uint32Array(slotOf.length);
    for (let record = 0; record < slotOf.length; record++) {
      const slot = slotOf[record];
      records[next[slot]++] = record;
    }
    return new LocationIndex(new PointIndex(longitudes, latitudes), records, recordStarts);
  }

  /** The records within `radiusInMetres` of the centre along the geodesic, edge included, grouped by location. */
  within(centre: Position, radiusInMetres: number): Uint32Array {
    const runs: Uint32Array[] = [];
    let count = 0;
    forEachRunWithin(this.locations, centre, radiusInMetres, (startSlot, endSlot) => {
      const run = this.records.subarray(this.recordStarts[startSlot], this.recordStarts[endSlot]);
      runs.push(run);
      count += run.length;
    });
    const found = new Uint32Array(count);
    let next = 0;
    for (const run of runs) {
      found.set(run, next);
      next += run.length;
    }
    return found;
  }

  /** All records at exactly the smallest distance, if that is at most `atMostInMetres`; undefined when there are none. */
  nearest(
    centre: Position,
    atMostInMetres = Infinity,
  ): { readonly distanceInMetres: number; readonly records: readonly Uint32Array[] } | undefined {
    const nearest = nearestPoints(this.locations, centre, atMostInMetres);
    return (
      nearest && {
        distanceInMetres: nearest.distanceInMetres,
        records: nearest.points.map((slot) =>
          this.records.subarray(this.recordStarts[slot], this.recordStarts[slot + 1]),
        ),
      }
    );
  }
}
