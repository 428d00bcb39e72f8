import { hilbertNumber } from './hilbert.ts';
import type { RecordTable } from './record-table.ts';

/**
 * The records at the indexes `start` to `end` (exclusive) of the list in an order that keeps neighbours together: along
 * a Hilbert curve by their first point, then by all their coordinates, so that those at the same points follow each
 * other, in list order.
 */
export function placeOrder(table: RecordTable, start: number, end: number): Uint32Array {
  const curve = Float64Array.from({ length: end - start }, (_, offset) =>
    hilbertNumber(table.longitude(start + offset, 0), table.latitude(start + offset, 0)),
  );
  return Uint32Array.from(curve, (_, offset) => start + offset).sort(
    (a, b) => (curve[a - start] ?? 0) - (curve[b - start] ?? 0) || compareStandings(table, a, b) || a - b,
  );
}

function compareStandings(table: RecordTable, a: number, b: number): number {
  for (let point = 0; point < table.positionsPerRecord; point++) {
    const difference =
      table.longitude(a, point) - table.longitude(b, point) || table.latitude(a, point) - table.latitude(b, point);
    if (difference !== 0) return difference;
  }
  return 0;
}
