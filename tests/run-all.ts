import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/*
 * `npm test`: type check, lint, format, unit and contract tests, the production build, the browser tests, Lighthouse. Every
 * step runs even when one before it has failed; the last line sums up. What occupies a single processor runs beside
 * another such step, and its words follow when it is done; a failed step leaves what comes after it to fail by itself.
 */

const fromRoot = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const vitestReport = fromRoot('test-results/vitest.json');
const playwrightReport = fromRoot('test-results/playwright.json');

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Of those that passed, how many only when tried again. */
  readonly passedAgain?: number;
}

interface Step {
  readonly title: string;
  readonly commandLine: readonly string[];
  /** What the step's own report says; a step without one counts as one test. */
  readonly readCounts?: () => Counts;
}

const bin = (path: string): string => fromRoot(`node_modules/${path}`);

/** Steps in a row one after the other, and two such rows beside each other. */
const rows: readonly (readonly Step[])[] = [
  [{ title: 'Types', commandLine: [bin('typescript/bin/tsc'), '-b'] }],
  [{ title: 'Lint', commandLine: [bin('eslint/bin/eslint.js'), '.', '--max-warnings', '0'] }],
  [{ title: 'Format', commandLine: [bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'] }],
  [
    { title: 'Build of the programs', commandLine: ['--import', 'tsx', fromRoot('build-data/programs/main.ts')] },
    { title: 'Sizes of a first visit', commandLine: [bin('size-limit/bin.js')] },
  ],
];

/** Steps that use all processors. */
const steps: readonly Step[] = [
  {
    title: 'Unit and contract tests',
    commandLine: [
      bin('vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${vitestReport}`,
    ],
    readCounts: readVitestCounts,
  },
  {
    title: 'Browser tests',
    commandLine: [bin('@playwright/test/cli.js'), 'test'],
    readCounts: readPlaywrightCounts,
  },
  // Last and alone: what it measures depends on the machine's being idle.
  { title: 'Lighthouse', commandLine: ['--import', 'tsx', fromRoot('tests/lighthouse.ts')] },
];

function readVitestCounts(): Counts {
  const report = readJson(vitestReport) as Record<'numPassedTests' | 'numFailedTests' | 'numPendingTests', number>;
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests };
}

function readPlaywrightCounts(): Counts {
  const { stats } = readJson(playwrightReport) as {
    stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>;
  };
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    passedAgain: stats.flaky,
  };
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Runs a step. One that fails counts as a failure even when its report knows of none. */
async function run({ title, commandLine, readCounts }: Step, words: 'at once' | 'when done'): Promise<Counts> {
  const started = performance.now();
  const output = words === 'at once' ? 'inherit' : 'pipe';
  const child = spawn(process.execPath, commandLine, { stdio: ['ignore', output, output], cwd: fromRoot('.') });
  let said = `\n== ${title}\n`;
  if (words === 'at once') process.stdout.write(said);
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [status] = (await once(child, 'close')) as [number | null];
  const succeeded = status === 0;
  if (words === 'when done') process.stdout.write(said);
  process.stdout.write(
    `== ${title}: ${succeeded ? 'passed' : 'FAILED'} in ${((performance.now() - started) / 1000).toFixed(1)} s\n`,
  );
  const single = { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: 0 };
  if (!readCounts) return single;
  try {
    const counts = readCounts();
    return succeeded ? counts : { ...counts, failed: Math.max(1, counts.failed) };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

rmSync(fromRoot('test-results'), { recursive: true, force: true });
const total = { passed: 0, failed: 0, skipped: 0, passedAgain: 0 };
const add = (counts: Counts): void => {
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
  total.passedAgain += counts.passedAgain ?? 0;
};
const waiting = [...rows];
const runRows = async (): Promise<void> => {
  for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
    for (const step of row) add(await run(step, 'when done'));
  }
};
await Promise.all([runRows(), runRows()]);
for (const step of steps) add(await run(step, 'at once'));
if (total.passedAgain > 0) {
  process.stdout.write(
    `\nOf the browser tests ${total.passedAgain} passed only when tried again: listed above as flaky.\n`,
  );
}
process.stdout.write(
  `\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}\n`,
);
process.exitCode = total.failed > 0 ? 1 : 0;
