import { distinct, distinctRows } from '../../core/collections/arrays.ts';
import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { dateTimeToSeconds } from '../../core/datasets/recorded-time.ts';
import type { DistinctPoints } from '../../core/geo/distinct-points.ts';
import { type CodedTexts, type ColumnChunk, encodeColumnChunk } from '../../core/storage/columns/column-chunk.ts';
import { type DetailChunk, encodeDetailChunk } from '../../core/storage/columns/detail-chunk.ts';
import type { FileReference } from '../../core/storage/format/file-reference.ts';
import { type ColumnChunkReference, encodeColumnTable } from '../../core/storage/format/tables.ts';
import type { ManifestDataset } from '../../core/storage/snapshot/manifest.ts';
import { contentDefinedChunksFromEnd, hashOfNumber } from './chunking.ts';
import { type RecordTable, type RecordVisitor, visitRecord } from './record-table.ts';
import { type TreeSink, writeHashed } from './tree-sink.ts';

/**
 * Keeps chunks well below the 25 MiB per file that hosts accept. Only records with unusually long texts reach this
 * size.
 */
const maximumChunkBytes = 16 * 1024 * 1024;

/**
 * Writes the columns and the detail columns of a table as chunks of its list, all with the same boundaries.
 * Returns the tables of the chunks. `visitors` visit the records in list order.
 */
export async function writeColumns(
  table: RecordTable,
  points: DistinctPoints,
  recordsPerChunk: number,
  sink: TreeSink,
  visitors: readonly RecordVisitor[],
): Promise<Pick<ManifestDataset, 'columns' | 'details'>> {
  const groups = table.dataset.columns.details;
  const chunks: ColumnChunkReference[] = [];
  const details: ColumnChunkReference[][] = groups.map(() => []);
  for (const records of recordsByChunk(table, recordsPerChunk, visitors)) {
    const chunk = columnChunkOf(table.dataset, records, points);
    chunks.push({ ...(await writeHashed(encodeColumnChunk(chunk), 'json', sink)), records: records.length });
    for (const [group, fields] of groups.entries()) {
      const bytes = encodeDetailChunk(chunk.identifiers, detailChunkOf(records, fields));
      details[group]?.push({ ...(await writeHashed(bytes, 'json', sink)), records: records.length });
    }
  }
  const tables: FileReference[] = [];
  for (const chunks of details) tables.push(await writeHashed(encodeColumnTable(chunks, 'detailTable'), 'bin', sink));
  return { columns: await writeHashed(encodeColumnTable(chunks), 'bin', sink), details: tables };
}

function* recordsByChunk(
  table: RecordTable,
  recordsPerChunk: number,
  visitors: readonly RecordVisitor[],
): Generator<readonly DatasetRecord[]> {
  // Chunked from the end, like the list, so that new records change only the first chunk.
  const starts = contentDefinedChunksFromEnd(
    table.size,
    (index) => hashOfNumber(table.identifier(index)),
    (index) => table.textBytes(index),
    { target: recordsPerChunk, maximumWeight: maximumChunkBytes },
  );
  for (const [chunk, start] of starts.entries()) {
    const end = starts[chunk + 1] ?? table.size;
    yield Array.from({ length: end - start }, (_, offset) => visitRecord(table, start + offset, visitors));
  }
}

/**
 * The columns of records in list order. Distinct locations and texts are in the order in which they first occur.
 * `points` contains the numbered points of the dataset; missing points of the records are added.
 */
export function columnChunkOf(
  dataset: DatasetDescription,
  records: readonly DatasetRecord[],
  points: DistinctPoints,
): ColumnChunk {
  const { columns, positions, identifierField, sortKey } = dataset;
  const names = records.map((record) => textOf(record[columns.placeName]));
  const pointColumns = positions.map(({ longitudeField, latitudeField }) =>
    records.map((record) => points.add(Number(record[longitudeField]), Number(record[latitudeField]))),
  );
  const { first, at: locationOf } = distinctRows([names, ...pointColumns]);
  const isTime = sortKey.comparison === 'text';
  return {
    records: records.length,
    identifiers: Float64Array.from(records, (record) => Number(record[identifierField])),
    seconds: isTime
      ? Float64Array.from(records, (record) => dateTimeToSeconds(String(record[sortKey.field])))
      : undefined,
    locations: {
      names: first.map((row) => names[row] ?? null),
      pointsPerLocation: positions.length,
      points: Uint32Array.from(first.flatMap((row) => pointColumns.map((column) => column[row]))),
    },
    locationOf,
    texts: Object.fromEntries(columns.texts.map((text) => [text.field, textsOf(records, text)])),
  };
}

export function detailChunkOf(records: readonly DatasetRecord[], fields: readonly string[]): DetailChunk {
  return Object.fromEntries(fields.map((field) => [field, textsOf(records, { field })]));
}

function textsOf(
  records: readonly DatasetRecord[],
  { field, only }: DatasetDescription['columns']['texts'][number],
): CodedTexts {
  const texts = records.map((record) => textOf(record[field]));
  const kept = only === 'digits' ? texts.map((text) => (text !== null && /^[0-9]+$/.test(text) ? text : null)) : texts;
  const { first, at } = distinct(kept);
  return { values: first.map((row) => kept[row] ?? null), codes: at };
}

function textOf(value: string | number | null | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
