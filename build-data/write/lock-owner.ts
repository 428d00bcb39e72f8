import { createHash } from 'node:crypto';
import { readFile, readlink, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename } from 'node:path';

/** The claims that this process has named. */
const ownClaims = new Set<string>();
/** After so long without a sign a build elsewhere counts as ended. */
const longestSilenceInMilliseconds = 120_000;

export interface ClaimOwner {
  readonly processIdentifier: number;
  /** Where that is, for the message; '' for here. */
  readonly where: string;
  readonly isRunning: boolean;
}

/** A name that tells which process has made it: its number, its start, where it runs, and something of its own. */
export async function claimName(unique: string): Promise<string> {
  const name = `${process.pid}-${await startOf(process.pid)}-${await ownPlace()}-${unique}`;
  ownClaims.add(name);
  return name;
}

/** Whose claim a file is, by its name; undefined for a name that is none. */
export async function ownerOfClaim(path: string): Promise<ClaimOwner | undefined> {
  const [name = '', number, start, place] = /^(\d+)-(\w+)-([0-9a-f]{16})-[0-9a-f]+$/.exec(basename(path)) ?? [];
  if (number === undefined) return undefined;
  const processIdentifier = Number(number);
  if (place !== (await ownPlace())) {
    // In another container or on another machine numbers mean other processes: only its signs tell whether it goes on.
    const silence = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => Infinity,
    );
    const where = ' in another container or on another machine';
    return { processIdentifier, where, isRunning: silence < longestSilenceInMilliseconds };
  }
  // After a restart numbers begin anew: another process may have the one that is written.
  const isSame =
    processIdentifier === process.pid && start === unknownStart
      ? ownClaims.has(name)
      : exists(processIdentifier) && start === (await startOf(processIdentifier));
  return { processIdentifier, where: '', isRunning: isSame };
}

/** Whether another process of this number runs. Our own number, met anew, was another's. */
export async function isRunning(processIdentifier: number): Promise<boolean> {
  if (processIdentifier === process.pid || !exists(processIdentifier)) return false;
  // It may end while this is looked up.
  return (await startOf(processIdentifier)) !== ended && exists(processIdentifier);
}

function exists(processIdentifier: number): boolean {
  try {
    process.kill(processIdentifier, 0); // asks only
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** What tells apart in whose numbers processes are counted: the machine and, where there are such, the container. */
async function ownPlace(): Promise<string> {
  const start = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  const numbers = await readlink('/proc/self/ns/pid').catch(() => '');
  const place = [hostname(), start.trim(), numbers].join('/');
  return createHash('sha256').update(place).digest('hex').slice(0, 16);
}

const unknownStart = 'unknown';
const ended = 'ended';

/** When a process began, where the system tells: with the number it names one process for good. */
async function startOf(processIdentifier: number): Promise<string> {
  const text = await readFile(`/proc/${processIdentifier}/stat`, 'utf8').catch(() => '');
  // The second field, in parentheses, may hold anything; the start is the twenty-second.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  // One that has ended may stand there for as long as nobody asks how; before that its other threads end.
  const hasEnded = /^[XZ]$/.test(fields[0] ?? '') && Number(fields[17]) <= 1;
  return hasEnded ? ended : (fields[19] ?? unknownStart);
}
