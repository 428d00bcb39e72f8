import { Zstd } from '@hpcc-js/wasm-zstd';
import { Builder } from 'flatbuffers';
import { ColumnType } from 'flatgeobuf/lib/mjs/flat-geobuf/column-type.js';
import { Column } from 'flatgeobuf/lib/mjs/flat-geobuf/column.js';
import { GeometryType } from 'flatgeobuf/lib/mjs/flat-geobuf/geometry-type.js';
import { Header } from 'flatgeobuf/lib/mjs/flat-geobuf/header.js';
import { buildFeature, type FeatureColumn } from 'flatgeobuf/lib/mjs/generic/feature.js';

import { nodeSize, packedTree } from '../../build-data/exports/flatgeobuf.ts';
import type { DatasetDescription, DatasetRecord, FieldType } from '../../core/datasets/dataset-description.ts';
import type { DegreeBox, Positions } from './peer.ts';

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

/** A file as parts to be put one behind the other. */
interface FlatGeobufFile {
  /** The magic bytes, the header and the tree. */
  readonly head: Uint8Array;
  /** One a record, in the order of the tree. */
  readonly features: readonly Uint8Array[];
}

/**
 * A FlatGeobuf file of the records' points with its spatial index, which the package itself does not write. The
 * position is the geometry, not a property again; the other fields are properties, and a null is left out, as usual.
 */
export function writeFlatGeobuf({ dataset, records, positions }: FlatGeobufSource): FlatGeobufFile {
  const extent = extentOf(positions);
  const order = hilbertOrder(positions, extent);
  const columns = columnsOf(dataset);
  const longitudes = Float64Array.from(order, (record) => positions.longitudes[record] ?? 0);
  const latitudes = Float64Array.from(order, (record) => positions.latitudes[record] ?? 0);
  const featureOffsets = new Float64Array(order.length);
  const features: Uint8Array[] = [];
  let offset = 0;
  for (const [place, record] of order.entries()) {
    const geometry = { xy: [longitudes[place] ?? 0, latitudes[place] ?? 0], type: GeometryType.Point };
    const built = buildFeature(geometry, records[record] ?? {}, { columns });
    featureOffsets[place] = offset;
    offset += built.length;
    // A copy, as what is built lies in a buffer that is several times as large.
    features.push(built.slice());
  }
  // The box of a point is the point twice.
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

function columnsOf({ fields, positions }: DatasetDescription): FeatureColumn[] {
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

/** A side of the square that the curve fills, as the reference implementation has it: 2^16 - 1. */
const greatestCoordinate = 0xffff;

/** The smallest box that holds all records. */
function extentOf({ longitudes, latitudes }: Positions): DegreeBox {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const [record, longitude] of longitudes.entries()) {
    const latitude = latitudes[record] ?? 0;
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  return { west, south, east, north };
}

/** Record numbers along a Hilbert curve over the extent; records at one point keep their order. */
function hilbertOrder(positions: Positions, extent: DegreeBox): Uint32Array {
  const { longitudes, latitudes } = positions;
  const width = extent.east - extent.west || 1;
  const height = extent.north - extent.south || 1;
  const places = Float64Array.from(longitudes, (longitude, record) =>
    placeOnCurve(
      Math.floor((greatestCoordinate * (longitude - extent.west)) / width),
      Math.floor((greatestCoordinate * ((latitudes[record] ?? 0) - extent.south)) / height),
    ),
  );
  return Uint32Array.from(longitudes.keys()).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0) || a - b);
}

/** How far along the curve a cell is, by turning and mirroring one quadrant after the other. */
function placeOnCurve(cellX: number, cellY: number): number {
  let x = cellX;
  let y = cellY;
  let place = 0;
  for (let side = (greatestCoordinate + 1) / 2; side >= 1; side /= 2) {
    const right = (x & side) > 0;
    const upper = (y & side) > 0;
    place += side * side * ((right ? 3 : 0) ^ (upper ? 1 : 0));
    if (upper) continue;
    if (right) {
      x = greatestCoordinate - x;
      y = greatestCoordinate - y;
    }
    [x, y] = [y, x];
  }
  return place;
}

/** The smaller of the two sizes that FlatGeobuf's own tests take. */
const frameBytes = 32 * 1024;
/** A file of the highest level, 19, is but 1 % smaller and takes several times as long to write. */
const level = 15;

const seekTableMagic = 0x184d2a5e;
const seekableMagic = 0x8f92eab1;
const entryBytes = 8;
const footerBytes = 9;

/**
 * Zstandard's seekable format: frames that can be read each by itself, and behind them a table of the sizes of each,
 * compressed and not, in a frame that other readers skip.
 */
export async function compressSeekably(content: Uint8Array): Promise<Uint8Array> {
  const zstandard = await Zstd.load();
  const frames: Uint8Array[] = [];
  for (let start = 0; start < content.length; start += frameBytes) {
    frames.push(zstandard.compress(content.subarray(start, start + frameBytes), level));
  }
  const table = new DataView(new ArrayBuffer(8 + frames.length * entryBytes + footerBytes));
  table.setUint32(0, seekTableMagic, true);
  table.setUint32(4, table.byteLength - 8, true);
  for (const [place, frame] of frames.entries()) {
    table.setUint32(8 + place * entryBytes, frame.length, true);
    table.setUint32(12 + place * entryBytes, Math.min(frameBytes, content.length - place * frameBytes), true);
  }
  const footer = table.byteLength - footerBytes;
  table.setUint32(footer, frames.length, true);
  table.setUint8(footer + 4, 0);
  table.setUint32(footer + 5, seekableMagic, true);
  return concatenate([...frames, new Uint8Array(table.buffer)]);
}
