import { DistinctPoints } from '../../core/geo/distinct-points.ts';
import type { RecordTable } from './record-table.ts';

/** The distinct points of a table's records, numbered by first occurrence when records are in order of identifier. */
export interface TablePoints {
  readonly points: DistinctPoints;
  /** The numbers of the points of each record, record after record in list order. */
  readonly numbers: Uint32Array;
  /** The numbers of the points of the record at an index of the list. */
  readonly pointsOf: (index: number) => readonly number[];
}

/**
 * Numbers the points of a table. New records have larger identifiers, so they do not change the numbers of existing
 * points, nor most column chunks.
 */
export function pointsOfTable(table: RecordTable): TablePoints {
  const { size, positionsPerRecord } = table;
  const points = new DistinctPoints();
  const numbers = new Uint32Array(size * positionsPerRecord);
  for (const index of table.byIdentifier) {
    for (let position = 0; position < positionsPerRecord; position++) {
      const number = points.add(table.longitude(index, position), table.latitude(index, position));
      numbers[index * positionsPerRecord + position] = number;
    }
  }
  return {
    points,
    numbers,
    pointsOf: (index) => Array.from(numbers.subarray(index * positionsPerRecord, (index + 1) * positionsPerRecord)),
  };
}

/**
 * The content of `{Dataset}.points.json`: the identifiers of the records at point i, in list order, are
 * `ids[offsets[i]]` up to, but not including, `ids[offsets[i + 1]]`. A record with two equal points occurs once.
 */
export function encodePointRecords(
  table: RecordTable,
  { points, pointsOf }: TablePoints,
  dataVersion: string,
): Uint8Array<ArrayBuffer> {
  const distinctPointsOf = (index: number): readonly number[] => [...new Set(pointsOf(index))];
  const offsets = new Array<number>(points.longitudes.length + 1).fill(0);
  for (let index = 0; index < table.size; index++) {
    for (const point of distinctPointsOf(index)) offsets[point + 1] += 1;
  }
  for (let point = 1; point < offsets.length; point++) {
    offsets[point] += offsets[point - 1];
  }
  const next = offsets.slice();
  const ids = new Array<number>(offsets[points.longitudes.length]);
  for (let index = 0; index < table.size; index++) {
    for (const point of distinctPointsOf(index)) {
      ids[next[point]++] = table.identifier(index);
    }
  }
  return new TextEncoder().encode(JSON.stringify({ dataVersion, offsets, ids }));
}
