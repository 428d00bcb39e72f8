import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';

import type { DatasetDescription, DatasetRecord, FieldDescription } from '../../core/datasets/dataset-description.ts';
import { boundsOf, type RecordTable } from '../write/record-table.ts';
import { exportedDataset } from './export-columns.ts';
import { descriptionOf, titleOf, type ExportMetadata, type ExportWriter, type FileOutput } from './exported-file.ts';

/** Only one row group is in memory at a time. Readers that need few records read few groups. */
const recordsPerGroup = 20_000;
const geometryColumn = 'geometry';

/**
 * GeoParquet 1.1, in the order of the API: every field as a column, times as timestamps without a time zone, and a last
 * column with the points as well-known binary: a Point or, if there are several points, a MultiPoint in the order of
 * the dataset. The coordinates are longitude and latitude on WGS 84, the format's default.
 */
export function openGeoParquet(table: RecordTable, output: FileOutput, metadata: ExportMetadata): ExportWriter {
  const dataset = exportedDataset(table.dataset);
  const writer = new ParquetWriter({
    writer: writerInto(output),
    schema: schemaOf(dataset),
    kvMetadata: [
      { key: 'geo', value: JSON.stringify(geoMetadata(table)) },
      { key: 'title', value: titleOf(dataset, metadata) },
      { key: 'description', value: descriptionOf(dataset, metadata) },
    ],
    createdBy: 'Coastwatch',
  });
  // Values are collected by column, so that records can be garbage-collected immediately.
  let columns = emptyColumns(dataset);
  let points: Uint8Array[] = [];
  const writeGroup = (): void => {
    const columnData = [
      ...columns.map(({ field, data }) => ({ name: field.name, data })),
      // The minimum and maximum of encoded geometries are meaningless.
      { name: geometryColumn, data: points, statistics: false },
    ];
    void writer.write({ columnData, rowGroupSize: points.length });
    columns = emptyColumns(dataset);
    points = [];
  };
  return {
    visit: (record, index) => {
      for (const { field, data } of columns) data.push(cellOf(record, field));
      points.push(wellKnownBytes(table, index));
      if (points.length === recordsPerGroup) writeGroup();
    },
    finish: () => {
      if (points.length > 0) writeGroup();
      void writer.finish();
    },
  };
}

type Cell = string | number | bigint | null;

function emptyColumns({ fields }: DatasetDescription) {
  return fields.map((field) => ({ field, data: [] as Cell[] }));
}

function schemaOf({ fields, name }: DatasetDescription): SchemaElement[] {
  return [
    { name, num_children: fields.length + 1 },
    ...fields.map(elementOf),
    { name: geometryColumn, type: 'BYTE_ARRAY', repetition_type: 'REQUIRED' },
  ];
}

function elementOf({ name, type, nulls }: FieldDescription): SchemaElement {
  const repetition_type = nulls === 'never' ? 'REQUIRED' : 'OPTIONAL';
  switch (type) {
    case 'integer':
      return { name, type: 'INT64', repetition_type };
    case 'number':
      return { name, type: 'DOUBLE', repetition_type };
    case 'text':
      return { name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type };
    case 'dateTime': {
      const logical_type = { type: 'TIMESTAMP', isAdjustedToUTC: false, unit: 'MILLIS' } as const;
      return { name, type: 'INT64', logical_type, repetition_type };
    }
  }
}

function cellOf(record: DatasetRecord, { name, type }: FieldDescription): Cell {
  const value = record[name] ?? null;
  if (value === null) return null;
  if (type === 'integer') return BigInt(value);
  // Parquet encodes a timestamp without a time zone as if it were UTC.
  return type === 'dateTime' ? BigInt(Date.parse(`${value}Z`)) : value;
}

function geoMetadata(table: RecordTable): unknown {
  const bbox = boundsOf(table);
  const geometry = {
    encoding: 'WKB',
    geometry_types: [geometryTypeOf(table.positionsPerRecord)],
    ...(bbox === undefined ? {} : { bbox }),
  };
  return { version: '1.1.0', primary_column: geometryColumn, columns: { [geometryColumn]: geometry } };
}

/** A writer that passes its bytes to the output whenever a row group is complete. */
function writerInto(output: FileOutput): ByteWriter {
  const writer = new ByteWriter(1024 * 1024);
  const flush = (): void => {
    output.bytes(writer.getBytes());
    writer.index = 0;
  };
  return Object.assign(writer, { flush, finish: flush });
}

const typeCodes = { Point: 1, MultiPoint: 4 } as const;
const headBytes = 5;
const pointBytes = headBytes + 16;

/** A record with one point is a Point, one with several a MultiPoint. */
function geometryTypeOf(points: number): keyof typeof typeCodes {
  return points === 1 ? 'Point' : 'MultiPoint';
}

/** The points of a record as well-known binary, little-endian. */
function wellKnownBytes(table: RecordTable, index: number): Uint8Array {
  const points = table.positionsPerRecord;
  const start = points === 1 ? 0 : headBytes + 4;
  const bytes = new Uint8Array(start + points * pointBytes);
  const view = new DataView(bytes.buffer);
  const writeHead = (offset: number, type: keyof typeof typeCodes): void => {
    view.setUint8(offset, 1);
    view.setUint32(offset + 1, typeCodes[type], true);
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
