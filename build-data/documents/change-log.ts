/** What builds have changed, the newest first. Bounded: of old builds and of many records no more than a part is kept. */
export interface ChangeLog {
  /** The version that stands, and when its build was made. */
  readonly dataVersion: string;
  readonly builtAt: string;
  readonly sample: boolean;
  /** One for each build that changed the data; a build of the same data adds none. */
  readonly builds: readonly BuildChanges[];
  /** How many builds before those have been left out so far. */
  readonly earlierBuildsLeftOut: number;
}

export interface BuildChanges {
  readonly builtAt: string;
  readonly dataVersion: string;
  /** The version before; null for a first build, which was compared with nothing. */
  readonly previousDataVersion: string | null;
  /** Why there is no version before, or what else is to be known, in a sentence. */
  readonly note?: string;
  /** By dataset name. */
  readonly datasets: Readonly<Record<string, DatasetChanges>>;
}

export interface DatasetChanges {
  /** How many records the dataset has with this build. */
  readonly records: number;
  readonly added: ListedIdentifiers;
  readonly changed: ListedChanges;
  readonly removed: ListedIdentifiers;
}

export interface ListedIdentifiers {
  readonly count: number;
  /** Ascending; the first ones where they are many. */
  readonly identifiers: readonly number[];
  /** How many more there are than are listed. */
  readonly notListed: number;
}

export interface ListedChanges {
  readonly count: number;
  /** In ascending order of their identifiers; the first ones where they are many. */
  readonly records: readonly ChangedRecord[];
  readonly notListed: number;
}

export interface ChangedRecord {
  readonly identifier: number;
  /** The fields whose values are others. */
  readonly fields: readonly string[];
}

/** Of a build, so many identifiers of each kind and dataset are listed. */
export const mostListed = 200;
/** So many builds are kept. */
export const mostBuilds = 30;
/** And of these as many of the newest as fit, as JSON. */
const mostBytes = 256 * 1024;

/** A log with the changes of this build before those of earlier ones; undefined for a build that changed nothing. */
export function extendChangeLog(
  now: Pick<ChangeLog, 'dataVersion' | 'builtAt' | 'sample'>,
  before: Pick<ChangeLog, 'builds' | 'earlierBuildsLeftOut'> | undefined,
  changes: BuildChanges | undefined,
): ChangeLog {
  const earlier = before?.builds ?? [];
  const all = changes ? [changes, ...earlier] : earlier;
  const builds: BuildChanges[] = [];
  let bytes = 0;
  for (const build of all.slice(0, mostBuilds)) {
    bytes += JSON.stringify(build).length;
    if (bytes > mostBytes && builds.length > 0) break;
    builds.push(build);
  }
  const { dataVersion, builtAt, sample } = now;
  const leftOut = (before?.earlierBuildsLeftOut ?? 0) + all.length - builds.length;
  return { dataVersion, builtAt, sample, builds, earlierBuildsLeftOut: leftOut };
}

export function listIdentifiers(identifiers: readonly number[]): ListedIdentifiers {
  const listed = identifiers.toSorted((a, b) => a - b).slice(0, mostListed);
  return { count: identifiers.length, identifiers: listed, notListed: identifiers.length - listed.length };
}
