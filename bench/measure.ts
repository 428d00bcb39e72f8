import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { fromRoot } from './inputs.ts';

interface BuildMeasurement {
  readonly durationInSeconds: number;
  readonly peakMemoryInBytes: number;
}

/** Runs the build command in a separate process and measures it from start to end. */
export function measureBuild(commandLine: readonly string[]): BuildMeasurement {
  const started = performance.now();
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--import', fromRoot('bench/report-usage.ts'), fromRoot('build-data/main.ts'), ...commandLine],
    { encoding: 'utf8', cwd: fromRoot('.') },
  );
  const durationInSeconds = (performance.now() - started) / 1000;
  if (status !== 0) throw new Error(`the build exited with code ${String(status)}: ${stderr}`);
  const { peakMemoryInBytes } = JSON.parse(String(stderr.trim().split('\n').at(-1))) as BuildMeasurement;
  return { durationInSeconds, peakMemoryInBytes };
}

/** The length in bytes of each file of a tree, by its path from the root. */
export function listFiles(directory: string): ReadonlyMap<string, number> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [relative(directory, path), statSync(path).size];
    }),
  );
}

/** Measures how many seconds the file system takes to write files with the same paths and lengths. */
export function measureWriting(files: ReadonlyMap<string, number>, directory: string): number {
  const longest = Math.max(0, ...files.values());
  const content = Buffer.alloc(longest, 'x');
  const folders = new Set<string>();
  const started = performance.now();
  for (const [path, bytes] of files) {
    const target = join(directory, path);
    if (!folders.has(dirname(target))) mkdirSync(dirname(target), { recursive: true });
    folders.add(dirname(target));
    writeFileSync(target, content.subarray(0, bytes));
  }
  const seconds = (performance.now() - started) / 1000;
  rmSync(directory, { recursive: true });
  return seconds;
}

/** The value below which a share (0 to 1) of the values lies, interpolated linearly. NaN if there are no values. */
export function quantile(values: readonly number[], share: number): number {
  const ascending = Float64Array.from(values).sort();
  const rank = (ascending.length - 1) * share;
  const below = ascending[Math.floor(rank)];
  const above = ascending[Math.ceil(rank)];
  return below + (above - below) * (rank - Math.floor(rank));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** A server process that was started for a measurement. */
export interface RunningServer {
  readonly child: ChildProcess;
  /** What it prints before its address. */
  readonly title: string;
  /** The URL of its root. */
  readonly url: URL;
}

/** Starts a server process with `node`. Resolves when it prints its address, and rejects if it exits before that. */
export function startServer(commandLine: readonly string[]): Promise<RunningServer> {
  const child = spawn(process.execPath, commandLine, { cwd: fromRoot('.'), stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      reject(
        new Error(`the server exited with code ${String(code)}; if it is not compiled, run npm run build:programs`),
      );
    });
    child.stdout.on('data', (chunk: Buffer) => {
      const [, title = '', url] = /(.*?) ?\bat (http:\S+)/.exec(chunk.toString()) ?? [];
      if (url !== undefined) resolve({ child, title, url: new URL(url) });
    });
  });
}
