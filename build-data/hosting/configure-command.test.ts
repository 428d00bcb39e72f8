import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { runCommand } from '../../tests/support/run-node.ts';
import { folder, giveSiteToEachTest, out, site } from '../../tests/deployment/site-to-configure.ts';

const command = 'build-data/hosting/main.ts';
giveSiteToEachTest();

describe('the command', () => {
  it('ends with 2 and shows its usage when the command line is wrong', async () => {
    const { exitCode, stderr } = await runCommand(command, ['--dir', site]);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^--out is missing: .*\n\nUsage: npm run configure /);
  });

  it('ends with 1 and a message of one line, when the site cannot be configured', async () => {
    const empty = join(folder, 'empty');
    const { exitCode, stdout, stderr } = await runCommand(command, ['--dir', empty, '--out', out]);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^.*empty holds no data\/manifest\.json\. .*\n$/);
  });

  it.skipIf(!existsSync('/proc/self'))('ends where no directory can be created, and says so', async () => {
    const { exitCode, stderr } = await runCommand(command, ['--dir', site, '--out', '/proc/x/y']);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^\/proc\/x\/y was not written: ENOENT: .*\n$/);
  });

  it('tells of itself', async () => {
    const { exitCode, stdout } = await runCommand(command, ['--help']);
    expect([exitCode, stdout.startsWith('Usage: npm run configure ')]).toEqual([0, true]);
  });
});
