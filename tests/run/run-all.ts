import { rmSync } from 'node:fs';

import { readJson, runSteps, vitestStep, type Counts } from './run-steps.ts';
import { fromRoot } from '../support/repository.ts';

/* `npm test`: type check, lint, format, unit and contract tests, the production build, the browser tests, Lighthouse. */

const playwrightReport = fromRoot('test-results/playwright.json');
const bin = (path: string): string => fromRoot(`node_modules/${path}`);

rmSync(fromRoot('test-results'), { recursive: true, force: true });
await runSteps(
  [
    [{ title: 'Types', commandLine: [bin('typescript/bin/tsc'), '-b'] }],
    [{ title: 'Lint', commandLine: [bin('eslint/bin/eslint.js'), '.', '--max-warnings', '0'] }],
    [{ title: 'Format', commandLine: [bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'] }],
    [
      { title: 'Build of the programs', commandLine: ['--import', 'tsx', fromRoot('build-data/programs/main.ts')] },
      { title: 'Sizes of a first visit', commandLine: [bin('size-limit/bin.js')] },
    ],
  ],
  [
    vitestStep('Unit and contract tests', fromRoot('test-results/vitest.json')),
    {
      title: 'Browser tests',
      commandLine: [bin('@playwright/test/cli.js'), 'test'],
      readCounts: readPlaywrightCounts,
    },
    // Last and alone: what it measures depends on the machine being idle.
    { title: 'Lighthouse', commandLine: ['--import', 'tsx', fromRoot('tests/run/lighthouse.ts')] },
  ],
);

function readPlaywrightCounts(): Counts {
  const { stats } = readJson(playwrightReport) as {
    stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>;
  };
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    passedOnRetry: stats.flaky,
  };
}
