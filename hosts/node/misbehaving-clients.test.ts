import { readdir, readlink, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { writeFixtureSite } from '../../tests/contract/fixture/fixture-tree.ts';
import { listen } from './listen.ts';
import { createSiteServer } from './site-server.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';

const folder = temporaryFolder();
let site: string;
let server: Server;
let address: URL;

beforeAll(async () => {
  site = join(folder, 'site');
  await writeFixtureSite(site, 'compute');
  await writeFile(join(site, 'large.bin'), Buffer.alloc(40_000_000, 7));
  await writeFile(join(site, 'words.html'), '<p>words</p>'.repeat(200));
  await writeFile(join(site, 'words.html.br'), brotliCompressSync('<p>words</p>'.repeat(200)));
  server = createSiteServer({ directory: site });
  address = new URL(await listen(server, { port: 0, host: '127.0.0.1', basePath: '/' }));
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

function open(allowHalfOpen = false): Socket {
  const socket = connect({ port: Number(address.port), host: address.hostname, allowHalfOpen });
  return socket.on('error', () => undefined);
}

/** Sends text and returns everything received until the connection ends. */
function exchange(text: string): Promise<string> {
  const socket = open();
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  socket.write(text);
  return new Promise((resolve) => {
    socket.once('close', () => {
      resolve(received);
    });
  });
}

const countConnections = (): Promise<number> =>
  new Promise((resolve, reject) => {
    server.getConnections((error, count) => {
      if (error) reject(error);
      else resolve(count);
    });
  });

async function expectAlive(): Promise<void> {
  expect((await fetch(new URL('webapi/v1/RawData?pageNumber=1', address))).status).toBe(200);
}

describe('a misbehaving client', () => {
  it('that disconnects while its CONNECT is refused does not crash the host', async () => {
    for (let attempt = 0; attempt < 20; attempt++) {
      const socket = open();
      socket.write('CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n');
      await new Promise((resolve) => setTimeout(resolve, attempt % 3));
      socket.resetAndDestroy();
    }
    await expectAlive();
  });

  it('that keeps its half of a refused connection open is disconnected', async () => {
    const sockets = Array.from({ length: 10 }, () => open(true));
    for (const socket of sockets) socket.resume().write('CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n');
    await expect.poll(countConnections, { timeout: 15_000 }).toBeLessThan(10);
    for (const socket of sockets) socket.destroy();
  });

  it('that disconnects during a download leaves no file open', async () => {
    for (let round = 0; round < 5; round++) {
      const sockets = Array.from({ length: 10 }, () => open());
      await Promise.all(
        sockets.map(async (socket) => {
          socket.write('GET /large.bin HTTP/1.1\r\nHost: a\r\n\r\n');
          await new Promise((resolve) => socket.once('data', resolve));
          socket.resetAndDestroy();
        }),
      );
    }
    await expect.poll(timesOpen).toBe(0);
  });

  it('that sends garbage during a response gets the complete response, and then the refusal', async () => {
    const received = await exchange('GET /webapi/v1/RawData HTTP/1.1\r\nHost: a\r\n\r\nGARBAGE\r\n\r\n');
    expect(received.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 405']);
    const length = Number(/content-length: (\d+)/i.exec(received)?.[1]);
    const body = received.indexOf('\r\n\r\n') + 4;
    expect(received.slice(body + length)).toMatch(/^HTTP\/1\.1 405/);
    await expectAlive();
  });
});

/** How many times this process has the large file open; 0 if the system does not report it. */
async function timesOpen(): Promise<number> {
  const descriptors = await readdir('/proc/self/fd').catch(() => []);
  const paths = await Promise.all(descriptors.map((each) => readlink(`/proc/self/fd/${each}`).catch(() => '')));
  return paths.filter((path) => path === join(site, 'large.bin')).length;
}
