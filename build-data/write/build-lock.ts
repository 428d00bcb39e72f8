import { randomBytes } from 'node:crypto';
import { mkdir, readFile, readdir, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { claimName, ownerOfClaim } from './lock-owner.ts';
import { OutputError } from './output-error.ts';

/** For as long a build waits while others make up their minds, before it says that the place is taken. */
const patienceInMilliseconds = 10_000;
const longestPauseInMilliseconds = 60;
/** How often a build shows that it goes on. */
const signInMilliseconds = 15_000;
/** What a claim holds once its build has the place. */
const taken = 'taken\n';

/**
 * Says which process is building into a place, so that no other one does meanwhile.
 *
 * It is a folder of claims. A build puts in a claim, a file under a name that no other claim ever has, and then looks for
 * those of others: of two builds, the one that looks later sees the claim of the other. It has the place when there is
 * none, and takes its claim back when there is. Each removes its own claim alone, and those of builds that have ended,
 * whose names never stand for anything else: nothing that is removed can be the lock of somebody else by then.
 */
export class BuildLock {
  readonly #folder: string;
  readonly #claim: string;
  readonly #outputDirectory: string;
  readonly #signs: ReturnType<typeof setInterval>;

  private constructor(folder: string, claim: string, outputDirectory: string) {
    this.#folder = folder;
    this.#claim = claim;
    this.#outputDirectory = outputDirectory;
    this.#signs = setInterval(() => {
      const now = new Date();
      utimes(claim, now, now).catch(() => undefined);
    }, signInMilliseconds).unref();
  }

  /**
   * Takes the lock whose folder is at a path, also from processes that no longer run. `outputDirectory` is for messages.
   * Throws OutputError when another build holds it.
   */
  static async take(folder: string, outputDirectory: string): Promise<BuildLock> {
    const end = performance.now() + patienceInMilliseconds;
    for (;;) {
      // Looked at before anything is put in: builds that wait stay out of the way of those that decide.
      const other = (await firstOther(folder)) ?? (await tryToTake(folder));
      if (other instanceof TakenClaim) return new BuildLock(folder, other.path, outputDirectory);
      if (other.isTaken || performance.now() > end) throw beingWritten(outputDirectory, folder, other);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * longestPauseInMilliseconds));
    }
  }

  /**
   * Throws OutputError when the lock was taken away meanwhile: by a person, or by a build on another machine that has
   * seen no sign of this one for too long.
   */
  async requireHeld(): Promise<void> {
    if ((await stat(this.#claim).catch(() => undefined)) !== undefined) return;
    throw new OutputError(
      `${this.#outputDirectory} was not replaced: another build has taken its place over, since this one gave no sign ` +
        `of going on for too long, or its lock ${this.#claim} was removed. Build again.`,
    );
  }

  async release(): Promise<void> {
    clearInterval(this.#signs);
    await withdraw(this.#folder, this.#claim);
  }
}

/** A claim of this process that stands alone. */
class TakenClaim {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }
}

/** A claim of another build that goes on. */
interface OtherClaim {
  readonly processIdentifier: number;
  /** Where that is, for the message; '' for here. */
  readonly where: string;
  /** Whether it has the place, or is about to find out. */
  readonly isTaken: boolean;
}

async function tryToTake(folder: string): Promise<TakenClaim | OtherClaim> {
  const name = await claimName(randomBytes(8).toString('hex'));
  const claim = join(folder, name);
  try {
    await createClaim(folder, claim);
    const other = await firstOther(folder, name);
    if (!other) {
      await writeFile(claim, taken, { flag: 'r+' });
      return new TakenClaim(claim);
    }
    await withdraw(folder, claim);
    return other;
  } catch (error) {
    await withdraw(folder, claim);
    throw error;
  }
}

async function createClaim(folder: string, claim: string): Promise<void> {
  for (;;) {
    await mkdir(folder).catch(ignore('EEXIST'));
    try {
      await writeFile(claim, '', { flag: 'wx' });
      return;
    } catch (error) {
      // Another build has ended, and removed the folder, in this moment.
      ignore('ENOENT')(error);
    }
  }
}

/** A claim that another build has put in and that counts; those of builds that have ended are removed on the way. */
async function firstOther(folder: string, own?: string): Promise<OtherClaim | undefined> {
  for (const name of await readdir(folder).catch(noClaims(folder))) {
    if (name === own) continue;
    const claim = join(folder, name);
    const owner = await ownerOfClaim(claim);
    if (!owner) throw inTheWay(claim);
    if (!owner.isRunning) {
      await rm(claim, { force: true });
      continue;
    }
    try {
      return { ...owner, isTaken: (await readFile(claim, 'utf8')) === taken };
    } catch (error) {
      // Gone meanwhile, it does not count, even if it had the place: it has not any more.
      ignore('ENOENT')(error);
    }
  }
  return undefined;
}

async function withdraw(folder: string, claim: string): Promise<void> {
  await rm(claim, { force: true });
  // With another claim in it the folder stays.
  await rmdir(folder).catch(() => undefined);
}

function noClaims(folder: string): (error: unknown) => string[] {
  return (error) => {
    if (codeOf(error) === 'ENOTDIR') throw inTheWay(folder);
    ignore('ENOENT')(error);
    return [];
  };
}

function inTheWay(path: string): OutputError {
  return new OutputError(`Nothing was written: ${path} stands in the way. Remove it, then try again.`);
}

function beingWritten(outputDirectory: string, folder: string, other: OtherClaim): OutputError {
  return new OutputError(
    `${outputDirectory} is being written by another build, process ${other.processIdentifier}${other.where}. Wait ` +
      `until that is done, then start this one again. If there is no such build, remove the folder ${folder}.`,
  );
}

/** Throws every error but one of this code. */
function ignore(code: string): (error: unknown) => void {
  return (error) => {
    if (codeOf(error) !== code) throw error;
  };
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
