import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

import { fromRoot } from '../support/repository.ts';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface Step {
  readonly title: string;
  /** Arguments for Node. */
  readonly commandLine: readonly string[];
  /** Variables to set, in addition to those of this process. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Reads the counts from the report that the step writes. A step without this function counts as one test. */
  readonly readCounts?: () => Counts;
}

/** A step that runs Vitest and counts its tests from its JSON report. */
export function vitestStep(title: string, reportPath: string, options: readonly string[] = []): Step {
  return {
    title,
    commandLine: [
      fromRoot('node_modules/vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportPath}`,
      ...options,
    ],
    readCounts: () => {
      const report = readJson(reportPath) as Record<'numPassedTests' | 'numFailedTests' | 'numPendingTests', number>;
      return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests };
    },
  };
}

/** A step that runs Playwright and counts its tests from its JSON report. */
export function playwrightStep(title: string, options: readonly string[] = []): Step {
  return {
    title,
    commandLine: [fromRoot('node_modules/@playwright/test/cli.js'), 'test', ...options],
    readCounts: () => {
      const { stats } = readJson(fromRoot('test-results/playwright.json')) as {
        stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>;
      };
      return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
    },
  };
}

export function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Runs a step. A step that fails counts as at least one failure, whatever its report says. */
async function run(
  { title, commandLine, environment, readCounts }: Step,
  output: 'live' | 'when done',
): Promise<Counts & { readonly seconds: number }> {
  const started = performance.now();
  const stdio = output === 'live' ? 'inherit' : 'pipe';
  const child = spawn(process.execPath, commandLine, {
    stdio: ['ignore', stdio, stdio],
    cwd: fromRoot('.'),
    env: { ...process.env, ...environment },
  });
  let printed = `\n== ${title}\n`;
  if (output === 'live') process.stdout.write(printed);
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk));
  }
  const [status] = (await once(child, 'close')) as [number | null];
  const succeeded = status === 0;
  if (output === 'when done') process.stdout.write(printed);
  const seconds = (performance.now() - started) / 1000;
  process.stdout.write(`== ${title}: ${succeeded ? 'passed' : 'FAILED'} in ${seconds.toFixed(1)} s\n`);
  const single = { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: 0, seconds };
  if (!readCounts) return single;
  try {
    const counts = readCounts();
    return { ...counts, failed: succeeded ? counts.failed : Math.max(1, counts.failed), seconds };
  } catch {
    return { passed: 0, failed: 1, skipped: 0, seconds };
  }
}

/** Rows of steps. Two rows run at a time, and the steps of a row run in order. */
export type Stage = readonly (readonly Step[])[];

/**
 * Runs one stage after the other. Every step runs even when an earlier one has failed. The output of a step is printed
 * when it is done, unless it is the only one of its stage. The last printed line is the summary; the exit code is 1 if
 * anything failed.
 */
export async function runSteps(stages: readonly Stage[]): Promise<void> {
  const total = { passed: 0, failed: 0, skipped: 0 };
  const times: string[] = [];
  const started = performance.now();
  const runAndAdd = async (step: Step, output: 'live' | 'when done'): Promise<void> => {
    const counts = await run(step, output);
    times.push(`${counts.seconds.toFixed(1).padStart(7)} s  ${step.title}\n`);
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
  };
  for (const stage of stages) {
    const output = stage.length > 1 ? 'when done' : 'live';
    if (stage.length > 1)
      process.stdout.write(
        `Running: ${stage
          .flat()
          .map(({ title }) => title)
          .join(', ')} …\n`,
      );
    const waiting = [...stage];
    const runRows = async (): Promise<void> => {
      for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
        for (const step of row) await runAndAdd(step, output);
      }
    };
    await Promise.all([runRows(), runRows()]);
  }
  const minutes = (performance.now() - started) / 60_000;
  process.stdout.write(`\n${times.join('')}${minutes.toFixed(1).padStart(7)} min in all\n`);
  process.stdout.write(
    `\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}\n`,
  );
  process.exitCode = total.failed > 0 ? 1 : 0;
}
