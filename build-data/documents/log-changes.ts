import { changeLogPath } from '../../core/storage/layout.ts';
import type { Manifest } from '../../core/storage/manifest.ts';
import type { RecordTable } from '../write/record-table.ts';
import {
  extendChangeLog,
  listIdentifiers,
  type BuildChanges,
  type ChangeLog,
  type DatasetChanges,
} from './change-log.ts';
import type { VersionComparison } from './compare-versions.ts';
import { readChangeLog } from './read-change-log.ts';

/** The parts of the previous build that the log needs. */
export interface EarlierBuild {
  readonly manifest: Manifest;
  /** Undefined when there is no such file, or none that can be read. */
  readText(path: string): Promise<string | undefined>;
}

export interface LoggedBuild extends Pick<ChangeLog, 'dataVersion' | 'builtAt' | 'sample'> {
  /** Undefined for a first build. */
  readonly earlier: EarlierBuild | undefined;
  readonly comparison: VersionComparison;
}

const notes = {
  firstBuild: 'The first build that is recorded here: it was compared with nothing.',
  otherKind: 'The build before was of sample data, or this one is: they were not compared.',
  unreadable: 'The records of the build before could not be read: this one was compared with nothing.',
  logLost: 'What earlier builds changed is not known: their record could not be read.',
} as const;

/** The log of the previous build, continued with the changes of this one. */
export async function logChanges(tables: readonly RecordTable[], build: LoggedBuild): Promise<ChangeLog> {
  const { earlier, comparison, dataVersion, builtAt, sample } = build;
  const now = { dataVersion, builtAt, sample };
  const { outcome, datasets } = comparison;
  if (!earlier || outcome === 'firstBuild' || outcome === 'otherKind') {
    const note = notes[outcome === 'compared' ? 'firstBuild' : outcome];
    return extendChangeLog(now, undefined, withoutComparison(tables, build, note));
  }
  const previousDataVersion = earlier.manifest.dataVersion;
  const log = readChangeLog(await earlier.readText(changeLogPath), previousDataVersion);
  if (previousDataVersion === dataVersion) {
    return extendChangeLog(now, log, log ? undefined : withoutComparison(tables, build, notes.firstBuild));
  }
  if (datasets === undefined) {
    return extendChangeLog(now, log, withoutComparison(tables, build, notes.unreadable));
  }
  const changes: BuildChanges = { builtAt, dataVersion, previousDataVersion, datasets };
  return extendChangeLog(now, log, log ? changes : { ...changes, note: notes.logLost });
}

function withoutComparison(
  tables: readonly RecordTable[],
  { dataVersion, builtAt }: LoggedBuild,
  note: string,
): BuildChanges {
  const none = listIdentifiers([]);
  const datasets = tables.map(({ dataset, size }): [string, DatasetChanges] => [
    dataset.name,
    { records: size, added: none, changed: { count: 0, records: [], notListed: 0 }, removed: none },
  ]);
  return { builtAt, dataVersion, previousDataVersion: null, note, datasets: Object.fromEntries(datasets) };
}
