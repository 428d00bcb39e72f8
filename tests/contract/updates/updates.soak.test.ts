import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { handleRequest } from '../../../core/api/handle-request.ts';
import { DatasetReader } from '../../../core/storage/snapshot/dataset-reader.ts';
import { createDirectoryStore } from '../../../hosts/node/directory-store.ts';
import { startCommand, waitForOutput, type RunningServer } from '../../support/run-node.ts';
import { startWorkerd } from '../../support/start-host.ts';
import { publishVersion, readDuringUpdates, Reader, type SeenResponse } from './versioned-site.ts';
import { isFullSize } from '../../support/test-size.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const updates = isFullSize ? 50 : 3;

const folder = temporaryFolder();
let site: string;
let node: ChildProcess;
const servers: RunningServer[] = [];
const readers: Reader[] = [];
let dataVersion: string;

async function seen(response: Response | undefined): Promise<SeenResponse> {
  if (!response) throw new Error('not a path of the API');
  const body = await response.text();
  return { status: response.status, body, dataVersion: response.headers.get('X-Data-Version') ?? undefined };
}

function overHttp(address: URL): (path: string) => Promise<SeenResponse> {
  return async (path) => seen(await fetch(new URL(`webapi/v1/${path}`, address)));
}

/** Adds two readers for each host, one ahead of the other. */
function addReaders(name: string, send: (path: string) => Promise<SeenResponse>): void {
  readers.push(new Reader(name, 0, send), new Reader(name, 5, send));
}

beforeAll(async () => {
  site = join(folder, 'site');
  dataVersion = await publishVersion(0, site);
  const context = { reader: new DatasetReader(createDirectoryStore(site)), basePath: '/' };
  addReaders('in process', async (path) =>
    seen(await handleRequest(new Request(`https://data.example.org/webapi/v1/${path}`), context)),
  );
  node = startCommand('hosts/node/node-host.ts', ['--dir', site, '--port', '0']);
  const [, address = ''] = await waitForOutput(node, /is at (\S+)/);
  addReaders('the Node host', overHttp(new URL(address)));
  const edge = await startWorkerd(site, join(folder, 'edge'));
  servers.push(edge);
  addReaders('the edge host', overHttp(edge.address));
});
afterAll(async () => {
  node.kill();
  for (const server of servers) await server.stop();
});

describe(`while the data is replaced ${updates} times`, () => {
  it('every response of every host is of one version', async () => {
    const responses = await readDuringUpdates(readers, updates, { site, dataVersion });
    const hosts = new Set(readers.map(({ name }) => name));
    console.info(`${updates} updates survived on ${hosts.size} hosts, ${responses} responses, each of one version.`);
  }, 240_000);

  it('the last responses are of the last version', async () => {
    for (const reader of readers) {
      await expect.poll(() => reader.readOnce('RawData/7/'), { timeout: 10_000 }).toBe(updates);
    }
  });
});
