import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { fromRoot } from './inputs.ts';

interface BuildMeasurement {
  readonly durationInSeconds: number;
  readonly peakMemoryInBytes: number;
}

/** Runs the build command in a process of its own and measures all of it, from its start to its end. */
export function measureBuild(commandLine: readonly string[]): BuildMeasurement {
  const started = performance.now();
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--import', fromRoot('bench/report-usage.ts'), fromRoot('build-data/main.ts'), ...commandLine],
    { encoding: 'utf8', cwd: fromRoot('.') },
  );
  const durationInSeconds = (performance.now() - started) / 1000;
  if (status !== 0) throw new Error(`the build ended with ${String(status)}: ${stderr}`);
  const { peakMemoryInBytes } = JSON.parse(stderr.trim().split('\n').at(-1) ?? '') as BuildMeasurement;
  return { durationInSeconds, peakMemoryInBytes };
}

/** The files of a tree and their lengths in bytes, by path from its root. */
export function listFiles(directory: string): ReadonlyMap<string, number> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [relative(directory, path), statSync(path).size];
    }),
  );
}

/** Seconds that the file system takes for files of the same paths and lengths, with nothing else done. */
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
