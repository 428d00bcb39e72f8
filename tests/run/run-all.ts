import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';

import { playwrightStep, runSteps, type Stage, type Step, vitestStep } from './run-steps.ts';
import { fromRoot } from '../support/repository.ts';

/*
 * `npm test`: type check, lint, format, unit and contract tests, the production build and the browser tests.
 * Long tests run at a tenth of their size here, see `tests/support/test-size.ts`. `npm run test:quick` checks types,
 * lints the changed files, and runs the tests that neither build a site nor start a server.
 */

const bin = (path: string): string => fromRoot(`node_modules/${path}`);
const vitestReport = fromRoot('test-results/vitest.json');

const types: Step = { title: 'Types', commandLine: [bin('typescript/bin/tsc'), '-b'] };
const lint = (files: readonly string[]): Step => ({
  title: 'Lint',
  commandLine: [bin('eslint/bin/eslint.js'), ...files, '--max-warnings', '0', '--no-warn-ignored'],
});

const everything: readonly Stage[] = [
  [
    [types],
    [lint(['.'])],
    [{ title: 'Format', commandLine: [bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'] }],
    [
      {
        title: 'Build of the programs',
        commandLine: ['--import', 'tsx', fromRoot('build-data/programs/build-all.ts')],
      },
      { title: 'Sizes of a first visit', commandLine: [bin('size-limit/bin.js')] },
    ],
  ],
  [[vitestStep('Unit and contract tests', vitestReport)]],
  [[playwrightStep('Browser tests')]],
];

function quick(): readonly Stage[] {
  const changed = changedFiles().filter((path) => /\.(?:[jt]s|tsx)$/.test(path) && existsSync(fromRoot(path)));
  const tests = vitestStep('Unit tests, and the contract in process', vitestReport, [
    ...['core/', 'app/', 'client/', 'tests/contract/hosts/in-process.test.ts'],
  ]);
  // Without files, ESLint would lint everything.
  return [[[types, ...(changed.length > 0 ? [lint(changed)] : [])], [tests]]];
}

/** The paths of untracked files, and of files that differ from the main branch, or from the last commit if there is no main. */
function changedFiles(): readonly string[] {
  const git = (...commandLine: string[]): string =>
    spawnSync('git', commandLine, { cwd: fromRoot('.'), encoding: 'utf8' }).stdout;
  const base = git('merge-base', 'HEAD', 'main').trim() || 'HEAD';
  const names = git('diff', '-z', '--name-only', base) + git('ls-files', '-z', '--others', '--exclude-standard');
  return names.split('\0');
}

rmSync(fromRoot('test-results'), { recursive: true, force: true });
await runSteps(process.argv.includes('--quick') ? quick() : everything);
