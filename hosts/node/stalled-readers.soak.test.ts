import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { sampleRawData } from '../../build-data/sample/sample-inputs.ts';
import { RecordTableBuilder } from '../../build-data/write/record-table.ts';
import { writeSite } from '../../build-data/testing/write-site.ts';
import { fixtureTables } from '../../tests/contract/fixture/fixture-tree.ts';
import { rawData } from '../../core/datasets/datasets.ts';
import { listen } from './listen.ts';
import { createSiteServer } from './site-server.ts';

const idleTimeoutInMilliseconds = 1200;
let folder: string;
let server: Server;
let address: URL;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-stalled-'));
  const records = new RecordTableBuilder(rawData);
  // About 8 MB: more than the system buffers for one connection.
  for (const record of sampleRawData({ seed: 1, rawDataRecords: 16_000 })) records.add(record);
  const [features] = fixtureTables();
  if (!features) throw new Error('the fixture must have a table of features');
  await writeSite([features, records.finish()], {
    outputDirectory: join(folder, 'site'),
    target: 'compute',
    exports: false,
    sample: true,
    siteUrl: 'http://localhost/',
    builtAt: '2026-01-01T00:00:00.000Z',
  });
  server = createSiteServer({ directory: join(folder, 'site'), idleTimeoutInMilliseconds });
  address = new URL(await listen(server, { port: 0, host: '127.0.0.1', basePath: '/' }));
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await rm(folder, { recursive: true });
});

/** Requests the complete array and reads nothing yet. */
function requestCompleteArray(): Socket {
  const socket = connect(Number(address.port), address.hostname);
  socket.on('error', () => undefined);
  socket.write('GET /webapi/v1/RawData HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n');
  return socket.pause();
}

const countConnections = (): Promise<number> =>
  new Promise((resolve, reject) => {
    server.getConnections((error, count) => {
      if (error) reject(error);
      else resolve(count);
    });
  });

describe('a client that reads the complete array', () => {
  it('is disconnected when it stops reading', async () => {
    const socket = requestCompleteArray();
    await expect.poll(countConnections).toBe(1);
    await expect.poll(countConnections, { timeout: 15_000 }).toBe(0);
    socket.destroy();
  });

  it('receives all of it when it reads slowly', async () => {
    const socket = requestCompleteArray();
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
    }, idleTimeoutInMilliseconds / 8);
    await ended;
    clearInterval(timer);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    // The response has taken longer than the idle timeout.
    expect(reads).toBeGreaterThan(8);
    expect(received).toBe(length + head.indexOf('\r\n\r\n') + 4);
  });
});
