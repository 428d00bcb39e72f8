import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { listen } from '../../../hosts/node/listen.ts';
import { createSiteServer } from '../../../hosts/node/site-server.ts';
import { allCases } from '../all-cases.ts';
import { differences, type HostUnderTest, sendOverHttp } from '../check-case.ts';
import { writeFixtureSite } from '../fixture/fixture-tree.ts';

let directory: string;
let server: Server;
let host: HostUnderTest;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'coastwatch-contract-'));
  const site = join(directory, 'site');
  const dataVersion = await writeFixtureSite(site, 'compute');
  server = createSiteServer({ directory: site });
  const address = new URL(await listen(server, { port: 0, host: '127.0.0.1', basePath: '/' }));
  host = {
    origin: address.origin,
    dataVersion,
    send: (request) => sendOverHttp(address, request),
  };
});

afterAll(async () => {
  server.close();
  await rm(directory, { recursive: true });
});

describe('the contract, from the Node host over HTTP', () => {
  it.each(allCases)('$name', async (contractCase) => {
    expect(await differences(contractCase, host)).toEqual([]);
  });
});
