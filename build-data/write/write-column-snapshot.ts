import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { secondsOfDateTime } from '../../core/datasets/date-time-key.ts';
import { distinct, distinctRows } from '../../core/storage/distinct.ts';
import type { FileReference } from '../../core/storage/file-reference.ts';
import { KnownPlaceSearch } from '../../core/storage/known-place-search.ts';
import { decodeOverviewPiece, encodeOverviewPiece } from '../../core/storage/overview-piece.ts';
import { placesOfOverview } from '../../core/storage/overview-places.ts';
import { encodeOverviewTable, type OverviewPieceReference } from '../../core/storage/overview-table.ts';
import type { OverviewPiece, OverviewTexts } from '../../core/storage/overview.ts';
import { contentDefinedChunksFromEnd, hashOfNumber, type ChunkSizes } from './chunking.ts';
import type { RecordTable } from './record-table.ts';
import { writeHashed, type TreeSink } from './tree-sink.ts';

/**
 * An overview of records takes less than they do, so no piece comes near the 25 MiB that hosts take. Records of the
 * usual length never weigh so much.
 */
const maximumPieceBytes = 16 * 1024 * 1024;

interface WrittenColumns {
  readonly reference: FileReference;
  /** Its places, where there are some and another overview is told by them. */
  readonly known: KnownPlaceSearch | undefined;
}

/** Writes what the overviews tell of each record of the datasets, each after the one whose places it is told by. */
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

  /** The overview of one of the tables, run by run of the list; returns the table of its pieces. */
  async write(table: RecordTable, sizesFor: (records: number) => ChunkSizes): Promise<FileReference> {
    return (await this.#write(table, sizesFor)).reference;
  }

  async #write(table: RecordTable, sizesFor: (records: number) => ChunkSizes): Promise<WrittenColumns> {
    const { name, overview } = table.dataset;
    const before = this.#written.get(name);
    if (before) return before;
    const knownTable = this.#tables.find(({ dataset }) => dataset.name === overview.knownPlaces);
    const known = knownTable && (await this.#write(knownTable, sizesFor)).known;
    const isKnown = this.#tables.some(({ dataset }) => dataset.overview.knownPlaces === name);
    const references: OverviewPieceReference[] = [];
    const pieces: OverviewPiece[] = [];
    for (const records of runsOf(table, sizesFor(table.size).recordsPerColumnChunk)) {
      const bytes = encodeOverviewPiece(columnChunkOf(table.dataset, records), known);
      references.push({ ...(await writeHashed(bytes, 'json', this.#sink)), records: records.length });
      // Read back, since its places have the numbers that the file gives them.
      if (isKnown) pieces.push(decodeOverviewPiece(table.dataset, bytes, known?.places));
    }
    const reference = await writeHashed(encodeOverviewTable(references), 'bin', this.#sink);
    const written = {
      reference,
      known: pieces.length > 0 ? new KnownPlaceSearch(placesOfOverview(pieces)) : undefined,
    };
    this.#written.set(name, written);
    return written;
  }
}

/** The records of each piece, in list order. */
function* runsOf(table: RecordTable, recordsPerPiece: number): Generator<readonly DatasetRecord[]> {
  // As with the list, from the end: what is added changes the first piece.
  const starts = contentDefinedChunksFromEnd(
    table.size,
    (index) => hashOfNumber(table.identifier(index)),
    (index) => table.textBytes(index),
    { target: recordsPerPiece, maximumWeight: maximumPieceBytes },
  );
  for (const [piece, start] of starts.entries()) {
    const end = starts[piece + 1] ?? table.size;
    yield Array.from({ length: end - start }, (_, offset) => table.record(start + offset));
  }
}

/** The overview of records in list order. Distinct places and texts stand in the order in which they occur first. */
export function columnChunkOf(dataset: DatasetDescription, records: readonly DatasetRecord[]): OverviewPiece {
  const { overview, positions, identifierField, sortKey } = dataset;
  const numbers = (field: string): Float64Array => Float64Array.from(records, (record) => Number(record[field]));
  const names = records.map((record) => textOf(record[overview.placeName]));
  const longitudes = positions.map(({ longitudeField }) => numbers(longitudeField));
  const latitudes = positions.map(({ latitudeField }) => numbers(latitudeField));
  const { first, at: placeOf } = distinctRows([names, ...longitudes, ...latitudes]);
  const ofPlaces = (columns: readonly Float64Array[]): Float64Array =>
    Float64Array.from(first.flatMap((row) => columns.map((column) => column[row] ?? Number.NaN)));
  const isTime = sortKey.comparison === 'text';
  return {
    records: records.length,
    identifiers: numbers(identifierField),
    seconds: isTime
      ? Float64Array.from(records, (record) => secondsOfDateTime(String(record[sortKey.field])))
      : undefined,
    places: {
      names: first.map((row) => names[row] ?? null),
      pointsPerPlace: positions.length,
      longitudes: ofPlaces(longitudes),
      latitudes: ofPlaces(latitudes),
    },
    placeOf,
    texts: Object.fromEntries(overview.texts.map((text) => [text.field, textsOf(records, text)])),
  };
}

function textsOf(
  records: readonly DatasetRecord[],
  { field, only }: DatasetDescription['overview']['texts'][number],
): OverviewTexts {
  const texts = records.map((record) => textOf(record[field]));
  const kept = only === 'digits' ? texts.map((text) => (/^[0-9]+$/.test(text ?? '') ? text : null)) : texts;
  const { first, at } = distinct(kept);
  return { values: first.map((row) => kept[row] ?? null), codes: at };
}

function textOf(value: string | number | null | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
