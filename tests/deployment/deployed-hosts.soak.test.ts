import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { verifySite } from '../contract/verify/verify-site.ts';
import { writeSmallSite } from '../support/small-site.ts';
import { hasServer, startHost, startPlainServer } from '../support/start-host.ts';

/*
 * Serves a site with the configurations in `deploy/` and verifies it from outside. The site is under a base path, where
 * more can go wrong.
 */

const basePath = '/coast/';

let folder: string;
let siteDirectory: string;
let nodeUrl: URL;
const running: { stop(): unknown }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-deployed-'));
  siteDirectory = join(folder, 'site');
  await writeSmallSite(siteDirectory, 'compute');
  const node = await startHost('node', folder, { siteDirectory, basePath });
  running.push(node);
  nodeUrl = node.address;
});
afterAll(async () => {
  for (const server of running) await server.stop();
  await rm(folder, { recursive: true });
});

async function verify(url: string): Promise<{ findings: unknown[]; notes: readonly string[] }> {
  const { parts, notes } = await verifySite({ url, checksAll: true });
  expect(parts.map(({ title }) => title)).toContain('The explorer');
  return { findings: parts.flatMap(({ findings }) => findings), notes };
}

const nothingWrong = { findings: [], notes: [] };

describe('a site passes verification', () => {
  it('on the Node host', async () => {
    expect(await verify(nodeUrl.href)).toEqual(nothingWrong);
  });

  it('on workerd', async () => {
    const server = await startHost('workerd', join(folder, 'workerd'), { siteDirectory, basePath });
    running.push(server);
    expect(await verify(server.address.href)).toEqual(nothingWrong);
  });

  if (!hasServer('caddy')) console.warn('caddy is not installed: the check of a site behind it is SKIPPED.');
  it.skipIf(!hasServer('caddy'))('on Caddy in front of the Node host', async () => {
    const server = await startPlainServer('caddy', join(folder, 'caddy'), { nodeOrigin: nodeUrl.origin });
    running.push(server);
    expect(await verify(new URL(basePath, server.proxyAddress).href)).toEqual(nothingWrong);
  });
});
