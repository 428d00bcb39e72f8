import { PointIndex } from './point-index.ts';
import { forEachRunWithin, nearestPoints } from './point-search.ts';
import type { Position } from './wgs84.ts';

/** The start and end of each run of the current search. Shared, so that a search allocates only its result. */
const bounds: number[] = [];
/** Longer runs are copied faster with one call than value by value. */
const longRun = 64;

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
    for (const slot of slotOf) increase(recordStarts, slot + 1, 1);
    for (let slot = 0; slot < longitudes.length; slot++) increase(recordStarts, slot + 1, recordStarts[slot]);
    const next = recordStarts.slice();
    const records = new Uint32Array(slotOf.length);
    for (let record = 0; record < slotOf.length; record++) {
      const slot = slotOf[record];
      records[next[slot]] = record;
      increase(next, slot, 1);
    }
    return new LocationIndex(new PointIndex(longitudes, latitudes), records, recordStarts);
  }

  /** The records within `radiusInMetres` of the centre along the geodesic, edge included, grouped by location. */
  within(centre: Position, radiusInMetres: number): Uint32Array {
    const { records, recordStarts } = this;
    let boundsLength = 0;
    let count = 0;
    forEachRunWithin(this.locations, centre, radiusInMetres, (startSlot, endSlot) => {
      const start = recordStarts[startSlot];
      const end = recordStarts[endSlot];
      bounds[boundsLength++] = start;
      bounds[boundsLength++] = end;
      count += end - start;
    });
    const found = new Uint32Array(count);
    let next = 0;
    for (let bound = 0; bound < boundsLength; bound += 2) {
      const start = bounds[bound];
      const end = bounds[bound + 1];
      if (end - start > longRun) {
        found.set(records.subarray(start, end), next);
        next += end - start;
      } else for (let record = start; record < end; record++) found[next++] = records[record];
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

function increase(values: Uint32Array, index: number, by: number): void {
  values[index] = values[index] + by;
}
