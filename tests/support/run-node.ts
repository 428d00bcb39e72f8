import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { repository } from './repository.ts';

export interface FinishedProcess {
  /** Null when it was ended by a signal. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const compiledPrograms: Readonly<Record<string, string>> = {
  'build-data/main.ts': 'build-data.mjs',
  'build-data/hosting/main.ts': 'configure.mjs',
  'build-data/verify/main.ts': 'verify.mjs',
  'hosts/node/main.ts': 'serve.mjs',
};

/** What Node needs to run one of our commands, by its path from the root of the repository: compiled, where there is that. */
export function commandArguments(path: string): readonly string[] {
  const directory = process.env['COASTWATCH_TEST_PROGRAMS'];
  const program = compiledPrograms[path];
  if (directory === undefined || program === undefined) return ['--import', 'tsx', path];
  return ['--enable-source-maps', join(directory, 'dist/server', program)];
}

/** Starts one of our commands, by its path from the root of the repository, in a working directory. */
export function startCommand(path: string, commandLine: readonly string[], cwd = repository): ChildProcess {
  // Programs do not run with the NODE_ENV of Vitest in production.
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
  child.stdout?.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return { exitCode, ...output };
}

/** Resolves with what a process has printed once that matches; rejects when the process ends before. */
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
