import { randomBytes } from 'node:crypto';
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { chmod, chown, lstat, mkdir, readFile, readdir, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { claimName, ClaimObserver, claimText, isHeld, ownerOfClaim } from './lock-claims.ts';
import { codeOf, LockError, OutputError } from './output-error.ts';

/** How long to wait for builds on this system that have created a claim but have not yet decided whether to keep it. */
const decisionTimeoutInMilliseconds = 10_000;
const longestPauseInMilliseconds = 60;
const defaultTimeoutInMilliseconds = 120_000;
/** Heartbeats per lock timeout: every 5 s by default. */
const heartbeatsPerTimeout = 24;

/**
 * Lets one build at a time publish to an output directory.
 *
 * The lock is a directory of claims. A build creates a claim, a file with a unique name, and then lists the others: of
 * two builds, the one that lists later sees the claim of the other. A build holds the lock when there is no other
 * claim; otherwise it withdraws its own. Builds remove only their own claims and those of builds that have ended. Claim
 * names are never reused, so a removed claim cannot have become the lock of another build.
 *
 * A paused build loses the lock: after the timeout another build takes over. `output-directory.ts` explains why the
 * paused build still cannot damage what the other one publishes. See decision 0012.
 */
export class BuildLock {
  readonly #directory: string;
  readonly #claim: string;
  readonly #outputDirectory: string;
  readonly #timeoutInMilliseconds: number;
  readonly #heartbeat: ReturnType<typeof setInterval>;
  #lastBeatInMilliseconds = performance.now();
  #beats = 0;

  private constructor(directory: string, claim: string, outputDirectory: string, timeoutInMilliseconds: number) {
    this.#directory = directory;
    this.#claim = claim;
    this.#outputDirectory = outputDirectory;
    this.#timeoutInMilliseconds = timeoutInMilliseconds;
    this.#heartbeat = setInterval(() => {
      this.#beat();
    }, timeoutInMilliseconds / heartbeatsPerTimeout).unref();
  }

  /**
   * Takes the lock, even from builds that no longer run. `outputDirectory` is for messages; `onNotice` receives a line
   * if this build has to wait. Throws OutputError if another build holds the lock.
   */
  static async take(
    directory: string,
    outputDirectory: string,
    onNotice: (notice: string) => void = () => undefined,
  ): Promise<BuildLock> {
    const timeoutInMilliseconds = readTimeout();
    const observer = new ClaimObserver(timeoutInMilliseconds);
    const start = performance.now();
    const decisionEnd = start + decisionTimeoutInMilliseconds;
    const end = decisionEnd + 2 * timeoutInMilliseconds;
    let hasNoticed = false;
    for (;;) {
      // List before creating a claim, so that builds that wait do not disturb those that decide.
      const other = (await strongestOther(directory, observer)) ?? (await tryToTake(directory, observer));
      if (other === undefined) continue;
      if (other instanceof OwnClaim)
        return new BuildLock(directory, other.path, outputDirectory, timeoutInMilliseconds);
      const hasTimedOut = performance.now() > (other.state === 'unknown' ? end : decisionEnd);
      if (other.state === 'holds' || hasTimedOut) throw heldByOtherError(outputDirectory, directory, other);
      if (other.state === 'unknown' && !hasNoticed && performance.now() > start + timeoutInMilliseconds / 12) {
        hasNoticed = true;
        onNotice(
          `Waiting for up to ${inSeconds(timeoutInMilliseconds)} to see whether another build of ${outputDirectory} still ` +
            `runs: process ${other.processIdentifier} in another container or on another machine.`,
        );
      }
      const longestPause = other.state === 'unknown' ? timeoutInMilliseconds / 240 : 0;
      const pause = Math.random() * Math.max(longestPause, longestPauseInMilliseconds);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  /**
   * Writes a heartbeat if one is due. Long synchronous work calls this, because timers do not run during such work.
   * Throws OutputError if the lock is lost.
   */
  keepAlive(): void {
    const sinceLastBeat = performance.now() - this.#lastBeatInMilliseconds;
    if (sinceLastBeat < this.#timeoutInMilliseconds / heartbeatsPerTimeout) return;
    this.#beat();
    this.requireHeld();
  }

  /** Throws OutputError when another build has taken over, or somebody removed the claim. */
  requireHeld(): void {
    if (!this.isHeld()) throw this.lostError();
  }

  isHeld(): boolean {
    return statSync(this.#claim, { throwIfNoEntry: false }) !== undefined;
  }

  lostError(): LockError {
    return new LockError(
      `${this.#outputDirectory} was not replaced: this build lost its lock ${this.#claim}. Either it was paused for longer ` +
        `than ${inSeconds(this.#timeoutInMilliseconds)} and another build took over, or the lock was removed by hand. The ` +
        'published version is complete. Run this build again if its data is newer.',
    );
  }

  async release(): Promise<void> {
    clearInterval(this.#heartbeat);
    await withdraw(this.#directory, this.#claim);
  }

  /** Writes a counter instead of a time: other builds look only for a change, so clocks need not agree. */
  #beat(): void {
    this.#lastBeatInMilliseconds = performance.now();
    try {
      // r+ never creates the file: a claim that was removed stays removed.
      const file = openSync(this.#claim, 'r+');
      try {
        writeSync(file, claimText(++this.#beats, this.#timeoutInMilliseconds), 0);
      } finally {
        closeSync(file);
      }
    } catch {
      // `requireHeld` reports a lost claim. Otherwise the next heartbeat may succeed.
    }
  }
}

/** The claim of this build, which holds the lock. */
class OwnClaim {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }
}

/** The claim of another build that may still run. */
interface OtherClaim {
  readonly processIdentifier: number;
  /** `deciding`: about to take the lock or to withdraw. `unknown`: hidden, and no heartbeat has been seen yet. */
  readonly state: 'holds' | 'deciding' | 'unknown';
  /** Whether this process cannot see the process of the other build. */
  readonly isHidden: boolean;
}

const strength = { holds: 2, deciding: 1, unknown: 0 } as const;

/**
 * Creates a claim. Returns it if it holds the lock, or else the claim of another build. Undefined if this process was
 * paused for so long that another build removed the claim.
 */
async function tryToTake(directory: string, observer: ClaimObserver): Promise<OwnClaim | OtherClaim | undefined> {
  const name = await claimName(randomBytes(8).toString('hex'));
  const claim = join(directory, name);
  try {
    await createClaim(directory, claim);
    const other = await strongestOther(directory, observer, name);
    if (!other) {
      const holding = writeFile(claim, claimText(0, observer.timeoutInMilliseconds), { flag: 'r+' });
      return await holding.then(() => new OwnClaim(claim), ignore('ENOENT', undefined));
    }
    await withdraw(directory, claim);
    return other;
  } catch (error) {
    await withdraw(directory, claim);
    throw error;
  }
}

async function createClaim(directory: string, claim: string): Promise<void> {
  for (;;) {
    const isNew = await mkdir(directory).then(() => true, ignore('EEXIST', false));
    // Anyone who may write to the parent directory may build, and must be able to take over a lock that another user,
    // even root, has left.
    if (isNew) {
      const { mode, uid, gid } = await stat(dirname(directory));
      if (process.getuid?.() === 0) await chown(directory, uid, gid).catch(() => undefined);
      await chmod(directory, mode & 0o777).catch(() => undefined);
    }
    try {
      await writeFile(claim, '', { flag: 'wx' });
      return;
    } catch (error) {
      // Another build has just ended and removed the directory.
      ignore('ENOENT', undefined)(error);
      // A broken link exists for mkdir, but not for writeFile.
      const state = await lstat(directory).catch(ignore('ENOENT', undefined));
      if (state?.isSymbolicLink()) throw foreignEntryError(directory);
    }
  }
}

/** The strongest claim of another build. Removes the claims of builds that have ended. */
async function strongestOther(
  directory: string,
  observer: ClaimObserver,
  own?: string,
): Promise<OtherClaim | undefined> {
  let strongest: OtherClaim | undefined;
  for (const name of await readdir(directory).catch(noClaims(directory))) {
    if (name === own) continue;
    const claim = join(directory, name);
    const owner = await ownerOfClaim(claim);
    if (!owner) throw foreignEntryError(claim);
    // A claim that is gone does not count, even if it held the lock.
    const text = await readFile(claim, 'utf8').catch(ignore('ENOENT', undefined));
    if (text === undefined) continue;
    const isHidden = owner.isRunning === undefined;
    const liveness = isHidden ? observer.observe(name, text) : owner.isRunning ? 'alive' : 'silent';
    if (liveness === 'silent') {
      await rm(claim, { force: true });
      continue;
    }
    const state = liveness === 'unknown' ? 'unknown' : isHeld(text) ? 'holds' : 'deciding';
    const other: OtherClaim = { processIdentifier: owner.processIdentifier, state, isHidden };
    if (!strongest || strength[state] > strength[strongest.state]) strongest = other;
  }
  return strongest;
}

async function withdraw(directory: string, claim: string): Promise<void> {
  await rm(claim, { force: true });
  // Fails, as intended, while there are other claims.
  await rmdir(directory).catch(() => undefined);
}

/** The timeout in milliseconds. The environment can set it for disks that stall for longer, and for tests. */
function readTimeout(): number {
  const text = process.env['COASTWATCH_LOCK_TIMEOUT_MS'];
  if (text === undefined || text === '') return defaultTimeoutInMilliseconds;
  const milliseconds = /^\d{1,8}$/.test(text) ? Number(text) : 0;
  if (milliseconds >= 500) return milliseconds;
  throw new OutputError(
    `COASTWATCH_LOCK_TIMEOUT_MS is "${text}": give whole milliseconds, at least 500, or remove it for the default of ` +
      `${defaultTimeoutInMilliseconds}.`,
  );
}

function noClaims(directory: string): (error: unknown) => string[] {
  return (error) => {
    if (codeOf(error) === 'ENOTDIR') throw foreignEntryError(directory);
    return ignore('ENOENT', [])(error);
  };
}

function foreignEntryError(path: string): OutputError {
  return new OutputError(`Nothing was written: ${path} is not part of a lock. Remove it, then build again.`);
}

function heldByOtherError(outputDirectory: string, directory: string, other: OtherClaim): LockError {
  const where = other.isHidden ? ' in another container or on another machine' : '';
  return new LockError(
    `${outputDirectory} is being written by another build, process ${other.processIdentifier}${where}. Wait until it ` +
      `has ended, then build again. If there is no such build, remove the directory ${directory}.`,
  );
}

function inSeconds(milliseconds: number): string {
  return `${Number((milliseconds / 1000).toFixed(1))} s`;
}

/** Throws every error except those with this code, for which it returns `value`. */
function ignore<Value>(code: string, value: Value): (error: unknown) => Value {
  return (error) => {
    if (codeOf(error) !== code) throw error;
    return value;
  };
}
