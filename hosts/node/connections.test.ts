import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { writeFixtureSite } from '../../tests/contract/fixture/fixture-tree.ts';
import { manifestPath } from '../../core/storage/format/layout.ts';
import { decodeManifest, encodeManifest } from '../../core/storage/snapshot/manifest.ts';
import { listen } from './listen.ts';
import { createSite, type Site } from './site-server.ts';

let folder: string;
let site: Site;
let address: URL;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-connections-'));
  await writeFixtureSite(folder, 'compute');
  site = createSite({ directory: folder });
  address = new URL(await listen(site.server, { port: 0, host: '127.0.0.1', basePath: '/' }));
});
afterAll(async () => {
  site.connections.destroy();
  await site.connections.close();
  await rm(folder, { recursive: true });
});

/** Sends a text, and returns everything received until the connection ends. */
function exchange(sent: string): Promise<string> {
  const socket = connect(Number(address.port), address.hostname);
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  socket.write(sent);
  return new Promise((resolve, reject) => {
    socket.once('error', reject).once('close', () => {
      resolve(received);
    });
  });
}

const record = (identifier: number, headers = ''): string =>
  `GET /webapi/v1/RawData/${identifier} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`;
const statuses = (received: string): string[] => received.match(/HTTP\/1\.1 \d{3}/g) ?? [];

describe('a request to upgrade to another protocol', () => {
  it('is handled like any other', async () => {
    expect(statuses(await exchange(record(46307, 'Connection: Upgrade, close\r\nUpgrade: h2c\r\n')))).toEqual([
      'HTTP/1.1 200',
    ]);
  });
});

describe('a CONNECT request', () => {
  it('is refused, and the connection is closed', async () => {
    const received = await exchange('CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n');
    expect(statuses(received)).toEqual(['HTTP/1.1 405']);
  });
});

describe('a bug in the program', () => {
  it('that affects one response does not end the process', async () => {
    const broken = await mkdtemp(join(tmpdir(), 'coastwatch-fault-'));
    await writeFixtureSite(broken, 'compute');
    const manifest = await decodeManifest(Uint8Array.from(await readFile(join(broken, manifestPath))));
    // This is not a valid header value, so sending the response fails.
    await writeFile(join(broken, manifestPath), await encodeManifest({ ...manifest, dataVersion: 'a\nb' }));
    const { server, connections } = createSite({ directory: broken });
    const root = await listen(server, { port: 0, host: '127.0.0.1', basePath: '/' });
    for (let round = 0; round < 3; round++) {
      expect((await fetch(`${root}webapi/v1/RawData/46307`)).status).toBe(503);
    }
    expect((await fetch(`${root}healthz`)).status).toBe(200);
    await connections.close();
    await rm(broken, { recursive: true });
  });
});
