import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { listen } from './listen.ts';
import { createSiteServer } from './site-server.ts';

let directory: string;
let server: Server;
let address: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'coastwatch-range-'));
  await writeFile(join(directory, 'tiles.bin'), '0123456789');
  server = createSiteServer({ directory });
  address = await listen(server, { port: 0, host: '127.0.0.1', basePath: '/' });
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await rm(directory, { recursive: true });
});

async function ask(range: string): Promise<{ status: number; body: string }> {
  const response = await fetch(`${address}tiles.bin`, { headers: { Range: range } });
  return { status: response.status, body: await response.text() };
}

describe('a stretch of a file', () => {
  it.each([
    ['bytes=0-3', '0123'],
    ['bytes=4-4', '4'],
    ['bytes=7-', '789'],
    ['bytes=7-99', '789'],
  ])('%s is sent alone', async (range, body) => {
    expect(await ask(range)).toEqual({ status: 206, body });
  });

  it('is refused where it begins after the end', async () => {
    expect((await ask('bytes=10-12')).status).toBe(416);
  });

  it.each([
    ['bytes=5-1', 'ends before it begins'],
    ['bytes=-3', 'counts from the end'],
    ['bytes=0-0', 'is the first byte alone'],
    ['bytes=0-1,3-4', 'is two'],
    ['bytes=', 'says nothing'],
    ['bytes=a-b', 'is no number'],
    ['lines=1-2', 'is of another unit'],
    [`bytes=${'9'.repeat(40)}-`, 'is beyond all numbers'],
    ['5-1', 'has no unit'],
  ])('%s, which %s, gives the whole file, and the server goes on', async (range) => {
    expect(await ask(range)).toEqual({ status: 200, body: '0123456789' });
    expect((await ask('bytes=0-3')).body).toBe('0123');
  });
});
