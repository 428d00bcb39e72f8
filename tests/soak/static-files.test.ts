import { execFile, spawnSync } from 'node:child_process';
import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { codeBlocks, read, section } from '../documentation/markdown.ts';
import { startPythonServer } from '../support/start-host.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/*
 * Follows the links of the static pages of a site on a file server without any settings for this project, under a base
 * path. `tests/contract/hosts/file-servers.test.ts` tests the content of the files.
 */

const isMissing = spawnSync('python3', ['--version']).status !== 0;
if (isMissing) console.warn('python3 is not installed: the tests of static files are SKIPPED.');

describe.skipIf(isMissing)('the examples of docs/api.md', () => {
  const { sampleStatic } = inject('soakSites');
  const root = temporaryFolder();
  let server: Awaited<ReturnType<typeof startPythonServer>>;

  beforeAll(async () => {
    await symlink(sampleStatic, join(root, 'coast'));
    server = await startPythonServer(root);
  });
  afterAll(() => server.stop());

  it.each([
    ['js', process.execPath, ['--input-type=module', '-e']],
    ['python', 'python3', ['-c']],
  ] as const)('in %s count every record by following the links of static pages', async (language, command, options) => {
    const [program = ''] = codeBlocks(section(read('docs/api.md'), '## Static files'), language);
    const text = program.replace('https://data.example.org/coast/', `${server.address.href}coast/`);
    expect(text).not.toBe(program);
    const { stdout } = await promisify(execFile)(command, [...options, text], {
      env: { ...process.env, no_proxy: '*' },
    });
    const counts = stdout.trim().split('\n').map(Number);
    const records = JSON.parse(await readFile(join(sampleStatic, 'webapi/v1/RawData.json'), 'utf8')) as unknown[];
    expect(counts.reduce((sum, count) => sum + count)).toBe(records.length);
  });
});
