import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { cp, mkdir, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

import type { TreeSink } from './tree-sink.ts';

/** Followed by the number of the process that builds. */
const buildingSuffix = 'building-';

/** Above this a write is worth leaving to the thread pool; below, the call itself costs more. */
const smallFileBytes = 16 * 1024;

/**
 * A tree written beside the place where it is to stand, which it takes in one step when it is complete: until then
 * an existing tree stays as it is, whatever happens.
 */
export class StagedTree implements TreeSink {
  readonly directory: string;
  readonly #outputDirectory: string;
  readonly #written = new Map<string, number>();
  readonly #directories = new Set<string>();

  private constructor(outputDirectory: string, directory: string) {
    this.#outputDirectory = outputDirectory;
    this.directory = directory;
  }

  /** Takes up where a build was interrupted in the middle of its last step, then begins beside the output. */
  static async begin(outputDirectory: string): Promise<StagedTree> {
    await restoreInterrupted(resolve(outputDirectory));
    const output = await followLinks(resolve(outputDirectory));
    await removeAbandoned(output);
    const directory = siblingOf(output, `${buildingSuffix}${process.pid}`);
    await mkdir(directory, { recursive: true });
    return new StagedTree(output, directory);
  }

  /** Files written so far, with their lengths in bytes. */
  get written(): ReadonlyMap<string, number> {
    return this.#written;
  }

  async write(path: string, bytes: Uint8Array): Promise<void> {
    if (this.#written.has(path)) {
      if (path.startsWith('data/') && this.#written.get(path) === bytes.length) return;
      throw new Error(`two producers of ${path}`);
    }
    this.#written.set(path, bytes.length);
    const target = join(this.directory, path);
    this.#makeDirectory(dirname(target));
    if (bytes.length < smallFileBytes) writeFileSync(target, bytes);
    else await writeFile(target, bytes);
  }

  /** Copies a file or folder from elsewhere to a path of the tree. */
  async copyFrom(source: string, path: string): Promise<void> {
    const target = join(this.directory, path);
    this.#makeDirectory(dirname(target));
    await cp(source, target, { recursive: true });
  }

  /**
   * Takes over what somebody has put into the tree that stands, beside what builds write: a CNAME, say. Their own data
   * and answers belong to the builds.
   */
  async keepOthersFiles(): Promise<void> {
    if (!existsSync(this.#outputDirectory)) return;
    for (const name of await readdir(this.#outputDirectory)) {
      // A compressed twin goes with its file.
      const file = name.replace(/\.(?:br|gz)$/, '');
      if (file === 'data' || file === 'webapi' || existsSync(join(this.directory, file))) continue;
      await cp(join(this.#outputDirectory, name), join(this.directory, name), { recursive: true });
    }
  }

  /** Puts the tree in its place. The tree that stood there is moved aside, then removed; on failure it is put back. */
  async publish(): Promise<void> {
    const replaced = siblingOf(this.#outputDirectory, 'replaced');
    await rm(replaced, { recursive: true, force: true });
    const isReplacing = existsSync(this.#outputDirectory);
    if (isReplacing) await rename(this.#outputDirectory, replaced);
    try {
      await rename(this.directory, this.#outputDirectory);
    } catch (error) {
      if (isReplacing) await restoreInterrupted(this.#outputDirectory);
      throw error;
    }
    await rm(replaced, { recursive: true, force: true });
  }

  /** Removes what has been written; the tree that stands is not touched. */
  async discard(): Promise<void> {
    await rm(this.directory, { recursive: true, force: true });
  }

  #makeDirectory(directory: string): void {
    if (this.#directories.has(directory)) return;
    mkdirSync(directory, { recursive: true });
    this.#directories.add(directory);
  }
}

/**
 * The last step of a build is two renames. If it was stopped between them, the tree that stood is still there under
 * its other name, and is put back.
 */
export async function restoreInterrupted(outputDirectory: string): Promise<void> {
  const output = resolve(outputDirectory);
  const replaced = siblingOf(output, 'replaced');
  if (!existsSync(output) && existsSync(replaced)) await rename(replaced, output);
}

/** Where a link leads is written, and the link stays. */
async function followLinks(output: string): Promise<string> {
  return existsSync(output) ? realpath(output) : output;
}

/** Removes what builds that were killed have left behind; one that still runs keeps its own. */
async function removeAbandoned(output: string): Promise<void> {
  const start = basename(siblingOf(output, buildingSuffix));
  const names = await readdir(dirname(output)).catch(() => []);
  for (const name of names) {
    const owner = name.startsWith(start) ? Number(name.slice(start.length)) : Number.NaN;
    if (Number.isInteger(owner) && !isRunning(owner)) {
      await rm(join(dirname(output), name), { recursive: true, force: true });
    }
  }
}

/** Whether another process of this number runs. Our own number, met anew, was another's. */
function isRunning(processIdentifier: number): boolean {
  if (processIdentifier === process.pid) return false;
  try {
    process.kill(processIdentifier, 0); // asks only
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function siblingOf(output: string, suffix: string): string {
  return join(dirname(output), `.${basename(output)}.${suffix}`);
}
