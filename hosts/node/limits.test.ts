import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

import { afterEach, beforeAll, describe, expect, it } from 'vitest';

import { sampleRawData } from '../../build-data/sample/sample-inputs.ts';
import { tableOf } from '../../build-data/write/testing/stored-dataset.ts';
import { writeSite } from '../../build-data/testing/write-site.ts';
import { fixtureTables } from '../../tests/contract/fixture/fixture-tree.ts';
import { rawData } from '../../core/datasets/datasets.ts';
import { isFullSize } from '../../tests/support/test-size.ts';
import { listen } from './listen.ts';
import { createSite, type Site, type SiteServerOptions } from './site-server.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';

const folder = temporaryFolder();
const sites: Site[] = [];

beforeAll(async () => {
  // Their complete array is larger than the buffers of a connection.
  const records = tableOf(rawData, sampleRawData({ seed: 1, rawDataRecords: 20_000 }));
  const [features] = fixtureTables();
  await writeSite([features, records], {
    outputDirectory: join(folder, 'site'),
    target: 'compute',
    exports: false,
    sample: true,
  });
});
afterEach(async () => {
  for (const { connections } of sites.splice(0)) {
    connections.destroy();
    await connections.close();
  }
});

async function start(options: Partial<SiteServerOptions>): Promise<{ site: Site; address: URL }> {
  const site = createSite({ directory: join(folder, 'site'), ...options });
  sites.push(site);
  return { site, address: new URL(await listen(site.server, { port: 0, host: '127.0.0.1', basePath: '/' })) };
}

interface ErrorBody {
  readonly DeveloperMessage: string;
}

describe('--max-page-size', () => {
  it('refuses larger pages, and names the limit together with all other errors', async () => {
    const { address } = await start({ maximumPageSize: 50 });
    const read = async (query: string): Promise<Response> => fetch(new URL(`webapi/v1/RawData?${query}`, address));
    const tooLarge = await read('pageNumber=1&pageSize=51&sortOrder=up');
    expect(tooLarge.status).toBe(400);
    expect(((await tooLarge.json()) as ErrorBody).DeveloperMessage).toBe(
      'The parameter pageSize is "51"; it must be an integer of 1 or more and at most 50 on this host. ' +
        'The parameter sortOrder is "up"; it must be asc or desc.',
    );
    const largest = (await (await read('pageNumber=1&pageSize=50')).json()) as { PagedItems: unknown[] };
    expect(largest.PagedItems).toHaveLength(50);
    expect((await fetch(new URL('webapi/v1/RawData/pages/asc/1.json', address))).status).toBe(200);
  });
});

describe('--max-concurrent', () => {
  it('responds to further requests with 503 and Retry-After, and to health checks as usual', async () => {
    const { site, address } = await start({ maximumConcurrentResponses: 3 });
    const readers: Socket[] = Array.from({ length: 3 }, () => {
      const socket = connect(Number(address.port), address.hostname);
      socket.on('error', () => undefined);
      socket.pause().write('GET /webapi/v1/RawData HTTP/1.1\r\nHost: a\r\n\r\n');
      return socket;
    });
    await expect.poll(() => site.connections.responsesInProgress).toBe(3);
    for (const path of ['webapi/v1/RawData/1', 'data/manifest.json']) {
      const refused = await fetch(new URL(path, address));
      expect(refused.status).toBe(503);
      expect(refused.headers.get('Retry-After')).toBe('5');
      expect(((await refused.json()) as ErrorBody).DeveloperMessage).toContain('already sending 3 responses');
    }
    const refused = await fetch(new URL('ogc/collections?f=json', address));
    expect(refused.headers.get('Content-Type')).toBe('application/problem+json');
    expect(await refused.json()).toMatchObject({ status: 503, code: 'serverBusy' });
    expect((await fetch(new URL('readyz', address))).status).toBe(200);
    for (const socket of readers) socket.destroy();
    await expect.poll(() => site.connections.responsesInProgress).toBe(0);
    expect((await fetch(new URL('webapi/v1/RawData/1', address))).status).not.toBe(503);
  });
});

describe('--header-timeout', () => {
  it('ends a connection whose request does not arrive completely', async () => {
    const { address } = await start({ headerTimeoutInMilliseconds: 300 });
    const socket = connect(Number(address.port), address.hostname);
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString()));
    socket.write('GET /webapi/v1/RawData HTTP/1.1\r\nHost: a\r\n');
    await new Promise((resolve) => socket.once('close', resolve));
    expect(received).toMatch(/^HTTP\/1\.1 400 [^]*Connection: close/);
  });
});

describe('pipelined requests', () => {
  const complete = 'GET /webapi/v1/RawData HTTP/1.1\r\nHost: a\r\n\r\n';
  const open = (address: URL): Socket =>
    connect(Number(address.port), address.hostname)
      .on('error', () => undefined)
      .pause();

  it('all get responses in order', async () => {
    const { address } = await start({});
    const socket = open(address);
    const identifiers = Array.from({ length: 500 }, (_, index) => index + 900_000);
    const requests = identifiers.map((number) => `GET /webapi/v1/RawData/${number} HTTP/1.1\r\nHost: a\r\n\r\n`);
    socket.write(complete);
    for (const request of requests) {
      await new Promise((resolve) => setImmediate(resolve));
      socket.write(request);
    }
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    const received = await text(socket);
    expect(received.match(/(?<=\\")9\d{5}(?=\\")/g)?.map(Number)).toEqual(identifiers);
    expect(received).toContain('{"status":"alive"}');
  });
});

/** Requests the complete array and reads nothing yet. */
async function requestCompleteArray(idleTimeoutInMilliseconds: number): Promise<{ site: Site; socket: Socket }> {
  const { site, address } = await start({ idleTimeoutInMilliseconds });
  const socket = connect(Number(address.port), address.hostname);
  socket.on('error', () => undefined);
  socket.write('GET /webapi/v1/RawData HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n');
  return { site, socket: socket.pause() };
}

describe.skipIf(!isFullSize)('a client that reads the complete array', () => {
  const idleTimeout = 1200;

  it('is disconnected when it stops reading', async () => {
    const { site, socket } = await requestCompleteArray(idleTimeout);
    const countConnections = (): Promise<number> => promisify(site.server.getConnections.bind(site.server))();
    await expect.poll(countConnections).toBe(1);
    await expect.poll(countConnections, { timeout: 15_000 }).toBe(0);
    socket.destroy();
  });

  it('receives all of it when it reads slowly', async () => {
    const { socket } = await requestCompleteArray(idleTimeout);
    let received = 0;
    let head = '';
    const ended = new Promise((resolve) => socket.once('end', resolve));
    let reads = 0;
    const timer = setInterval(() => {
      const chunk = socket.read(Math.min(socket.readableLength, 1_000_000)) as Buffer | null;
      if (!chunk) return;
      if (received === 0) head = chunk.subarray(0, 1000).toString('latin1');
      received += chunk.length;
      reads++;
    }, idleTimeout / 8);
    await ended;
    clearInterval(timer);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    // The response has taken longer than the idle timeout.
    expect(reads).toBeGreaterThan(8);
    expect(received).toBe(length + head.indexOf('\r\n\r\n') + 4);
  });
});
