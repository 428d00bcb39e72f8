import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, read } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { beforeAll, describe, expect, it } from 'vitest';

import { commandArguments, runCommand, startServeCommand } from '../../../tests/support/run-node.ts';
import { writeSmallSite } from '../../../tests/support/small-site.ts';
import { repository } from '../../../tests/support/repository.ts';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';

const folder = temporaryFolder();
let site: string;

beforeAll(async () => {
  site = join(folder, 'site');
  await writeSmallSite(site, 'compute');
});

type Line = Readonly<Record<string, unknown>>;
const parseLines = (text: string): Line[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
const readLines = async (file: string): Promise<Line[]> => parseLines(await readFile(file, 'utf8'));
const withMessage = (lines: readonly Line[], message: string): Line[] => lines.filter(({ msg }) => msg === message);

describe('the access log', () => {
  it('describes each request, without its credentials and without health checks', async () => {
    const server = await startServeCommand(site);
    const path = 'webapi/v1/RawData?pageNumber=1&token=visible';
    const headers = {
      'X-Request-Id': 'abc-1.2_3',
      'User-Agent': 'test "agent"',
      Authorization: 'Bearer secret-1',
      Cookie: 'session=secret-2',
    };
    const response = await fetch(new URL(path, server.address), { headers });
    expect(response.headers.get('X-Request-Id')).toBeNull();
    await response.arrayBuffer();
    await fetch(new URL('webapi/v1/RawData/5', server.address), { headers: { 'X-Request-Id': 'not well formed' } });
    await fetch(new URL('healthz', server.address));
    expect(await server.stop()).toBe(0);
    const requests = withMessage(parseLines(server.output()), 'request');
    expect(requests).toHaveLength(2);
    expect(requests[0]).toMatchObject({
      level: 'info',
      requestId: 'abc-1.2_3',
      method: 'GET',
      path: `/${path}`,
      status: 200,
      remoteAddress: '127.0.0.1',
      userAgent: 'test "agent"',
    });
    expect(requests[0]?.['bytes']).toBe(Number(response.headers.get('Content-Length')));
    expect(requests[0]?.['bytes']).toBeGreaterThan(100);
    expect(requests[0]?.['durationInMilliseconds']).toBeGreaterThan(0);
    expect(requests[1]).toMatchObject({ status: 404 });
    expect(requests[1]?.['requestId']).toMatch(/^[0-9a-f]{10}-\w+$/);
    expect(server.output()).not.toContain('secret');
  });

  it('contains every request when the server stops, and can be turned off', async () => {
    const file = join(folder, 'complete.log');
    const server = await startServeCommand(site, ['--log-file', file]);
    expect(server.output()).toMatch(/^Coastwatch is at \S+\n$/);
    const paths = Array.from({ length: 300 }, (_, number) => `webapi/v1/RawData?pageNumber=1&number=${number}`);
    await Promise.all(paths.map(async (path) => (await fetch(new URL(path, server.address))).arrayBuffer()));
    await server.stop();
    const logged = withMessage(await readLines(file), 'request').map(({ path }) => path);
    expect(new Set(logged)).toEqual(new Set(paths.map((path) => `/${path}`)));

    const silent = await startServeCommand(site, ['--access-log', 'off']);
    await fetch(new URL(paths[0] ?? '', silent.address));
    await silent.stop();
    expect(withMessage(parseLines(silent.output()), 'request')).toEqual([]);
    expect(withMessage(parseLines(silent.output()), 'server stopped')).toHaveLength(1);
  });
});

describe('the log', () => {
  it('continues in a new file after SIGHUP', async () => {
    const file = join(folder, 'rotated.log');
    const server = await startServeCommand(site, ['--log-file', file]);
    await fetch(new URL('webapi/v1/RawData/1', server.address));
    await rename(file, `${file}.1`);
    server.child.kill('SIGHUP');
    await expect.poll(() => existsSync(file)).toBe(true);
    await fetch(new URL('webapi/v1/RawData/2', server.address));
    await server.stop();
    const paths = async (name: string): Promise<unknown[]> =>
      withMessage(await readLines(name), 'request').map(({ path }) => path);
    expect([...(await paths(`${file}.1`)), ...(await paths(file))]).toEqual([
      '/webapi/v1/RawData/1',
      '/webapi/v1/RawData/2',
    ]);
    expect(withMessage(await readLines(file), 'server stopped')).toHaveLength(1);
  });

  it('names the file that cannot be read, and why', async () => {
    const damaged = join(folder, 'damaged');
    await writeSmallSite(damaged, 'compute');
    const server = await startServeCommand(damaged);
    await rm(join(damaged, 'data'), { recursive: true });
    expect((await fetch(new URL('webapi/v1/RawData/46307', server.address))).status).toBe(503);
    await server.stop();
    const lines = parseLines(server.output());
    // The first attempt uses the cached manifest; the second reads it from disk.
    expect(withMessage(lines, 'stored data could not be read: trying again')).toMatchObject([
      { level: 'warn', file: expect.stringMatching(/^data\/[0-9a-f]{32}\.\w+$/) as string, reason: 'missing' },
    ]);
    expect(withMessage(lines, 'stored data could not be read: request failed')).toMatchObject([
      { level: 'error', file: 'data/manifest.json', reason: 'missing', repetitions: 0 },
    ]);
  });

  it.skipIf(!existsSync('/dev/full'))('does not stop the server from responding when the disk is full', async () => {
    const server = await startServeCommand(site, ['--log-file', '/dev/full']);
    for (let round = 0; round < 50; round++) {
      expect((await fetch(new URL('webapi/v1/RawData/46307', server.address))).status).toBe(200);
    }
    expect(await server.stop()).toBe(0);
    expect(server.output()).toContain('The log cannot be written to /dev/full: ENOSPC');
  });

  it('does not prevent the process from exiting when it is a pipe without a reader', { timeout: 30_000 }, async () => {
    const pipe = join(folder, 'unread');
    execFileSync('mkfifo', [pipe]);
    // Opened in both directions, so that the pipe has a reader, which does not read yet.
    const descriptor = openSync(pipe, 'r+');
    const child = spawn(
      process.execPath,
      [...commandArguments('hosts/node/node-host.ts'), '--dir', site, '--port', '0'],
      {
        cwd: repository,
        stdio: ['ignore', descriptor, 'ignore'],
      },
    );
    const exited = once(child, 'exit');
    const buffer = Buffer.alloc(65_536);
    let output = '';
    while (!output.includes('accepts requests')) {
      output += buffer.toString(
        'utf8',
        0,
        (await promisify(read)(descriptor, buffer, 0, buffer.length, null)).bytesRead,
      );
    }
    const [address = ''] = /http:[^ "]+/.exec(output) ?? [];
    // The log of these requests is larger than the 64 KiB that a pipe holds.
    for (let request = 0; request < 100; request++) await fetch(`${address}webapi/${'x'.repeat(1400)}`);
    child.kill('SIGTERM');
    expect(await exited).toEqual([null, 'SIGKILL']);
    closeSync(descriptor);
  });

  it('does not affect the server when the reader of its output has exited', { timeout: 30_000 }, async () => {
    const server = await startServeCommand(site);
    server.child.stdout?.destroy();
    server.child.stderr?.destroy();
    for (let round = 0; round < 3; round++) {
      expect((await fetch(new URL('webapi/v1/RawData/46307', server.address))).status).toBe(200);
      // Longer than the time for which lines are buffered.
      await new Promise((resolve) => setTimeout(resolve, 600));
    }
    expect(await server.stop()).toBe(0);
  });

  it('is refused if it is a named pipe, which would wait for a reader', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const { exitCode, stderr } = await runCommand('hosts/node/node-host.ts', ['--dir', site, '--log-file', pipe]);
    expect(exitCode).toBe(1);
    expect(stderr).toBe(
      `--log-file ${pipe} is not a regular file: name one, or omit the option for standard output.\n`,
    );
  });
});
