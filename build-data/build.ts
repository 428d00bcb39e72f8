import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { DatasetDescription, DatasetRecord } from '../core/datasets/dataset-description.ts';
import { coastalFeatures, rawData } from '../core/datasets/datasets.ts';
import { apiRoot, feedFactsDocument, manifestPath } from '../core/storage/format/layout.ts';
import { DatasetReader } from '../core/storage/snapshot/dataset-reader.ts';
import type { Manifest } from '../core/storage/snapshot/manifest.ts';
import { StoredDataError } from '../core/storage/snapshot/store.ts';
import type { VersionComparison } from './documents/change-log.ts';
import { compareVersions, reviewComparison, strictestComparison } from './documents/compare-versions.ts';
import { DictionaryBuilder } from './documents/data-dictionary.ts';
import { writeDocuments } from './documents/write-documents.ts';
import { writeExports, type WrittenExports } from './exports/write-exports.ts';
import { chooseTarget, type Target } from './hosting/choose-target.ts';
import { writeHostFiles, writeUploadList } from './hosting/host-files.ts';
import { exceededLimits, hostLimits, type HostName, measureTree } from './hosting/host-limits.ts';
import { feedFactsOf, KnownTimes, mainFeeds } from './pages/feeds.ts';
import { metadataFiles } from './pages/metadata/dataset-metadata.ts';
import { hasPageTemplate, pageFolders, writePages } from './pages/write-pages.ts';
import type { Publication } from './publication.ts';
import { describeFailure, OutputError } from './write/output-error.ts';
import { stagedDirectoryOf } from './publish/output-directory.ts';
import { beginTree, requireOutput } from './publish/staged-tree.ts';
import { displayLocation, type ProgressReporter, readDataset, silentProgress } from './read/read-dataset.ts';
import { PhaseTimer } from './phase-timer.ts';
import { sampleCoastalFeatures, type SampleOptions, sampleRawData } from './sample/sample-inputs.ts';
import { type IssueCode, IssueLog, type ReportIssue } from './validate/issues.ts';
import { chunkSizesFor } from './write/chunking.ts';
import { precompressFolder } from './write/precompress.ts';
import {
  carryForward,
  measureChanges,
  openPrevious,
  type PreviousOptions,
  readManifestSummary,
  storeInDirectory,
} from './write/previous-build.ts';
import { type RecordTable, RecordTableBuilder, type RecordVisitor, type TableVisitors } from './write/record-table.ts';
import { writeHashed } from './write/tree-sink.ts';
import { countStaticFiles, writeDatasets, writeManifest, writeStaticFiles } from './write/write-datasets.ts';

/** The records of a build: a publisher's two files or URLs, generated sample data, or tables in memory. */
export type BuildInputs =
  | { readonly kind: 'files'; readonly coastalFeatures: string; readonly rawData: string }
  | { readonly kind: 'sample'; readonly options: SampleOptions }
  | { readonly kind: 'tables'; readonly tables: readonly RecordTable[]; readonly sample: boolean };

/** Percent of the records of a dataset that a build may remove without an explicit option. */
export const defaultMaxRemovedPercent = 10;

export interface BuildOptions extends PreviousOptions {
  readonly inputs: BuildInputs;
  /** Keeps the new version next to the output instead of publishing it. */
  readonly isStaged?: boolean;
  /** Undefined: `static` if its files fit the limits of hosts, otherwise `compute`. */
  readonly target?: Target | undefined;
  /** Whether `static` may exceed the number of files that hosts allow. */
  readonly allowsManyFiles?: boolean;
  /** A host whose limits the tree must not exceed. */
  readonly host?: HostName | undefined;
  /** The URL of the site's root, ending in a slash, for feeds, metadata and documentation pages. */
  readonly siteUrl: string;
  /** The built explorer, copied into the tree; undefined leaves it out. */
  readonly explorerDirectory?: string | undefined;
  /** The sources of `frame-ancestors` for the page that other sites embed; undefined allows any site. */
  readonly embedOrigins?: readonly string[] | undefined;
  /** Whether complete datasets are also written for download, in several formats. Default: true. */
  readonly exports?: boolean;
  /** What the publisher states about the data. */
  readonly publication?: Publication;
  /** 0 to 100; 100 also permits datasets without records. `defaultMaxRemovedPercent` by default. */
  readonly maxRemovedPercent?: number | undefined;
  /** Kinds of warnings for which the build is refused, as it is for faults. */
  readonly failOnWarnings?: ReadonlySet<IssueCode> | undefined;
}

/** What a build needs from its environment, apart from reading its inputs. */
export interface BuildEffects {
  /** Called once per build, so that all its files have the same build time. */
  readonly now: () => Date;
  readonly progress: ProgressReporter;
  readonly phases: PhaseTimer;
}

export type BuildResult = BuildRefusal | BuiltSite;

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

interface BuiltSite {
  readonly kind: 'built';
  readonly issues: IssueLog;
  readonly manifest: Manifest;
  readonly site: WrittenSite;
  readonly comparison: VersionComparison;
}

export interface WrittenSite {
  readonly manifest: Manifest;
  /** The number of data files, and their total size. */
  readonly files: number;
  readonly bytes: number;
  /** The same for all files of the tree, including the explorer, earlier versions and compressed copies. */
  readonly filesInTree: number;
  readonly bytesInTree: number;
  /**
   * The number and total size of data files that are new or changed since the previous tree. A deployment also sends
   * compressed copies, the explorer and the documents.
   */
  readonly changedFiles: number;
  readonly changedBytes: number;
  /** The same for everything that a deployment sends: all files that are new or changed since the previous tree. */
  readonly deployFiles: number;
  readonly deployBytes: number;
  /** The files for download; undefined when the build leaves them out. */
  readonly exports: WrittenExports | undefined;
  /** Undefined when there was no earlier build. */
  readonly previousVersion: string | undefined;
  /** Why the build chose its target; undefined if the user did. */
  readonly whyThisTarget?: string | undefined;
  /** One line each: problems that did not prevent the build, such as a previous version that cannot be removed. */
  readonly warnings: readonly string[];
}

/**
 * Builds a site and publishes it in one step: reads and checks the records, writes the new version next to the output,
 * and replaces the output with it. Returns a refusal for bad input. Throws OutputError when the output cannot be
 * written; the published version is then unchanged.
 */
export async function buildSite(options: BuildOptions, effects: Partial<BuildEffects> = {}): Promise<BuildResult> {
  const { now = () => new Date(), progress = silentProgress, phases = new PhaseTimer() } = effects;
  const { outputDirectory, explorerDirectory, publication = {} } = options;
  const sample = options.inputs.kind === 'sample' || (options.inputs.kind === 'tables' && options.inputs.sample);
  const builtAt = now().toISOString();
  await requireOutput(outputDirectory);

  phases.start('read');
  const issues = new IssueLog();
  const tables = await readTables(options, issues, progress);
  if (issues.refused) {
    return { kind: 'refused', reason: 'faults', issues, failedWarnings: [], comparison: undefined, records: undefined };
  }

  phases.start('write');
  // Holds the lock of the output until the version is published or discarded.
  const tree = await beginTree(outputDirectory);
  try {
    const warnings: string[] = [];
    const previous = await openPrevious(options, warnings);
    const dictionaryBuilders = new Map(tables.map((table) => [table, new DictionaryBuilder(table)]));
    const recordTable = tables.find(({ dataset }) => dataset === rawData);
    const knownTimes = recordTable && new KnownTimes(recordTable);
    const listVisitors = (table: RecordTable): RecordVisitor[] =>
      [dictionaryBuilders.get(table), table === recordTable ? knownTimes : undefined].filter(
        (each) => each !== undefined,
      );
    const write = async (exportVisitors?: (table: RecordTable) => TableVisitors) => {
      const datasets = await writeDatasets(tables, tree, chunkSizesFor, (table) => {
        const { inListOrder, inSpatialOrder } = exportVisitors?.(table) ?? { inListOrder: [], inSpatialOrder: [] };
        return { inListOrder: [...inListOrder, ...listVisitors(table)], inSpatialOrder };
      });
      phases.start('exports');
      return datasets;
    };
    const exportOptions = {
      sample,
      publication,
      limits: options.host && hostLimits[options.host],
      // Nothing is reused from an earlier build at a URL.
      previousDirectory: options.previous ?? outputDirectory,
    };
    const { visited: written, exports } =
      options.exports === false
        ? { visited: await write(), exports: undefined }
        : await writeExports(tree, exportOptions, write);
    const { dataVersion } = written;

    phases.start('compare');
    const carried = previous ? await carryForward(previous, dataVersion, tree, options, warnings) : [];
    const comparison = await compareVersions(tables, {
      dataVersion,
      sample,
      previous: previous?.manifest,
      isPreviousUnreadable: previous === undefined && existsSync(join(outputDirectory, manifestPath)),
      unreadableSummary: previous === undefined ? readManifestSummary(outputDirectory) : undefined,
      store: storeInDirectory(tree.directory),
    });
    const replaced = await compareWithReplaced(tables, dataVersion, sample, previous?.manifest, options);
    const review = reviewVersions(tables, replaced ? [comparison, replaced] : [comparison], options, issues);
    if (review.kind === 'refused') {
      // The next build removes whatever this one fails to remove.
      await tree.discard().catch(() => undefined);
      return review;
    }

    phases.start('write');
    // Only the data: `chooseTarget` allows for downloads and all other files.
    const directories = [
      dirname(tree.targetOf(manifestPath)),
      ...(explorerDirectory === undefined ? [] : [explorerDirectory]),
    ];
    const { target, why } = await chooseTarget({
      target: options.target,
      allowsManyFiles: options.allowsManyFiles ?? false,
      host: options.host,
      staticFiles: tables.reduce((sum, table) => sum + countStaticFiles(table), written.pointFiles.size),
      inFullestFolder: Math.max(0, ...tables.map(({ size }) => size)),
      directories,
    });
    if (target === 'compute' && options.target === undefined && previous?.manifest.target === 'static') {
      warnings.push(
        'the previous version has a file for each record, and this one has none: a host that only serves files no ' +
          'longer answers the API. To keep the files, build with --target static --allow-many-files.',
      );
    }
    if (target === 'static') {
      for (const [path, bytes] of written.pointFiles) await tree.write(path, bytes);
      for (const table of tables) await writeStaticFiles(table, tree);
    }

    phases.start('documents');
    const facts = { ...options, target, sample, builtAt, publication, exports: exports?.files ?? [], dataVersion };
    const dictionaries = [...dictionaryBuilders.values()].map((builder) => builder.finish(facts));
    const documentFacts = {
      ...facts,
      feeds: mainFeeds,
      metadata: metadataFiles,
      hasPages: hasPageTemplate(explorerDirectory),
      earlier: previous,
      comparison,
    };
    const { documents, changeLog, openApi } = await writeDocuments(tables, tree, documentFacts, dictionaries);
    const modifiedAt = changeLog.builds[0]?.builtAt ?? builtAt;
    const feedFacts = feedFactsOf({ ...facts, tables, modifiedAt }, knownTimes);
    const feedFactsFile = await writeHashed(new TextEncoder().encode(JSON.stringify(feedFacts)), 'json', tree);
    await previous?.reuseCompressed(tree);
    const others = { documents: { ...documents, [feedFactsDocument]: feedFactsFile } };
    const manifest = await writeManifest(written, tree, { target, sample, builtAt, previous: carried, ...others });
    const dataPaths = new Set(tree.written.keys());

    phases.start('pages');
    if (explorerDirectory !== undefined) await tree.copyFrom(explorerDirectory);
    const pageInputs = { dictionaries, changeLog, openApi, knownTimes, files: facts.exports };
    await writePages({ ...facts, tables, modifiedAt }, tree, pageInputs);

    phases.start('compress');
    for (const [folder, existingCopies] of compressedFolders(tables)) {
      const path = join(tree.directory, folder);
      if (existsSync(path)) await precompressFolder(path, existingCopies);
    }
    await tree.keepForeignFiles();
    if (options.host !== undefined) await writeHostFiles(options.host, tree.directory, options);
    if (options.host !== undefined) await refuseBeyondLimits(options.host, tree.directory, outputDirectory);

    phases.start('publish');
    const { data, all } = await measureChanges(tree.directory, (path) => dataPaths.has(path), previous);
    warnings.push(...(await tree.publish(options.isStaged)));
    if (options.host === 's3') {
      const published = options.isStaged ? stagedDirectoryOf(outputDirectory) : outputDirectory;
      await writeUploadList(published, `${outputDirectory}.uploads.tsv`, options);
    }
    const site: WrittenSite = {
      manifest,
      ...data,
      filesInTree: all.files,
      bytesInTree: all.bytes,
      deployFiles: all.changedFiles,
      deployBytes: all.changedBytes,
      exports,
      previousVersion: previous?.manifest.dataVersion,
      whyThisTarget: why,
      warnings,
    };
    return { kind: 'built', issues, manifest, site, comparison: review.comparison };
  } catch (error) {
    const reason = describeFailure(tree.explain(error), outputDirectory);
    // The next build removes whatever this one fails to remove.
    await tree.discard().catch(() => undefined);
    throw reason;
  }
}

async function readTables(
  { inputs, maxRemovedPercent = defaultMaxRemovedPercent }: BuildOptions,
  issues: IssueLog,
  progress: ProgressReporter,
): Promise<readonly RecordTable[]> {
  if (inputs.kind === 'tables') return inputs.tables;
  if (inputs.kind === 'sample') {
    return [
      await fillTable(coastalFeatures, sampleCoastalFeatures(inputs.options)),
      await fillTable(rawData, sampleRawData(inputs.options)),
    ];
  }
  const tables: RecordTable[] = [];
  // Both are read even if the first is refused, so that one run reports every fault.
  for (const [dataset, location] of [
    [coastalFeatures, inputs.coastalFeatures],
    [rawData, inputs.rawData],
  ] as const) {
    const builder = new RecordTableBuilder(dataset);
    progress.start(dataset.name);
    await readDataset({
      dataset,
      location,
      issues,
      allowEmpty: maxRemovedPercent === 100,
      onRecord: (record) => {
        builder.add(record);
      },
      onProgress: (step) => {
        progress.update(step);
      },
    });
    progress.finish();
    if (!issues.refused) tables.push(await builder.finishAnySize());
  }
  return tables;
}

async function fillTable(dataset: DatasetDescription, records: Iterable<DatasetRecord>): Promise<RecordTable> {
  const builder = new RecordTableBuilder(dataset);
  for (const record of records) builder.add(record);
  return builder.finishAnySize();
}

/**
 * Compares with the build in the output directory, which is replaced even if `--previous` names another build. Returns
 * undefined when there is no such build, when it cannot be read, or when it has the version already compared.
 */
async function compareWithReplaced(
  tables: readonly RecordTable[],
  dataVersion: string,
  sample: boolean,
  compared: Manifest | undefined,
  { previous, outputDirectory }: BuildOptions,
): Promise<VersionComparison | undefined> {
  if (previous === undefined || !existsSync(join(outputDirectory, manifestPath))) return undefined;
  const store = storeInDirectory(outputDirectory);
  const replaced = await new DatasetReader(store).openSnapshot().catch((error: unknown) => {
    if (!(error instanceof StoredDataError)) throw error;
  });
  if (replaced === undefined || replaced.manifest.dataVersion === compared?.dataVersion) return undefined;
  const version = { dataVersion, sample, previous: replaced.manifest, isPreviousUnreadable: false, store };
  return compareVersions(tables, version);
}

/** Returns the refusal of the new version, or the comparison to report: the one in which most records are missing. */
function reviewVersions(
  tables: readonly RecordTable[],
  comparisons: readonly [VersionComparison, ...VersionComparison[]],
  { inputs, maxRemovedPercent = defaultMaxRemovedPercent, failOnWarnings }: BuildOptions,
  issues: IssueLog,
): BuildRefusal | { readonly kind: 'accepted'; readonly comparison: VersionComparison } {
  let [comparison] = comparisons;
  // Sample data is invented, so losing it does no harm.
  if (inputs.kind === 'files') {
    for (const { dataset, size } of tables) {
      const location = displayLocation(dataset === rawData ? inputs.rawData : inputs.coastalFeatures);
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
  }
  const failedWarnings = issues.foundWarningCodes.filter((code) => failOnWarnings?.has(code) === true);
  const reason = issues.refused ? 'removals' : failedWarnings.length > 0 ? 'warnings' : undefined;
  if (reason === undefined) return { kind: 'accepted', comparison };
  const records = Object.fromEntries(tables.map(({ dataset, size }) => [dataset.name, size]));
  return { kind: 'refused', reason, issues, failedWarnings, comparison, records };
}

/** The folders whose files get compressed copies, and whether existing copies are known to match their files. */
function compressedFolders(
  tables: readonly RecordTable[],
): readonly (readonly [folder: string, existingCopies: 'trusted' | 'unverified'])[] {
  return [
    // The explorer includes compressed copies, but its files may have been edited since.
    ['.', 'unverified'],
    ['assets', 'unverified'],
    ['data', 'trusted'],
    ...pageFolders.map((folder) => [folder, 'trusted'] as const),
    [apiRoot, 'trusted'],
    // Records are too small to be worth compressing.
    ...tables.flatMap(({ dataset }) =>
      ['/pages/asc', '/pages/desc'].map((part) => [`${apiRoot}/${dataset.name}${part}`, 'trusted'] as const),
    ),
  ];
}

async function refuseBeyondLimits(host: HostName, directory: string, outputDirectory: string): Promise<void> {
  const beyond = exceededLimits(host, await measureTree(directory, hostLimits[host].ignoresCompressedCopies));
  if (beyond.length === 0) return;
  throw new OutputError(
    [...beyond, `${outputDirectory} was not written. The published version is unchanged.`].join('\n'),
  );
}
