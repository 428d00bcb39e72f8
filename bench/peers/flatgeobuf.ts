import { Zstd } from '@hpcc-js/wasm-zstd';
import { Builder } from 'flatbuffers';
import { ColumnType } from 'flatgeobuf/lib/mjs/flat-geobuf/column-type.js';
import { Column } from 'flatgeobuf/lib/mjs/flat-geobuf/column.js';
import { GeometryType } from 'flatgeobuf/lib/mjs/flat-geobuf/geometry-type.js';
import { Header } from 'flatgeobuf/lib/mjs/flat-geobuf/header.js';
import { buildFeature, type FeatureColumn } from 'flatgeobuf/lib/mjs/generic/feature.js';
import { deserialize, type PointFeature } from 'flatgeobuf/lib/mjs/geojson.js';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { nodeSize, packedTree } from '../../build-data/exports/flatgeobuf.ts';
import type { DatasetDescription, DatasetRecord, FieldType } from '../../core/datasets/dataset-description.ts';
import { type DegreeBox, degreeBoxesAround, haversineDistanceInMetres, type Positions } from './peer.ts';

/** A client that has no data in its cache, and requests ranges of one file from a server. */
export interface ColdClient {
  readonly title: string;
  readonly fileBytes: number;
  /** Returns the complete records within the range by haversine distance, and the cost of reading them. */
  recordsWithin(longitude: number, latitude: number, rangeInMetres: number): Promise<ColdResult>;
  close(): Promise<void>;
}

export interface ColdResult {
  readonly records: readonly DatasetRecord[];
  readonly traffic: Traffic;
}

/** A plain FlatGeobuf file, or one compressed into Zstandard frames, which can also be read by range. */
export type FlatGeobufForm = 'plain' | 'compressed';

export type CreateColdClient = (source: FlatGeobufSource, form: FlatGeobufForm) => Promise<ColdClient>;

/**
 * FlatGeobuf on a local server, read by the package's own reader without HTTP caching. The client requests the box of
 * degrees around the circle, and then filters the records by haversine distance.
 */
export const createFlatGeobufClient: CreateColdClient = async (source, form) => {
  const { head, features } = writeFlatGeobuf(source);
  const plain = concatenate([head, ...features]);
  const file = form === 'plain' ? plain : await compressSeekably(plain);
  const server = await serveRanges(file);
  const [position] = source.dataset.positions;
  if (position === undefined) throw new Error(`The records of ${source.dataset.name} have no position.`);
  return {
    title: form === 'plain' ? 'FlatGeobuf' : 'FlatGeobuf in seekable Zstandard',
    fileBytes: file.length,
    async recordsWithin(longitude, latitude, rangeInMetres) {
      server.takeTraffic();
      const records: DatasetRecord[] = [];
      for (const box of degreeBoxesAround(longitude, latitude, rangeInMetres)) {
        for (const { geometry, properties } of await readBox(server.url, box, form)) {
          const [recordLongitude = Number.NaN, recordLatitude = Number.NaN] = geometry.coordinates;
          const distance = haversineDistanceInMetres(longitude, latitude, recordLongitude, recordLatitude);
          if (!(distance <= rangeInMetres)) continue;
          records.push({
            ...properties,
            [position.longitudeField]: recordLongitude,
            [position.latitudeField]: recordLatitude,
          });
        }
      }
      return { records, traffic: server.takeTraffic() };
    },
    close: () => server.close(),
  };
};

async function readBox(url: string, box: DegreeBox, form: FlatGeobufForm): Promise<PointFeature[]> {
  const rect = { minX: box.west, minY: box.south, maxX: box.east, maxY: box.north };
  const options = { rect, nocache: true, seekableZstd: form === 'compressed' };
  // The reader logs every step to the console.
  const { debug } = console;
  console.debug = () => undefined;
  try {
    const features: PointFeature[] = [];
    for await (const feature of deserialize(url, options)) features.push(feature);
    return features;
  } finally {
    console.debug = debug;
  }
}

/** The number and size of a server's successful responses. */
export interface Traffic {
  readonly requests: number;
  /** Bytes of the bodies, without headers. */
  readonly bytes: number;
}

export interface RangeServer {
  readonly url: string;
  /** Returns the traffic since the last call. */
  takeTraffic(): Traffic;
  close(): Promise<void>;
}

/** Serves one file from memory on the loopback interface, with support for range requests. */
export async function serveRanges(file: Uint8Array): Promise<RangeServer> {
  let traffic = { requests: 0, bytes: 0 };
  const server = createServer((request, response) => {
    const [start, end] = requestedRange(request.headers.range, file.length);
    const headers = { 'Content-Type': 'application/octet-stream', 'Accept-Ranges': 'bytes' };
    if (start >= end) {
      response.writeHead(416, { ...headers, 'Content-Range': `bytes */${file.length}` }).end();
      return;
    }
    traffic = { requests: traffic.requests + 1, bytes: traffic.bytes + end - start };
    const contentRange = { 'Content-Range': `bytes ${start}-${end - 1}/${file.length}` };
    response.writeHead(request.headers.range === undefined ? 200 : 206, {
      ...headers,
      ...(request.headers.range === undefined ? {} : contentRange),
      'Content-Length': end - start,
    });
    response.end(file.subarray(start, end));
  });
  // Keeps connections open while a client in the same process is busy with a large response.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/records.fgb`,
    takeTraffic() {
      const taken = traffic;
      traffic = { requests: 0, bytes: 0 };
      return taken;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * Parses a header such as `bytes=2-5`, `bytes=2-` or `bytes=-5`. Returns the start of the range and its exclusive end;
 * without such a header, those of the whole file.
 */
function requestedRange(header: string | undefined, size: number): readonly [start: number, end: number] {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '') return [last === '' ? 0 : Math.max(0, size - Number(last)), size];
  return [Number(first), last === '' ? size : Math.min(size, Number(last) + 1)];
}

const magicBytes = Uint8Array.of(0x66, 0x67, 0x62, 0x03, 0x66, 0x67, 0x62, 0x00);

const columnTypes: Readonly<Record<FieldType, number>> = {
  integer: ColumnType.Long,
  number: ColumnType.Double,
  text: ColumnType.String,
  dateTime: ColumnType.String,
};

export interface FlatGeobufSource {
  readonly dataset: DatasetDescription;
  readonly records: readonly DatasetRecord[];
  readonly positions: Positions;
}

/** A file as parts to be concatenated. */
interface FlatGeobufFile {
  /** The magic bytes, the header and the tree. */
  readonly head: Uint8Array;
  /** One per record, in the order of the tree. */
  readonly features: readonly Uint8Array[];
}

/**
 * Writes a FlatGeobuf file of the records' points with a spatial index, which the package itself cannot write. The
 * positions are stored only as geometry. All other fields that are not null are properties.
 */
export function writeFlatGeobuf({ dataset, records, positions }: FlatGeobufSource): FlatGeobufFile {
  const extent = boundingBox(positions);
  const order = hilbertOrder(positions, extent);
  const columns = propertyColumns(dataset);
  const longitudes = Float64Array.from(order, (recordIndex) => positions.longitudes[recordIndex] ?? 0);
  const latitudes = Float64Array.from(order, (recordIndex) => positions.latitudes[recordIndex] ?? 0);
  const featureOffsets = new Float64Array(order.length);
  const features: Uint8Array[] = [];
  let offset = 0;
  for (const [index, recordIndex] of order.entries()) {
    const geometry = { xy: [longitudes[index] ?? 0, latitudes[index] ?? 0], type: GeometryType.Point };
    const built = buildFeature(geometry, records[recordIndex] ?? {}, { columns });
    featureOffsets[index] = offset;
    offset += built.length;
    // A copy, because the builder's buffer is several times as large.
    features.push(built.slice());
  }
  // Both corners of a point's box are the point.
  const sides = Float64Array.from({ length: order.length * 4 }, (_, side) =>
    Number((side % 2 === 0 ? longitudes : latitudes)[Math.floor(side / 4)]),
  );
  const header = buildHeader(dataset.name, columns, order.length, extent);
  return { head: concatenate([magicBytes, header, packedTree({ sides, featureOffsets })]), features };
}

export function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

function propertyColumns({ fields, positions }: DatasetDescription): FeatureColumn[] {
  const inGeometry = new Set(positions.flatMap(({ longitudeField, latitudeField }) => [longitudeField, latitudeField]));
  return fields
    .filter(({ name }) => !inGeometry.has(name))
    .map(({ name, type }) => ({ name, type: columnTypes[type] }));
}

function buildHeader(
  name: string,
  columns: readonly FeatureColumn[],
  count: number,
  { west, south, east, north }: DegreeBox,
): Uint8Array {
  const builder = new Builder();
  const columnOffsets = columns.map((column) => {
    const columnName = builder.createString(column.name);
    Column.startColumn(builder);
    Column.addName(builder, columnName);
    Column.addType(builder, column.type);
    return Column.endColumn(builder);
  });
  const columnsOffset = Header.createColumnsVector(builder, columnOffsets);
  const envelopeOffset = Header.createEnvelopeVector(builder, [west, south, east, north]);
  const nameOffset = builder.createString(name);
  Header.startHeader(builder);
  Header.addName(builder, nameOffset);
  Header.addEnvelope(builder, envelopeOffset);
  Header.addGeometryType(builder, GeometryType.Point);
  Header.addColumns(builder, columnsOffset);
  Header.addFeaturesCount(builder, BigInt(count));
  Header.addIndexNodeSize(builder, nodeSize);
  builder.finishSizePrefixed(Header.endHeader(builder));
  return builder.asUint8Array();
}

/** The largest coordinate of a cell on the curve, as in the reference implementation: 2^16 - 1. */
const maxCoordinate = 0xffff;

function boundingBox({ longitudes, latitudes }: Positions): DegreeBox {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const [index, longitude] of longitudes.entries()) {
    const latitude = latitudes[index] ?? 0;
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  return { west, south, east, north };
}

/** The indexes of the records, sorted along a Hilbert curve over the extent. Records at one point keep their order. */
function hilbertOrder(positions: Positions, extent: DegreeBox): Uint32Array {
  const { longitudes, latitudes } = positions;
  const width = extent.east - extent.west || 1;
  const height = extent.north - extent.south || 1;
  const distances = Float64Array.from(longitudes, (longitude, index) =>
    distanceOnCurve(
      Math.floor((maxCoordinate * (longitude - extent.west)) / width),
      Math.floor((maxCoordinate * ((latitudes[index] ?? 0) - extent.south)) / height),
    ),
  );
  return Uint32Array.from(longitudes.keys()).sort((a, b) => (distances[a] ?? 0) - (distances[b] ?? 0) || a - b);
}

/** The distance of a cell along the curve, by rotating and reflecting one quadrant after another. */
function distanceOnCurve(cellX: number, cellY: number): number {
  let x = cellX;
  let y = cellY;
  let distance = 0;
  for (let side = (maxCoordinate + 1) / 2; side >= 1; side /= 2) {
    const isRight = (x & side) > 0;
    const isUpper = (y & side) > 0;
    distance += side * side * ((isRight ? 3 : 0) ^ (isUpper ? 1 : 0));
    if (isUpper) continue;
    if (isRight) {
      x = maxCoordinate - x;
      y = maxCoordinate - y;
    }
    [x, y] = [y, x];
  }
  return distance;
}

/** The uncompressed size of a frame: the smaller of the two sizes in FlatGeobuf's own tests. */
const frameBytes = 32 * 1024;
/** Of at most 22. Level 19 makes a file only 1 % smaller, and takes several times as long. */
const compressionLevel = 15;

const seekTableMagic = 0x184d2a5e;
const seekableMagic = 0x8f92eab1;
const entryBytes = 8;
const footerBytes = 9;

/**
 * Zstandard's seekable format: frames that can be read independently, followed by a table of their compressed and
 * uncompressed sizes in a frame that other readers skip.
 */
export async function compressSeekably(content: Uint8Array): Promise<Uint8Array> {
  const zstandard = await Zstd.load();
  const frames: Uint8Array[] = [];
  for (let start = 0; start < content.length; start += frameBytes) {
    frames.push(zstandard.compress(content.subarray(start, start + frameBytes), compressionLevel));
  }
  const table = new DataView(new ArrayBuffer(8 + frames.length * entryBytes + footerBytes));
  table.setUint32(0, seekTableMagic, true);
  table.setUint32(4, table.byteLength - 8, true);
  for (const [index, frame] of frames.entries()) {
    table.setUint32(8 + index * entryBytes, frame.length, true);
    table.setUint32(12 + index * entryBytes, Math.min(frameBytes, content.length - index * frameBytes), true);
  }
  const footer = table.byteLength - footerBytes;
  table.setUint32(footer, frames.length, true);
  table.setUint8(footer + 4, 0);
  table.setUint32(footer + 5, seekableMagic, true);
  return concatenate([...frames, new Uint8Array(table.buffer)]);
}
