import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { endHosts, host, startHosts } from '../../tests/deployment/hosts-to-verify.ts';
import { runCommand } from '../../tests/support/run-node.ts';
import { readVerifyOptions } from './verify-site.ts';

beforeAll(startHosts);
afterAll(endHosts);

describe('the command', () => {
  const command = 'build-data/verify/main.ts';

  it('exits with code 0 for a correct site', async () => {
    const { exitCode, stdout } = await runCommand(command, [host.siteUrl.slice(0, -1), '--all']);
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringMatching(/^ok {4}The manifest\n[^]*Everything matches the contract\.\n$/),
    ]);
  });

  it('exits with code 1 for a faulty site, and counts the faults', async () => {
    host.fault = ({ headers }, { path }) => void (path === 'sw.js' && delete headers['cache-control']);
    const { exitCode, stdout } = await runCommand(command, [host.siteUrl]);
    host.fault = () => undefined;
    expect(exitCode).toBe(1);
    expect(stdout).toContain(
      'WRONG The explorer\n      /sw.js has no Cache-Control header; expected "no-cache"\n        -> send',
    );
    expect(stdout).toMatch(/\n1 fault\.\n$/);
  });

  it('exits with code 2 and shows its usage when the command line is wrong', async () => {
    const { exitCode, stderr } = await runCommand(command, ['data.example.org']);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^data\.example\.org is not a URL such as .*\n\nUsage: npm run verify -- URL/);
  });
});

it.each([
  'https://data.example.org/coast',
  'https://data.example.org/coast/',
  'https://data.example.org/coast//',
  'https://data.example.org/coast/index.html',
  'HTTPS://data.example.org/coast/?c=-31.99,115.75#map',
])('accepts %s as the root of a site', (text) => {
  expect(readVerifyOptions([text])).toEqual({
    url: 'https://data.example.org/coast/',
    checksAllFiles: false,
    publicOrigin: undefined,
  });
});

it('accepts the address of a host without a path, and all options', () => {
  expect(readVerifyOptions(['--all', 'http://127.0.0.1:8080'])).toEqual({
    url: 'http://127.0.0.1:8080/',
    checksAllFiles: true,
    publicOrigin: undefined,
  });
  expect(readVerifyOptions(['http://127.0.0.1:8080', '--public-origin', 'https://data.example.org/'])).toMatchObject({
    publicOrigin: 'https://data.example.org',
  });
  expect(readVerifyOptions(['--help'])).toBe('');
});

it.each([
  [[], 'The address of the site is missing: give the URL of its root.'],
  [['data.example.org'], 'data.example.org is not a URL such as https://data.example.org/coast/.'],
  [['ftp://data.example.org'], 'ftp://data.example.org is not a URL'],
  [['https://'], 'https:// is not a URL'],
  [['https://a.example', 'https://b.example'], 'Give only one address. Unexpected: https://b.example'],
  [['https://a.example', '--every'], '--every'],
  [['https://a.example', '--public-origin', 'https://b.example/x'], '--public-origin https://b.example/x is not an'],
])('reports what is wrong with the command line %j', (commandLine, message) => {
  expect(readVerifyOptions(commandLine)).toContain(message);
});
