import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { endHosts, host, startHosts } from '../../tests/deployment/hosts-to-verify.ts';
import { runCommand } from '../../tests/support/run-node.ts';

beforeAll(startHosts);
afterAll(endHosts);

describe('the command', () => {
  const command = 'build-data/verify/main.ts';

  it('ends with 0 for a right site', async () => {
    const { exitCode, stdout } = await runCommand(command, [host.siteUrl.slice(0, -1), '--all']);
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringMatching(/^ok {4}The manifest\n[^]*All is as the contract says\.\n$/),
    ]);
  });

  it('ends with 1 for a wrong one, and counts the faults', async () => {
    host.fault = ({ headers }, { path }) => void (path === 'sw.js' && delete headers['cache-control']);
    const { exitCode, stdout } = await runCommand(command, [host.siteUrl]);
    host.fault = () => undefined;
    expect(exitCode).toBe(1);
    expect(stdout).toContain(
      'WRONG The explorer\n      /sw.js has no Cache-Control header, where "no-cache" is needed\n        -> send',
    );
    expect(stdout).toMatch(/\n1 fault\.\n$/);
  });

  it('ends with 2 and shows its usage when the command line is wrong', async () => {
    const { exitCode, stderr } = await runCommand(command, ['data.example.org']);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^data\.example\.org is not an address such as .*\n\nUsage: npm run verify -- URL/);
  });
});
