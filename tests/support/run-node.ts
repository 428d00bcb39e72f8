import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { repository } from './repository.ts';

export interface FinishedProcess {
  /** Null when a signal ended the process. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const compiledPrograms: Readonly<Record<string, string>> = {
  'build-data/build-data.ts': 'build-data.mjs',
  'tests/contract/verify/verify.ts': 'verify.mjs',
  'hosts/node/node-host.ts': 'serve.mjs',
};

/**
 * Returns Node's arguments for one of our commands, given by its path in the repository. They run the compiled program
 * if there is one.
 */
export function commandArguments(path: string): readonly string[] {
  const directory = process.env['COASTWATCH_TEST_PROGRAMS'];
  const program = compiledPrograms[path];
  if (directory === undefined || program === undefined) return ['--import', 'tsx', path];
  return ['--enable-source-maps', join(directory, 'dist/server', program)];
}

/** Starts one of our commands, given by its path in the repository, in a working directory. */
export function startCommand(path: string, commandLine: readonly string[], cwd = repository): ChildProcess {
  // In production, programs do not run with Vitest's NODE_ENV.
  const env = { ...process.env, NODE_ENV: undefined };
  return spawn(process.execPath, [...commandArguments(path), ...commandLine], { cwd, env });
}

/** Runs one of our commands to its end. */
export function runCommand(path: string, commandLine: readonly string[]): Promise<FinishedProcess> {
  return runToEnd(startCommand(path, commandLine));
}

/** Collects the output of a process until it ends. */
export async function runToEnd(child: ChildProcess): Promise<FinishedProcess> {
  const output = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (output.stdout += chunk));
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (output.stderr += chunk));
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return { exitCode, ...output };
}

/** Waits until the output of a process matches. Rejects when the process ends before that. */
export function waitForOutput(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const match = pattern.exec(text);
      if (match) resolve(match);
    });
    child.once('close', () => {
      reject(new Error(`the process ended before it printed ${pattern.source}: ${text}`));
    });
  });
}

export interface RunningServer {
  readonly address: URL;
  readonly pid: number;
  stop(): Promise<void>;
}

/** `stop` ends the process and waits for `exited`, a promise that must be created when the process is started. */
export function createStopHandle(child: ChildProcess, exited: Promise<unknown>): Pick<RunningServer, 'pid' | 'stop'> {
  return {
    pid: child.pid ?? 0,
    async stop() {
      child.kill();
      await exited;
    },
  };
}

export interface ServeCommand {
  readonly child: ChildProcess;
  readonly address: URL;
  /** Everything printed so far, on standard output and standard error. */
  readonly output: () => string;
  /** Sends SIGTERM, unless the process has ended, and resolves with its exit code. */
  stop(): Promise<number | null>;
}

/** Runs the serve command over a site on a free port, with further options. */
export async function startServeCommand(site: string, options: readonly string[] = []): Promise<ServeCommand> {
  const child = startCommand('hosts/node/node-host.ts', ['--dir', site, '--port', '0', ...options]);
  const exited = once(child, 'close') as Promise<[number | null]>;
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const [, address = ''] = await waitForOutput(child, /Coastwatch is at (http:\/\/127\.0\.0\.1:\d+\/)/);
  return {
    child,
    address: new URL(address),
    output: () => output,
    stop: async () => {
      child.kill('SIGTERM');
      const [exitCode] = await exited;
      return exitCode;
    },
  };
}

/** The address of the metrics, as the serve command prints or logs it. */
export function metricsAddressIn(log: string): URL {
  const [, address] = /metrics are at (http:\S+?metrics)/.exec(log) ?? [];
  if (address === undefined) throw new Error(`the log contains no address of the metrics: ${log}`);
  return new URL(address);
}

/** The sum of all series whose name and labels match; 0 if there are none. */
export function metricIn(text: string, name: string, labels: Readonly<Record<string, string>> = {}): number {
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  const matching = lines.filter((line) =>
    Object.entries(labels).every(([key, value]) => line.includes(`${key}="${value}"`)),
  );
  return matching.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}
