import { writeCentredCoordinates } from './centred-coordinates.ts';
import { chordSurelyBeyond } from './chord-bounds.ts';
import { ExactDistances } from './exact-distances.ts';
import { boxLength, leastSquaredDistance, nodeSize, nodeSizeShift, squaredChord } from './node-boxes.ts';
import type { PointIndex } from './point-index.ts';
import type { Position } from './wgs84.ts';

/** The nearest points of an index: all that stand at exactly the least distance. */
export interface NearestPoints {
  readonly distanceInMetres: number;
  /** Ascending numbers. Several points can be equally near: two on either side, say, or two at one place. */
  readonly points: readonly number[];
}

/**
 * The points at the least geodesic distance from the centre, among those no further than `atMostInMetres`;
 * undefined when there are none.
 */
export function nearestPoints(
  index: PointIndex,
  centre: Position,
  atMostInMetres: number,
): NearestPoints | undefined {
  if (index.size === 0 || !(atMostInMetres >= 0)) return undefined;
  const centreCoordinates = new Float64Array(3);
  writeCentredCoordinates(centre.longitude, centre.latitude, centreCoordinates, 0);
  const [x = 0, y = 0, z = 0] = centreCoordinates;
  const centreRadius = Math.sqrt(x * x + y * y + z * z);

  const first = slotOfLeastChord(index, x, y, z, chordSurelyBeyond(atMostInMetres, centreRadius) ** 2);
  if (first < 0) return undefined;
  const distances = new ExactDistances(index, centre);
  const { coordinates, order, size } = index;
  const { boxes, levelStarts } = index.nodes;
  let least = Math.min(atMostInMetres, distances.to(order[first] ?? 0));
  let beyond = chordSurelyBeyond(least, centreRadius) ** 2;
  let points: number[] = [];
  const topLevel = levelStarts.length - 2;
  let level = topLevel;
  let node = 0;
  for (;;) {
    const box = ((levelStarts[level] ?? 0) + node) * boxLength;
    if (leastSquaredDistance(boxes, box, x, y, z) <= beyond) {
      if (level > 0) {
        level--;
        node <<= nodeSizeShift;
        continue;
      }
      const end = Math.min(size, (node + 1) * nodeSize);
      for (let slot = node * nodeSize; slot < end; slot++) {
        if (squaredChord(coordinates, slot * 3, x, y, z) > beyond) continue;
        const point = order[slot] ?? 0;
        const distance = distances.to(point);
        if (distance > least) continue;
        if (distance < least) {
          least = distance;
          beyond = chordSurelyBeyond(least, centreRadius) ** 2;
          points = [];
        }
        points.push(point);
      }
    }
    for (node++; (node & (nodeSize - 1)) === 0 && level < topLevel; level++) node >>= nodeSizeShift;
    if (node >= (levelStarts[level + 1] ?? 0) - (levelStarts[level] ?? 0)) break;
  }
  return points.length === 0 ? undefined : { distanceInMetres: least, points: points.sort((a, b) => a - b) };
}

const mostLevels = 16;
const rows = new Float64Array(mostLevels * nodeSize);
const rowStarts = new Int32Array(mostLevels);

export function slotOfLeastChord(index: PointIndex, x: number, y: number, z: number, atMost: number): number {
  const { coordinates, size } = index;
  const { boxes, levelStarts } = index.nodes;
  const topLevel = levelStarts.length - 2;
  let least = atMost;
  let found = -1;
  let level = topLevel;
  rows.fill(Number.NaN, level * nodeSize, (level + 1) * nodeSize);
  rows[level * nodeSize] = leastSquaredDistance(boxes, (levelStarts[level] ?? 0) * boxLength, x, y, z);
  rowStarts[level] = 0;
  while (level <= topLevel) {
    const row = level * nodeSize;
    let next = -1;
    let nextDistance = least;
    for (let place = row; place < row + nodeSize; place++) {
      const distance = rows[place] ?? 0;
      if (distance < nextDistance) {
        next = place;
        nextDistance = distance;
      }
    }
    if (next < 0) {
      level++;
      continue;
    }
    rows[next] = Number.NaN;
    const start = ((rowStarts[level] ?? 0) + next - row) << nodeSizeShift;
    if (level === 0) {
      const end = Math.min(size, start + nodeSize);
      for (let slot = start; slot < end; slot++) {
        const chord = squaredChord(coordinates, slot * 3, x, y, z);
        if (chord < least) {
          least = chord;
          found = slot;
        }
      }
    } else {
      level--;
      rowStarts[level] = start;
      const levelStart = levelStarts[level] ?? 0;
      const count = Math.min(nodeSize, (levelStarts[level + 1] ?? 0) - levelStart - start);
      const childRow = level * nodeSize;
      let box = (levelStart + start) * boxLength;
      for (let child = 0; child < count; child++, box += boxLength) {
        rows[childRow + child] = leastSquaredDistance(boxes, box, x, y, z);
      }
      for (let child = count; child < nodeSize; child++) rows[childRow + child] = Number.NaN;
    }
  }
  return found;
}
