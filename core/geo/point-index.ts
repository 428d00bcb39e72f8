import { geodesicDistanceInMetres } from './geodesic.ts';
import { type Position, writeCentredCoordinates } from './wgs84.ts';

/** The number of points in each leaf of the tree, and of children of each other node: 16, which is a shift by 4. */
export const nodeSize = 16;
const nodeSizeShift = 4;
/** The length of a box, which consists of the least x, y, z and the greatest x, y, z. */
export const boxLength = 6;

/** The boxes of a packed tree of points in space, level by level from the leaves to the root. */
export interface NodeBoxes {
  /** For each node, the exact least x, y, z of its points, then the greatest. */
  readonly boxes: Float64Array;
  /** Node k of level l is number `levelStarts[l] + k` of all nodes. The last entry is the number of nodes. */
  readonly levelStarts: readonly number[];
}

/**
 * Packs points, given as successive x, y, z, into a tree in the given order: node k of level 0 contains 16 points,
 * beginning with number 16k, and node k of each higher level contains 16 nodes of the level below, beginning with
 * number 16k. The last node of a level may contain fewer. Without points, there are no levels.
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
    extend(boxes, box, coordinates, offset, offset);
  }
  for (let level = 1; level + 1 < levelStarts.length; level++) {
    const start = levelStarts[level];
    const startBelow = levelStarts[level - 1];
    for (let child = startBelow; child < start; child++) {
      const parent = start + ((child - startBelow) >> nodeSizeShift);
      extend(boxes, parent * boxLength, boxes, child * boxLength, child * boxLength + 3);
    }
  }
  return { boxes, levelStarts };
}

/** Extends a box to contain another, whose least and greatest corners are at the given offsets of `source`. */
function extend(boxes: Float64Array, box: number, source: Float64Array, least: number, greatest: number): void {
  for (let axis = 0; axis < 3; axis++) {
    boxes[box + axis] = Math.min(boxes[box + axis], source[least + axis]);
    boxes[box + 3 + axis] = Math.max(boxes[box + 3 + axis], source[greatest + axis]);
  }
}

/**
 * The square of the least distance from a point in space to a box. It never exceeds the squared chord, as computed
 * below, to a point of the box: every step rounds monotonically, and doubling and division by four are exact. The
 * exception is squares below the least normal number, at distances of 1e-154 m, which lose digits. This is harmless,
 * because the searches allow for nanometres.
 *
 * The gap along an axis is the maximum of zero and two differences, but V8 compiles Math.max to branches, which the
 * processor mispredicts here. The code therefore adds d + |d|, which is 2d or zero, for both differences d, of which at
 * most one is positive.
 */
export function leastSquaredDistance(boxes: Float64Array, box: number, x: number, y: number, z: number): number {
  const belowX = boxes[box] - x;
  const belowY = boxes[box + 1] - y;
  const belowZ = boxes[box + 2] - z;
  const aboveX = x - boxes[box + 3];
  const aboveY = y - boxes[box + 4];
  const aboveZ = z - boxes[box + 5];
  const twiceX = belowX + Math.abs(belowX) + (aboveX + Math.abs(aboveX));
  const twiceY = belowY + Math.abs(belowY) + (aboveY + Math.abs(aboveY));
  const twiceZ = belowZ + Math.abs(belowZ) + (aboveZ + Math.abs(aboveZ));
  return (twiceX * twiceX + twiceY * twiceY + twiceZ * twiceZ) / 4;
}

/**
 * The square of the distance from a point in space to the farthest corner of a box. The distance may be rounded down by
 * nanometres. The greater of p and q is computed as (p + q + |p - q|) / 2, again without branches.
 */
export function greatestSquaredDistance(boxes: Float64Array, box: number, x: number, y: number, z: number): number {
  const leastX = boxes[box];
  const leastY = boxes[box + 1];
  const leastZ = boxes[box + 2];
  const greatestX = boxes[box + 3];
  const greatestY = boxes[box + 4];
  const greatestZ = boxes[box + 5];
  const twiceX = greatestX - leastX + Math.abs(x - leastX - (greatestX - x));
  const twiceY = greatestY - leastY + Math.abs(y - leastY - (greatestY - y));
  const twiceZ = greatestZ - leastZ + Math.abs(z - leastZ - (greatestZ - z));
  return (twiceX * twiceX + twiceY * twiceY + twiceZ * twiceZ) / 4;
}

/** The square of the distance between two points in space. */
export function squaredChord(coordinates: Float64Array, offset: number, x: number, y: number, z: number): number {
  const differenceX = coordinates[offset] - x;
  const differenceY = coordinates[offset + 1] - y;
  const differenceZ = coordinates[offset + 2] - z;
  return differenceX * differenceX + differenceY * differenceY + differenceZ * differenceZ;
}

/**
 * Points on the ellipsoid, packed into a tree of boxes in space. Searches use neither longitudes nor latitudes, so the
 * poles and the antimeridian are not special cases. A point is identified by its slot, which is its index in the given
 * arrays. The points below a node are a run of slots.
 */
export class PointIndex {
  /** In degrees, by slot. */
  readonly longitudes: Float64Array;
  /** In degrees, by slot. */
  readonly latitudes: Float64Array;
  /** Earth-centred x, y, z in metres: those of slot i begin at 3i. */
  readonly coordinates: Float64Array;
  readonly nodes: NodeBoxes;

  /**
   * The order of the points should keep neighbours together, as the order of a Flatbush does. Any order gives the same
   * results, but a bad order makes searches slow. Longitudes are from -180 to 180 degrees, latitudes from -90 to 90. The
   * arrays are not copied. Throws RangeError when their lengths differ.
   */
  constructor(longitudes: Float64Array, latitudes: Float64Array) {
    if (longitudes.length !== latitudes.length) throw new RangeError('the numbers of longitudes and latitudes differ');
    this.longitudes = longitudes;
    this.latitudes = latitudes;
    this.coordinates = new Float64Array(longitudes.length * 3);
    for (let slot = 0; slot < longitudes.length; slot++) {
      writeCentredCoordinates(longitudes[slot], latitudes[slot], this.coordinates, slot * 3);
    }
    this.nodes = packNodeBoxes(this.coordinates);
  }

  get size(): number {
    return this.longitudes.length;
  }

  /** The geodesic distance in metres from a position to a point; NaN if there is no such point. */
  distanceFrom(position: Position, point: number): number {
    return geodesicDistanceInMetres(
      position.longitude,
      position.latitude,
      this.longitudes[point],
      this.latitudes[point],
    );
  }
}
