import type { RecordTable } from '../write/record-table.ts';

/** West, south, east and north in degrees. */
export type Bounds = [west: number, south: number, east: number, north: number];

/** What holds the points of the records from `start` to `end`, by default of all; undefined when there are none. */
export function boundsOf(table: RecordTable, start = 0, end = table.size): Bounds | undefined {
  if (end <= start) return undefined;
  const bounds: Bounds = [Infinity, Infinity, -Infinity, -Infinity];
  for (let index = start; index < end; index++) {
    for (let position = 0; position < table.positionsPerRecord; position++) {
      const longitude = table.longitude(index, position);
      const latitude = table.latitude(index, position);
      bounds[0] = Math.min(bounds[0], longitude);
      bounds[1] = Math.min(bounds[1], latitude);
      bounds[2] = Math.max(bounds[2], longitude);
      bounds[3] = Math.max(bounds[3], latitude);
    }
  }
  return bounds;
}
