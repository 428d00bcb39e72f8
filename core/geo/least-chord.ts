import { boxLength, leastSquaredDistance, mostLevels, nodeSize, nodeSizeShift, squaredChord } from './node-boxes.ts';
import type { PointIndex } from './point-index.ts';

/** For each level the siblings being gone through: the squared distances of their boxes, Infinity once done with. */
const rows = new Float64Array(mostLevels * nodeSize);
/** For each level the number, within the level, of the first of those siblings. */
const rowStarts = new Int32Array(mostLevels);

/**
 * The slot of the point with the shortest chord to x, y, z (in metres, earth-centred), among those whose squared chord
 * is less than `squaredLimit`; -1 when there are none. Of several it may be any.
 *
 * Depth first, at each level the sibling with the nearest box first, so that the first leaf nearly always comes close
 * and rules out most of the others. All that is kept on the way is a row of distances for each level.
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
    rows[next] = Infinity;
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
      for (let child = 0; child < count; child++) {
        const box = (levelStart + start + child) * boxLength;
        rows[childRow + child] = leastSquaredDistance(boxes, box, x, y, z);
      }
      for (let child = count; child < nodeSize; child++) rows[childRow + child] = Infinity;
    }
  }
  return found;
}
