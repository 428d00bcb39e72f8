import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { listen } from '../../../hosts/node/listen.ts';
import { createSiteServer } from '../../../hosts/node/site-server.ts';
import { hasServer, startPlainServer } from '../../support/start-host.ts';
import type { RunningServer } from '../../support/run-node.ts';
import { allCases } from '../all-cases.ts';
import { forwardedSchemes } from '../cases/forwarded-schemes.ts';
import { requestsPlaceFeed } from '../cases/feed-cases.ts';
import { requestsDocument } from '../cases/static-cases.ts';
import { differences, type HostUnderTest, sendOverHttp } from '../check-case.ts';
import type { ContractCase } from '../contract-case.ts';
import { writeFixtureSite } from '../fixture/fixture-tree.ts';

let folder: string;
const sites: Record<'static' | 'compute', string> = { static: '', compute: '' };
let dataVersion: string;
let node: Server;
let nodeAddress: URL;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-plain-'));
  for (const target of ['static', 'compute'] as const) {
    sites[target] = join(folder, target);
    dataVersion = await writeFixtureSite(sites[target], target);
  }
  node = createSiteServer({ directory: sites.static });
  nodeAddress = new URL(await listen(node, { port: 0, host: '127.0.0.1', basePath: '/' }));
});

afterAll(async () => {
  node.close();
  await rm(folder, { recursive: true });
});

const hasQuery = (each: ContractCase): boolean => /\?./.test(each.path) && !requestsDocument(each);
/** Without a host behind them, these servers send feeds like any other file: see `tests/built-site/place-feeds.test.ts`. */
const forApi = allCases.filter((each) => !requestsPlaceFeed(each));
/**
 * The cases that a file server can handle: URLs without a meaningful query and without percent-encoding. For a page
 * above the last one, a file server sends a 404 as for any missing file, and not a 400.
 */
const forFiles = forApi.filter((each) => !hasQuery(each) && !each.path.includes('%') && each.expected.status !== 400);
/** These servers refuse invalid percent-encoding as a malformed request before they apply any configuration. */
const forProxy = allCases.filter((each) => !each.path.includes('%zz'));
const withQuery = forApi.filter(hasQuery);

describe.each(['nginx', 'caddy'] as const)('the contract, from %s', (name) => {
  if (!hasServer(name)) console.warn(`${name} is not installed: its tests of the contract are SKIPPED.`);
  describe.skipIf(!hasServer(name))('with files only', () => {
    let server: RunningServer;
    let host: HostUnderTest;

    beforeAll(async () => {
      server = await startPlainServer(name, join(folder, name), { siteDirectory: sites.static, basePath: '/' });
      host = plainHostAt(server.address, true);
    });
    afterAll(() => server.stop());

    it.each(forFiles)('$name', async (contractCase) => {
      expect(await differences(contractCase, host)).toEqual([]);
    });

    it('has a configuration without warnings', () => {
      expectNoWarnings(name, join(folder, name));
    });

    it('sends Vary for a list', async () => {
      for (const headers of [{}, { 'Accept-Encoding': 'gzip' }]) {
        const send = (more = {}): ReturnType<typeof host.send> =>
          host.send({ method: 'GET', path: '/webapi/v1/RawData', headers: { ...headers, ...more } });
        const whole = await send();
        const again = await send({ 'If-None-Match': whole.headers['etag'] ?? '' });
        expect([whole, again].map((each) => [each.status, each.headers['vary']])).toEqual([
          [200, 'Accept-Encoding'],
          [304, 'Accept-Encoding'],
        ]);
      }
    });

    it('ignores Range for a list', async () => {
      const part = await host.send({
        method: 'GET',
        path: '/webapi/v1/CoastalFeatures',
        headers: { Range: 'bytes=0-3' },
      });
      expect(part.status).toBe(200);
    });

    it.each([
      '/webapi/v1/RawData/1/2?x=1',
      '/webapi/v1/RawData//?x=1',
      '/webapi/v1/RawData/pages/up/1.json?x=1',
      '/webapi/v1/RawDataset?pageNumber=1',
    ])('returns 404 for an unknown path, whatever its query: %s', async (path) => {
      const { status, headers, body } = await host.send({ method: 'GET', path, headers: {} });
      const problem = JSON.parse(body) as { readonly DeveloperMessage: string };
      expect([status, headers['content-type']]).toEqual([404, 'application/json; charset=UTF-8']);
      expect(problem.DeveloperMessage).toContain(`Unknown path: "${path.replace(/\?.*/, '')}".`);
    });

    it('returns 404 for a path that cannot be quoted', async () => {
      const { status, body } = await host.send({ method: 'GET', path: '/webapi/v1/a"b', headers: {} });
      expect([status, body]).toEqual([404, expect.stringContaining('"Unknown path. The known paths are')]);
    });

    it.each(withQuery)('$name: never a 200 that ignores the query', async ({ method = 'GET', path, expected }) => {
      const response = await host.send({ method, path, headers: {} });
      expect(response.status).toBeGreaterThanOrEqual(204);
      expect(response.status).not.toBe(304);
      if (method === 'GET' && expected.status !== 404) {
        expect(response.status).toBe(400);
        expect(JSON.parse(response.body)).toMatchObject({ ErrorNumber: '0' });
        expect(response.headers['content-type']).toBe('application/json; charset=UTF-8');
        expect(response.headers['access-control-allow-origin']).toBe('*');
      }
    });
  });

  describe.skipIf(!hasServer(name)).each(['static', 'compute'] as const)(
    'with the Node host behind it, %s',
    (target) => {
      let server: RunningServer;
      let host: HostUnderTest;

      beforeAll(async () => {
        server = await startPlainServer(name, join(folder, `${name}-proxy-${target}`), {
          siteDirectory: sites[target],
          basePath: '/',
          proxyTo: nodeAddress.origin,
        });
        host = plainHostAt(server.address, target === 'static');
      });
      afterAll(() => server.stop());

      it.each(forProxy)('$name', async (contractCase) => {
        expect(await differences(contractCase, host)).toEqual([]);
      });

      it('has a configuration without warnings', () => {
        expectNoWarnings(name, join(folder, `${name}-proxy-${target}`));
      });

      it('forwards the scheme that a proxy on this machine reports, in a query and in a condition', async () => {
        const path = '/webapi/v1/RawData?pageNumber=1&pageSize=1';
        for (const [headers, scheme] of forwardedSchemes) {
          // nginx sends a request with this condition to itself first.
          for (const condition of [{}, { 'If-Match': '"a"' }]) {
            const more = { ...headers, ...condition, Host: 'data.example.org' };
            const { body } = await sendOverHttp(server.address, { method: 'GET', path, headers: more });
            const [, link] = /"NextPageLink":"(\w+:\/\/[^/]+\/)/.exec(body) ?? [];
            expect([more, link]).toEqual([more, `${scheme}://data.example.org/`]);
          }
        }
      });
    },
  );
});

function plainHostAt(address: URL, sendsStaticFiles: boolean): HostUnderTest {
  return {
    origin: address.origin,
    dataVersion,
    isPlain: true,
    sendsStaticFiles,
    send: (request) => sendOverHttp(address, request),
  };
}

/** Lets the server check the configuration that `startPlainServer` wrote to a folder. */
function expectNoWarnings(name: 'nginx' | 'caddy', serverFolder: string): void {
  const configuration = join(serverFolder, name === 'nginx' ? 'nginx.conf' : 'configuration');
  const command = name === 'nginx' ? ['-t', '-c'] : ['validate', '--adapter', 'caddyfile', '--config'];
  const { status, stderr } = spawnSync(name, [...command, configuration], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  // Caddy also warns that its admin interface and https are off, as the configuration intends.
  expect(stderr).not.toMatch(/\[warn\]|"level":"warn",.*"logger":"caddyfile"/);
}
