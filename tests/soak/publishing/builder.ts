import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';

export interface BuildOptions {
  /** The number of the data set. */
  readonly data: number;
  readonly output: string;
  /** Runs the build in its own process and network namespaces, as in a container, where it does not see other locks. */
  readonly isIsolated?: boolean;
  readonly user?: number;
}

export interface FinishedBuild {
  /** Null if the build was killed. */
  readonly exitCode: number | null;
  readonly stderr: string;
}

const namespaces = ['--net', '--pid', '--fork', '--mount', '--mount-proc', '--kill-child'];
let canIsolate: boolean | undefined;

/** Whether this user may create namespaces here. Prints a warning if it may not. */
export function hasNamespaces(): boolean {
  if (canIsolate === undefined) {
    canIsolate = spawnSync('unshare', [...namespaces, 'true']).status === 0;
    if (!canIsolate) console.warn('NO NAMESPACES: the tests of builds in containers are SKIPPED');
  }
  return canIsolate;
}

/** Starts the compiled build with sample data. */
export function startBuild(command: string, options: BuildOptions): Builder {
  const { data, output, isIsolated = false, user } = options;
  const sample = ['--sample', '--records', '200', '--seed', String(data + 1), '--no-exports'];
  const commandLine = [process.execPath, command, ...sample, '--base-url', 'http://localhost:8080/', '--out', output];
  const [program = '', ...rest] = isIsolated ? ['unshare', ...namespaces, ...commandLine] : commandLine;
  // Vitest sets NODE_ENV, which production builds do not have.
  const inherited = { ...process.env, NODE_ENV: undefined };
  const child = spawn(program, rest, {
    cwd: dirname(output),
    env: inherited,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(user === undefined ? {} : { uid: user, gid: user }),
  });
  return new Builder(child, isIsolated);
}

export class Builder {
  readonly finished: Promise<FinishedBuild>;
  readonly #child: ChildProcess;
  readonly #isIsolated: boolean;

  constructor(child: ChildProcess, isIsolated: boolean) {
    this.#child = child;
    this.#isIsolated = isIsolated;
    let stderr = '';
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
    this.finished = once(child, 'close').then(([exitCode]) => ({
      exitCode: exitCode as number | null,
      stderr,
    }));
  }

  /**
   * Waits until this build has a staging directory, and then for `thenInMilliseconds`. Stops waiting if the build ends.
   */
  async waitUntilWriting(output: string, thenInMilliseconds = 0): Promise<void> {
    const versions = `${output}.versions`;
    const staging = (): string[] =>
      existsSync(versions) ? readdirSync(versions).filter((name) => name.startsWith('building-')) : [];
    const before = new Set(staging());
    while (this.#child.exitCode === null && staging().every((name) => before.has(name))) await pause(2);
    await Promise.race([pause(thenInMilliseconds), this.finished]);
  }

  /** Sends a signal. Returns whether the build was still running. */
  signal(signal: NodeJS.Signals): boolean {
    const { pid } = this.#child;
    if (this.#child.exitCode !== null || this.#child.signalCode !== null || pid === undefined) return false;
    const target = this.#isIsolated ? findChild(pid) : pid;
    if (target === undefined) return false;
    try {
      return process.kill(target, signal);
    } catch {
      return false;
    }
  }
}

/** The process id of the first child of a process: the build that `unshare` runs in a namespace. */
function findChild(pid: number): number | undefined {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return children === '' ? undefined : Number(children.split(' ')[0]);
  } catch {
    return undefined;
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
