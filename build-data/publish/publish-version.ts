import { readFileSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';

import type { Manifest } from '../../core/storage/snapshot/manifest.ts';
import type { WrittenExports } from '../exports/write-exports.ts';
import { writeHostFiles, writeUploadList } from '../hosting/host-files.ts';
import { exceededLimits, hostLimits, type HostName, measureTree } from '../hosting/host-limits.ts';
import type { DescribedVersion, DescribeOptions } from '../pages/describe-version.ts';
import { OutputError } from '../write/output-error.ts';
import { filesBelow } from '../write/plain-files.ts';
import type { PreviousTree } from '../write/previous-build.ts';
import { stagedDirectoryOf } from './output-directory.ts';
import type { StagedTree } from './staged-tree.ts';

export interface PublishOptions extends Pick<DescribeOptions, 'host' | 'siteUrl' | 'embedOrigins'> {
  readonly outputDirectory: string;
  /** A directory or URL with the tree of an earlier build. Default: the tree in the output directory. */
  readonly previous?: string | undefined;
  /** Keeps the new version next to the output instead of publishing it. */
  readonly isStaged?: boolean;
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

interface PublishInput extends DescribedVersion, PublishOptions {
  readonly tree: StagedTree;
}

/**
 * Adds the files of the host and those that were added by hand to a complete version, and replaces the output with it.
 * Throws OutputError when it exceeds the limits of the host.
 */
export async function publishVersion(input: PublishInput): Promise<WrittenSite> {
  const { manifest, exports, whyThisTarget, earlier, dataPaths, tree, host, outputDirectory } = input;
  await tree.keepForeignFiles();
  if (host !== undefined) {
    await writeHostFiles(host, tree.directory, input);
    await refuseBeyondLimits(host, tree.directory, outputDirectory);
  }
  const earlierDirectory = input.previous ?? outputDirectory;
  const { data, all } = await measureChanges(tree.directory, (path) => dataPaths.has(path), earlier, earlierDirectory);
  const warnings = [...input.warnings, ...(await tree.publish(input.isStaged))];
  if (host === 's3') {
    const published = input.isStaged ? stagedDirectoryOf(outputDirectory) : outputDirectory;
    await writeUploadList(published, `${outputDirectory}.uploads.tsv`, input);
  }
  return {
    manifest,
    ...data,
    filesInTree: all.files,
    bytesInTree: all.bytes,
    deployFiles: all.changedFiles,
    deployBytes: all.changedBytes,
    exports,
    previousVersion: earlier?.manifest.dataVersion,
    whyThisTarget,
    warnings,
  };
}

async function refuseBeyondLimits(host: HostName, directory: string, outputDirectory: string): Promise<void> {
  const beyond = exceededLimits(host, await measureTree(directory, hostLimits[host].ignoresCompressedCopies));
  if (beyond.length === 0) return;
  throw new OutputError(
    [...beyond, `${outputDirectory} was not written. The published version is unchanged.`].join('\n'),
  );
}

/**
 * Counts the files and bytes of a finished tree, in total and those that differ from the previous tree: of the data
 * without compressed copies, and of everything. If the previous tree is at a URL, only files with hashed names count as unchanged.
 */
async function measureChanges(
  directory: string,
  isData: (path: string) => boolean,
  earlier: PreviousTree | undefined,
  earlierDirectory: string,
) {
  const hashedPaths = new Set(earlier?.versions.flatMap(({ files }) => files.map(({ path }) => path)));
  const data = { files: 0, bytes: 0, changedFiles: 0, changedBytes: 0 };
  const all = { ...data };
  for (const { path, file } of await filesBelow(directory)) {
    const state = statSync(file);
    const isSame =
      hashedPaths.has(path) || (earlier !== undefined && hasSameContent(file, state, join(earlierDirectory, path)));
    for (const total of isData(path) ? [data, all] : [all]) {
      total.files++;
      total.bytes += state.size;
      if (isSame) continue;
      total.changedFiles++;
      total.changedBytes += state.size;
    }
  }
  return { data, all };
}

/** Synchronous: with a file for each record, the thread pool takes ten times as long. */
function hasSameContent(file: string, { size, dev, ino }: Stats, earlier: string): boolean {
  const state = statSync(earlier, { throwIfNoEntry: false });
  if (state?.isFile() !== true || state.size !== size) return false;
  return (state.ino === ino && state.dev === dev) || readFileSync(file).equals(readFileSync(earlier));
}
