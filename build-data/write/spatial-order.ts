import type { RecordTable } from './record-table.ts';

/**
 * The records with indexes `start` to `end` (exclusive) of the list, sorted to keep neighbours together: by the index of
 * their first point on a Hilbert curve, then by all their coordinates, then in list order. Records with the same points
 * are therefore adjacent.
 */
export function spatialOrder(table: RecordTable, start: number, end: number): Uint32Array {
  const curve = Float64Array.from({ length: end - start }, (_, offset) =>
    hilbertIndex(table.longitude(start + offset, 0), table.latitude(start + offset, 0)),
  );
  return Uint32Array.from(curve, (_, offset) => start + offset).sort(
    (a, b) => (curve[a - start] ?? 0) - (curve[b - start] ?? 0) || comparePoints(table, a, b) || a - b,
  );
}

function comparePoints(table: RecordTable, a: number, b: number): number {
  for (let point = 0; point < table.positionsPerRecord; point++) {
    const difference =
      table.longitude(a, point) - table.longitude(b, point) || table.latitude(a, point) - table.latitude(b, point);
    if (difference !== 0) return difference;
  }
  return 0;
}

const bitsPerAxis = 20;
const cells = 2 ** bitsPerAxis;

/**
 * The index of a position on a Hilbert curve over the globe: positions near each other on the curve are near each other on
 * the map. The grid is fixed (cells of about 40 m), so that the index of a position does not depend on other data. Uses the
 * usual bitwise construction, from the largest square down.
 */
export function hilbertIndex(longitude: number, latitude: number): number {
  let x = Math.min(cells - 1, Math.floor(((longitude + 180) / 360) * cells));
  let y = Math.min(cells - 1, Math.floor(((latitude + 90) / 180) * cells));
  let number = 0;
  for (let side = cells / 2; side >= 1; side /= 2) {
    const right = (x & side) > 0 ? 1 : 0;
    const upper = (y & side) > 0 ? 1 : 0;
    number += side * side * ((3 * right) ^ upper);
    if (upper === 0) {
      if (right === 1) {
        x = cells - 1 - x;
        y = cells - 1 - y;
      }
      [x, y] = [y, x];
    }
  }
  return number;
}
