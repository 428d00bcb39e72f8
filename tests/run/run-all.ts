import { rmSync } from 'node:fs';

import { playwrightStep, runSteps, vitestStep } from './run-steps.ts';
import { fromRoot } from '../support/repository.ts';

/*
 * `npm test`: type check, lint, format, unit and contract tests, the production build, the browser tests, Lighthouse.
 * Long tests run at a tenth of their size here, see `tests/support/test-size.ts`.
 */

const bin = (path: string): string => fromRoot(`node_modules/${path}`);

rmSync(fromRoot('test-results'), { recursive: true, force: true });
await runSteps([
  [
    [{ title: 'Types', commandLine: [bin('typescript/bin/tsc'), '-b'] }],
    [{ title: 'Lint', commandLine: [bin('eslint/bin/eslint.js'), '.', '--max-warnings', '0'] }],
    [{ title: 'Format', commandLine: [bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'] }],
    [
      { title: 'Build of the programs', commandLine: ['--import', 'tsx', fromRoot('build-data/programs/main.ts')] },
      { title: 'Sizes of a first visit', commandLine: [bin('size-limit/bin.js')] },
    ],
  ],
  [[vitestStep('Unit and contract tests', fromRoot('test-results/vitest.json'))]],
  [[playwrightStep('Browser tests')]],
  // Last and alone, because its measurements need an idle machine.
  [[{ title: 'Lighthouse', commandLine: ['--import', 'tsx', fromRoot('tests/run/lighthouse.ts')] }]],
]);
