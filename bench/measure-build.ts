import { spawnSync } from 'node:child_process';

import { fromRoot } from './paths.ts';

export interface BuildMeasurement {
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
