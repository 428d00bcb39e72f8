import { DataFiles } from '../../core/storage/data-files.ts';
import { DataVersion } from '../../core/storage/data-library.ts';
import { DataMemory } from '../../core/storage/data-memory.ts';
import { openDataset } from '../../core/storage/dataset-files.ts';
import type { Manifest } from '../../core/storage/manifest.ts';
import { StoredDataError, type Store } from '../../core/storage/store.ts';
import type { RecordTable } from '../write/record-table.ts';
import { listIdentifiers, type DatasetChanges } from './change-log.ts';
import { compareRecords } from './compare-records.ts';

/** How a new version differs from the version of the previous build. */
export interface VersionComparison {
  /**
   * `firstBuild`: there is no previous build. `otherKind`: only one of the two holds sample data. `unreadable`: the previous
   * build, or its records, cannot be read.
   */
  readonly outcome: 'compared' | 'firstBuild' | 'otherKind' | 'unreadable';
  readonly previousDataVersion: string | undefined;
  /** By dataset name; empty where the two builds are not comparable or the previous manifest cannot be read. */
  readonly previousRecords: Readonly<Record<string, number>>;
  /** By dataset name; undefined unless `outcome` is `compared`. */
  readonly datasets: Readonly<Record<string, DatasetChanges>> | undefined;
}

export interface ComparedVersion {
  readonly dataVersion: string;
  readonly sample: boolean;
  /** Undefined when there is no previous build, or none that can be read. */
  readonly previous: Manifest | undefined;
  readonly isPreviousUnreadable: boolean;
  /** Holds the files of the previous version, as far as they could be carried forward. */
  readonly store: Store;
}

/** Small, because each shard is read only once. */
const memoryBytes = 4 * 1024 * 1024;

/** Compares the records of a new version with those of the previous one. */
export async function compareVersions(
  tables: readonly RecordTable[],
  version: ComparedVersion,
): Promise<VersionComparison> {
  const { previous, isPreviousUnreadable, dataVersion, sample, store } = version;
  const notCompared = { previousDataVersion: previous?.dataVersion, previousRecords: {}, datasets: undefined };
  if (previous === undefined) return { outcome: isPreviousUnreadable ? 'unreadable' : 'firstBuild', ...notCompared };
  if (previous.sample !== sample) return { outcome: 'otherKind', ...notCompared };
  const previousRecords = Object.fromEntries(
    Object.entries(previous.datasets).map(([name, { records }]) => [name, records]),
  );
  const datasets =
    previous.dataVersion === dataVersion ? unchanged(tables) : await compareTables(tables, previous, store);
  const outcome = datasets === undefined ? 'unreadable' : 'compared';
  return { outcome, previousDataVersion: previous.dataVersion, previousRecords, datasets };
}

function unchanged(tables: readonly RecordTable[]): Record<string, DatasetChanges> {
  const none = listIdentifiers([]);
  const changed = { count: 0, records: [], notListed: 0 };
  return Object.fromEntries(
    tables.map(({ dataset, size }) => [dataset.name, { records: size, added: none, changed, removed: none }]),
  );
}

/** Undefined when the records of the previous version cannot be read. */
async function compareTables(
  tables: readonly RecordTable[],
  previous: Manifest,
  store: Store,
): Promise<Record<string, DatasetChanges> | undefined> {
  const version = new DataVersion(previous, new DataFiles(store, new DataMemory(memoryBytes)), { fresh: false });
  const datasets: Record<string, DatasetChanges> = {};
  try {
    for (const table of tables) {
      datasets[table.dataset.name] = await compareRecords(openDataset(version, table.dataset), table);
    }
  } catch (error) {
    if (error instanceof StoredDataError) return undefined;
    throw error;
  }
  return datasets;
}
