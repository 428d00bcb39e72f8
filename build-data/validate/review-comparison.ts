import type { VersionComparison } from '../documents/compare-versions.ts';
import type { Report } from './findings.ts';

export interface ReviewedDataset {
  readonly name: string;
  /** Records of the new version. */
  readonly records: number;
  readonly report: Report;
}

/**
 * Of the comparisons with several builds, the one in which most records of a dataset are missing, as a share of the records
 * before. The first of equal ones.
 */
export function strictestComparison(
  comparisons: readonly [VersionComparison, ...VersionComparison[]],
  { name, records }: Pick<ReviewedDataset, 'name' | 'records'>,
): VersionComparison {
  const removedShare = (comparison: VersionComparison): number => {
    const before = comparison.previousRecords[name] ?? 0;
    return before === 0 ? 0 : removedCount(comparison, name, records, before) / before;
  };
  return comparisons.reduce((one, other) => (removedShare(other) > removedShare(one) ? other : one));
}

/** Without the previous identifiers the numbers of records show the least that is missing. */
function removedCount(comparison: VersionComparison, name: string, records: number, before: number): number {
  return comparison.datasets?.[name]?.removed.count ?? Math.max(0, before - records);
}

/**
 * Reports what a comparison says about the completeness of a dataset: records that are missing, and whether they are
 * more than `maxRemovedPercent` of the previous ones.
 */
export function reviewComparison(
  comparison: VersionComparison,
  { name, records, report }: ReviewedDataset,
  maxRemovedPercent: number,
): void {
  const before = comparison.previousRecords[name];
  if (comparison.outcome === 'unreadable') {
    const explanation =
      before === undefined ? undefined : `it has ${formatCount(before)} records, this one ${formatCount(records)}`;
    report('previousUnreadable', explanation === undefined ? {} : { explanation });
  }
  if (before === undefined) return;
  const removed = comparison.datasets?.[name]?.removed;
  const count = removedCount(comparison, name, records, before);
  for (let index = 0; index < (removed?.count ?? 0); index++) {
    const identifier = removed?.identifiers[index];
    report('recordsRemoved', identifier === undefined ? {} : { identifier });
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

const formatCount = (count: number): string => count.toLocaleString('en');
const formatPercent = (percent: number): string => (percent < 0.05 ? 'less than 0.1 %' : `${percent.toFixed(1)} %`);
