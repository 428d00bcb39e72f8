import { writeCentredCoordinates } from './centred-coordinates.ts';
import { chordSurelyBeyond } from './chord-bounds.ts';
import { ExactDistances } from './exact-distances.ts';
import { slotOfLeastChord } from './least-chord.ts';
import { boxLength, leastSquaredDistance, nodeSize, nodeSizeShift, squaredChord } from './node-boxes.ts';
import type { PointIndex } from './point-index.ts';
import type { Position } from './wgs84.ts';

/** The nearest points of an index: all that stand at exactly the least distance. */
export interface NearestPoints {
  /** Along the geodesic. */
  readonly distanceInMetres: number;
  /** Ascending numbers. Several points can be equally near: two on either side, say, or two at one place. */
  readonly points: readonly number[];
}

/** Filled anew by every search before anything else happens in it. */
const centreCoordinates = new Float64Array(3);

/**
 * The points at the least geodesic distance from the centre, among those no further than `atMostInMetres`; undefined
 * when there are none, as for a limit that is negative or NaN.
 *
 * The point of the shortest chord is nearly always the nearest. Its geodesic gives a chord beyond which nothing can be
 * as near (see chord-bounds.ts); a second walk measures what is not beyond, which is seldom another place, and draws
 * that chord in when something nearer turns up.
 */
export function nearestPoints(index: PointIndex, centre: Position, atMostInMetres: number): NearestPoints | undefined {
  if (!(atMostInMetres >= 0)) return undefined;
  writeCentredCoordinates(centre.longitude, centre.latitude, centreCoordinates, 0);
  const x = centreCoordinates[0] ?? 0;
  const y = centreCoordinates[1] ?? 0;
  const z = centreCoordinates[2] ?? 0;
  const centreRadius = Math.sqrt(x * x + y * y + z * z);
  const first = slotOfLeastChord(index, x, y, z, squaredChordSurelyBeyond(atMostInMetres, centreRadius));
  if (first < 0) return undefined;

  const { coordinates, order, size } = index;
  const { boxes, levelStarts } = index.nodes;
  const distances = new ExactDistances(index, centre);
  let least = Math.min(atMostInMetres, distances.to(order[first] ?? 0));
  let surelyBeyond = squaredChordSurelyBeyond(least, centreRadius);
  let points: number[] = [];
  const topLevel = levelStarts.length - 2;
  let level = topLevel;
  let levelStart = levelStarts[level] ?? 0;
  let node = 0;
  for (;;) {
    if (leastSquaredDistance(boxes, (levelStart + node) * boxLength, x, y, z) <= surelyBeyond) {
      if (level > 0) {
        level--;
        levelStart = levelStarts[level] ?? 0;
        node <<= nodeSizeShift;
        continue;
      }
      const start = node << nodeSizeShift;
      const end = Math.min(size, start + nodeSize);
      for (let slot = start; slot < end; slot++) {
        if (squaredChord(coordinates, slot * 3, x, y, z) > surelyBeyond) continue;
        const point = order[slot] ?? 0;
        const distance = distances.to(point);
        if (distance > least) continue;
        if (distance < least) {
          least = distance;
          surelyBeyond = squaredChordSurelyBeyond(least, centreRadius);
          points = [];
        }
        points.push(point);
      }
    }
    // The way on is that of forEachRunWithin.
    node++;
    while ((node & (nodeSize - 1)) === 0 && level < topLevel) {
      level++;
      levelStart = levelStarts[level] ?? 0;
      node >>= nodeSizeShift;
    }
    if (levelStart + node >= (levelStarts[level + 1] ?? 0)) break;
  }
  return points.length === 0 ? undefined : { distanceInMetres: least, points: inAscendingOrder(points) };
}

function squaredChordSurelyBeyond(radiusInMetres: number, centreRadiusInMetres: number): number {
  const chord = chordSurelyBeyond(radiusInMetres, centreRadiusInMetres);
  return chord * chord;
}

/** Thousands of records can share a place: typed arrays sort them many times faster than a comparing function does. */
function inAscendingOrder(points: number[]): number[] {
  let isAscending = true;
  for (let place = 1; place < points.length; place++) {
    if ((points[place] ?? 0) < (points[place - 1] ?? 0)) isAscending = false;
  }
  if (isAscending) return points;
  const sorted = new Uint32Array(points).sort();
  for (let place = 0; place < points.length; place++) points[place] = sorted[place] ?? 0;
  return points;
}
