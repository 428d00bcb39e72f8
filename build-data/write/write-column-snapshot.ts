import { distinct, distinctRows } from '../../core/collections/arrays.ts';
import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { dateTimeToSeconds } from '../../core/datasets/recorded-time.ts';
import {
  type CodedTexts,
  type ColumnChunk,
  decodeColumnChunk,
  encodeColumnChunk,
} from '../../core/storage/columns/column-chunk.ts';
import { FeatureMatcher, locationsOfChunks } from '../../core/storage/columns/locations.ts';
import type { FileReference } from '../../core/storage/format/file-reference.ts';
import { type ColumnChunkReference, encodeColumnTable } from '../../core/storage/format/tables.ts';
import { type ChunkSizes, contentDefinedChunksFromEnd, hashOfNumber } from './chunking.ts';
import type { RecordTable } from './record-table.ts';
import { type TreeSink, writeHashed } from './tree-sink.ts';

/**
 * Keeps chunks well below the 25 MiB per file that hosts accept. Only records with unusually long texts reach this size.
 */
const maximumChunkBytes = 16 * 1024 * 1024;

interface WrittenColumns {
  readonly reference: FileReference;
  /** Its locations, if another column snapshot is encoded relative to them. */
  readonly features: FeatureMatcher | undefined;
}

/** Writes the column snapshots of the datasets, each after the one that it is encoded relative to. */
export class ColumnSnapshotWriter {
  readonly #tables: readonly RecordTable[];
  readonly #sink: TreeSink;
  /** By name of the dataset. */
  readonly #written = new Map<string, WrittenColumns>();

  /** `tables` are all of one version. */
  constructor(tables: readonly RecordTable[], sink: TreeSink) {
    this.#tables = tables;
    this.#sink = sink;
  }

  /** Writes the column snapshot of one of the tables, run by run of the list; returns the table of its chunks. */
  async write(table: RecordTable, sizesFor: (records: number) => ChunkSizes): Promise<FileReference> {
    return (await this.#write(table, sizesFor)).reference;
  }

  async #write(table: RecordTable, sizesFor: (records: number) => ChunkSizes): Promise<WrittenColumns> {
    const { name, columnSnapshot } = table.dataset;
    const before = this.#written.get(name);
    if (before) return before;
    const featureTable = this.#tables.find(({ dataset }) => dataset.name === columnSnapshot.featureDataset);
    const features = featureTable && (await this.#write(featureTable, sizesFor)).features;
    const hasFeatures = this.#tables.some(({ dataset }) => dataset.columnSnapshot.featureDataset === name);
    const references: ColumnChunkReference[] = [];
    const chunks: ColumnChunk[] = [];
    for (const records of runsOf(table, sizesFor(table.size).recordsPerColumnChunk)) {
      const bytes = encodeColumnChunk(columnChunkOf(table.dataset, records), features);
      references.push({ ...(await writeHashed(bytes, 'json', this.#sink)), records: records.length });
      // Decoded again, since its locations have the numbers that the file gives them.
      if (hasFeatures) chunks.push(decodeColumnChunk(table.dataset, bytes, features?.features));
    }
    const reference = await writeHashed(encodeColumnTable(references), 'bin', this.#sink);
    const written = {
      reference,
      features: chunks.length > 0 ? new FeatureMatcher(locationsOfChunks(chunks)) : undefined,
    };
    this.#written.set(name, written);
    return written;
  }
}

/** The records of each chunk, in list order. */
function* runsOf(table: RecordTable, recordsPerChunk: number): Generator<readonly DatasetRecord[]> {
  // As with the list, from the end: new records change the first chunk.
  const starts = contentDefinedChunksFromEnd(
    table.size,
    (index) => hashOfNumber(table.identifier(index)),
    (index) => table.textBytes(index),
    { target: recordsPerChunk, maximumWeight: maximumChunkBytes },
  );
  for (const [chunk, start] of starts.entries()) {
    const end = starts[chunk + 1] ?? table.size;
    yield Array.from({ length: end - start }, (_, offset) => table.record(start + offset));
  }
}

/** The columns of records in list order. Distinct locations and texts are in the order in which they first occur. */
export function columnChunkOf(dataset: DatasetDescription, records: readonly DatasetRecord[]): ColumnChunk {
  const { columnSnapshot, positions, identifierField, sortKey } = dataset;
  const numbers = (field: string): Float64Array => Float64Array.from(records, (record) => Number(record[field]));
  const names = records.map((record) => textOf(record[columnSnapshot.placeName]));
  const longitudes = positions.map(({ longitudeField }) => numbers(longitudeField));
  const latitudes = positions.map(({ latitudeField }) => numbers(latitudeField));
  const { first, at: locationOf } = distinctRows([names, ...longitudes, ...latitudes]);
  const ofLocations = (columns: readonly Float64Array[]): Float64Array =>
    Float64Array.from(first.flatMap((row) => columns.map((column) => column[row] ?? Number.NaN)));
  const isTime = sortKey.comparison === 'text';
  return {
    records: records.length,
    identifiers: numbers(identifierField),
    seconds: isTime
      ? Float64Array.from(records, (record) => dateTimeToSeconds(String(record[sortKey.field])))
      : undefined,
    locations: {
      names: first.map((row) => names[row] ?? null),
      pointsPerLocation: positions.length,
      longitudes: ofLocations(longitudes),
      latitudes: ofLocations(latitudes),
    },
    locationOf,
    texts: Object.fromEntries(columnSnapshot.texts.map((text) => [text.field, textsOf(records, text)])),
  };
}

function textsOf(
  records: readonly DatasetRecord[],
  { field, only }: DatasetDescription['columnSnapshot']['texts'][number],
): CodedTexts {
  const texts = records.map((record) => textOf(record[field]));
  const kept = only === 'digits' ? texts.map((text) => (/^[0-9]+$/.test(text ?? '') ? text : null)) : texts;
  const { first, at } = distinct(kept);
  return { values: first.map((row) => kept[row] ?? null), codes: at };
}

function textOf(value: string | number | null | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
