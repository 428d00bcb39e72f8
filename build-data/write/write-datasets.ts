import { beginPhase } from './phases.ts';
import type { SiteRules } from '../../core/datasets/site.ts';
import { reversedExceptTies } from '../../core/collections/arrays.ts';
import { contentHash, type FileReference } from '../../core/storage/format/file-reference.ts';
import { encodeFlatbush } from '../../core/storage/format/flatbush-file.ts';
import {
  completeArrayPath,
  dataFilePath,
  manifestPath,
  pointFilePath,
  recordPath,
  staticPageName,
  staticPagePath,
  staticPageSize,
} from '../../core/storage/format/layout.ts';
import { checksumOfPart } from '../../core/storage/format/bytes.ts';
import { encodeRecordShard, recordOffsets } from '../../core/storage/format/record-shard.ts';
import { encodeIdentifierBlock, type IdentifiedRecord } from '../../core/storage/format/identifier-block.ts';
import {
  encodeIdentifierTable,
  encodeListTable,
  type IdentifierBlockReference,
  type ListShardReference,
} from '../../core/storage/format/tables.ts';
import {
  encodeManifest,
  type IdentifierTableReference,
  type Manifest,
  type ManifestDataset,
  type PreviousVersion,
} from '../../core/storage/snapshot/manifest.ts';
import {
  type ChunkSizes,
  chunkSizesFor,
  contentDefinedChunks,
  contentDefinedChunksFromEnd,
  hashOfNumber,
  maximumShardBytes,
} from './chunking.ts';
import type { CachedRecords, RunFiles } from './earlier-records.ts';
import { RunWriter } from './run-writer.ts';
import type { RecordTable, TableVisitors } from './record-table.ts';
import { type TreeSink, writeHashed } from './tree-sink.ts';
import { encodePointRecords, pointsOfTable, type TablePoints } from './table-points.ts';
import { writeColumns } from './write-columns.ts';
import { writeLocations } from './write-locations.ts';
import { pageLinks, pageFrame } from '../../core/api/run-query.ts';
import { lastPageNumber, pageBounds, type SortOrder } from '../../core/query/parameters.ts';

/** The record files of a version, before its documents and manifest are written. */
export interface WrittenDatasets {
  readonly dataVersion: string;
  readonly datasets: Readonly<Record<string, ManifestDataset>>;
  /** The length in bytes of each file, by path. */
  readonly files: ReadonlyMap<string, number>;
  /** The spatial indexes, by their static paths, for the target `static`. */
  readonly pointFiles: ReadonlyMap<string, Uint8Array>;
  /** For the next build, by name of the dataset. */
  readonly cached: ReadonlyMap<string, CachedRecords>;
}

const noVisitors: TableVisitors = { inListOrder: [], inSpatialOrder: [] };

/**
 * Writes the record files of a version. `visitorsOf` returns further visitors of the records of a table: their records
 * are made twice, in list order and in spatial order, because ten million take more than ten gigabytes of memory.
 */
export async function writeDatasets(
  tables: readonly RecordTable[],
  sink: TreeSink,
  sizesFor: (records: number) => ChunkSizes = chunkSizesFor,
  visitorsOf: (table: RecordTable) => TableVisitors = () => noVisitors,
): Promise<WrittenDatasets> {
  const pointFiles = new Map<string, Uint8Array>();
  const files = new Map<string, number>();
  const listed: TreeSink = {
    write: (path, bytes) => {
      files.set(path, bytes.length);
      return sink.write(path, bytes);
    },
    reuse: async (path) => {
      const bytes = await sink.reuse?.(path);
      if (bytes !== undefined) files.set(path, bytes);
      return bytes;
    },
  };
  const cached = new Map<string, CachedRecords>();
  const written: { table: RecordTable; points: TablePoints; entry: Omit<ManifestDataset, 'points'> }[] = [];
  for (const table of tables) {
    beginPhase('index the points');
    const points = pointsOfTable(table);
    const { longitudes, latitudes } = points.points;
    const flatbush = encodeFlatbush(longitudes, latitudes);
    const sizes = sizesFor(table.size);
    const visitors = visitorsOf(table);
    beginPhase('write the list');
    const list = await writeListShards(table, sizes.recordsPerListShard, listed);
    // Only a list in order of time has its new records at the front.
    const recentRecords = table.dataset.sortKey.comparison === 'text' ? list.recordsInFirstShard : 0;
    beginPhase('write the tiles');
    const locations = await writeLocations(table, recentRecords, sizes, listed, visitors.inSpatialOrder);
    beginPhase('write the identifiers');
    const identifiers = await writeIdentifierBlocks(table, list.shards, sizes, listed);
    beginPhase('write the columns, and downloads');
    const { runs: columnRuns, ...columns } = await writeColumns(
      table,
      points,
      sizes.recordsPerColumnChunk,
      listed,
      visitors.inListOrder,
    );
    const entry = {
      records: table.size,
      last: table.last,
      ...(table.midnightsAreDates ? { midnightsAreDates: true as const } : {}),
      ...{ list: list.table, tiles: locations.tiles, identifiers },
      ...columns,
      flatbush: flatbush ? await writeHashed(flatbush, 'bin', listed) : null,
    };
    if (flatbush) pointFiles.set(pointFilePath(table.dataset.name, 'flatbush'), flatbush);
    written.push({ table, points, entry });
    cached.set(table.dataset.name, {
      blocks: table.blocks,
      runs: { list: list.runs, tiles: locations.runs, columns: columnRuns },
      checksums: list.shards.checksums,
      points: points.numbers,
    });
  }
  beginPhase('write the points');
  const dataVersion = await versionOf(written.map(({ table, entry }) => [table.dataset.name, entry]));
  const datasets: Record<string, ManifestDataset> = {};
  for (const { table, points, entry } of written) {
    // Written last, because this file contains the version.
    const bytes = encodePointRecords(table, points, dataVersion);
    pointFiles.set(pointFilePath(table.dataset.name, 'points.json'), bytes);
    const parts: FileReference[] = [];
    const { pointBytesPerPart } = sizesFor(table.size);
    for (let start = 0; start < bytes.length; start += pointBytesPerPart) {
      parts.push(await writeHashed(bytes.slice(start, start + pointBytesPerPart), 'json', listed));
    }
    datasets[table.dataset.name] = { ...entry, points: parts };
  }
  return { dataVersion, datasets, files, pointFiles, cached };
}

interface ManifestOptions {
  readonly target: 'static' | 'compute';
  readonly sample: boolean;
  readonly rules: SiteRules;
  /** ISO 8601, UTC. */
  readonly builtAt: string;
  /** The earlier versions whose files are in the tree, newest first. */
  readonly previous: readonly PreviousVersion[];
  /** The documents of the API, if they have been written. */
  readonly documents?: Readonly<Record<string, FileReference>> | undefined;
}

export async function writeManifest(
  { dataVersion, datasets, files }: WrittenDatasets,
  sink: TreeSink,
  { target, sample, rules, builtAt, previous, documents }: ManifestOptions,
): Promise<Manifest> {
  const inventory = await writeInventory(files, Object.values(documents ?? {}), sink);
  const named = { dataVersion, builtAt, sample, target, rules, datasets, ...(documents && { documents }) };
  const manifest: Manifest = { ...named, inventory, previous };
  await sink.write(manifestPath, await encodeManifest(manifest));
  return manifest;
}

/** Writes `[{"path", "bytes"}, …]`, sorted by path, one per line. */
async function writeInventory(
  files: WrittenDatasets['files'],
  others: readonly FileReference[],
  sink: TreeSink,
): Promise<FileReference> {
  const bytesByPath = new Map(files);
  for (const { hash, bytes } of others) {
    bytesByPath.set(dataFilePath({ hash, extension: 'json' }), bytes);
  }
  const lines = [...bytesByPath.keys()].sort().map((path) => JSON.stringify({ path, bytes: bytesByPath.get(path) }));
  return writeHashed(new TextEncoder().encode(`[${lines.join(',\n')}]`), 'json', sink);
}

/** Hashes the tables and the spatial indexes: the same records in the same format always have the same version. */
async function versionOf(
  datasets: readonly (readonly [name: string, entry: Omit<ManifestDataset, 'points'>])[],
): Promise<string> {
  const lines = datasets.map(([name, { list, tiles, identifiers, columns, details, flatbush }]) => {
    const tables = [list, tiles, ...identifiers, columns, ...details];
    return `${[name, ...tables.map(({ hash }) => hash), flatbush?.hash ?? 'none'].join(' ')}\n`;
  });
  return (await contentHash(new TextEncoder().encode(lines.join('')))).slice(0, 16);
}

interface WrittenList {
  readonly table: FileReference;
  /** The number of records in the first shard; 0 if there is none. */
  readonly recordsInFirstShard: number;
  readonly shards: WrittenShards;
  readonly runs: RunFiles;
}

interface WrittenShards {
  readonly files: readonly FileReference[];
  /** For each record, in list order: the index of its shard, the offset of its first byte there, and its checksum. */
  readonly shardOf: Uint32Array;
  readonly offsets: Uint32Array;
  readonly checksums: Uint16Array;
}

/**
 * Writes the records, in the default order, as shards. The boundaries are chosen from the end, where the oldest records
 * are, so that new records change only the first shards.
 */
async function writeListShards(table: RecordTable, recordsPerShard: number, sink: TreeSink): Promise<WrittenList> {
  const { earlier, order } = table.content;
  const writer = new RunWriter('list', table, sink);
  const starts = contentDefinedChunksFromEnd(
    table.size,
    (index) => hashOfNumber(table.identifier(index)),
    (index) => table.textBytes(index),
    { target: recordsPerShard, maximumWeight: maximumShardBytes },
  );
  const references: Omit<ListShardReference, 'firstIndex'>[] = [];
  const shardOf = new Uint32Array(table.size);
  const offsets = new Uint32Array(table.size);
  const checksums = new Uint16Array(table.size);
  for (const [shard, start] of starts.entries()) {
    const end = starts[shard + 1] ?? table.size;
    const indexes = Array.from({ length: end - start }, (_, offset) => start + offset);
    const tiedWithPrevious = indexes.map((index) => index > start && table.isTied(index));
    const textBytes = indexes.map((index) => table.textBytes(index));
    shardOf.fill(shard, start, end);
    offsets.set(recordOffsets(textBytes, tiedWithPrevious), start);
    if (earlier) for (const index of indexes) checksums[index] = earlier.checksums[order[index]]; // of a shard that is not reused, `encode` overwrites them
    const [file] = await writer.write(Uint32Array.from(indexes), () => {
      const bytes = encodeRecordShard({ records: indexes.map((index) => table.text(index)), tiedWithPrevious });
      for (const index of indexes) {
        const record = bytes.subarray(offsets[index], offsets[index] + table.textBytes(index));
        checksums[index] = checksumOfPart(record);
      }
      return [bytes];
    });
    references.push({
      ...file,
      records: end - start,
      recordBytes: textBytes.reduce((sum, each) => sum + each, 0),
      first: { key: table.key(start), ordinal: table.ordinal(start) },
      tiedAfter: table.tiedAfter(end - 1),
    });
  }
  return {
    table: await writeHashed(encodeListTable(references), 'bin', sink),
    recordsInFirstShard: starts[1] ?? table.size,
    shards: { files: references, shardOf, offsets, checksums },
    runs: writer.runs,
  };
}

/** Writes where each record is stored, in ascending order of identifiers. Returns the tables of the blocks. */
async function writeIdentifierBlocks(
  table: RecordTable,
  { files, shardOf, offsets, checksums }: WrittenShards,
  { identifiersPerBlock, maximumIdentifiersPerBlock, identifierBlocksPerTable }: ChunkSizes,
  sink: TreeSink,
): Promise<readonly IdentifierTableReference[]> {
  const order = table.byIdentifier;
  const starts = contentDefinedChunks(
    order.length,
    (index) => hashOfNumber(table.identifier(order[index])),
    () => 1,
    { target: identifiersPerBlock, maximumWeight: maximumIdentifiersPerBlock },
  );
  const references: IdentifierBlockReference[] = [];
  for (const [block, start] of starts.entries()) {
    const indexes = order.subarray(start, starts[block + 1]);
    // The shards of a block are numbered in the order in which its records refer to them.
    const numbers = new Map<number, number>();
    const records = Array.from(indexes, (index): IdentifiedRecord => {
      const shard = shardOf[index];
      if (!numbers.has(shard)) numbers.set(shard, numbers.size);
      return {
        identifier: table.identifier(index),
        shard: Number(numbers.get(shard)),
        offset: offsets[index],
        checksum: checksums[index],
      };
    });
    const shards = Array.from(numbers.keys(), (shard) => files[shard]).filter((file) => file !== undefined);
    const longest = indexes.reduce((most, index) => Math.max(most, table.textBytes(index)), 0);
    const file = await writeHashed(encodeIdentifierBlock(shards, longest, records), 'bin', sink);
    references.push({ ...file, firstIdentifier: records[0].identifier });
  }
  const tableStarts = contentDefinedChunks(
    references.length,
    // Not the hash used for blocks: all blocks start at identifiers with certain hashes, so it would not be random.
    (block) => hashOfNumber(-1 - references[block].firstIdentifier),
    () => 1,
    { target: identifierBlocksPerTable, maximumWeight: Infinity },
  );
  const tables: IdentifierTableReference[] = [];
  for (const [part, start] of tableStarts.entries()) {
    const blocks = references.slice(start, tableStarts[part + 1]);
    const file = await writeHashed(encodeIdentifierTable(blocks), 'bin', sink);
    tables.push({ ...file, first: blocks[0].firstIdentifier });
  }
  return tables;
}

export interface InventoryEntry {
  readonly path: string;
  readonly bytes: number;
}

/** The only paths that an inventory may name, so that a foreign inventory cannot choose where files are written. */
const dataFile = /^data\/[0-9a-f]{32}\.(?:json|bin)$/;

/** Parses an inventory; undefined if the text is not one. */
export function parseInventory(text: string): readonly InventoryEntry[] | undefined {
  let entries: unknown;
  try {
    entries = JSON.parse(text);
  } catch {
    return undefined;
  }
  return Array.isArray(entries) && entries.every(isEntry) ? entries : undefined;
}

function isEntry(entry: unknown): entry is InventoryEntry {
  if (typeof entry !== 'object' || entry === null || !('path' in entry) || !('bytes' in entry)) return false;
  return typeof entry.path === 'string' && dataFile.test(entry.path) && Number.isSafeInteger(entry.bytes);
}

export function countStaticFiles(table: RecordTable): number {
  const pages = 2 * lastPageNumber(table.size, staticPageSize);
  return 1 + table.size + pages;
}

/**
 * Writes the files at the static paths of a dataset: the complete array, each record, and pages of a fixed size. The
 * links of a page are relative to its own URL, so they are correct wherever the tree is served.
 */
export async function writeStaticFiles(table: RecordTable, sink: TreeSink): Promise<void> {
  const { name } = table.dataset;
  const descending = Array.from({ length: table.size }, (_, index) => index);
  await sink.write(completeArrayPath(name), joinRecords(table, descending));
  for (const index of descending) {
    await sink.write(recordPath(name, table.identifier(index)), Buffer.from(table.text(index)));
  }
  await writePages(table, sink, 'desc', descending);
  const ascending = reversedExceptTies(table.size, (index) => table.isTied(index));
  await writePages(table, sink, 'asc', Array.from(ascending));
}

async function writePages(
  table: RecordTable,
  sink: TreeSink,
  sortOrder: SortOrder,
  indexes: readonly number[],
): Promise<void> {
  const { name } = table.dataset;
  const last = lastPageNumber(table.size, staticPageSize);
  for (let number = 1; number <= last; number++) {
    const bounds = pageBounds(table.size, { number, size: staticPageSize });
    if (!bounds) continue;
    const links = pageLinks(number, bounds, staticPageName);
    const records = indexes.slice(bounds.start, bounds.end).map((index) => table.text(index));
    const { before, after } = pageFrame(table.size, number, bounds.totalPages, links);
    await sink.write(staticPagePath(name, sortOrder, number), Buffer.from(before + records.join(',') + after));
  }
}

/** The records as a JSON array. Builds bytes, because a large dataset would exceed the maximum length of a string. */
function joinRecords(table: RecordTable, indexes: readonly number[]): Buffer {
  const texts = indexes.flatMap((index, position) => [position === 0 ? '' : ',', table.text(index)]);
  return Buffer.concat(['[', ...texts, ']'].map((text) => Buffer.from(text)));
}
