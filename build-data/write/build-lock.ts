import { link, readFile, readlink, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';

import { OutputError } from './output-error.ts';
import { readPlainFile } from './plain-files.ts';

/** Those that this process holds, by path. */
const held = new Set<string>();
const attempts = 20;
const pauseInMilliseconds = 50;
/** How often a build shows that it goes on, and after how long without that one elsewhere counts as ended. */
const signInMilliseconds = 15_000;
const longestSilenceInMilliseconds = 120_000;

/** A file that says which process is building into a place, so that no other one does meanwhile. */
export class BuildLock {
  readonly #path: string;
  readonly #signs: ReturnType<typeof setInterval>;

  private constructor(path: string) {
    this.#path = path;
    this.#signs = setInterval(() => {
      const now = new Date();
      utimes(path, now, now).catch(() => undefined);
    }, signInMilliseconds).unref();
  }

  /**
   * Takes the lock at a path, also that of a process which no longer runs. `outputDirectory` is for the message. Throws
   * OutputError when another build holds it.
   */
  static async take(path: string, outputDirectory: string): Promise<BuildLock> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      if (await create(path)) {
        held.add(path);
        return new BuildLock(path);
      }
      const owner = await readOwner(path);
      if (owner?.isRunning) {
        throw new OutputError(
          `${outputDirectory} is being written by another build, process ${owner.processIdentifier}${owner.where}. Wait ` +
            `until that is done, then start this one again. If there is no such build, remove ${path}.`,
        );
      }
      if (owner) await takeAway(path, owner.text);
      else await new Promise((resolve) => setTimeout(resolve, pauseInMilliseconds));
    }
    throw new OutputError(`${outputDirectory} was not written: ${path} stands in the way. Remove it, then try again.`);
  }

  async release(): Promise<void> {
    clearInterval(this.#signs);
    held.delete(this.#path);
    await rm(this.#path, { force: true });
  }
}

interface Owner {
  readonly processIdentifier: number;
  /** Where that is, for the message; '' for here. */
  readonly where: string;
  readonly isRunning: boolean;
  readonly text: string;
}

/** False when there is one already. It appears with its content: a build that is killed here leaves none, or a whole one. */
async function create(path: string): Promise<boolean> {
  const own = `${path}-${process.pid}`;
  const text = `${process.pid} ${await startOf(process.pid)} ${await ownPlace()}\n`;
  try {
    await writeFile(own, text);
    // Not every file system has links.
    await link(own, path).catch(async (error: unknown) => {
      if (codeOf(error) === 'EEXIST') throw error;
      await writeFile(path, text, { flag: 'wx' });
    });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(own, { force: true });
  }
}

/** Undefined when the lock has gone meanwhile, or is not written yet. */
async function readOwner(path: string): Promise<Owner | undefined> {
  const text = await readPlainFile(path).then(String, () => '');
  const [, number, start, place] = /^(\d+) (\S+)(?: (\S+))?\n$/.exec(text) ?? [];
  if (number === undefined) return undefined;
  const processIdentifier = Number(number);
  if (place !== undefined && place !== (await ownPlace())) {
    // In another container or on another machine numbers mean other processes: only its signs tell whether it goes on.
    const silence = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => Infinity,
    );
    const where = ' in another container or on another machine';
    return { processIdentifier, where, isRunning: silence < longestSilenceInMilliseconds, text };
  }
  const isOurs = processIdentifier === process.pid;
  // After a restart numbers begin anew: another process may have the one that is written.
  const isSame = isOurs ? held.has(path) : isRunning(processIdentifier) && start === (await startOf(processIdentifier));
  return { processIdentifier, where: '', isRunning: isSame, text };
}

/** Removes the lock of a process that no longer runs, unless another build has just done so and taken it. */
async function takeAway(path: string, text: string): Promise<void> {
  const aside = `${path}-${process.pid}`;
  try {
    await rename(path, aside);
    if ((await readFile(aside, 'utf8')) !== text) await link(aside, path);
  } catch {
    // It is gone, or taken: the next attempt sees.
  }
  await rm(aside, { force: true });
}

/** Whether another process of this number runs. Our own number, met anew, was another's. */
export function isRunning(processIdentifier: number): boolean {
  if (processIdentifier === process.pid) return false;
  try {
    process.kill(processIdentifier, 0); // asks only
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** What tells apart in whose numbers processes are counted: the machine and, where there are such, the container. */
async function ownPlace(): Promise<string> {
  const start = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  const numbers = await readlink('/proc/self/ns/pid').catch(() => '');
  return [hostname(), start.trim(), numbers].join('/').replaceAll(/\s/g, '_');
}

/** When a process began, where the system tells: with the number it names one process for good. */
async function startOf(processIdentifier: number): Promise<string> {
  const text = await readFile(`/proc/${processIdentifier}/stat`, 'utf8').catch(() => '');
  // The second field, in parentheses, may hold anything; the start is the twenty-second.
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? 'unknown';
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
