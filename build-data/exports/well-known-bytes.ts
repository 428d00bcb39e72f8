import type { RecordTable } from '../write/record-table.ts';

const types = { Point: 1, MultiPoint: 4 } as const;
const headBytes = 5;
const pointBytes = headBytes + 16;

/** What stands at one point is a Point, what stands at several a MultiPoint. */
export function geometryTypeOf(points: number): keyof typeof types {
  return points === 1 ? 'Point' : 'MultiPoint';
}

/** The points of a record as well-known binary, its numbers with the least byte first. */
export function wellKnownBytes(table: RecordTable, index: number): Uint8Array {
  const points = table.positionsPerRecord;
  const start = points === 1 ? 0 : headBytes + 4;
  const bytes = new Uint8Array(start + points * pointBytes);
  const view = new DataView(bytes.buffer);
  const writeHead = (offset: number, type: keyof typeof types): void => {
    view.setUint8(offset, 1);
    view.setUint32(offset + 1, types[type], true);
  };
  if (points !== 1) {
    writeHead(0, 'MultiPoint');
    view.setUint32(headBytes, points, true);
  }
  for (let position = 0; position < points; position++) {
    const offset = start + position * pointBytes;
    writeHead(offset, 'Point');
    view.setFloat64(offset + headBytes, table.longitude(index, position), true);
    view.setFloat64(offset + headBytes + 8, table.latitude(index, position), true);
  }
  return bytes;
}
