import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { runCommand } from '../tests/support/run-node.ts';
import { folderOfTest } from '../tests/support/temporary-folder.ts';

const map = (content: string, ...options: string[]): ReturnType<typeof runCommand> => {
  const path = join(folderOfTest(), 'records');
  writeFileSync(path, content);
  return runCommand('build-data/map.ts', [path, ...options]);
};

it('npm run map shows the records as the time rule of the site reads them', async () => {
  const content = 'id,date,lat,lon\n1,2024-07-01T12:00:00Z,44,-63\n';
  const { exitCode, stderr } = await map(content, '--site', 'docs/examples/acoustic-array/site.json');
  expect(exitCode).toBe(0);
  expect(stderr).toContain('"SightingDateTime": "2024-07-01T09:00:00"');
});

it('npm run map refuses JSON', async () => {
  const { exitCode, stdout, stderr } = await map('\ufeff [{"a": 1}]');
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toContain('This is JSON');
});
