import { Builder } from 'flatbuffers';

import type { DatasetRecord, FieldDescription, FieldType } from '../../core/datasets/dataset-description.ts';
import { boundsOf, recordAt, type RecordTable } from '../write/record-table.ts';
import { placeOrder } from '../write/spatial-order.ts';
import { descriptionOf, titleOf, type ExportAbout } from './exported-file.ts';
import type { FileOutput } from './file-output.ts';
import { nodeSize, packedTree, packedTreeBytes } from './packed-tree.ts';

/**
 * FlatGeobuf with its spatial index, neighbours together. What stands at one point is a Point, what stands at several a
 * MultiPoint in the order of the dataset. Every field is a property; a null is left out, as usual.
 */
export function writeFlatGeobuf(table: RecordTable, output: FileOutput, about: ExportAbout): void {
  const { dataset, size } = table;
  const order = placeOrder(table, 0, size);
  const header = encodeHeader({
    name: dataset.name,
    title: titleOf(dataset, about),
    description: descriptionOf(dataset, about),
    fields: dataset.fields,
    identifierField: dataset.identifierField,
    pointsPerFeature: table.positionsPerRecord,
    count: size,
    nodeSize: size === 0 ? 0 : nodeSize,
    envelope: boundsOf(table),
  });
  output.bytes(magicBytes);
  output.bytes(header);
  if (size === 0) return;
  // The tree stands before the features and tells where each is: its place is kept for it.
  const treePosition = output.length;
  output.bytes(new Uint8Array(packedTreeBytes(size)));
  const featureOffsets = writeFeatures(table, order, output);
  output.overwrite(treePosition, packedTree({ sides: sidesOf(table, order), featureOffsets }));
}

/** Where each starts, in bytes behind the tree. */
function writeFeatures(table: RecordTable, order: Uint32Array, output: FileOutput): Float64Array {
  const builder = new Builder(16 * 1024);
  const properties = new PropertyBytes();
  const start = output.length;
  return Float64Array.from(order, (index) => {
    const offset = output.length - start;
    const coordinates = table.dataset.positions.flatMap((_, position) => [
      table.longitude(index, position),
      table.latitude(index, position),
    ]);
    output.bytes(encodeFeature(builder, coordinates, properties.of(recordAt(table, index), table.dataset.fields)));
    return offset;
  });
}

/** The bounds of each record's points, in the given order. */
function sidesOf(table: RecordTable, order: Uint32Array): Float64Array {
  const sides = new Float64Array(order.length * 4);
  for (const [place, index] of order.entries()) sides.set(boundsOf(table, index, index + 1) ?? [], place * 4);
  return sides;
}

/*
 * The tables of FlatGeobuf that are written here, by the places of their fields in the format's schema. Each is a
 * flatbuffer with its length before it.
 */

/** "fgb", the version of the specification, "fgb", its patch level. */
const magicBytes = Uint8Array.of(0x66, 0x67, 0x62, 3, 0x66, 0x67, 0x62, 0);

const geometryTypes = { point: 1, multiPoint: 4 } as const;
const columnTypes: Readonly<Record<FieldType, number>> = { integer: 7, number: 10, text: 11, dateTime: 13 };

const header = {
  fields: 14,
  name: 0,
  envelope: 1,
  geometryType: 2,
  columns: 7,
  count: 8,
  nodeSize: 9,
  crs: 10,
  title: 11,
  description: 12,
};
const column = { fields: 11, name: 0, type: 1, description: 3, nullable: 7, unique: 8, primaryKey: 9 };
const crs = { fields: 6, organisation: 0, code: 1, name: 2 };
const feature = { fields: 3, geometry: 0, properties: 1 };
const geometry = { fields: 8, coordinates: 1, type: 6 };

interface FlatGeobufHeader {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly fields: readonly FieldDescription[];
  readonly identifierField: string;
  readonly pointsPerFeature: number;
  readonly count: number;
  readonly nodeSize: number;
  /** West, south, east and north; undefined when there are no features. */
  readonly envelope: readonly number[] | undefined;
}

function encodeHeader(options: FlatGeobufHeader): Uint8Array {
  const builder = new Builder(4096);
  const columns = offsetsVector(
    builder,
    options.fields.map((field) => encodeColumn(builder, field, field.name === options.identifierField)),
  );
  const envelope = options.envelope === undefined ? 0 : doublesVector(builder, options.envelope);
  const [name, title, description] = [options.name, options.title, options.description].map((text) =>
    builder.createString(text),
  );
  const system = encodeCrs(builder);
  builder.startObject(header.fields);
  builder.addFieldOffset(header.name, name ?? 0, 0);
  builder.addFieldOffset(header.envelope, envelope, 0);
  builder.addFieldInt8(header.geometryType, geometryTypeOf(options.pointsPerFeature), 0);
  builder.addFieldOffset(header.columns, columns, 0);
  builder.addFieldInt64(header.count, BigInt(options.count), 0n);
  // The format's default is 16, so zero, for none, must be written out.
  builder.addFieldInt16(header.nodeSize, options.nodeSize, 16);
  builder.addFieldOffset(header.crs, system, 0);
  builder.addFieldOffset(header.title, title ?? 0, 0);
  builder.addFieldOffset(header.description, description ?? 0, 0);
  builder.finishSizePrefixed(builder.endObject());
  return builder.asUint8Array();
}

function encodeColumn(builder: Builder, field: FieldDescription, isIdentifier: boolean): number {
  const name = builder.createString(field.name);
  const description = builder.createString(field.meaning);
  builder.startObject(column.fields);
  builder.addFieldOffset(column.name, name, 0);
  builder.addFieldInt8(column.type, columnTypes[field.type], 0);
  builder.addFieldOffset(column.description, description, 0);
  builder.addFieldInt8(column.nullable, field.nulls === 'never' ? 0 : 1, 1);
  builder.addFieldInt8(column.unique, isIdentifier ? 1 : 0, 0);
  builder.addFieldInt8(column.primaryKey, isIdentifier ? 1 : 0, 0);
  return builder.endObject();
}

function encodeCrs(builder: Builder): number {
  const organisation = builder.createString('EPSG');
  const name = builder.createString('WGS 84');
  builder.startObject(crs.fields);
  builder.addFieldOffset(crs.organisation, organisation, 0);
  builder.addFieldInt32(crs.code, 4326, 0);
  builder.addFieldOffset(crs.name, name, 0);
  return builder.endObject();
}

/** Valid until the builder is used again. `coordinates` are longitude and latitude of each point in turn. */
function encodeFeature(builder: Builder, coordinates: readonly number[], properties: Uint8Array): Uint8Array {
  builder.clear();
  const propertiesOffset = builder.createByteVector(properties);
  const coordinatesOffset = doublesVector(builder, coordinates);
  builder.startObject(geometry.fields);
  builder.addFieldOffset(geometry.coordinates, coordinatesOffset, 0);
  builder.addFieldInt8(geometry.type, geometryTypeOf(coordinates.length / 2), 0);
  const geometryOffset = builder.endObject();
  builder.startObject(feature.fields);
  builder.addFieldOffset(feature.geometry, geometryOffset, 0);
  builder.addFieldOffset(feature.properties, propertiesOffset, 0);
  builder.finishSizePrefixed(builder.endObject());
  return builder.asUint8Array();
}

function geometryTypeOf(points: number): number {
  return points === 1 ? geometryTypes.point : geometryTypes.multiPoint;
}

function doublesVector(builder: Builder, values: readonly number[]): number {
  builder.startVector(8, values.length, 8);
  for (const value of values.toReversed()) builder.addFloat64(value);
  return builder.endVector();
}

function offsetsVector(builder: Builder, offsets: readonly number[]): number {
  builder.startVector(4, offsets.length, 4);
  for (const offset of offsets.toReversed()) builder.addOffset(offset);
  return builder.endVector();
}

const startBytes = 16 * 1024;

/**
 * The properties of features as FlatGeobuf has them: of each value that is no null the number of its column in two bytes,
 * then the value; before a text its length in four.
 */
class PropertyBytes {
  #buffer = Buffer.allocUnsafe(startBytes);

  /** Valid until the next call. */
  of(record: DatasetRecord, fields: readonly FieldDescription[]): Uint8Array {
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
