import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { manifestPath } from '../../core/storage/layout.ts';
import type { PreviousVersion } from '../../core/storage/manifest.ts';
import { StoredDataError } from '../../core/storage/store.ts';
import { OutputError } from '../publish/output-error.ts';
import { PreviousTree } from './previous-tree.ts';
import type { StagedTree } from '../publish/staged-tree.ts';

/** Where an earlier build is looked for. */
export interface PreviousOptions {
  readonly outputDirectory: string;
  /** A directory or address with the tree of an earlier build; by default the tree that stands in the output. */
  readonly previous?: string | undefined;
  /** For all that is read of an earlier build at an address; half an hour unless told. */
  readonly previousLimitInMinutes?: number | undefined;
}

/**
 * The earlier build; undefined when there is none. A damaged one in the output is replaced, with a warning. Throws OutputError
 * when the publisher named one that is unreadable.
 */
export async function openPrevious(options: PreviousOptions, warnings: string[]): Promise<PreviousTree | undefined> {
  const { previous, outputDirectory } = options;
  if (previous === undefined && !existsSync(join(outputDirectory, manifestPath))) return undefined;
  try {
    return await PreviousTree.open(previous ?? outputDirectory, options.previousLimitInMinutes);
  } catch (error) {
    if (!(error instanceof StoredDataError)) throw error;
    if (previous !== undefined) throw unreadable(previous, error);
    warnings.push(
      `The earlier build in ${outputDirectory} cannot be read: ${error.message}. It is replaced, and its versions are not kept.`,
    );
    return undefined;
  }
}

/** A reader who began with an earlier version finds its files through this many builds. */
const versionsCarried = 2;

/**
 * Keeps earlier versions in the tree and returns them. A damaged one is left out, with a warning. Throws OutputError when it
 * belongs to a tree that the publisher named.
 */
export async function carryForward(
  previous: PreviousTree,
  dataVersion: string,
  tree: StagedTree,
  options: PreviousOptions,
  warnings: string[],
): Promise<PreviousVersion[]> {
  const carried: PreviousVersion[] = [];
  for (const version of previous.versions) {
    if (version.dataVersion === dataVersion || carried.length === versionsCarried) continue;
    try {
      await previous.carryInto(tree, version);
      carried.push({ dataVersion: version.dataVersion, inventory: version.inventory });
    } catch (error) {
      if (!(error instanceof StoredDataError)) throw error;
      if (options.previous !== undefined) throw unreadable(options.previous, error);
      warnings.push(`Version ${version.dataVersion} is not kept: ${error.message}.`);
    }
  }
  return carried;
}

function unreadable(previous: string, error: StoredDataError): OutputError {
  return new OutputError(
    `The previous tree at ${previous} cannot be read: ${error.message}. ` +
      'Name another --previous, or none: its versions are then no longer readable.',
    { cause: error },
  );
}
