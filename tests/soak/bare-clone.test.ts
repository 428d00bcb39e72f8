import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { waitForOutput } from '../support/run-node.ts';
import { fromRoot } from '../support/repository.ts';

/*
 * The first steps of a newcomer: clones into an empty directory and runs the README's commands. CI runs all of
 * `npm test`; this runs only the parts that could depend on files outside the clone.
 */
const isCheckout = existsSync(fromRoot('.git'));
if (!isCheckout) console.warn('NOT A GIT CHECKOUT: the tests in a bare clone are skipped');

describe.skipIf(!isCheckout)('a clone in an empty directory', () => {
  let directory: string;
  let clone: string;
  // The user's own COASTWATCH_ settings could point the clone at real data, and NODE_ENV=test would bundle React's
  // development build.
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:COASTWATCH_|NODE_ENV$|VITEST|VITE_)/.test(name)),
  );
  const run = (command: string, ...commandLine: string[]): string =>
    execFileSync(command, commandLine, { cwd: clone, env: environment, encoding: 'utf8', stdio: 'pipe' });

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'coastwatch-bare-'));
    clone = join(directory, 'coastwatch');
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', fromRoot('.'), clone]);
    run('npm', 'ci');
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  it('is alone in its directory', async () => {
    expect(await readdir(directory)).toEqual(['coastwatch']);
  });

  it('meets the first-visit budgets with the sample data', () => {
    run('npm', 'run', 'build:programs');
    expect(run('npm', 'run', 'size')).toContain('sample data');
  });

  it('skips the tests that need the published records', () => {
    const output = run(
      'npx',
      'vitest',
      'run',
      'tests/built-site/real-data.test.ts',
      'build-data/read/real-data.test.ts',
    );
    expect(output).toMatch(/skipped/);
  });

  it('starts, and serves the explorer and the API', async () => {
    const child: ChildProcess = spawn('npm', ['start', '--', '--port', '0'], {
      cwd: clone,
      env: environment,
      detached: true,
    });
    try {
      const [address = ''] = await waitForOutput(child, /http:\/\/127\.0\.0\.1:\d+\/(?=\s*$)/m);
      const page = await fetch(address);
      expect(page.headers.get('content-type')).toBe('text/html; charset=UTF-8');
      expect(await page.text()).toContain('Coastwatch');
      const records = (await (await fetch(`${address}webapi/v1/RawData?pageNumber=1&pageSize=3`)).json()) as object;
      expect(records).toMatchObject({ MetaData: { CurrentPage: 1 }, PagedItems: [{}, {}, {}] });
    } finally {
      const ended = once(child, 'close');
      // npm does not forward signals to its child processes, so the whole process group is stopped.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      await ended;
    }
  });
});
