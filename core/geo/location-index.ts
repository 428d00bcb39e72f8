import { PointIndex, spatialOrder } from './point-index.ts';
import { forEachRunWithin, nearestPoints } from './point-search.ts';
import type { Position } from './wgs84.ts';

/** Start and end of each run of the search under way; kept, so that a search allocates nothing but its result. */
const bounds: number[] = [];
/** From here on copying in one go is faster than one by one, for all that it sets up first. */
const longRun = 64;

/**
 * Many records at few places: an index of the distinct places, and the records of each. Where a receiver has thousands
 * of records, one point decides for all of them.
 */
export class LocationIndex {
  /** The distinct places; the point of a slot has the slot's number. */
  readonly locations: PointIndex;
  /** The numbers of all records, place after place: those of place i from recordStarts[i] up to recordStarts[i + 1]. */
  readonly records: Uint32Array;
  readonly recordStarts: Uint32Array;

  private constructor(places: PointIndex, records: Uint32Array, recordStarts: Uint32Array) {
    this.locations = places;
    this.records = records;
    this.recordStarts = recordStarts;
  }

  /**
   * Record i stands at longitudes[i], latitudes[i], in degrees. A place keeps its records in ascending order. Throws
   * RangeError when the lengths differ.
   */
  static from(longitudes: Float64Array, latitudes: Float64Array): LocationIndex {
    const { placeOf, placeLongitudes, placeLatitudes } = distinctPlaces(longitudes, latitudes);
    const order = spatialOrder(placeLongitudes, placeLatitudes);
    const slotOf = new Uint32Array(order.length);
    for (let slot = 0; slot < order.length; slot++) slotOf[order[slot] ?? 0] = slot;

    const recordStarts = new Uint32Array(order.length + 1);
    for (const place of placeOf) increase(recordStarts, (slotOf[place] ?? 0) + 1, 1);
    for (let slot = 0; slot < order.length; slot++) increase(recordStarts, slot + 1, recordStarts[slot] ?? 0);
    const next = recordStarts.slice();
    const records = new Uint32Array(placeOf.length);
    for (let record = 0; record < placeOf.length; record++) {
      const slot = slotOf[placeOf[record] ?? 0] ?? 0;
      records[next[slot] ?? 0] = record;
      increase(next, slot, 1);
    }
    const inSlots = (values: Float64Array): Float64Array => Float64Array.from(order, (place) => values[place] ?? 0);
    const places = PointIndex.inGivenOrder(inSlots(placeLongitudes), inSlots(placeLatitudes));
    return new LocationIndex(places, records, recordStarts);
  }

  /** The records within `radiusInMetres` of the centre along the geodesic, the edge included, place after place. */
  within(centre: Position, radiusInMetres: number): Uint32Array {
    const { records, recordStarts } = this;
    let boundsLength = 0;
    let count = 0;
    forEachRunWithin(this.locations, centre, radiusInMetres, (startSlot, endSlot) => {
      const start = recordStarts[startSlot] ?? 0;
      const end = recordStarts[endSlot] ?? 0;
      bounds[boundsLength++] = start;
      bounds[boundsLength++] = end;
      count += end - start;
    });
    const found = new Uint32Array(count);
    let next = 0;
    for (let bound = 0; bound < boundsLength; bound += 2) {
      const start = bounds[bound] ?? 0;
      const end = bounds[bound + 1] ?? 0;
      if (end - start > longRun) {
        found.set(records.subarray(start, end), next);
        next += end - start;
      } else for (let record = start; record < end; record++) found[next++] = records[record] ?? 0;
    }
    return found;
  }

  /** All records at exactly the least distance, if that is at most `atMostInMetres`; undefined when there are none. */
  nearest(
    centre: Position,
    atMostInMetres = Infinity,
  ): { readonly distanceInMetres: number; readonly records: readonly Uint32Array[] } | undefined {
    const nearest = nearestPoints(this.locations, centre, atMostInMetres);
    return (
      nearest && {
        distanceInMetres: nearest.distanceInMetres,
        records: nearest.points.map((place) =>
          this.records.subarray(this.recordStarts[place], this.recordStarts[place + 1]),
        ),
      }
    );
  }
}

function increase(values: Uint32Array, index: number, by: number): void {
  values[index] = (values[index] ?? 0) + by;
}

function distinctPlaces(longitudes: Float64Array, latitudes: Float64Array) {
  if (longitudes.length !== latitudes.length) throw new RangeError('as many longitudes as latitudes are needed');
  const placeOf = new Uint32Array(longitudes.length);
  const placeLongitudes: number[] = [];
  const placeLatitudes: number[] = [];
  const byLongitude = new Map<number, Map<number, number>>();
  for (let record = 0; record < placeOf.length; record++) {
    const longitude = longitudes[record] ?? 0;
    const latitude = latitudes[record] ?? 0;
    let byLatitude = byLongitude.get(longitude);
    if (!byLatitude) byLongitude.set(longitude, (byLatitude = new Map()));
    let place = byLatitude.get(latitude);
    if (place === undefined) {
      byLatitude.set(latitude, (place = placeLongitudes.length));
      placeLongitudes.push(longitude);
      placeLatitudes.push(latitude);
    }
    placeOf[record] = place;
  }
  return {
    placeOf,
    placeLongitudes: Float64Array.from(placeLongitudes),
    placeLatitudes: Float64Array.from(placeLatitudes),
  };
}
