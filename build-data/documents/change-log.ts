import { z } from 'zod';

import { changeLogPath } from '../../core/storage/format/layout.ts';
import { type DatasetChanges, unchanged, type VersionComparison } from '../validate/compare-versions.ts';
import type { PreviousTree } from '../write/previous-build.ts';
import type { RecordTable } from '../write/record-table.ts';

/**
 * The changes that builds made, newest first. The size is bounded: old builds are dropped, and long lists are truncated.
 */
export interface ChangeLog {
  /** The published version, and when it was built. */
  readonly dataVersion: string;
  readonly builtAt: string;
  readonly sample: boolean;
  /** One entry for each build that changed the data. */
  readonly builds: readonly BuildChanges[];
  /** The number of earlier builds that have been dropped. */
  readonly earlierBuildsLeftOut: number;
}

export interface BuildChanges {
  readonly builtAt: string;
  readonly dataVersion: string;
  /** The version with which this one was compared; null if it was not compared. */
  readonly previousDataVersion: string | null;
  /** A sentence that says why the versions were not compared, or what else readers should know. */
  readonly note?: string;
  /** By dataset name. */
  readonly datasets: Readonly<Record<string, DatasetChanges>>;
}

export const maxBuilds = 30;
/** The maximum length of all builds in the log as JSON, in UTF-16 code units. The newest build is always kept. */
const maxLogLength = 256 * 1024;

/** Adds the changes of this build to a log. `changes` is undefined for a build that changed nothing. */
export function extendChangeLog(
  now: Pick<ChangeLog, 'dataVersion' | 'builtAt' | 'sample'>,
  before: Pick<ChangeLog, 'builds' | 'earlierBuildsLeftOut'> = { builds: [], earlierBuildsLeftOut: 0 },
  changes?: BuildChanges,
): ChangeLog {
  const all = changes ? [changes, ...before.builds] : before.builds;
  const builds: BuildChanges[] = [];
  let length = 0;
  for (const build of all.slice(0, maxBuilds)) {
    length += JSON.stringify(build).length;
    if (length > maxLogLength && builds.length > 0) break;
    builds.push(build);
  }
  const { dataVersion, builtAt, sample } = now;
  const leftOut = before.earlierBuildsLeftOut + all.length - builds.length;
  return { dataVersion, builtAt, sample, builds, earlierBuildsLeftOut: leftOut };
}

export interface LoggedBuild extends Pick<ChangeLog, 'dataVersion' | 'builtAt' | 'sample'> {
  /** Undefined if there is no previous build, or it cannot be read. */
  readonly earlier: Pick<PreviousTree, 'manifest' | 'readText'> | undefined;
  readonly comparison: VersionComparison;
}

const notes = {
  firstBuild: 'This is the first build recorded here, so it was not compared.',
  otherKind: 'Only one of this build and the previous build contains sample data, so they were not compared.',
  unreadable: 'The records of the previous build could not be read, so this build was not compared.',
  logLost: 'The log of the previous build could not be read, so earlier changes are unknown.',
} as const;

/** Returns the log of the previous build, extended by the changes of this build. */
export async function buildChangeLog(tables: readonly RecordTable[], build: LoggedBuild): Promise<ChangeLog> {
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
  return { builtAt, dataVersion, previousDataVersion: null, note, datasets: unchanged(tables) };
}

const count = z.int().nonnegative();
const listed = z.strictObject({ count, identifiers: z.array(count), notListed: count });
const changed = z.strictObject({
  count,
  records: z.array(z.strictObject({ identifier: count, fields: z.array(z.string().max(100)) })),
  notListed: count,
});
const dataVersion = z.string().regex(/^[0-9a-f]{16}$/);
const builtAt = z.iso.datetime();

const changeLogSchema = z.object({
  dataVersion,
  builtAt,
  sample: z.boolean(),
  builds: z.array(
    z.strictObject({
      builtAt,
      dataVersion,
      previousDataVersion: dataVersion.nullable(),
      note: z.string().max(500).optional(),
      datasets: z.record(z.string(), z.strictObject({ records: count, added: listed, changed, removed: listed })),
    }),
  ),
  earlierBuildsLeftOut: count,
});

/** Parses the log of an earlier build. Returns undefined if it is invalid or describes another version. */
function readChangeLog(text: string | undefined, expectedVersion: string): ChangeLog | undefined {
  if (text === undefined) return undefined;
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return undefined;
  }
  const read = changeLogSchema.safeParse(content);
  if (!read.success || read.data.dataVersion !== expectedVersion) return undefined;
  return {
    ...read.data,
    builds: read.data.builds.map(({ note, ...build }) => ({ ...build, ...(note !== undefined && { note }) })),
  };
}
