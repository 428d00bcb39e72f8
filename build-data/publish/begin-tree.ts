import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { contentHashInName } from '../../core/site/file-headers.ts';
import { manifestPath } from '../../core/storage/layout.ts';
import { manifestFormat } from '../../core/storage/manifest.ts';
import { readPlainFile, requireNoSpecialFile, requireNoSpecialFiles } from '../write/plain-files.ts';
import { OutputDirectory } from './output-directory.ts';
import { LockError, OutputError } from './output-error.ts';
import { codeOf, describeFailure } from './output-failure.ts';
import { StagedTree } from './staged-tree.ts';

export interface BeginOptions {
  /** Makes the output a link to the tree. */
  readonly asLink?: boolean;
  /** Receives a line when the build has to wait for another one. */
  readonly onNotice?: ((notice: string) => void) | undefined;
}

/** Checks before any work whether an output can be created or replaced. Throws OutputError. */
export async function requireOutput(outputDirectory: string, asLink = false): Promise<void> {
  await OutputDirectory.check(outputDirectory, asLink).catch((error: unknown) => {
    throw describeFailure(error, outputDirectory);
  });
}

/** Completes what a killed build left, unless another build runs, which does that itself. Throws OutputError. */
export async function restorePrevious(
  outputDirectory: string,
  { asLink = false, onNotice }: BeginOptions = {},
): Promise<void> {
  await OutputDirectory.restorePrevious(outputDirectory, asLink, onNotice).catch((error: unknown) => {
    if (!(error instanceof LockError)) throw describeFailure(error, outputDirectory);
  });
}

/**
 * Begins a tree for an output that is an earlier build, is empty, or does not exist. When it throws OutputError, nothing has
 * changed.
 */
export async function beginTree(
  outputDirectory: string,
  { asLink = false, onNotice }: BeginOptions = {},
): Promise<StagedTree> {
  try {
    const tree = await StagedTree.begin(outputDirectory, asLink, onNotice);
    try {
      await refuseForeignDirectory(outputDirectory);
      return tree;
    } catch (error) {
      await tree.discard();
      throw error;
    }
  } catch (error) {
    throw describeFailure(error, outputDirectory);
  }
}

/** The whole output is replaced, so it must be one of our trees, or empty. */
async function refuseForeignDirectory(outputDirectory: string): Promise<void> {
  const entries = await readdir(outputDirectory).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
    return [];
  });
  if (entries.length === 0) return;
  await requireNoSpecialFile(join(outputDirectory, manifestPath));
  if (await isOwnTree(outputDirectory)) return requireNoSpecialFiles(outputDirectory);
  const manifest = join(outputDirectory, manifestPath);
  const reason = existsSync(manifest) ? `${manifestPath} is not a manifest, or is damaged` : `no ${manifestPath}`;
  throw new OutputError(
    `${outputDirectory} exists and holds no earlier build (${reason}). ` +
      'The build would replace all of it: choose another --out, or empty it yourself.',
  );
}

/**
 * Checks only for the name of the format, since a new build may replace an otherwise damaged manifest. After a loss of power
 * the manifest may be empty; files with a hash in their names then show that the tree is ours.
 */
async function isOwnTree(directory: string): Promise<boolean> {
  const path = join(directory, manifestPath);
  const bytes = await readPlainFile(path).catch((error: unknown) => {
    if (['EACCES', 'EPERM', 'EIO'].includes(codeOf(error) ?? '')) throw error;
    return undefined;
  });
  if (bytes === undefined) return false;
  if (bytes.some((byte) => byte !== 0)) return bytes.includes(JSON.stringify(manifestFormat));
  const names = await readdir(dirname(path));
  return names.some((name) => contentHashInName(`data/${name}`) !== undefined && name !== basename(path));
}
