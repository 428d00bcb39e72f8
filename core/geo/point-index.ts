import Flatbush from 'flatbush';

import { geodesicDistanceInMetres } from './geodesic.ts';
import { type Position, writeCentredCoordinates } from './wgs84.ts';

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

/** Seven levels: the searches number slots, and count those below a node, in 32 bits. */
const mostPoints = nodeSize ** mostLevels;

/**
 * Points on the ellipsoid, packed into a tree of boxes in space. Searches see neither longitudes nor latitudes, so the
 * poles and the antimeridian are places like any other. A point is named by its number, the index in the arrays given;
 * in the tree it stands in a slot, and what is below a node is a run of slots.
 */
export class PointIndex {
  /** In degrees, by point. */
  readonly longitudes: Float64Array;
  /** In degrees, by point. */
  readonly latitudes: Float64Array;
  /** The point in each slot. */
  readonly order: Uint32Array;
  /** Earth-centred x, y, z in metres, by slot: those of slot i stand at 3i. */
  readonly coordinates: Float64Array;
  /** The boxes over the slots. */
  readonly nodes: NodeBoxes;

  private constructor(longitudes: Float64Array, latitudes: Float64Array, order: Uint32Array) {
    this.longitudes = longitudes;
    this.latitudes = latitudes;
    this.order = order;
    this.coordinates = new Float64Array(order.length * 3);
    for (let slot = 0; slot < order.length; slot++) {
      const point = order[slot] ?? 0;
      writeCentredCoordinates(longitudes[point] ?? 0, latitudes[point] ?? 0, this.coordinates, slot * 3);
    }
    this.nodes = packNodeBoxes(this.coordinates);
  }

  /**
   * Points in any order. Both arrays are in degrees, longitudes in -180 to 180, latitudes in -90 to 90; they are kept,
   * not copied. Throws RangeError when their lengths differ or exceed 16^7, some 268 million.
   */
  static from(longitudes: Float64Array, latitudes: Float64Array): PointIndex {
    requireFit(longitudes, latitudes);
    return new PointIndex(longitudes, latitudes, spatialOrder(longitudes, latitudes));
  }

  /**
   * As `from`, but slot i holds point i: for points whose order already keeps near ones together. Any order gives the
   * same answers; a bad one gives them slowly. Throws RangeError as `from` does.
   */
  static inGivenOrder(longitudes: Float64Array, latitudes: Float64Array): PointIndex {
    requireFit(longitudes, latitudes);
    const order = new Uint32Array(longitudes.length);
    for (let slot = 0; slot < order.length; slot++) order[slot] = slot;
    return new PointIndex(longitudes, latitudes, order);
  }

  /** How many points there are. */
  get size(): number {
    return this.order.length;
  }

  /** The geodesic in metres from a position to one of the points; NaN for a number that no point has. */
  distanceFrom(position: Position, point: number): number {
    return geodesicDistanceInMetres(
      position.longitude,
      position.latitude,
      this.longitudes[point] ?? Number.NaN,
      this.latitudes[point] ?? Number.NaN,
    );
  }
}

function requireFit(longitudes: Float64Array, latitudes: Float64Array): void {
  if (longitudes.length > mostPoints) throw new RangeError(`no more than ${mostPoints} points fit`);
  if (longitudes.length !== latitudes.length) throw new RangeError('as many longitudes as latitudes are needed');
}

/**
 * Geodesics in metres from one centre to points of an index, worked out once for points at the same coordinates that
 * are asked for one after the other: many records share a place, and a geodesic takes a microsecond.
 */
export class ExactDistances {
  readonly #index: PointIndex;
  readonly #centre: Position;
  #longitude = Number.NaN;
  #latitude = Number.NaN;
  #distanceInMetres = Number.NaN;

  constructor(index: PointIndex, centre: Position) {
    this.#index = index;
    this.#centre = centre;
  }

  to(point: number): number {
    const longitude = this.#index.longitudes[point] ?? Number.NaN;
    const latitude = this.#index.latitudes[point] ?? Number.NaN;
    if (longitude !== this.#longitude || latitude !== this.#latitude) {
      this.#longitude = longitude;
      this.#latitude = latitude;
      this.#distanceInMetres = this.#index.distanceFrom(this.#centre, point);
    }
    return this.#distanceInMetres;
  }
}
