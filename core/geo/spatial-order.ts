import Flatbush from 'flatbush';

/**
 * The numbers of all points in an order that keeps near ones together: that of the leaves of a Flatbush, along a
 * Hilbert curve over longitudes and latitudes, both in degrees and of one length. Takes O(n log n).
 */
export function spatialOrder(longitudes: Float64Array, latitudes: Float64Array): Uint32Array {
  const size = longitudes.length;
  if (size === 0) return new Uint32Array(0); // Flatbush refuses to index nothing.
  const tree = new Flatbush(size);
  for (let point = 0; point < size; point++) tree.add(longitudes[point] ?? 0, latitudes[point] ?? 0);
  tree.finish();
  // A search for everything yields each point once, whatever the order: exactness never hangs on how Flatbush works.
  // Speed does. The root lies within the search, so that its leaves are swept from the first to the last, and nodes of
  // as many points in this order are Flatbush's own.
  return new Uint32Array(tree.search(-Infinity, -Infinity, Infinity, Infinity));
}
