import { Builder } from 'flatbuffers';
import { ColumnType } from 'flatgeobuf/lib/mjs/flat-geobuf/column-type.js';
import { Column } from 'flatgeobuf/lib/mjs/flat-geobuf/column.js';
import { GeometryType } from 'flatgeobuf/lib/mjs/flat-geobuf/geometry-type.js';
import { Header } from 'flatgeobuf/lib/mjs/flat-geobuf/header.js';
import { buildFeature, type FeatureColumn } from 'flatgeobuf/lib/mjs/generic/feature.js';
import type { DatasetDescription, DatasetRecord, FieldType } from '../../../core/datasets/dataset-description.ts';
import { nodeSize, packedTree } from '../../../build-data/exports/packed-tree.ts';
import type { DegreeBox } from '../degree-boxes.ts';
import type { Positions } from '../peer.ts';
import { extentOf, hilbertOrder } from './hilbert-order.ts';

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
export interface FlatGeobufFile {
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
