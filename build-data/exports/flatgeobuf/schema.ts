import { Builder } from 'flatbuffers';

import type { FieldDescription, FieldType } from '../../../core/datasets/dataset-description.ts';

/*
 * The tables of FlatGeobuf that are written here, by the places of their fields in the format's schema. Each is a
 * flatbuffer with its length before it.
 */

/** "fgb", the version of the specification, "fgb", its patch level. */
export const magicBytes = Uint8Array.of(0x66, 0x67, 0x62, 3, 0x66, 0x67, 0x62, 0);

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

export interface FlatGeobufHeader {
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

export function encodeHeader(options: FlatGeobufHeader): Uint8Array {
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
export function encodeFeature(builder: Builder, coordinates: readonly number[], properties: Uint8Array): Uint8Array {
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
