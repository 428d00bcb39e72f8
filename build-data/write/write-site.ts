import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { apiRoot, manifestPath } from '../../core/storage/layout.ts';
import { DataLibrary } from '../../core/storage/data-library.ts';
import type { Manifest } from '../../core/storage/manifest.ts';
import { StoredDataError } from '../../core/storage/store.ts';
import { compareVersions, type VersionComparison } from '../documents/compare-versions.ts';
import { writeDocuments } from '../documents/write-documents.ts';
import { writeExports, type WrittenExports } from '../exports/write-exports.ts';
import { beyondLimits, hostLimits, type HostName } from '../hosting/host-limits.ts';
import { measureTree } from '../hosting/measure-tree.ts';
import type { Publication } from '../publication.ts';
import { mainFeeds } from '../pages/feeds/feeds.ts';
import { metadataFiles } from '../pages/metadata/dataset-metadata.ts';
import { holdsPageTemplate, pageFolders, writePages } from '../pages/write-pages.ts';
import { beginTree, type StagedTree } from '../publish/staged-tree.ts';
import { describeFailure, OutputError } from '../publish/output-error.ts';
import type { PhaseTimer } from '../report/progress.ts';
import {
  carryForward,
  measureChanges,
  openPrevious,
  storeInDirectory,
  type PreviousOptions,
} from './previous-build.ts';
import { precompressFolder } from './precompress.ts';
import type { RecordTable } from './record-table.ts';
import { writeDatasets, writeManifest } from './write-datasets.ts';
import { writeStaticTwins } from './write-static-files.ts';

export interface SiteOptions extends PreviousOptions {
  /** The output is to be a link to the tree, which a new one replaces in a single step. */
  readonly asLink?: boolean;
  readonly target: 'static' | 'compute';
  /** A host whose limits the tree must keep. */
  readonly host?: HostName | undefined;
  readonly sample: boolean;
  /** The address of the site's root, ending in a slash, for feeds, metadata and pages of documentation. */
  readonly siteUrl: string;
  /** The built explorer, copied into the tree; undefined leaves it out. */
  readonly explorerDirectory?: string | undefined;
  /** Whether complete datasets are also written for download, in several formats; they are by default. */
  readonly exports?: boolean;
  /** What the publisher states about the data. */
  readonly publication?: Publication;
  /** ISO 8601, UTC. */
  readonly builtAt: string;
  /** Receives a line when the build has to wait for another one. */
  readonly onNotice?: ((notice: string) => void) | undefined;
  /**
   * Called before anything is published. If it throws, the build fails, and the output stays as it was. `comparisons` has
   * one with the previous build, and one with the build in the output if that is a different one.
   */
  readonly onCompared?: (comparisons: readonly VersionComparison[]) => void;
  readonly phases?: PhaseTimer;
}

export interface WrittenSite {
  readonly manifest: Manifest;
  /** Files of the data alone, and their bytes. */
  readonly files: number;
  readonly bytes: number;
  /** All files of the tree: also the explorer, earlier versions, compressed twins. */
  readonly filesInTree: number;
  readonly bytesInTree: number;
  /**
   * Files of the data that the previous tree does not hold in the same form, and their bytes: what a deploy has to
   * send, beside their compressed twins, the explorer and the documents.
   */
  readonly changedFiles: number;
  readonly changedBytes: number;
  /** Everything that a deploy sends: all files that are new or changed since the previous tree. */
  readonly deployFiles: number;
  readonly deployBytes: number;
  /** What stands in the tree for download; undefined when it was not wanted. */
  readonly exports: WrittenExports | undefined;
  /** Undefined when there was no earlier build. */
  readonly previousVersion: string | undefined;
  /** One line each: problems that did not prevent the build, such as a previous version that cannot be removed. */
  readonly warnings: readonly string[];
}

/** Writes the whole site and publishes it in one step. Throws OutputError; the published version is then unchanged. */
export async function writeSite(tables: readonly RecordTable[], options: SiteOptions): Promise<WrittenSite> {
  const { phases } = options;
  phases?.start('write');
  const tree = await beginTree(options.outputDirectory, options);
  try {
    const warnings: string[] = [];
    const previous = await openPrevious(options, warnings);
    const written = await writeDatasets(tables, tree);
    phases?.start('compare');
    const carried = previous ? await carryForward(previous, written.dataVersion, tree, options, warnings) : [];
    const comparison = await compareVersions(tables, {
      dataVersion: written.dataVersion,
      sample: options.sample,
      previous: previous?.manifest,
      isPreviousUnreadable: previous === undefined && existsSync(join(options.outputDirectory, manifestPath)),
      store: storeInDirectory(tree.directory),
    });
    const replaced = await compareWithReplaced(tables, written.dataVersion, previous?.manifest, options);
    options.onCompared?.(replaced === undefined ? [comparison] : [comparison, replaced]);
    phases?.start('write');
    if (options.target === 'static') for (const table of tables) await writeStaticTwins(table, tree);
    tree.requireLock();
    phases?.start('exports');
    const exports = options.exports === false ? undefined : await exportDatasets(tables, tree, options);
    const facts = {
      ...options,
      publication: options.publication ?? {},
      exports: exports?.files ?? [],
      dataVersion: written.dataVersion,
    };
    phases?.start('documents');
    const documented = await writeDocuments(tables, tree, {
      ...facts,
      feeds: mainFeeds,
      metadata: metadataFiles,
      hasPages: holdsPageTemplate(options.explorerDirectory),
      earlier: previous,
      comparison,
    });
    tree.requireLock();
    await previous?.reuseCompressed(tree);
    const manifest = await writeManifest(written, tree, { ...options, ...documented, previous: carried });
    const dataPaths = new Set(tree.written.keys());
    phases?.start('pages');
    if (options.explorerDirectory !== undefined) await tree.copyFrom(options.explorerDirectory);
    const { builds } = documented.changeLog;
    const modifiedAt = builds[0]?.builtAt ?? options.builtAt;
    await writePages({ ...facts, tables, modifiedAt }, tree, { ...documented, files: facts.exports });
    phases?.start('compress');
    // The explorer comes with twins of its own, but someone may have changed a file of it by hand since.
    for (const [name, existingTwins] of [
      ['.', 'unverified'],
      ['assets', 'unverified'],
      ['data', 'trusted'],
      ...pageFolders.map((folder) => [folder, 'trusted'] as const),
      [apiRoot, 'trusted'],
      // Records are too small to be worth compressing.
      ...tables.flatMap(({ dataset }) =>
        ['/pages/asc', '/pages/desc'].map((part) => [`${apiRoot}/${dataset.name}${part}`, 'trusted'] as const),
      ),
    ] as const) {
      tree.requireLock();
      const folder = join(tree.directory, name);
      if (existsSync(folder)) await precompressFolder(folder, existingTwins);
    }
    await tree.keepOthersFiles();
    if (options.host !== undefined) await refuseBeyondLimits(options.host, tree.directory, options.outputDirectory);
    phases?.start('publish');
    const { data, all } = await measureChanges(tree.directory, (path) => dataPaths.has(path), previous);
    warnings.push(...(await tree.publish()));
    return {
      manifest,
      ...data,
      filesInTree: all.files,
      bytesInTree: all.bytes,
      deployFiles: all.changedFiles,
      deployBytes: all.changedBytes,
      exports,
      previousVersion: previous?.manifest.dataVersion,
      warnings,
    };
  } catch (error) {
    const reason = describeFailure(tree.explain(error), options.outputDirectory);
    // The next build removes what this one cannot.
    await tree.discard().catch(() => undefined);
    throw reason;
  }
}

/**
 * Readers lose what the build in the output has, also when `--previous` names another build. Undefined when there is no
 * other one, or none that can be read.
 */
async function compareWithReplaced(
  tables: readonly RecordTable[],
  dataVersion: string,
  compared: Manifest | undefined,
  { previous, outputDirectory, sample }: SiteOptions,
): Promise<VersionComparison | undefined> {
  if (previous === undefined || !existsSync(join(outputDirectory, manifestPath))) return undefined;
  const store = storeInDirectory(outputDirectory);
  const replaced = await new DataLibrary(store).pin().catch((error: unknown) => {
    if (!(error instanceof StoredDataError)) throw error;
  });
  if (replaced === undefined || replaced.manifest.dataVersion === compared?.dataVersion) return undefined;
  const version = { dataVersion, sample, previous: replaced.manifest, isPreviousUnreadable: false, store };
  return compareVersions(tables, version);
}

/** Twins of the same exports in the tree before serve again, unless that is at an address. */
function exportDatasets(
  tables: readonly RecordTable[],
  tree: StagedTree,
  { host, sample, publication, previous, outputDirectory }: SiteOptions,
): Promise<WrittenExports> {
  const limits = host === undefined ? undefined : hostLimits[host];
  return writeExports(tables, tree, { sample, publication, limits, previousDirectory: previous ?? outputDirectory });
}

async function refuseBeyondLimits(host: HostName, directory: string, outputDirectory: string): Promise<void> {
  const beyond = beyondLimits(host, await measureTree(directory, hostLimits[host].ignoresTwins));
  if (beyond.length === 0) return;
  throw new OutputError(
    [...beyond, `${outputDirectory} was not written. The published version is unchanged.`].join('\n'),
  );
}
