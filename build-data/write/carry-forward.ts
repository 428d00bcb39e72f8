import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { manifestPath } from '../../core/storage/layout.ts';
import type { PreviousVersion } from '../../core/storage/manifest.ts';
import { StoredDataError } from '../../core/storage/store.ts';
import { OutputError } from './output-error.ts';
import { PreviousTree } from './previous-tree.ts';
import type { StagedTree } from './staged-tree.ts';

/** Where an earlier build is looked for. */
export interface PreviousOptions {
  readonly outputDirectory: string;
  /** A directory or address with the tree of an earlier build; by default the tree that stands in the output. */
  readonly previous?: string | undefined;
  /** For all that is read of an earlier build at an address; half an hour unless told. */
  readonly previousLimitInMinutes?: number | undefined;
}

/** The earlier build; undefined when there is none. Throws OutputError when the publisher named one that is unreadable. */
export async function openPrevious(options: PreviousOptions): Promise<PreviousTree | undefined> {
  const { previous, outputDirectory } = options;
  if (previous === undefined && !existsSync(join(outputDirectory, manifestPath))) return undefined;
  try {
    return await PreviousTree.open(previous ?? outputDirectory, options.previousLimitInMinutes);
  } catch (error) {
    if (!(error instanceof StoredDataError)) throw error;
    if (previous === undefined) return undefined; // A damaged tree in the output's place is what a new build mends.
    throw unreadable(previous, error);
  }
}

/** A reader who began with an earlier version finds its files through this many builds. */
const versionsCarried = 2;

/**
 * Brings earlier versions into the tree and tells which. One that is damaged where it stands is left out: what it
 * would serve is no answer. Throws OutputError when it belongs to a tree that the publisher named.
 */
export async function carryForward(
  previous: PreviousTree,
  dataVersion: string,
  tree: StagedTree,
  options: PreviousOptions,
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
