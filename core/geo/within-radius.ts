import { chordSurelyBeyond, chordSurelyWithin } from './chord-bounds.ts';
import {
  boxLength,
  ExactDistances,
  greatestSquaredDistance,
  leastSquaredDistance,
  nodeSize,
  nodeSizeShift,
  type PointIndex,
  squaredChord,
} from './point-index.ts';
import { type Position, writeCentredCoordinates } from './wgs84.ts';

/** Filled anew by every search before anything else happens in it. */
const centreCoordinates = new Float64Array(3);

/**
 * Calls `visit` for every run of slots whose points are within `radiusInMetres` of the centre along the geodesic, the
 * edge included: from `startSlot` up to but without `endSlot`, in ascending order, no two of them touching. No run for
 * a radius that is negative or NaN; Infinity takes all. `visit` may search in turn.
 *
 * The search measures straight through the earth: a node whose box is wholly nearer or wholly further than the chords
 * that decide (see chord-bounds.ts) is taken or left as one, and only points between the two chords cost a geodesic.
 * There are no longitudes in it, so it is the same at the poles, across the antimeridian and for any radius.
 *
 * The way from a node to the next is arithmetic, so there is no stack either; nothing is allocated for nodes or points.
 */
export function forEachRunWithin(
  index: PointIndex,
  centre: Position,
  radiusInMetres: number,
  visit: (startSlot: number, endSlot: number) => void,
): void {
  const { coordinates, order, size } = index;
  const { boxes, levelStarts } = index.nodes;
  const topLevel = levelStarts.length - 2;
  if (size === 0 || !(radiusInMetres >= 0)) return;

  writeCentredCoordinates(centre.longitude, centre.latitude, centreCoordinates, 0);
  const x = centreCoordinates[0] ?? 0;
  const y = centreCoordinates[1] ?? 0;
  const z = centreCoordinates[2] ?? 0;
  const centreRadius = Math.sqrt(x * x + y * y + z * z);
  const within = chordSurelyWithin(radiusInMetres, centreRadius);
  const surelyWithin = within < 0 ? -1 : within * within;
  const beyond = chordSurelyBeyond(radiusInMetres, centreRadius);
  const surelyBeyond = beyond * beyond;
  let distances: ExactDistances | undefined;

  let runStart = 0;
  let runEnd = 0;
  let level = topLevel;
  let levelStart = levelStarts[level] ?? 0;
  let node = 0;
  let slotShift = (topLevel + 1) * nodeSizeShift; // A node of this level holds 2 ** slotShift, but for the last.
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
        levelStart = levelStarts[level] ?? 0;
        node <<= nodeSizeShift;
        slotShift -= nodeSizeShift;
        continue;
      } else {
        const start = node << nodeSizeShift;
        const end = Math.min(size, start + nodeSize);
        for (let slot = start; slot < end; slot++) {
          const chord = squaredChord(coordinates, slot * 3, x, y, z);
          if (chord > surelyBeyond) continue;
          if (chord > surelyWithin) {
            distances ??= new ExactDistances(index, centre);
            if (distances.to(order[slot] ?? 0) > radiusInMetres) continue;
          }
          if (slot !== runEnd) {
            if (runEnd > runStart) visit(runStart, runEnd);
            runStart = slot;
          }
          runEnd = slot + 1;
        }
      }
    }
    // On to the next node of the level or, after the last of its siblings, to the one that follows their parent.
    node++;
    while ((node & (nodeSize - 1)) === 0 && level < topLevel) {
      level++;
      levelStart = levelStarts[level] ?? 0;
      node >>= nodeSizeShift;
      slotShift += nodeSizeShift;
    }
    if (levelStart + node >= (levelStarts[level + 1] ?? 0)) break;
  }
  if (runEnd > runStart) visit(runStart, runEnd);
}
