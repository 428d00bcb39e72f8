import { chordSurelyBeyond, chordSurelyWithin } from './distance-bounds.ts';
import {
  boxLength,
  ExactDistances,
  greatestSquaredDistance,
  leastSquaredDistance,
  maximumLevels,
  nodeSize,
  nodeSizeShift,
  type PointIndex,
  squaredChord,
} from './point-index.ts';
import { type Position, writeCentredCoordinates } from './wgs84.ts';

/** The x, y, z in metres of a search's centre, which every search sets first. Shared to avoid allocation. */
const centreCoordinates = new Float64Array(3);

/**
 * Calls `visit` for every run of slots, from `startSlot` to `endSlot` (exclusive), whose points are within
 * `radiusInMetres` of the centre along the geodesic, edge included. Runs are in ascending order, and no two are
 * adjacent. There is no run for a negative radius or NaN; Infinity includes all points. `visit` may start another
 * search.
 *
 * The search measures chords straight through the earth. Two chords bound the radius (see distance-bounds.ts): a node
 * whose box is entirely nearer than the shorter chord is included as a whole, a node whose box is entirely further than
 * the longer chord is skipped, and only points between the two chords need a geodesic. No longitudes are involved, so
 * the poles, the antimeridian and large radii are not special cases.
 *
 * The next node is computed from the number of the current node, so the search needs no stack, and allocates nothing
 * for nodes or points.
 */
export function forEachRunWithin(
  index: PointIndex,
  centre: Position,
  radiusInMetres: number,
  visit: (startSlot: number, endSlot: number) => void,
): void {
  const { coordinates, size } = index;
  const { boxes, levelStarts } = index.nodes;
  const topLevel = levelStarts.length - 2;
  if (size === 0 || !(radiusInMetres >= 0)) return;

  writeCentredCoordinates(centre.longitude, centre.latitude, centreCoordinates, 0);
  const x = centreCoordinates[0];
  const y = centreCoordinates[1];
  const z = centreCoordinates[2];
  const centreRadius = Math.sqrt(x * x + y * y + z * z);
  const within = chordSurelyWithin(radiusInMetres, centreRadius);
  const surelyWithin = within < 0 ? -1 : within * within;
  const beyond = chordSurelyBeyond(radiusInMetres, centreRadius);
  const surelyBeyond = beyond * beyond;
  let distances: ExactDistances | undefined;

  let runStart = 0;
  let runEnd = 0;
  let level = topLevel;
  let levelStart = levelStarts[level];
  let node = 0;
  let slotShift = (topLevel + 1) * nodeSizeShift; // A node of this level has 2 ** slotShift slots, except the last.
  for (;;) {
    const box = (levelStart + node) * boxLength;
    if (leastSquaredDistance(boxes, box, x, y, z) <= surelyBeyond) {
      if (greatestSquaredDistance(boxes, box, x, y, z) <= surelyWithin) {
        const start = node << slotShift;
        if (start !== runEnd) {
          if (runEnd > runStart) visit(runStart, runEnd);
          runStart = start;
        }
        runEnd = Math.min(size, start + (1 << slotShift));
      } else if (level > 0) {
        level--;
        levelStart = levelStarts[level];
        node <<= nodeSizeShift;
        slotShift -= nodeSizeShift;
        continue;
      } else {
        const start = node << nodeSizeShift;
        const end = Math.min(size, start + nodeSize);
        for (let slot = start; slot < end; slot++) {
          const squared = squaredChord(coordinates, slot * 3, x, y, z);
          if (squared > surelyBeyond) continue;
          if (squared > surelyWithin) {
            distances ??= new ExactDistances(index, centre);
            if (distances.to(slot) > radiusInMetres) continue;
          }
          if (slot !== runEnd) {
            if (runEnd > runStart) visit(runStart, runEnd);
            runStart = slot;
          }
          runEnd = slot + 1;
        }
      }
    }
    // Continue with the next node of the level or, after the last sibling, with the node after the parent.
    node++;
    while ((node & (nodeSize - 1)) === 0 && level < topLevel) {
      level++;
      levelStart = levelStarts[level];
      node >>= nodeSizeShift;
      slotShift += nodeSizeShift;
    }
    if (levelStart + node >= levelStarts[level + 1]) break;
  }
  if (runEnd > runStart) visit(runStart, runEnd);
}

/** The nearest points of an index: all at exactly the least distance. */
export interface NearestPoints {
  /** Along the geodesic. */
  readonly distanceInMetres: number;
  /** In ascending order. Several points can be equally near, for example when they have the same coordinates. */
  readonly points: readonly number[];
}

/**
 * The points at the least geodesic distance from the centre, among those no further than `atMostInMetres`; undefined
 * when there are none, and for a limit that is negative or NaN.
 *
 * The point with the shortest chord is nearly always the nearest. Its geodesic distance determines a chord beyond which
 * no point can be as near (see distance-bounds.ts). A second traversal measures all points up to that chord, most of
 * which have the same coordinates, and shortens the chord when it finds a nearer point.
 */
export function nearestPoints(index: PointIndex, centre: Position, atMostInMetres: number): NearestPoints | undefined {
  if (!(atMostInMetres >= 0)) return undefined;
  writeCentredCoordinates(centre.longitude, centre.latitude, centreCoordinates, 0);
  const x = centreCoordinates[0];
  const y = centreCoordinates[1];
  const z = centreCoordinates[2];
  const centreRadius = Math.sqrt(x * x + y * y + z * z);
  const first = slotOfLeastChord(index, x, y, z, squaredChordSurelyBeyond(atMostInMetres, centreRadius));
  if (first < 0) return undefined;

  const { coordinates, size } = index;
  const { boxes, levelStarts } = index.nodes;
  const distances = new ExactDistances(index, centre);
  let least = Math.min(atMostInMetres, distances.to(first));
  let surelyBeyond = squaredChordSurelyBeyond(least, centreRadius);
  let points: number[] = [];
  const topLevel = levelStarts.length - 2;
  let level = topLevel;
  let levelStart = levelStarts[level];
  let node = 0;
  for (;;) {
    if (leastSquaredDistance(boxes, (levelStart + node) * boxLength, x, y, z) <= surelyBeyond) {
      if (level > 0) {
        level--;
        levelStart = levelStarts[level];
        node <<= nodeSizeShift;
        continue;
      }
      const start = node << nodeSizeShift;
      const end = Math.min(size, start + nodeSize);
      for (let slot = start; slot < end; slot++) {
        if (squaredChord(coordinates, slot * 3, x, y, z) > surelyBeyond) continue;
        const distance = distances.to(slot);
        if (distance > least) continue;
        if (distance < least) {
          least = distance;
          surelyBeyond = squaredChordSurelyBeyond(least, centreRadius);
          points = [];
        }
        points.push(slot);
      }
    }
    // Continue as in forEachRunWithin.
    node++;
    while ((node & (nodeSize - 1)) === 0 && level < topLevel) {
      level++;
      levelStart = levelStarts[level];
      node >>= nodeSizeShift;
    }
    if (levelStart + node >= levelStarts[level + 1]) break;
  }
  return points.length === 0 ? undefined : { distanceInMetres: least, points: inAscendingOrder(points) };
}

function squaredChordSurelyBeyond(radiusInMetres: number, centreRadiusInMetres: number): number {
  const chord = chordSurelyBeyond(radiusInMetres, centreRadiusInMetres);
  return chord * chord;
}

/** Thousands of points can be equally near. A typed array sorts them many times faster than a comparison callback. */
function inAscendingOrder(points: number[]): number[] {
  let isAscending = true;
  for (let index = 1; index < points.length; index++) {
    if (points[index] < points[index - 1]) isAscending = false;
  }
  if (isAscending) return points;
  const sorted = new Uint32Array(points).sort();
  for (let index = 0; index < points.length; index++) points[index] = sorted[index];
  return points;
}

/** For each level, the squared distances to the boxes of the current siblings; Infinity for those already visited. */
const rows = new Float64Array(maximumLevels * nodeSize);
/** For each level, the number of the first current sibling within the level. */
const rowStarts = new Int32Array(maximumLevels);

/**
 * The slot of the point with the shortest chord to x, y, z (in metres, earth-centred), among those whose squared chord
 * is less than `squaredLimit`; -1 when there is none. If several points have the shortest chord, it may be any of them.
 *
 * The search is depth-first and visits the sibling with the nearest box first, so the first leaf nearly always rules
 * out most other nodes. The only state of the search is one row of distances per level.
 */
export function slotOfLeastChord(index: PointIndex, x: number, y: number, z: number, squaredLimit: number): number {
  const { coordinates, size } = index;
  const { boxes, levelStarts } = index.nodes;
  const topLevel = levelStarts.length - 2;
  if (size === 0) return -1;

  let least = squaredLimit;
  let found = -1;
  let level = topLevel;
  rows.fill(Infinity, level * nodeSize, (level + 1) * nodeSize);
  rows[level * nodeSize] = leastSquaredDistance(boxes, levelStarts[level] * boxLength, x, y, z);
  rowStarts[level] = 0;
  while (level <= topLevel) {
    const row = level * nodeSize;
    let next = -1;
    let nextDistance = least;
    for (let sibling = row; sibling < row + nodeSize; sibling++) {
      const distance = rows[sibling];
      if (distance < nextDistance) {
        next = sibling;
        nextDistance = distance;
      }
    }
    if (next < 0) {
      level++;
      continue;
    }
    rows[next] = Infinity;
    const start = (rowStarts[level] + next - row) << nodeSizeShift;
    if (level === 0) {
      const end = Math.min(size, start + nodeSize);
      for (let slot = start; slot < end; slot++) {
        const squared = squaredChord(coordinates, slot * 3, x, y, z);
        if (squared < least) {
          least = squared;
          found = slot;
        }
      }
    } else {
      level--;
      rowStarts[level] = start;
      const levelStart = levelStarts[level];
      const count = Math.min(nodeSize, levelStarts[level + 1] - levelStart - start);
      const childRow = level * nodeSize;
      for (let child = 0; child < count; child++) {
        const box = (levelStart + start + child) * boxLength;
        rows[childRow + child] = leastSquaredDistance(boxes, box, x, y, z);
      }
      for (let child = count; child < nodeSize; child++) rows[childRow + child] = Infinity;
    }
  }
  return found;
}
