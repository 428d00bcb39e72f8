import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { manifestPath } from '../../core/storage/layout.ts';
import { manifestFormat } from '../../core/storage/manifest.ts';
import { OutputError } from './output-error.ts';
import { describeFailure } from './output-failure.ts';
import { readPlainFile, requireNoSpecialFile, requireNoSpecialFiles } from './plain-files.ts';
import { StagedTree } from './staged-tree.ts';

/** Begins a tree for an output, if what stands there is a build or nothing. Throws OutputError; all is then as it was. */
export async function beginTree(outputDirectory: string, asLink = false): Promise<StagedTree> {
  try {
    const tree = await StagedTree.begin(outputDirectory, asLink);
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

/** What stands in the output's place is replaced whole, so it must be a tree of ours, or empty. */
async function refuseForeignDirectory(outputDirectory: string): Promise<void> {
  if (!existsSync(outputDirectory)) return;
  const entries = await readdir(outputDirectory).catch(() => ['(not a directory)']);
  if (entries.length === 0) return;
  await requireNoSpecialFile(join(outputDirectory, manifestPath));
  if (await holdsTreeOfOurs(outputDirectory)) return requireNoSpecialFiles(outputDirectory);
  throw new OutputError(
    `${outputDirectory} exists and holds no earlier build (no ${manifestPath}). ` +
      'It would be replaced whole: choose another --out, or empty it yourself.',
  );
}

/** Looks for the format's name alone: a manifest of ours that is damaged otherwise is what a new build mends. */
async function holdsTreeOfOurs(directory: string): Promise<boolean> {
  const bytes = await readPlainFile(join(directory, manifestPath)).catch(() => Buffer.alloc(0));
  return bytes.includes(JSON.stringify(manifestFormat));
}
