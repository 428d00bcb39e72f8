import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';

import { writeFixtureSite } from '../../../tests/contract/fixture/fixture-tree.ts';
import {
  runToEnd,
  type ServeCommand,
  startCommand,
  startServeCommand,
  waitForOutput,
} from '../../../tests/support/run-node.ts';
import { listen } from '../listen.ts';
import { createSite } from '../site-server.ts';
import { repository } from '../../../tests/support/repository.ts';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';

const isCompiled = existsSync(join(repository, 'dist/server/serve.mjs'));
if (!isCompiled) console.warn('dist/server is not built: stopping `npm run serve` is NOT TESTED.');

const folder = temporaryFolder();
let site: string;
const children: ChildProcess[] = [];
const sockets: Socket[] = [];

beforeAll(async () => {
  site = join(folder, 'site');
  await writeFixtureSite(site, 'compute');
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const socket of sockets.splice(0)) socket.destroy();
});

async function serve(options: readonly string[] = []): Promise<ServeCommand> {
  const server = await startServeCommand(site, options);
  children.push(server.child);
  return server;
}

async function open(address: URL): Promise<Socket> {
  const socket = connect(Number(address.port), address.hostname);
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

async function receive(path: string, address: URL, agent: Agent): Promise<IncomingMessage> {
  const [response] = (await once(get(new URL(path, address), { agent }), 'response')) as [IncomingMessage];
  return response;
}

async function readBody(response: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of response) body += String(chunk);
  return body;
}

describe('a server that is asked to stop', () => {
  // This timeout is shorter than the server's grace period for connections in use.
  it('does not wait for connections without a request', { timeout: 9000 }, async () => {
    const { server, connections } = createSite({ directory: site });
    const address = new URL(await listen(server, { port: 0, host: '127.0.0.1', basePath: '/' }));
    await open(address); // has sent nothing
    (await open(address)).write('GET /webapi/v1/RawData HTTP/1.1\r\nHo'); // has sent half a request
    const used = await open(address); // waits for its next request
    used.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(used, 'data');
    await connections.close();
  });

  it('responds completely, and with Connection: close, to a request on a persistent connection', async () => {
    const { server, connections } = createSite({ directory: site });
    const address = new URL(await listen(server, { port: 0, host: '127.0.0.1', basePath: '/' }));
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const before = await receive('webapi/v1/RawData?pageNumber=1', address, agent);
    expect(before.headers.connection).toBe('keep-alive');
    const expected = await readBody(before);
    const closed = connections.close();
    const during = await receive('webapi/v1/RawData?pageNumber=1', address, agent);
    expect(during.headers.connection).toBe('close');
    expect(await readBody(during)).toBe(expected);
    await closed;
    agent.destroy();
  });

  it('finishes a response in progress, and refuses new connections', async () => {
    const { server, connections } = createSite({ directory: site });
    const address = new URL(await listen(server, { port: 0, host: '127.0.0.1', basePath: '/' }));
    const agent = new Agent({ keepAlive: true });
    const response = await receive('webapi/v1/RawData', address, agent);
    const closed = connections.close();
    await expect(fetch(new URL('healthz', address))).rejects.toThrow();
    expect(Buffer.byteLength(await readBody(response))).toBe(Number(response.headers['content-length']));
    await closed;
    expect(connections.responsesInProgress).toBe(0);
    agent.destroy();
  });

  it('is no longer ready, but keeps serving during the shutdown delay', async () => {
    const { child, address } = await serve(['--shutdown-delay', '2']);
    expect((await fetch(new URL('readyz', address))).status).toBe(200);
    child.kill('SIGTERM');
    await expect.poll(async () => (await fetch(new URL('readyz', address))).status).toBe(503);
    const { status } = await fetch(new URL('readyz', address));
    expect(status).toBe(503);
    expect((await fetch(new URL('healthz', address))).status).toBe(200);
    expect((await fetch(new URL('webapi/v1/RawData/46307', address))).status).toBe(200);
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  // The test times out before the shutdown delay ends.
  it('stops during the shutdown delay after a second signal', { timeout: 30_000 }, async () => {
    const { child, address } = await serve(['--shutdown-delay', '60']);
    child.kill('SIGTERM');
    await expect.poll(async () => (await fetch(new URL('readyz', address))).status).toBe(503);
    const exited = once(child, 'exit');
    // Signals within a second after the first are ignored.
    const timer = setInterval(() => child.kill('SIGTERM'), 500);
    expect(await exited).toEqual([0, null]);
    clearInterval(timer);
  });

  it.skipIf(!isCompiled)('ends when the npm process that started it receives SIGTERM', async () => {
    const npm = spawn('npm', ['run', 'serve', '--', '--dir', site, '--port', '0'], {
      cwd: repository,
      // A separate process group, which the test ends if the server is still running.
      detached: true,
    });
    try {
      const [, address = ''] = await waitForOutput(npm, /Coastwatch is at (\S+)/);
      npm.kill('SIGTERM');
      await once(npm, 'exit');
      await expect.poll(() => isResponding(address), { timeout: 9000 }).toBe(false);
    } finally {
      try {
        process.kill(-(npm.pid ?? 0), 'SIGKILL');
      } catch {
        // All its processes have ended.
      }
    }
  });
});

const isResponding = (address: string): Promise<boolean> =>
  fetch(address).then(
    () => true,
    () => false,
  );

describe('a port that is in use', () => {
  it('ends the server with one line that says what to do', async () => {
    const { address } = await serve();
    for (const [option, others] of [
      ['--port', []],
      ['--metrics-port', ['--port', '0']],
    ] as const) {
      const second = startCommand('hosts/node/node-host.ts', ['--dir', site, ...others, option, address.port]);
      const { exitCode, stderr } = await runToEnd(second);
      expect(exitCode).toBe(1);
      expect(stderr).toBe(
        `Port ${address.port} is in use. Choose another with ${option}, or stop the program that uses it.\n`,
      );
    }
  });
});
