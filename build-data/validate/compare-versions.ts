import { countWhile } from '../../core/collections/arrays.ts';
import type { DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { recordTexts } from '../../core/storage/format/record-shard.ts';
import { type StoredDataset, openDataset } from '../../core/storage/reader/stored-dataset.ts';
import { Snapshot } from '../../core/storage/snapshot/dataset-reader.ts';
import { DataFiles, FileCache } from '../../core/storage/snapshot/file-cache.ts';
import type { Manifest } from '../../core/storage/snapshot/manifest.ts';
import { type Store, StoredDataError } from '../../core/storage/snapshot/store.ts';
import type { ManifestSummary } from '../write/previous-build.ts';
import type { RunFiles } from '../write/earlier-records.ts';
import type { RecordTable } from '../write/record-table.ts';
import type { WrittenDatasets } from '../write/write-datasets.ts';

/** How a new version differs from the version of the previous build. */
export interface VersionComparison {
  /**
   * `firstBuild`: there is no previous build. `otherKind`: only one of the two builds contains sample data.
   * `unreadable`: the previous build, or its records, cannot be read.
   */
  readonly outcome: 'compared' | 'firstBuild' | 'otherKind' | 'unreadable';
  readonly previousDataVersion: string | undefined;
  /** By dataset name; empty if the two builds are not comparable, or if the numbers are unknown. */
  readonly previousRecords: Readonly<Record<string, number>>;
  /** By dataset name; undefined unless `outcome` is `compared`. */
  readonly datasets: Readonly<Record<string, DatasetChanges>> | undefined;
}

export interface DatasetChanges {
  readonly records: number;
  readonly added: ListedIdentifiers;
  readonly changed: ListedChanges;
  readonly removed: ListedIdentifiers;
}

interface ListedIdentifiers {
  readonly count: number;
  /** Ascending; only the first ones if there are many. */
  readonly identifiers: readonly number[];
  readonly notListed: number;
}

interface ListedChanges {
  readonly count: number;
  /** In ascending order of their identifiers; only the first ones if there are many. */
  readonly records: readonly ChangedRecord[];
  readonly notListed: number;
}

interface ChangedRecord {
  readonly identifier: number;
  readonly fields: readonly string[];
}

/** The largest number of identifiers that are listed for each kind of change, dataset and build. */
export const maxListed = 200;

function listIdentifiers(identifiers: readonly number[]): ListedIdentifiers {
  const listed = identifiers.toSorted((a, b) => a - b).slice(0, maxListed);
  return { count: identifiers.length, identifiers: listed, notListed: identifiers.length - listed.length };
}

interface ComparedVersion {
  readonly dataVersion: string;
  readonly datasets: Pick<WrittenDatasets, 'cached'>;
  readonly sample: boolean;
  /** Undefined when there is no previous build, or it cannot be read. */
  readonly previous: Manifest | undefined;
  readonly isPreviousUnreadable: boolean;
  /** What is known about the records of an unreadable previous build. */
  readonly unreadableSummary?: ManifestSummary | undefined;
  /** Contains the files of the previous version that could be copied. */
  readonly store: Store;
}

/** Small, because the shards are read one after another. */
const cacheBytes = 4 * 1024 * 1024;

/** Compares the records of a new version with those of the previous version. */
export async function compareVersions(
  tables: readonly RecordTable[],
  version: ComparedVersion,
): Promise<VersionComparison> {
  const { previous, isPreviousUnreadable, unreadableSummary, dataVersion, sample } = version;
  const withoutComparison = { previousDataVersion: previous?.dataVersion, previousRecords: {}, datasets: undefined };
  if (previous === undefined) {
    if (!isPreviousUnreadable) return { outcome: 'firstBuild', ...withoutComparison };
    const previousRecords = unreadableSummary?.sample === sample ? unreadableSummary.records : {};
    return { outcome: 'unreadable', ...withoutComparison, previousRecords };
  }
  if (previous.sample !== sample) return { outcome: 'otherKind', ...withoutComparison };
  const previousRecords = Object.fromEntries(
    Object.entries(previous.datasets).map(([name, { records }]) => [name, records]),
  );
  const datasets =
    previous.dataVersion === dataVersion ? unchanged(tables) : await compareTables(tables, previous, version);
  const outcome = datasets === undefined ? 'unreadable' : 'compared';
  return { outcome, previousDataVersion: previous.dataVersion, previousRecords, datasets };
}

/** The changes of tables that are the same as in the previous version, or were not compared. */
export function unchanged(tables: readonly RecordTable[]): Record<string, DatasetChanges> {
  const none = listIdentifiers([]);
  const changed = { count: 0, records: [], notListed: 0 };
  return Object.fromEntries(
    tables.map(({ dataset, size }) => [dataset.name, { records: size, added: none, changed, removed: none }]),
  );
}

/** Returns undefined when the records of the previous version cannot be read. */
async function compareTables(
  tables: readonly RecordTable[],
  previous: Manifest,
  { datasets: { cached }, store }: ComparedVersion,
): Promise<Record<string, DatasetChanges> | undefined> {
  const version = new Snapshot(previous, new DataFiles(store, new FileCache(cacheBytes)), { fresh: false });
  const datasets: Record<string, DatasetChanges> = {};
  try {
    for (const table of tables) {
      const { name } = table.dataset;
      const list = cached.get(name)?.runs.list;
      if (!list) throw new RangeError(`the list of ${name} was not written`);
      datasets[name] = await compareRecords(openDataset(version, table.dataset), table, list);
    }
  } catch (error) {
    if (error instanceof StoredDataError) return undefined;
    throw error;
  }
  return datasets;
}

/**
 * Compares the records of an earlier version with those of a table, whose list has these shards. Shards of both versions
 * are not read. Throws StoredDataError.
 */
async function compareRecords(earlier: StoredDataset, table: RecordTable, list: RunFiles): Promise<DatasetChanges> {
  const { fields, identifierField } = table.dataset;
  const { byIdentifier } = table;
  const existedBefore = new Uint8Array(table.size);
  const removed: number[] = [];
  const changed: ChangedRecord[] = [];
  const sharedFiles = indexesByHash(list);
  const { shards } = await earlier.listTable();
  for (const shard of shards) {
    const shared = sharedFiles.get(shard.hash);
    if (shared) {
      for (const index of shared) existedBefore[index] = 1;
      continue;
    }
    for (const text of recordTexts(await earlier.recordShard(shard))) {
      const before = JSON.parse(text) as DatasetRecord;
      const identifier = Number(before[identifierField]);
      const index = byIdentifier[countWhile(table.size, (at) => table.identifier(byIdentifier[at] ?? -1) < identifier)];
      if (index === undefined || table.identifier(index) !== identifier) {
        removed.push(identifier);
        continue;
      }
      existedBefore[index] = 1;
      if (table.text(index) === text) continue;
      const now = table.record(index);
      // JSON writes -0 as 0, so numbers that are written alike are equal.
      const names = fields.map(({ name }) => name).filter((name) => before[name] !== now[name]);
      changed.push({ identifier, fields: names });
    }
  }
  const added = Array.from(
    byIdentifier.filter((index) => existedBefore[index] === 0),
    (index) => table.identifier(index),
  );
  const records = changed.sort((a, b) => a.identifier - b.identifier).slice(0, maxListed);
  return {
    records: table.size,
    added: listIdentifiers(added),
    changed: { count: changed.length, records, notListed: changed.length - records.length },
    removed: listIdentifiers(removed),
  };
}

function indexesByHash({ lengths, indexes, files }: RunFiles): ReadonlyMap<string, Uint32Array> {
  const byHash = new Map<string, Uint32Array>();
  let start = 0;
  for (const [run, length] of lengths.entries()) {
    for (const { hash } of files[run] ?? []) byHash.set(hash, indexes.subarray(start, start + length));
    start += length;
  }
  return byHash;
}
