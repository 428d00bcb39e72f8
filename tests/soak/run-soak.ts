import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { playwrightStep, runSteps, vitestStep } from '../run/run-steps.ts';
import { fromRoot } from '../support/repository.ts';

/*
 * `npm run test:soak` runs slow tests, and tests with large third-party tools, whose packages have their own manifest
 * in this folder. Tests that need a missing program are skipped with a warning. The tests that `npm test` leaves out
 * (`*.soak.test.ts`, `*.soak.spec.ts`) or shortens run here in full.
 */
const environment = { COASTWATCH_FULL_SIZE: '1' };
const folders = [
  'app',
  'build-data',
  'client',
  'core',
  'e2e',
  'hosts',
  'tests/built-site',
  'tests/contract',
  'tests/documentation',
  'tests/deployment',
  'tests/repository',
];
const longUnitTests = folders.flatMap((directory) =>
  readdirSync(fromRoot(directory), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => join(directory, path))
    .filter(
      (path) =>
        path.endsWith('.soak.test.ts') ||
        /support\/(?:test-size|real-data)\.ts/.test(readFileSync(fromRoot(path), 'utf8')),
    ),
);

await runSteps([
  [
    [
      { title: 'Bare Debian', commandLine: ['--import', 'tsx', fromRoot('tests/soak/bare-debian.ts')] },
      {
        title: 'Types of the soak tests',
        commandLine: [fromRoot('node_modules/typescript/bin/tsc'), '-p', fromRoot('tests/soak')],
      },
      {
        title: 'Build of the programs',
        commandLine: ['--import', 'tsx', fromRoot('build-data/programs/build-all.ts')],
      },
      vitestStep('Soak tests', fromRoot('test-results/soak.json'), [
        '--config',
        fromRoot('tests/soak/vitest.config.ts'),
      ]),
      { ...vitestStep('Long unit and contract tests', fromRoot('test-results/long.json'), longUnitTests), environment },
      { ...playwrightStep('Browser tests on both screens'), environment },
      { title: 'Lighthouse', commandLine: ['--import', 'tsx', fromRoot('tests/run/lighthouse.ts')], environment },
    ],
  ],
]);
