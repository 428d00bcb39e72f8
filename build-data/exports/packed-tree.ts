/** How many children each node has at most: the format's default. */
export const nodeSize = 16;
/** Four doubles, then a 64-bit offset. */
const nodeBytes = 40;
const offsetPosition = 32;

/** The boxes to index, in the order of the file; at least one. */
interface PackedBoxes {
  /** West, south, east and north of each in turn. */
  readonly sides: Float64Array;
  /** Where the feature of each box starts, in bytes after the tree. */
  readonly featureOffsets: Float64Array;
}

/** The length of the tree over a number of boxes, at least one. */
export function packedTreeBytes(boxCount: number): number {
  return levelsOf(boxCount).reduce((sum, { count }) => sum + count, 0) * nodeBytes;
}

/**
 * The packed R-tree of FlatGeobuf: the root first, then level by level, the features last. A node is a box and an offset:
 * that of its first child, counted in nodes from the root, or on the last level that of its feature.
 */
export function packedTree({ sides, featureOffsets }: PackedBoxes): Uint8Array {
  const levels = levelsOf(featureOffsets.length);
  const bytes = new Uint8Array(packedTreeBytes(featureOffsets.length));
  const view = new DataView(bytes.buffer);
  const write = (node: number, box: ArrayLike<number>, offset: number): void => {
    for (let side = 0; side < 4; side++) view.setFloat64(node * nodeBytes + side * 8, box[side] ?? 0, true);
    view.setBigUint64(node * nodeBytes + offsetPosition, BigInt(offset), true);
  };
  const firstLeaf = levels[0]?.start ?? 0;
  for (const [index, offset] of featureOffsets.entries()) {
    write(firstLeaf + index, sides.subarray(index * 4, index * 4 + 4), offset);
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

/** The index of the first node of each level, and the number of its nodes, from the features up to the root. */
function levelsOf(boxCount: number): { readonly start: number; readonly count: number }[] {
  const counts = [boxCount];
  let count = boxCount;
  do counts.push((count = Math.ceil(count / nodeSize)));
  while (count > 1);
  let end = counts.reduce((sum, value) => sum + value, 0);
  return counts.map((value) => ({ start: (end -= value), count: value }));
}

/** The bounding box of some nodes. */
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
