import Flatbush from 'flatbush';

import { DistinctPoints } from '../distinct-points.ts';
import { LocationIndex } from '../location-index.ts';

/** The indexes of points in the order of the leaves of a Flatbush. The coordinates are in degrees. */
export function flatbushOrder(longitudes: ArrayLike<number>, latitudes: ArrayLike<number>): number[] {
  if (longitudes.length === 0) return []; // Flatbush cannot create an empty index.
  const tree = new Flatbush(longitudes.length);
  for (let point = 0; point < longitudes.length; point++) tree.add(longitudes[point], latitudes[point]);
  tree.finish();
  return tree.search(-Infinity, -Infinity, Infinity, Infinity);
}

/** Indexes records in the way that a build and a reader do together. Record i is at longitudes[i], latitudes[i]. */
export function indexLocations(longitudes: Float64Array, latitudes: Float64Array): LocationIndex {
  const distinct = new DistinctPoints();
  const pointOf = longitudes.map((longitude, record) => distinct.add(longitude, latitudes[record]));
  const order = flatbushOrder(distinct.longitudes, distinct.latitudes);
  const slotOf = new Uint32Array(order.length);
  for (const [slot, point] of order.entries()) slotOf[point] = slot;
  return LocationIndex.fromOrderedLocations(
    Float64Array.from(order, (point) => distinct.longitudes[point]),
    Float64Array.from(order, (point) => distinct.latitudes[point]),
    Uint32Array.from(pointOf, (point) => slotOf[point]),
  );
}
