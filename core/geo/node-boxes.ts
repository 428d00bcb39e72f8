/** How many points a leaf of the tree holds, and how many nodes each node above: 16, a shift by 4. */
export const nodeSize = 16;
export const nodeSizeShift = 4;
/** How high a tree may be: up to here the slots below any node are counted in 32 bits. */
export const mostLevels = 7;
/** Numbers in a box: least x, y, z, then greatest x, y, z. */
export const boxLength = 6;

/** The boxes of a packed tree of points in space, level upon level from the leaves to the root. */
export interface NodeBoxes {
  /** Six numbers a node: least x, y, z, greatest x, y, z of its points, to the last bit. */
  readonly boxes: Float64Array;
  /** Node k of level l is number `levelStarts[l] + k` among all; a last entry says how many there are. */
  readonly levelStarts: readonly number[];
}

/**
 * Packs points, given as x, y, z one after the other, into a tree in the order they have: node k of level 0 holds the
 * points from 16k on, node k of a level above the nodes from 16k on of the level below, the last one of each level
 * perhaps fewer. Without points there are no levels.
 */
export function packNodeBoxes(coordinates: Float64Array): NodeBoxes {
  const levelStarts = [0];
  let total = 0;
  for (let count = coordinates.length / 3; count > 1 || total === 0;) {
    count = Math.ceil(count / nodeSize);
    if (count === 0) break;
    levelStarts.push((total += count));
  }
  const boxes = new Float64Array(total * boxLength);
  for (let node = 0; node < total; node++) {
    boxes.fill(Infinity, node * boxLength, node * boxLength + 3);
    boxes.fill(-Infinity, node * boxLength + 3, node * boxLength + boxLength);
  }
  for (let offset = 0; offset < coordinates.length; offset += 3) {
    const box = Math.floor(offset / (3 * nodeSize)) * boxLength;
    widen(boxes, box, coordinates, offset, offset);
  }
  for (let level = 1; level + 1 < levelStarts.length; level++) {
    const start = levelStarts[level] ?? 0;
    const startBelow = levelStarts[level - 1] ?? 0;
    for (let child = startBelow; child < start; child++) {
      const parent = start + ((child - startBelow) >> nodeSizeShift);
      widen(boxes, parent * boxLength, boxes, child * boxLength, child * boxLength + 3);
    }
  }
  return { boxes, levelStarts };
}

/** Widens a box so that it holds another, given by where its least and its greatest corner stand. */
function widen(boxes: Float64Array, box: number, source: Float64Array, least: number, greatest: number): void {
  for (let axis = 0; axis < 3; axis++) {
    boxes[box + axis] = Math.min(boxes[box + axis] ?? 0, source[least + axis] ?? 0);
    boxes[box + 3 + axis] = Math.max(boxes[box + 3 + axis] ?? 0, source[greatest + axis] ?? 0);
  }
}

/**
 * The square of the least distance from a point in space to a box. It never exceeds the squared chord worked out below
 * for a point of the box: every step rounds monotonically, and those that double, and take the quarter, are exact; but where
 * squares are below the least normal number, at distances of 1e-154 m, these lose digits, and either may be the greater. The
 * searches allow for nanometres.
 *
 * The gap along an axis is the greatest of zero and two differences, but V8 turns Math.max into branches, which the
 * processor cannot foresee here. So take d + |d|, twice d or zero; of the two for an axis one at least is zero.
 */
export function leastSquaredDistance(boxes: Float64Array, box: number, x: number, y: number, z: number): number {
  const belowX = (boxes[box] ?? 0) - x;
  const belowY = (boxes[box + 1] ?? 0) - y;
  const belowZ = (boxes[box + 2] ?? 0) - z;
  const aboveX = x - (boxes[box + 3] ?? 0);
  const aboveY = y - (boxes[box + 4] ?? 0);
  const aboveZ = z - (boxes[box + 5] ?? 0);
  const twiceX = belowX + Math.abs(belowX) + (aboveX + Math.abs(aboveX));
  const twiceY = belowY + Math.abs(belowY) + (aboveY + Math.abs(aboveY));
  const twiceZ = belowZ + Math.abs(belowZ) + (aboveZ + Math.abs(aboveZ));
  return (twiceX * twiceX + twiceY * twiceY + twiceZ * twiceZ) / 4;
}

/**
 * The square of the distance from a point in space to the farthest corner of a box. The distance may be rounded down by
 * nanometres. The greater of p and q is (p + q + |p - q|) / 2, again to spare the branches.
 */
export function greatestSquaredDistance(boxes: Float64Array, box: number, x: number, y: number, z: number): number {
  const leastX = boxes[box] ?? 0;
  const leastY = boxes[box + 1] ?? 0;
  const leastZ = boxes[box + 2] ?? 0;
  const greatestX = boxes[box + 3] ?? 0;
  const greatestY = boxes[box + 4] ?? 0;
  const greatestZ = boxes[box + 5] ?? 0;
  const twiceX = greatestX - leastX + Math.abs(x - leastX - (greatestX - x));
  const twiceY = greatestY - leastY + Math.abs(y - leastY - (greatestY - y));
  const twiceZ = greatestZ - leastZ + Math.abs(z - leastZ - (greatestZ - z));
  return (twiceX * twiceX + twiceY * twiceY + twiceZ * twiceZ) / 4;
}

/** The square of the distance between two points in space. */
export function squaredChord(coordinates: Float64Array, offset: number, x: number, y: number, z: number): number {
  const differenceX = (coordinates[offset] ?? 0) - x;
  const differenceY = (coordinates[offset + 1] ?? 0) - y;
  const differenceZ = (coordinates[offset + 2] ?? 0) - z;
  return differenceX * differenceX + differenceY * differenceY + differenceZ * differenceZ;
}
