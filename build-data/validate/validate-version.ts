import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { manifestPath } from '../../core/storage/format/layout.ts';
import { formatCount } from '../format-text.ts';
import { DatasetReader } from '../../core/storage/snapshot/dataset-reader.ts';
import { StoredDataError } from '../../core/storage/snapshot/store.ts';
import {
  type PreviousOptions,
  type PreviousTree,
  readManifestSummary,
  storeInDirectory,
} from '../write/previous-build.ts';
import type { RecordTable } from '../write/record-table.ts';
import type { TreeOnDisk } from '../write/tree-sink.ts';
import type { WrittenDatasets } from '../write/write-datasets.ts';
import { compareVersions, type VersionComparison } from './compare-versions.ts';
import type { IssueCode, IssueLog, ReportIssue } from './issues.ts';

/** Percent of the records of a dataset that a build may remove without an explicit option. */
export const defaultMaxRemovedPercent = 10;

export interface ValidationOptions extends PreviousOptions {
  /** 0 to 100; 100 also permits datasets without records. `defaultMaxRemovedPercent` by default. */
  readonly maxRemovedPercent?: number | undefined;
  /** Kinds of warnings for which the build is refused, as it is for faults. */
  readonly failOnWarnings?: ReadonlySet<IssueCode> | undefined;
}

/** The records of a new version, each of which is valid, and the issues of their inputs. */
export interface ReadRecords {
  readonly tables: readonly RecordTable[];
  readonly sample: boolean;
  /** If it contains faults, the tables are incomplete. */
  readonly issues: IssueLog;
  /** The input of each dataset as issues name it, by dataset name; empty if the records are not a publisher's. */
  readonly locations: Readonly<Record<string, string>>;
  readonly mappings: readonly AppliedMapping[];
}

/** What the mapping of an input changed. */
export interface AppliedMapping {
  readonly dataset: string;
  readonly mapping: string;
  /** By description of a rule: how many values it gave or changed, or how many rows it skipped. */
  readonly counts: ReadonlyMap<string, number>;
}

/** A version that may be published. */
interface ValidVersion {
  readonly kind: 'valid';
  readonly comparison: VersionComparison;
  /** The comparison to report: the one in which most records are missing. */
  readonly strictestComparison: VersionComparison;
}

/** The new version was refused, and nothing was changed. */
export interface BuildRefusal {
  readonly kind: 'refused';
  readonly reason: 'faults' | 'removals' | 'warnings';
  readonly issues: IssueLog;
  /** The warnings of `failOnWarnings` that occurred. */
  readonly failedWarnings: readonly IssueCode[];
  /** Undefined when the input was refused before it could be compared. */
  readonly comparison: VersionComparison | undefined;
  /** Records read, by dataset name; undefined when the input was refused. */
  readonly records: Readonly<Record<string, number>> | undefined;
}

interface ValidationInput extends ReadRecords, ValidationOptions {
  readonly dataVersion: string;
  readonly datasets: WrittenDatasets;
  /** The earlier build; undefined if there is none, or it cannot be read. */
  readonly earlier: PreviousTree | undefined;
  /** Contains the new version, and the files of the earlier one. */
  readonly tree: TreeOnDisk;
}

/**
 * Compares a new version with the earlier build and, if `--previous` names another one, with the build that is replaced.
 * Refuses the version if too many records are missing, or if a warning occurred that must not.
 */
export async function validateVersion(input: ValidationInput): Promise<ValidVersion | BuildRefusal> {
  const { tables, issues, failOnWarnings, earlier, tree, outputDirectory } = input;
  const comparison = await compareVersions(tables, {
    ...input,
    previous: earlier?.manifest,
    isPreviousUnreadable: earlier === undefined && existsSync(join(outputDirectory, manifestPath)),
    unreadableSummary: earlier === undefined ? readManifestSummary(outputDirectory) : undefined,
    store: storeInDirectory(tree.directory),
  });
  const replaced = await compareWithReplaced(input);
  const strictest = reviewComparisons(replaced ? [comparison, replaced] : [comparison], input);
  const failedWarnings = issues.foundWarningCodes.filter((code) => failOnWarnings?.has(code) === true);
  const reason = issues.refused ? 'removals' : failedWarnings.length > 0 ? 'warnings' : undefined;
  if (reason === undefined) return { kind: 'valid', comparison, strictestComparison: strictest };
  const records = Object.fromEntries(tables.map(({ dataset, size }) => [dataset.name, size]));
  return { kind: 'refused', reason, issues, failedWarnings, comparison: strictest, records };
}

/**
 * Compares with the build in the output directory, which is replaced even if `--previous` names another build. Returns
 * undefined when there is no such build, when it cannot be read, or when it has the version already compared.
 */
async function compareWithReplaced(input: ValidationInput): Promise<VersionComparison | undefined> {
  const { tables, earlier, previous, outputDirectory } = input;
  if (previous === undefined || !existsSync(join(outputDirectory, manifestPath))) return undefined;
  const store = storeInDirectory(outputDirectory);
  const replaced = await new DatasetReader(store, { acceptsEarlierReleases: true })
    .openSnapshot()
    .catch((error: unknown) => {
      if (!(error instanceof StoredDataError)) throw error;
    });
  if (replaced === undefined || replaced.manifest.dataVersion === earlier?.manifest.dataVersion) return undefined;
  return compareVersions(tables, { ...input, previous: replaced.manifest, isPreviousUnreadable: false, store });
}

/** Reports what the comparisons say about each dataset. Returns the one in which most records are missing. */
function reviewComparisons(
  comparisons: readonly [VersionComparison, ...VersionComparison[]],
  { tables, locations, issues, maxRemovedPercent = defaultMaxRemovedPercent }: ValidationInput,
): VersionComparison {
  let [comparison] = comparisons;
  for (const { dataset, size } of tables) {
    const location = locations[dataset.name];
    // Sample data is invented, so losing it does no harm.
    if (location === undefined) continue;
    const reviewed = {
      name: dataset.name,
      records: size,
      report: ((code, details) => {
        issues.add(code, dataset.name, location, details);
      }) satisfies ReportIssue,
    };
    const strictest = strictestComparison(comparisons, reviewed);
    if (strictest !== comparisons[0]) comparison = strictest;
    reviewComparison(strictest, reviewed, maxRemovedPercent);
  }
  return comparison;
}

interface ReviewedDataset {
  readonly name: string;
  readonly records: number;
  readonly report: ReportIssue;
}

/**
 * Returns the comparison in which the largest share of a dataset's previous records is missing; the first if several
 * are equal.
 */
function strictestComparison(
  comparisons: readonly [VersionComparison, ...VersionComparison[]],
  { name, records }: Pick<ReviewedDataset, 'name' | 'records'>,
): VersionComparison {
  const removedShare = (comparison: VersionComparison): number => {
    const before = comparison.previousRecords[name];
    return before === undefined || before === 0 ? 0 : removedCount(comparison, name, records, before) / before;
  };
  return comparisons.reduce((one, other) => (removedShare(other) > removedShare(one) ? other : one));
}

/** The number of removed records. If the previous identifiers are unknown, this is a lower bound from the counts. */
function removedCount(comparison: VersionComparison, name: string, records: number, before: number): number {
  return comparison.datasets?.[name]?.removed.count ?? Math.max(0, before - records);
}

/**
 * Reports what a comparison says about the completeness of a dataset: which previous records are missing, and whether
 * they are more than `maxRemovedPercent` of the previous records.
 */
export function reviewComparison(
  comparison: VersionComparison,
  { name, records, report }: ReviewedDataset,
  maxRemovedPercent: number,
): void {
  const before = comparison.previousRecords[name];
  if (comparison.outcome === 'unreadable') {
    const explanation =
      before === undefined
        ? undefined
        : `it has ${formatCount(before)} records, this build has ${formatCount(records)}`;
    report('previousUnreadable', explanation === undefined ? {} : { explanation });
  }
  if (before === undefined) return;
  const removed = comparison.datasets?.[name]?.removed;
  const count = removedCount(comparison, name, records, before);
  if (removed) {
    for (const identifier of removed.identifiers) report('recordsRemoved', { identifier });
    for (let rest = removed.notListed; rest > 0; rest--) report('recordsRemoved');
  }
  if (count * 100 <= maxRemovedPercent * before) return;
  const percent = (count * 100) / before;
  const limit = `--max-removed ${maxRemovedPercent} allows ${formatCount(Math.floor((maxRemovedPercent * before) / 100))}`;
  report('tooManyRemoved', {
    explanation:
      `${removed === undefined ? 'at least ' : ''}${formatCount(count)} of ${formatCount(before)} records ` +
      `(${formatPercent(percent)}) are missing from the ${formatCount(records)} of this build; ${limit}, ` +
      `--max-removed ${Math.ceil(percent)} would allow them`,
  });
}

const formatPercent = (percent: number): string => (percent < 0.05 ? 'less than 0.1 %' : `${percent.toFixed(1)} %`);
