import { writeCentredCoordinates } from './centred-coordinates.ts';
import { geodesicDistanceInMetres } from './geodesic.ts';
import { mostLevels, nodeSize, packNodeBoxes, type NodeBoxes } from './node-boxes.ts';
import { spatialOrder } from './spatial-order.ts';
import type { Position } from './wgs84.ts';

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
