/** How many children each node has at most: the format's default. */
export const nodeSize = 16;
/** Four doubles, then a 64-bit offset. */
const nodeBytes = 40;
const offsetPlace = 32;

/** The points to index, in the order of the file. */
export interface PackedPoints {
  readonly longitudes: Float64Array;
  readonly latitudes: Float64Array;
  /** Where each point's feature starts, in bytes behind the tree. */
  readonly featureOffsets: Float64Array;
}

/** Bytes of the tree over so many points, at least one. */
export function packedTreeBytes(pointCount: number): number {
  return levelsOf(pointCount).reduce((sum, { count }) => sum + count, 0) * nodeBytes;
}

/**
 * The packed tree of FlatGeobuf: the root first, each level behind the one above, the points last. A node is a box and
 * an offset: of its first child, counted in nodes from the root; for a point, of its feature.
 */
export function packedTree({ longitudes, latitudes, featureOffsets }: PackedPoints): Uint8Array {
  const levels = levelsOf(longitudes.length);
  const bytes = new Uint8Array(packedTreeBytes(longitudes.length));
  const view = new DataView(bytes.buffer);
  const write = (node: number, box: readonly number[], offset: number): void => {
    for (const [place, value] of box.entries()) view.setFloat64(node * nodeBytes + place * 8, value, true);
    view.setBigUint64(node * nodeBytes + offsetPlace, BigInt(offset), true);
  };
  const firstLeaf = levels[0]?.start ?? 0;
  for (const [point, longitude] of longitudes.entries()) {
    const latitude = latitudes[point] ?? 0;
    write(firstLeaf + point, [longitude, latitude, longitude, latitude], featureOffsets[point] ?? 0);
  }
  for (const [below, { start, count }] of levels.entries()) {
    const above = levels[below + 1];
    if (above === undefined) break;
    for (let parent = 0; parent < above.count; parent++) {
      const firstChild = start + parent * nodeSize;
      const pastChildren = Math.min(firstChild + nodeSize, start + count);
      write(above.start + parent, boxOfNodes(view, firstChild, pastChildren), firstChild);
    }
  }
  return bytes;
}

/** From the points up to the root: the number of each level's first node, and how many nodes it has. */
function levelsOf(pointCount: number): { readonly start: number; readonly count: number }[] {
  const counts = [pointCount];
  let count = pointCount;
  do counts.push((count = Math.ceil(count / nodeSize)));
  while (count > 1);
  let end = counts.reduce((sum, value) => sum + value, 0);
  return counts.map((value) => ({ start: (end -= value), count: value }));
}

/** West, south, east and north of the nodes together. */
function boxOfNodes(view: DataView, firstNode: number, pastNode: number): number[] {
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (let node = firstNode; node < pastNode; node++) {
    for (const [side, value] of box.entries()) {
      const widen = side < 2 ? Math.min : Math.max;
      box[side] = widen(value, view.getFloat64(node * nodeBytes + side * 8, true));
    }
  }
  return box;
}
