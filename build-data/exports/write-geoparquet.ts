import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { SchemaElement } from 'hyparquet';

import type { DatasetDescription, DatasetRecord, FieldDescription } from '../../core/datasets/dataset-description.ts';
import type { RecordTable } from '../write/record-table.ts';
import { descriptionOf, titleOf, type ExportAbout } from './export-about.ts';
import type { FileOutput } from './file-output.ts';
import { recordAt } from '../documents/record-at.ts';
import { boundsOf } from './table-bounds.ts';
import { geometryTypeOf, wellKnownBytes } from './well-known-bytes.ts';

/** So many records are in memory at a time; a reader that looks for few of them reads few groups. */
const recordsPerGroup = 20_000;
const geometryColumn = 'geometry';

/**
 * GeoParquet 1.1, in the order of the interface: every field as a column, times as timestamps without a time zone, and a
 * last column with the points as well-known binary, a Point or, where there are several, a MultiPoint in the order of the
 * dataset. The coordinates are longitude and latitude on WGS 84, the format's default.
 */
export function writeGeoParquet(table: RecordTable, output: FileOutput, about: ExportAbout): void {
  const { dataset } = table;
  const writer = new ParquetWriter({
    writer: writerInto(output),
    schema: schemaOf(dataset),
    kvMetadata: [
      { key: 'geo', value: JSON.stringify(geoMetadata(table)) },
      { key: 'title', value: titleOf(dataset, about) },
      { key: 'description', value: descriptionOf(dataset, about) },
    ],
    createdBy: 'Coastwatch',
  });
  for (let start = 0; start < table.size; start += recordsPerGroup) {
    const count = Math.min(recordsPerGroup, table.size - start);
    const records = Array.from({ length: count }, (_, offset) => recordAt(table, start + offset));
    const columnData = [
      ...dataset.fields.map((field) => ({ name: field.name, data: records.map((record) => cellOf(record, field)) })),
      {
        name: geometryColumn,
        data: records.map((_, offset) => wellKnownBytes(table, start + offset)),
        // The least and greatest bytes of a geometry say nothing.
        statistics: false,
      },
    ];
    void writer.write({ columnData, rowGroupSize: count });
  }
  void writer.finish();
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

function cellOf(record: DatasetRecord, { name, type }: FieldDescription): string | number | bigint | null {
  const value = record[name] ?? null;
  if (value === null) return null;
  if (type === 'integer') return BigInt(value);
  // As if it were UTC, which is how a timestamp without a time zone is written.
  return type === 'dateTime' ? BigInt(Date.parse(`${value}Z`)) : value;
}

/** What makes a Parquet file GeoParquet. */
function geoMetadata(table: RecordTable): unknown {
  const bbox = boundsOf(table);
  const geometry = {
    encoding: 'WKB',
    geometry_types: [geometryTypeOf(table.positionsPerRecord)],
    ...(bbox === undefined ? {} : { bbox }),
  };
  return { version: '1.1.0', primary_column: geometryColumn, columns: { [geometryColumn]: geometry } };
}

/** Hands on what it has whenever a group of records is complete. */
function writerInto(output: FileOutput): ByteWriter {
  const writer = new ByteWriter(1024 * 1024);
  const handOn = (): void => {
    output.bytes(writer.getBytes());
    writer.index = 0;
  };
  return Object.assign(writer, { flush: handOn, finish: handOn });
}
