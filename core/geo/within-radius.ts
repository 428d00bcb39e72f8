import { writeCentredCoordinates } from './centred-coordinates.ts';
import { chordSurelyBeyond, chordSurelyWithin } from './chord-bounds.ts';
import { ExactDistances } from './exact-distances.ts';
import {
  boxLength,
  greatestSquaredDistance,
  leastSquaredDistance,
  nodeSize,
  nodeSizeShift,
  squaredChord,
} from './node-boxes.ts';
import type { PointIndex } from './point-index.ts';
import type { Position } from './wgs84.ts';

/**
 * Calls `visit` for every run of slots whose points are within `radiusInMetres` of the centre along the geodesic, the
 * edge included: from `startSlot` up to but without `endSlot`, in ascending order, no two of them touching. None for a
 * radius that is negative or no number; Infinity takes all. `visit` may search in turn.
 *
 * The search asks for distances in space only: a node whose box is wholly nearer or wholly further than the chords
 * that decide (see chord-bounds.ts) is taken or left as one, and only points between the two chords cost a geodesic.
 * There are no longitudes in it, so it is the same at the poles, across the antimeridian and for any radius. Nor is
 * there a stack: the nodes are numbered so that the way on from each is arithmetic.
 */
export function forEachRunWithin(
  index: PointIndex,
  centre: Position,
  radiusInMetres: number,
  visit: (startSlot: number, endSlot: number) => void,
): void {
  const { coordinates, order, size } = index;
  const { boxes, levelStarts } = index.nodes;
  const levelCount = levelStarts.length - 1;
  const topLevel = levelCount - 1;
  if (levelCount === 0 || !(radiusInMetres >= 0)) return;

  const centreCoordinates = new Float64Array(3);
  writeCentredCoordinates(centre.longitude, centre.latitude, centreCoordinates, 0);
  const [x = 0, y = 0, z = 0] = centreCoordinates;
  const centreRadius = Math.sqrt(x * x + y * y + z * z);
  const within = chordSurelyWithin(radiusInMetres, centreRadius);
  const surelyWithin = within < 0 ? -1 : within * within;
  const surelyBeyond = chordSurelyBeyond(radiusInMetres, centreRadius) ** 2;
  const distances = new ExactDistances(index, centre);

  let runStart = 0;
  let runEnd = 0;
  let level = topLevel;
  let node = 0;
  let slotsBelow = nodeSize ** levelCount; // how many slots a full node of this level covers
  for (;;) {
    const box = ((levelStarts[level] ?? 0) + node) * boxLength;
    if (leastSquaredDistance(boxes, box, x, y, z) <= surelyBeyond) {
      const start = node * slotsBelow;
      if (greatestSquaredDistance(boxes, box, x, y, z) <= surelyWithin) {
        if (start !== runEnd) {
          if (runEnd > runStart) visit(runStart, runEnd);
          runStart = start;
        }
        runEnd = Math.min(size, start + slotsBelow);
      } else if (level > 0) {
        level--;
        node <<= nodeSizeShift;
        slotsBelow /= nodeSize;
        continue;
      } else {
        const end = Math.min(size, start + nodeSize);
        for (let slot = start; slot < end; slot++) {
          const chord = squaredChord(coordinates, slot * 3, x, y, z);
          if (chord > surelyBeyond) continue;
          if (chord > surelyWithin && !(distances.to(order[slot] ?? 0) <= radiusInMetres)) continue;
          if (slot !== runEnd) {
            if (runEnd > runStart) visit(runStart, runEnd);
            runStart = slot;
          }
          runEnd = slot + 1;
        }
      }
    }
    // On to the next node of the level, or, past the last of its siblings, to the one that follows their parent.
    for (node++; (node & (nodeSize - 1)) === 0 && level < topLevel; level++) {
      node >>= nodeSizeShift;
      slotsBelow *= nodeSize;
    }
    if (node >= (levelStarts[level + 1] ?? 0) - (levelStarts[level] ?? 0)) break;
  }
  if (runEnd > runStart) visit(runStart, runEnd);
}

/** Grows to the largest index ever searched, so that a search allocates nothing but its result. */
let found = new Uint32Array(0);

/**
 * The numbers of the points within `radiusInMetres` of the centre along the geodesic, the edge included, in the order
 * of their slots. None for a radius that is negative or no number.
 */
export function pointsWithinRadius(index: PointIndex, centre: Position, radiusInMetres: number): Uint32Array {
  if (found.length < index.size) found = new Uint32Array(index.size);
  let count = 0;
  forEachRunWithin(index, centre, radiusInMetres, (startSlot, endSlot) => {
    copyRun(index.order, startSlot, endSlot, found, count);
    count += endSlot - startSlot;
  });
  return found.slice(0, count);
}

function copyRun(order: Uint32Array, startSlot: number, endSlot: number, target: Uint32Array, offset: number): void {
  const shift = offset - startSlot;
  for (let slot = startSlot; slot < endSlot; slot++) target[slot + shift] = order[slot] ?? 0;
}
