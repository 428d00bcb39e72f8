import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { configureHosts } from '../../build-data/hosting/configure-hosts.ts';
import { readConfigureOptions } from '../../build-data/hosting/configure-hosts.ts';
import { verifySite } from '../../build-data/verify/verify-site.ts';
import { listen } from '../../hosts/node/listen.ts';
import { createSiteServer } from '../../hosts/node/site-server.ts';
import { writeSmallSite } from '../support/small-site.ts';
import {
  freePort,
  hasServer,
  startConfiguredServer,
  type PlainServer,
  buildEdgeWorker,
  startConfiguredWorkerd,
} from '../support/start-host.ts';

/*
 * Follows all steps of a publisher: builds a site, configures it for a host, serves it with the generated
 * configuration, and verifies it from outside. The site is under a base path, where more can go wrong.
 */

const basePath = '/coast/';
const refusesQueries = 'This host only serves files, so it correctly refuses queries. The explorer runs them itself.';

let folder: string;
let worker: string;
let nodeOrigin: string;
const running: { stop(): unknown }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-deployed-'));
  await writeSmallSite(join(folder, 'static'), 'static');
  await writeSmallSite(join(folder, 'compute'), 'compute');
  worker = await buildEdgeWorker(join(folder, 'edge'));
  const server = createSiteServer({ directory: join(folder, 'compute'), basePath });
  nodeOrigin = new URL(await listen(server, { port: 0, host: '127.0.0.1', basePath })).origin;
  running.push({ stop: () => server.close() });
});
afterAll(async () => {
  for (const server of running) await server.stop();
  await rm(folder, { recursive: true });
});

/** Writes the configurations for a site. Returns their directory and the address at which the server will listen. */
async function configure(target: 'static' | 'compute', name: string, ...more: string[]): Promise<[string, URL]> {
  const address = `127.0.0.1:${await freePort()}`;
  const out = join(folder, name);
  const needed = ['--dir', join(folder, target), '--out', out, '--base-path', basePath, '--listen', address];
  const logs = ['--access-log', join(folder, `${name}.access.log`), '--error-log', join(folder, `${name}.error.log`)];
  const options = readConfigureOptions([...needed, ...logs, ...more]);
  if (!options) throw new Error('options that contain --help configure nothing');
  await configureHosts(options, worker);
  return [out, new URL(`http://${address}${basePath}`)];
}

async function verify(url: string): Promise<{ findings: unknown[]; notes: readonly string[] }> {
  const { parts, notes } = await verifySite({
    url,
    maximumFiles: Number.POSITIVE_INFINITY,
    onPart: () => undefined,
    onProgress: () => undefined,
  });
  expect(parts.map(({ title }) => title)).toContain('The explorer');
  return { findings: parts.flatMap(({ findings }) => findings), notes };
}

const nothingWrong = { findings: [], notes: [] };
const configurationPaths: Readonly<Record<PlainServer, string>> = {
  nginx: 'nginx/coastwatch.conf',
  caddy: 'caddy/Caddyfile',
};

describe('a site with the generated configuration passes verification', () => {
  it('on the Node host', async () => {
    expect(await verify(nodeOrigin + basePath)).toEqual(nothingWrong);
  });

  it('on workerd', async () => {
    const [out] = await configure('compute', 'for-workerd', '--host', 'workerd');
    const server = await startConfiguredWorkerd(join(out, 'workerd/workerd.capnp'), basePath);
    running.push(server);
    expect(await verify(server.address.href)).toEqual(nothingWrong);
  });

  for (const name of ['nginx', 'caddy'] as const) {
    if (!hasServer(name)) console.warn(`${name} is not installed: the check of a site deployed on it is SKIPPED.`);

    it.skipIf(!hasServer(name))(`on ${name} with files only, where queries are refused`, async () => {
      const [out, address] = await configure('static', `for-${name}`, '--host', name);
      const server = await startConfiguredServer(name, join(out, 'run'), join(out, configurationPaths[name]), address);
      running.push(server);
      expect(await verify(address.href)).toEqual({ findings: [], notes: [refusesQueries] });
    });

    it.skipIf(!hasServer(name))(`on ${name} with the Node host behind it, under any host name`, async () => {
      const [out, address] = await configure('static', `for-${name}-proxy`, '--host', name, '--proxy-to', nodeOrigin);
      const server = await startConfiguredServer(name, join(out, 'run'), join(out, configurationPaths[name]), address);
      running.push(server);
      expect(await verify(address.href)).toEqual(nothingWrong);
      expect(await verify(address.href.replace('127.0.0.1', 'localhost'))).toEqual(nothingWrong);
    });
  }
});
