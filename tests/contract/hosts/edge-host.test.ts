import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { RunningServer } from '../../support/run-node.ts';
import { startWorkerd } from '../../support/start-host.ts';
import { allCases } from '../all-cases.ts';
import { differences, type HostUnderTest, sendOverHttp } from '../check-case.ts';
import { writeFixtureSite } from '../fixture/fixture-tree.ts';

let directory: string;
let server: RunningServer;
let host: HostUnderTest;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'coastwatch-edge-'));
  const site = join(directory, 'site');
  const dataVersion = await writeFixtureSite(site, 'compute');
  server = await startWorkerd(site, join(directory, 'edge'));
  const { address } = server;
  host = {
    origin: address.origin,
    dataVersion,
    send: (request) => sendOverHttp(address, request),
  };
});

afterAll(async () => {
  await server.stop();
  await rm(directory, { recursive: true });
});

describe('the contract, from the edge host in workerd', () => {
  it.each(allCases)('$name', async (contractCase) => {
    expect(await differences(contractCase, host)).toEqual([]);
  });
});
