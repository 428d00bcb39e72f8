import { countWhile } from '../../core/collections/arrays.ts';
import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { recordTexts } from '../../core/storage/format/record-shard.ts';
import { type DatasetFiles, openDataset } from '../../core/storage/reader/dataset-files.ts';
import { Snapshot } from '../../core/storage/snapshot/dataset-reader.ts';
import { DataFiles, FileCache } from '../../core/storage/snapshot/file-cache.ts';
import type { Manifest } from '../../core/storage/snapshot/manifest.ts';
import { type Store, StoredDataError } from '../../core/storage/snapshot/store.ts';
import type { ReportIssue } from '../validate/issues.ts';
import type { ManifestSummary } from '../write/previous-build.ts';
import type { RecordTable } from '../write/record-table.ts';
import {
  type ChangedRecord,
  type DatasetChanges,
  listIdentifiers,
  maxListed,
  type VersionComparison,
} from './change-log.ts';

interface ComparedVersion {
  readonly dataVersion: string;
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
  const { previous, isPreviousUnreadable, unreadableSummary, dataVersion, sample, store } = version;
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

/** Returns undefined when the records of the previous version cannot be read. */
async function compareTables(
  tables: readonly RecordTable[],
  previous: Manifest,
  store: Store,
): Promise<Record<string, DatasetChanges> | undefined> {
  const version = new Snapshot(previous, new DataFiles(store, new FileCache(cacheBytes)), { fresh: false });
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

/**
 * Compares the records of an earlier version with those of a table. Reads the shards one at a time, so that only an
 * index of identifiers is kept in memory. Throws StoredDataError.
 */
async function compareRecords(earlier: DatasetFiles, table: RecordTable): Promise<DatasetChanges> {
  const { dataset } = table;
  const index = new IdentifierIndex(table);
  const isKept = new Uint8Array(table.size);
  const removed: number[] = [];
  const changedIdentifiers: number[] = [];
  const { shards } = await earlier.listTable();
  for (const shard of shards) {
    for (const text of recordTexts(await earlier.recordShard(shard))) {
      const identifier = identifierIn(text, dataset);
      const found = index.find(identifier);
      if (found === undefined) {
        removed.push(identifier);
        continue;
      }
      isKept[found] = 1;
      if (table.text(found) !== text) changedIdentifiers.push(identifier);
    }
  }
  const added = Array.from(isKept.keys()).filter((row) => isKept[row] === 0);
  const listed = listIdentifiers(changedIdentifiers);
  return {
    records: table.size,
    added: listIdentifiers(added.map((row) => table.identifier(row))),
    changed: {
      count: listed.count,
      records: await describeChanges(earlier, table, index, listed.identifiers),
      notListed: listed.notListed,
    },
    removed: listIdentifiers(removed),
  };
}

/** Finds which fields have changed in the listed records, which are few, by reading the shards again. */
async function describeChanges(
  earlier: DatasetFiles,
  table: RecordTable,
  index: IdentifierIndex,
  identifiers: readonly number[],
): Promise<ChangedRecord[]> {
  const wanted = new Set(identifiers.slice(0, maxListed));
  const found: ChangedRecord[] = [];
  for (const shard of wanted.size > 0 ? (await earlier.listTable()).shards : []) {
    for (const text of recordTexts(await earlier.recordShard(shard))) {
      const identifier = identifierIn(text, table.dataset);
      const row = wanted.has(identifier) ? index.find(identifier) : undefined;
      if (row === undefined) continue;
      found.push({ identifier, fields: changedFields(table.dataset, text, table.text(row)) });
    }
  }
  return found.sort((a, b) => a.identifier - b.identifier);
}

function changedFields({ fields }: DatasetDescription, before: string, now: string): string[] {
  const [old, record] = [JSON.parse(before) as DatasetRecord, JSON.parse(now) as DatasetRecord];
  // JSON writes -0 as 0, so numbers that are written alike are equal.
  return fields.map(({ name }) => name).filter((name) => old[name] !== record[name]);
}

/** Reads the identifier. It is usually the first key, and the text is then not parsed. */
function identifierIn(text: string, { identifierField }: DatasetDescription): number {
  const start = `{"${identifierField}":`;
  const digits = text.startsWith(start) ? /^\d+/.exec(text.slice(start.length, start.length + 20))?.[0] : undefined;
  return Number(digits ?? (JSON.parse(text) as DatasetRecord)[identifierField]);
}

/**
 * Finds the row of a record in the table by a binary search for its identifier. A map of a million identifiers would
 * take ten times the memory.
 */
class IdentifierIndex {
  readonly #order: Uint32Array;
  readonly #table: RecordTable;

  constructor(table: RecordTable) {
    this.#table = table;
    this.#order = table.byIdentifier;
  }

  find(identifier: number): number | undefined {
    const isSmaller = (rank: number): boolean => this.#table.identifier(this.#order[rank] ?? 0) < identifier;
    const row = this.#order[countWhile(this.#order.length, isSmaller)];
    return row !== undefined && this.#table.identifier(row) === identifier ? row : undefined;
  }
}

interface ReviewedDataset {
  readonly name: string;
  /** Records of the new version. */
  readonly records: number;
  readonly report: ReportIssue;
}

/**
 * Returns the comparison in which the largest share of a dataset's previous records is missing; the first if several
 * are equal.
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
