import { Builder } from 'flatbuffers';
import { ColumnType } from 'flatgeobuf/lib/mjs/flat-geobuf/column-type.js';
import { Column } from 'flatgeobuf/lib/mjs/flat-geobuf/column.js';
import { Crs } from 'flatgeobuf/lib/mjs/flat-geobuf/crs.js';
import { Feature } from 'flatgeobuf/lib/mjs/flat-geobuf/feature.js';
import { GeometryType } from 'flatgeobuf/lib/mjs/flat-geobuf/geometry-type.js';
import { Geometry } from 'flatgeobuf/lib/mjs/flat-geobuf/geometry.js';
import { Header } from 'flatgeobuf/lib/mjs/flat-geobuf/header.js';

import type {
  DatasetDescription,
  DatasetRecord,
  FieldDescription,
  FieldType,
} from '../../core/datasets/dataset-description.ts';
import { boundsOf, type RecordTable } from '../write/record-table.ts';
import { exportedDataset } from './export-columns.ts';
import { descriptionOf, type ExportMetadata, type ExportWriter, type FileOutput, titleOf } from './exported-file.ts';

/**
 * Writes FlatGeobuf with a spatial index. Visits the records in spatial order, so that neighbours are next to each
 * other. A record with one point is a Point; one with several is a MultiPoint in the order of the dataset. Every field is
 * a property; nulls are omitted, as is usual in this format.
 */
export function openFlatGeobuf(table: RecordTable, output: FileOutput, metadata: ExportMetadata): ExportWriter {
  const { size } = table;
  const dataset = exportedDataset(table.dataset);
  output.bytes(magicBytes);
  output.bytes(encodeHeader(table, dataset, metadata));
  // The index precedes the features but contains their offsets, so its bytes are reserved and written last.
  const treePosition = output.length;
  if (size > 0) output.bytes(new Uint8Array(packedTreeBytes(size)));
  const start = output.length;
  const order = new Uint32Array(size);
  const featureOffsets = new Float64Array(size);
  const builder = new Builder(16 * 1024);
  const properties = new PropertyBytes();
  let written = 0;
  return {
    visit: (record, index) => {
      order[written] = index;
      featureOffsets[written++] = output.length - start;
      const coordinates = dataset.positions.flatMap((_, position) => [
        table.longitude(index, position),
        table.latitude(index, position),
      ]);
      output.bytes(encodeFeature(builder, coordinates, properties.encode(record, dataset.fields)));
    },
    finish: () => {
      if (size > 0) output.overwrite(treePosition, packedTree({ sides: sidesOf(table, order), featureOffsets }));
    },
  };
}

/** The bounds of each record's points, in the given order. */
function sidesOf(table: RecordTable, order: Uint32Array): Float64Array {
  const sides = new Float64Array(order.length * 4);
  for (const [rank, index] of order.entries()) sides.set(boundsOf(table, index, index + 1) ?? [], rank * 4);
  return sides;
}

/** "fgb", the version of the specification, "fgb", its patch level. */
const magicBytes = Uint8Array.of(0x66, 0x67, 0x62, 3, 0x66, 0x67, 0x62, 0);

const columnTypes: Readonly<Record<FieldType, ColumnType>> = {
  integer: ColumnType.Long,
  number: ColumnType.Double,
  text: ColumnType.String,
  dateTime: ColumnType.DateTime,
};

function encodeHeader(table: RecordTable, dataset: DatasetDescription, metadata: ExportMetadata): Uint8Array {
  const { size } = table;
  const builder = new Builder(4096);
  const columns = Header.createColumnsVector(
    builder,
    dataset.fields.map((field) => encodeColumn(builder, field, field.name === dataset.identifierField)),
  );
  const bounds = boundsOf(table);
  const envelope = bounds === undefined ? 0 : Header.createEnvelopeVector(builder, bounds);
  const name = builder.createString(dataset.name);
  const title = builder.createString(titleOf(dataset, metadata));
  const description = builder.createString(descriptionOf(dataset, metadata));
  const crs = encodeCrs(builder);
  Header.startHeader(builder);
  Header.addName(builder, name);
  Header.addEnvelope(builder, envelope);
  Header.addGeometryType(builder, geometryTypeOf(table.positionsPerRecord));
  Header.addColumns(builder, columns);
  Header.addFeaturesCount(builder, BigInt(size));
  // The default of the format is 16, so a file without an index needs an explicit zero.
  Header.addIndexNodeSize(builder, size === 0 ? 0 : nodeSize);
  Header.addCrs(builder, crs);
  Header.addTitle(builder, title);
  Header.addDescription(builder, description);
  Header.finishSizePrefixedHeaderBuffer(builder, Header.endHeader(builder));
  return builder.asUint8Array();
}

function encodeColumn(builder: Builder, field: FieldDescription, isIdentifier: boolean): number {
  const name = builder.createString(field.name);
  const description = builder.createString(field.meaning);
  Column.startColumn(builder);
  Column.addName(builder, name);
  Column.addType(builder, columnTypes[field.type]);
  Column.addDescription(builder, description);
  Column.addNullable(builder, field.nulls !== 'never');
  Column.addUnique(builder, isIdentifier);
  Column.addPrimaryKey(builder, isIdentifier);
  return Column.endColumn(builder);
}

function encodeCrs(builder: Builder): number {
  const organisation = builder.createString('EPSG');
  const name = builder.createString('WGS 84');
  Crs.startCrs(builder);
  Crs.addOrg(builder, organisation);
  Crs.addCode(builder, 4326);
  Crs.addName(builder, name);
  return Crs.endCrs(builder);
}

/**
 * Encodes a feature. `coordinates` are the longitude and latitude of each point in turn. The result is valid until the
 * builder is used again.
 */
function encodeFeature(builder: Builder, coordinates: number[], properties: Uint8Array): Uint8Array {
  builder.clear();
  // The generated function for this vector is slower, because it copies byte by byte.
  const propertiesOffset = builder.createByteVector(properties);
  const coordinatesOffset = Geometry.createXyVector(builder, coordinates);
  Geometry.startGeometry(builder);
  Geometry.addXy(builder, coordinatesOffset);
  Geometry.addType(builder, geometryTypeOf(coordinates.length / 2));
  const geometry = Geometry.endGeometry(builder);
  Feature.startFeature(builder);
  Feature.addGeometry(builder, geometry);
  Feature.addProperties(builder, propertiesOffset);
  Feature.finishSizePrefixedFeatureBuffer(builder, Feature.endFeature(builder));
  return builder.asUint8Array();
}

function geometryTypeOf(points: number): GeometryType {
  return points === 1 ? GeometryType.Point : GeometryType.MultiPoint;
}

const initialBytes = 16 * 1024;

/**
 * Encodes the properties of a feature: for each value that is not null, the number of its column in two bytes, then the
 * value. A text is preceded by its length in four bytes.
 */
class PropertyBytes {
  #buffer = Buffer.allocUnsafe(initialBytes);

  /** The result is valid until the next call. */
  encode(record: DatasetRecord, fields: readonly FieldDescription[]): Uint8Array {
    let used = 0;
    for (const [column, { name, type }] of fields.entries()) {
      const value = record[name] ?? null;
      if (value === null) continue;
      this.#reserve(used, 14 + (typeof value === 'string' ? value.length * 3 : 0));
      used = this.#buffer.writeUInt16LE(column, used);
      if (typeof value === 'string') {
        const bytes = this.#buffer.write(value, used + 4);
        used = this.#buffer.writeUInt32LE(bytes, used) + bytes;
      } else if (type === 'integer') {
        used = this.#buffer.writeBigInt64LE(BigInt(value), used);
      } else {
        used = this.#buffer.writeDoubleLE(value, used);
      }
    }
    return this.#buffer.subarray(0, used);
  }

  #reserve(used: number, more: number): void {
    if (used + more <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, used + more));
    this.#buffer.copy(larger, 0, 0, used);
    this.#buffer = larger;
  }
}

/** The largest number of children of a node: the format's default. */
export const nodeSize = 16;
/** Four doubles, then a 64-bit offset. */
const nodeBytes = 40;

/** The boxes to index, in the order of the file; at least one. */
interface PackedBoxes {
  /** West, south, east and north of each box in turn. */
  readonly sides: Float64Array;
  /** Where the feature of each box starts, in bytes after the tree. */
  readonly featureOffsets: Float64Array;
}

/** The length in bytes of the tree over this many boxes, at least one. */
function packedTreeBytes(boxCount: number): number {
  return levelsOf(boxCount).reduce((sum, { count }) => sum + count, 0) * nodeBytes;
}

/**
 * The packed R-tree of FlatGeobuf: the root first, then level by level down to the features. A node is a box and an
 * offset: on the last level the offset of its feature, otherwise the offset of its first child, counted in nodes from
 * the root.
 */
function packedTree({ sides, featureOffsets }: PackedBoxes): Uint8Array {
  const levels = levelsOf(featureOffsets.length);
  const bytes = new Uint8Array(packedTreeBytes(featureOffsets.length));
  const view = new DataView(bytes.buffer);
  const write = (node: number, box: Iterable<number>, offset: number): void => {
    let position = node * nodeBytes;
    for (const side of box) {
      view.setFloat64(position, side, true);
      position += 8;
    }
    view.setBigUint64(position, BigInt(offset), true);
  };
  const firstLeaf = levels[0]?.start ?? 0;
  for (const [index, offset] of featureOffsets.entries()) {
    write(firstLeaf + index, sides.subarray(index * 4, index * 4 + 4), offset);
  }
  for (const [below, { start, count }] of levels.entries()) {
    const above = levels[below + 1];
    if (above === undefined) break;
    for (let parent = 0; parent < above.count; parent++) {
      const firstChild = start + parent * nodeSize;
      const pastChildren = Math.min(firstChild + nodeSize, start + count);
      write(above.start + parent, boxOfNodes(view, firstChild, pastChildren), firstChild);
    }
  }
  return bytes;
}

/** The index of the first node and the number of nodes of each level, from the features up to the root. */
function levelsOf(boxCount: number): { readonly start: number; readonly count: number }[] {
  const counts = [boxCount];
  let count = boxCount;
  do counts.push((count = Math.ceil(count / nodeSize)));
  while (count > 1);
  let end = counts.reduce((sum, value) => sum + value, 0);
  return counts.map((value) => ({ start: (end -= value), count: value }));
}

/** The bounding box of the nodes from `firstNode` up to, not including, `pastNode`. */
function boxOfNodes(view: DataView, firstNode: number, pastNode: number): number[] {
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (let node = firstNode; node < pastNode; node++) {
    for (const [side, value] of box.entries()) {
      const widen = side < 2 ? Math.min : Math.max;
      box[side] = widen(value, view.getFloat64(node * nodeBytes + side * 8, true));
    }
  }
  return box;
}
