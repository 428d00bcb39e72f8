import { createHash } from 'node:crypto';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename } from 'node:path';

const heldPrefix = 'held ';

/** The content of a claim whose build holds the lock: a counter, and how long the build may be silent. */
export function claimText(beats: number, timeoutInMilliseconds: number): string {
  // The length is fixed, so that a shorter text never leaves the end of a longer one.
  return `${heldPrefix}${String(beats).padStart(12, '0')} ${String(timeoutInMilliseconds).padStart(8, '0')}\n`;
}

export function isHeld(text: string): boolean {
  // Builds of earlier releases wrote "taken".
  return text.startsWith(heldPrefix) || text.startsWith('taken');
}

function timeoutIn(text: string): number {
  return Number(/^held \d+ (\d+)/.exec(text)?.[1] ?? 0);
}

interface Observation {
  readonly text: string;
  readonly sinceInMilliseconds: number;
  readonly hasChanged: boolean;
}

/**
 * Finds out whether builds in other containers or on other machines still run, by watching whether their claims change.
 * Uses only the monotonic clock of this process: the clock of another machine, and so the timestamp of a file, may be
 * wrong by any amount.
 */
export class ClaimObserver {
  readonly timeoutInMilliseconds: number;
  readonly #observations = new Map<string, Observation>();

  constructor(timeoutInMilliseconds: number) {
    this.timeoutInMilliseconds = timeoutInMilliseconds;
  }

  /** Returns `unknown` until the content of a claim changes, or stays the same for longer than the timeout. */
  observe(name: string, text: string): 'alive' | 'silent' | 'unknown' {
    const now = performance.now();
    const earlier = this.#observations.get(name);
    if (earlier?.text !== text) {
      this.#observations.set(name, { text, sinceInMilliseconds: now, hasChanged: earlier !== undefined });
      return earlier === undefined ? 'unknown' : 'alive';
    }
    // Its owner may be configured with a longer timeout.
    const timeoutInMilliseconds = Math.max(this.timeoutInMilliseconds, timeoutIn(text));
    if (now - earlier.sinceInMilliseconds > timeoutInMilliseconds) return 'silent';
    return earlier.hasChanged ? 'alive' : 'unknown';
  }
}

/** The names of the claims of this process. */
const ownClaims = new Set<string>();

interface ClaimOwner {
  readonly processIdentifier: number;
  /**
   * Whether the process runs. Undefined when that cannot be seen: in another container or on another machine, where the
   * same number means another process, or where the system hides the processes of other users.
   */
  readonly isRunning: boolean | undefined;
}

/** A claim name that identifies this process: its number, its start time, its system, and a unique part. */
export async function claimName(unique: string): Promise<string> {
  const name = `${process.pid}-${await startOf(process.pid)}-${await ownSystem()}-${unique}`;
  ownClaims.add(name);
  return name;
}

/** The owner of a claim, from its name; undefined for other names. */
export async function ownerOfClaim(path: string): Promise<ClaimOwner | undefined> {
  const [name = '', number, start, system] = /^(\d+)-(\w+)-([0-9a-f]{16})-[0-9a-f]+$/.exec(basename(path)) ?? [];
  if (number === undefined) return undefined;
  const processIdentifier = Number(number);
  if (system !== (await ownSystem())) return { processIdentifier, isRunning: undefined };
  // Systems reuse process numbers after a restart, so the number alone does not identify a process.
  if (processIdentifier === process.pid && start === unknownStart) {
    return { processIdentifier, isRunning: ownClaims.has(name) };
  }
  if (!exists(processIdentifier)) return { processIdentifier, isRunning: false };
  const startNow = await startOf(processIdentifier);
  const isHidden = startNow === unknownStart && start !== unknownStart && exists(processIdentifier);
  return { processIdentifier, isRunning: isHidden ? undefined : startNow === start };
}

/** Whether another process with this number runs. */
export async function isRunning(processIdentifier: number): Promise<boolean> {
  if (processIdentifier === process.pid || !exists(processIdentifier)) return false;
  // It may end during the lookup.
  return (await startOf(processIdentifier)) !== ended && exists(processIdentifier);
}

function exists(processIdentifier: number): boolean {
  try {
    process.kill(processIdentifier, 0); // Signal 0 only checks.
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Identifies the machine, its boot and the container, because process numbers are comparable only within these. */
async function ownSystem(): Promise<string> {
  const machineStart = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  const processNamespace = await readlink('/proc/self/ns/pid').catch(() => '');
  const system = [hostname(), machineStart.trim(), processNamespace].join('/');
  return createHash('sha256').update(system).digest('hex').slice(0, 16);
}

const unknownStart = 'unknown';
const ended = 'ended';

/**
 * When a process started, if the system reports that. Together with the process number this identifies one process.
 * Returns `ended` for a process that has ended.
 */
async function startOf(processIdentifier: number): Promise<string> {
  const text = await readFile(`/proc/${processIdentifier}/stat`, 'utf8').catch(() => '');
  // The second field, in parentheses, may contain anything; the start time is field 22.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  // A zombie has ended, once its other threads have ended too.
  const hasEnded = /^[XZ]$/.test(fields[0] ?? '') && Number(fields[17]) <= 1;
  return hasEnded ? ended : (fields[19] ?? unknownStart);
}
