import { distinct, distinctRows } from '../../core/collections/arrays.ts';
import type { DatasetDescription } from '../../core/datasets/dataset-description.ts';
import type { DistinctPoints } from '../../core/geo/distinct-points.ts';
import { type CodedTexts, type ColumnChunk, encodeColumnChunk } from '../../core/storage/columns/column-chunk.ts';
import { type DetailChunk, encodeDetailChunk } from '../../core/storage/columns/detail-chunk.ts';
import type { FileReference } from '../../core/storage/format/file-reference.ts';
import { type ColumnChunkReference, encodeColumnTable } from '../../core/storage/format/tables.ts';
import type { ManifestDataset } from '../../core/storage/snapshot/manifest.ts';
import { contentDefinedChunksFromEnd, hashOfNumber } from './chunking.ts';
import type { RunFiles } from './earlier-records.ts';
import { RunWriter } from './run-writer.ts';
import type { RecordTable, RecordVisitor } from './record-table.ts';
import type { RecordValues } from './record-values.ts';
import type { TablePoints } from './table-points.ts';
import { type TreeSink, writeHashed } from './tree-sink.ts';

/**
 * Keeps chunks well below the 25 MiB per file that hosts accept. Only records with unusually long texts reach this
 * size.
 */
const maximumChunkBytes = 16 * 1024 * 1024;

/**
 * Writes the columns and the detail columns of a table as chunks of its list, all with the same boundaries.
 * Returns the tables of the chunks, and the runs of their records. `visitors` visit the records in list order.
 */
export async function writeColumns(
  table: RecordTable,
  { points, numbers }: TablePoints,
  recordsPerChunk: number,
  sink: TreeSink,
  visitors: readonly RecordVisitor[],
): Promise<Pick<ManifestDataset, 'columns' | 'details'> & { readonly runs: RunFiles }> {
  const groups = table.dataset.columns.details;
  const chunks: ColumnChunkReference[] = [];
  const details: ColumnChunkReference[][] = groups.map(() => []);
  table.visitRecords(visitors);
  const { values, order, earlier } = table.content;
  const writer = new RunWriter('columns', table, sink);
  // Chunked from the end, like the list, so that new records change only the first chunk.
  const starts = contentDefinedChunksFromEnd(
    table.size,
    (index) => hashOfNumber(table.identifier(index)),
    (index) => table.textBytes(index),
    { target: recordsPerChunk, maximumWeight: maximumChunkBytes },
  );
  const pointsPerRecord = table.positionsPerRecord;
  const hasSamePointNumbers = (index: number): boolean => {
    for (let point = 0; point < pointsPerRecord; point++) {
      const before = earlier?.points[order[index] * pointsPerRecord + point];
      if (numbers[index * pointsPerRecord + point] !== before) return false;
    }
    return true;
  };
  for (const [chunk, start] of starts.entries()) {
    const rows = order.subarray(start, starts[chunk + 1]);
    const indexes = rows.map((_, at) => start + at);
    const encode = (): Uint8Array<ArrayBuffer>[] => {
      const content = columnChunkOf(table.dataset, values, rows, points);
      const encodeDetails = (fields: readonly string[]): Uint8Array<ArrayBuffer> =>
        encodeDetailChunk(content.identifiers, detailChunkOf(values, rows, fields));
      return [encodeColumnChunk(content), ...groups.map(encodeDetails)];
    };
    const [file, ...detailFiles] = await writer.write(indexes, encode, indexes.every(hasSamePointNumbers));
    chunks.push({ ...file, records: rows.length });
    for (const [group, detail] of detailFiles.entries()) details[group].push({ ...detail, records: rows.length });
  }
  const tables: FileReference[] = [];
  for (const chunks of details) tables.push(await writeHashed(encodeColumnTable(chunks, 'detailTable'), 'bin', sink));
  const columns = await writeHashed(encodeColumnTable(chunks), 'bin', sink);
  return { columns, details: tables, runs: writer.runs };
}

/**
 * The columns of the records in these rows, in list order. Distinct locations and texts are in the order in which they
 * first occur. `points` contains the numbered points of the dataset; missing points of the records are added.
 */
export function columnChunkOf(
  dataset: DatasetDescription,
  values: RecordValues,
  rows: Uint32Array,
  points: DistinctPoints,
): ColumnChunk {
  const { columns, positions, identifierField, sortKey } = dataset;
  const numbersIn = (field: string): Float64Array => {
    const numbers = values.numbersOf(field);
    return Float64Array.from(rows, (row) => numbers.at(row));
  };
  const names = textsOf(values, rows, { field: columns.placeName });
  const pointColumns = positions.map(({ longitudeField, latitudeField }) => {
    const [longitudes, latitudes] = [numbersIn(longitudeField), numbersIn(latitudeField)];
    return Uint32Array.from(rows, (_, row) => points.add(longitudes[row], latitudes[row]));
  });
  const { first, at: locationOf } = distinctRows([names.codes, ...pointColumns]);
  return {
    records: rows.length,
    identifiers: numbersIn(identifierField),
    seconds: sortKey.comparison === 'text' ? numbersIn(sortKey.field) : undefined,
    locations: {
      names: first.map((row) => names.values[names.codes[row]]),
      pointsPerLocation: positions.length,
      points: Uint32Array.from(first.flatMap((row) => pointColumns.map((column) => column[row]))),
    },
    locationOf,
    texts: Object.fromEntries(columns.texts.map((text) => [text.field, textsOf(values, rows, text)])),
  };
}

export function detailChunkOf(values: RecordValues, rows: Uint32Array, fields: readonly string[]): DetailChunk {
  return Object.fromEntries(fields.map((field) => [field, textsOf(values, rows, { field })]));
}

function textsOf(
  values: RecordValues,
  rows: Uint32Array,
  { field, only }: DatasetDescription['columns']['texts'][number],
): CodedTexts {
  const coded = values.distinct(field, rows);
  const texts = coded.values.map((value) => (typeof value === 'string' ? value : null));
  if (only !== 'digits') return { values: texts, codes: coded.codes };
  const kept = texts.map((text) => (text !== null && /^[0-9]+$/.test(text) ? text : null));
  const { first, at } = distinct(kept);
  return { values: first.map((index) => kept[index]), codes: coded.codes.map((code) => at[code]) };
}
