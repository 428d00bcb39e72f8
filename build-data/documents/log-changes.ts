import { DataFiles } from '../../core/storage/data-files.ts';
import { DataVersion } from '../../core/storage/data-library.ts';
import { DataMemory } from '../../core/storage/data-memory.ts';
import { openDataset } from '../../core/storage/dataset-files.ts';
import { changeLogPath } from '../../core/storage/layout.ts';
import type { Manifest } from '../../core/storage/manifest.ts';
import { StoredDataError, type Store } from '../../core/storage/store.ts';
import type { RecordTable } from '../write/record-table.ts';
import {
  extendChangeLog,
  listIdentifiers,
  type BuildChanges,
  type ChangeLog,
  type DatasetChanges,
} from './change-log.ts';
import { compareRecords } from './compare-records.ts';
import { readChangeLog } from './read-change-log.ts';

/** The tree of the build before, as far as the log needs it. */
export interface EarlierBuild {
  readonly manifest: Manifest;
  /** Undefined when there is no such file, or none that can be read. */
  readText(path: string): Promise<string | undefined>;
}

export interface LoggedBuild extends Pick<ChangeLog, 'dataVersion' | 'builtAt' | 'sample'> {
  /** Undefined for a first build. */
  readonly earlier: EarlierBuild | undefined;
  /** Holds the files of the new version, and of the one before as far as it is carried forward. */
  readonly store: Store;
}

/** A shard at a time: nothing is asked for twice. */
const memoryBytes = 4 * 1024 * 1024;

const notes = {
  first: 'The first build that is recorded here: it was compared with nothing.',
  otherKind: 'The build before was of sample data, or this one is: they were not compared.',
  unreadable: 'The records of the build before could not be read: this one was compared with nothing.',
  logLost: 'What earlier builds changed is not known: their record could not be read.',
} as const;

/** The log of the build before, continued with what this one has changed. */
export async function logChanges(tables: readonly RecordTable[], build: LoggedBuild): Promise<ChangeLog> {
  const { earlier, dataVersion, builtAt, sample } = build;
  const now = { dataVersion, builtAt, sample };
  if (!earlier) return extendChangeLog(now, undefined, unlike(tables, build, notes.first));
  const { manifest } = earlier;
  const log = readChangeLog(await earlier.readText(changeLogPath), manifest.dataVersion);
  if (manifest.sample !== sample) return extendChangeLog(now, undefined, unlike(tables, build, notes.otherKind));
  if (manifest.dataVersion === dataVersion) {
    return extendChangeLog(now, log, log ? undefined : unlike(tables, build, notes.first));
  }
  const compared = await compare(tables, build, manifest);
  const changes = compared ?? unlike(tables, build, notes.unreadable);
  return extendChangeLog(now, log, log || !compared ? changes : { ...changes, note: notes.logLost });
}

async function compare(
  tables: readonly RecordTable[],
  { dataVersion, builtAt, store }: LoggedBuild,
  manifest: Manifest,
): Promise<BuildChanges | undefined> {
  const version = new DataVersion(manifest, new DataFiles(store, new DataMemory(memoryBytes)), { fresh: false });
  const datasets: Record<string, DatasetChanges> = {};
  try {
    for (const table of tables)
      datasets[table.dataset.name] = await compareRecords(openDataset(version, table.dataset), table);
  } catch (error) {
    if (error instanceof StoredDataError) return undefined;
    throw error;
  }
  return { builtAt, dataVersion, previousDataVersion: manifest.dataVersion, datasets };
}

/** Of a build that was compared with nothing. */
function unlike(tables: readonly RecordTable[], { dataVersion, builtAt }: LoggedBuild, note: string): BuildChanges {
  const none = listIdentifiers([]);
  const datasets = tables.map(({ dataset, size }): [string, DatasetChanges] => [
    dataset.name,
    { records: size, added: none, changed: { count: 0, records: [], notListed: 0 }, removed: none },
  ]);
  return { builtAt, dataVersion, previousDataVersion: null, note, datasets: Object.fromEntries(datasets) };
}
