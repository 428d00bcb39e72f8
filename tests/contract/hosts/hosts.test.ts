import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { hasServer, startHost, startPlainServer } from '../../support/start-host.ts';
import { printedRandom, sampleOf } from '../../support/test-size.ts';
import { allCases } from '../all-cases.ts';
import { checkEach, differences, hostAt, type HostUnderTest, sendOverHttp } from '../check-case.ts';
import { caseUnderBasePath } from '../contract-case.ts';
import { isForProxies } from '../contract-cases.ts';
import { writeFixtureSite } from '../fixture/fixture-tree.ts';
import { coreCases } from '../ogc/core-cases.ts';
import { crsCases } from '../ogc/crs-cases.ts';
import { OgcClient, runCases } from '../ogc/ogc-client.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/*
 * Serves a site at the root and under a base path on each host with a server of its own, also through nginx and Caddy as
 * proxies, and sends it cases of the contract and requests for files. The page is only one line, because only URLs,
 * headers and whole files are compared.
 */

const page = '<!doctype html><title>Coastwatch</title><style>a{color:red}</style>\n';
const random = printedRandom('the cases for each host');

const settings = [
  { name: 'node', basePath: '/' },
  { name: 'node', basePath: '/coast/' },
  { name: 'workerd', basePath: '/' },
  { name: 'workerd', basePath: '/coast/' },
  // Proxies pass paths on unchanged, so one base path is enough for each.
  { name: 'nginx', basePath: '/coast/' },
  { name: 'caddy', basePath: '/' },
] as const;

const folder = temporaryFolder();
let dataVersion: string;

beforeAll(async () => {
  dataVersion = await writeFixtureSite(join(folder, 'site'), 'compute', { 'index.html': page, 'sw.js': 'self;\n' });
});

const forProxy = allCases.filter(isForProxies);

describe.each(settings)('$name under $basePath', ({ name, basePath }) => {
  const isProxy = name === 'nginx' || name === 'caddy';
  const isInstalled = !isProxy || hasServer(name);
  if (!isInstalled) console.warn(`${name} is not installed: its tests of the contract are SKIPPED.`);
  /** All hosts run the handler that runs in process: one host receives every case, and the others a sample. */
  const cases = (name === 'node' && basePath === '/' ? allCases : sampleOf(isProxy ? forProxy : allCases, random)).map(
    (each) => caseUnderBasePath(basePath, each),
  );

  describe.skipIf(!isInstalled)('the host', () => {
    const running: { stop(): unknown }[] = [];
    let host: HostUnderTest;

    beforeAll(async () => {
      const hostFolder = await mkdtemp(join(folder, name));
      const site = { siteDirectory: join(folder, 'site'), basePath };
      const server = await startHost(isProxy ? 'node' : name, hostFolder, site);
      running.push(server);
      if (isProxy) {
        const proxy = await startPlainServer(name, hostFolder, { nodeOrigin: server.address.origin });
        running.push(proxy);
        host = { ...hostAt(proxy.proxyAddress, dataVersion), send: sendThrough(proxy.proxyAddress) };
      } else host = hostAt(server.address, dataVersion);
    });
    afterAll(async () => {
      for (const { stop } of running.reverse()) await stop();
    });

    it('returns the response in the contract to every request', async () => {
      await checkEach(cases, (each) => differences(each, host));
    });

    it('passes the tests of OGC API Features', async () => {
      const ogcCases = [...coreCases, ...crsCases];
      await runCases(name === 'node' ? ogcCases : sampleOf(ogcCases, random), new OgcClient(host, basePath));
    });

    if (basePath !== '/') {
      it('finds nothing outside the base path, and redirects to its slash', async () => {
        for (const [path, root] of [
          ['/coast', '/coast/'],
          ['/coast?c=-31.99,115.75', '/coast/?c=-31.99,115.75'],
        ] as const) {
          const { status, headers } = await host.send({ method: 'GET', path, headers: {} });
          expect([status, new URL(headers['location'] ?? '', host.origin).href]).toEqual([301, host.origin + root]);
        }
        for (const path of [
          ...['/', '/index.html', '/sw.js', '/data/manifest.json', '/coastal/index.html', '/COAST/index.html'],
          ...['/webapi/v1/RawData', '/webapi/v1/RawData.json', '/webapi/v1/RawData?pageNumber=1'],
          ...[
            '/COAST/webapi/v1/RawData.json',
            '/coast/data/00000000000000000000000000000000.bin',
            '/coast/nothing.html',
          ],
        ]) {
          const { status, headers, body } = await host.send({ method: 'GET', path, headers: {} });
          expect([path, status, headers['content-type']?.toLowerCase(), body.trim()]).toEqual([
            path,
            404,
            'text/plain; charset=utf-8',
            'There is nothing here.',
          ]);
        }
      });
    }

    if (isProxy) {
      it('has links with the scheme and the host of the request to the proxy, whatever its client claims', async () => {
        const path = `${basePath}webapi/v1/RawData?pageNumber=1&pageSize=1`;
        const claimed = name === 'nginx' ? 'http' : 'https';
        for (const more of [{}, { 'X-Forwarded-Proto': claimed }, { Forwarded: `proto=${claimed}` }]) {
          const headers = { ...more, Host: new URL(host.origin).host };
          const { body } = await sendOverHttp(new URL(host.origin), { method: 'GET', path, headers });
          expect([more, /"NextPageLink":"(\w+:\/\/[^/]+)\//.exec(body)?.[1]]).toEqual([more, host.origin]);
        }
      });

      it('does not show the state of the server to readers', async () => {
        // nginx allows requests from this machine, which this test sends.
        const { status } = await host.send({ method: 'GET', path: '/readyz', headers: {} });
        expect(status).toBe(name === 'nginx' ? 200 : 403);
      });
    }
  });
});

describe.each(['nginx', 'caddy'] as const)('%s in front of a Node host that does not run', (name) => {
  it.skipIf(!hasServer(name))('responds with 503 in JSON', async () => {
    const server = await startPlainServer(name, await mkdtemp(join(folder, name)), {});
    try {
      const request = { method: 'GET', path: '/webapi/v1/RawData/1', headers: {} };
      const { status, headers, body } = await sendOverHttp(server.proxyAddress, request);
      expect([status, headers['retry-after'], headers['access-control-allow-origin']]).toEqual([503, '5', '*']);
      expect(headers['content-type']).toBe('application/json; charset=UTF-8');
      expect(Object.keys(JSON.parse(body) as object)).toEqual([
        ...['DeveloperMessage', 'ClientMessage', 'StackTrace', 'ErrorNumber', 'ErrorLink'],
      ]);
    } finally {
      await server.stop();
    }
  });
});

/** Proxies add their name to a response, and must change nothing else. */
function sendThrough(proxy: URL): HostUnderTest['send'] {
  return async (request) => {
    const { headers, ...response } = await sendOverHttp(proxy, request);
    return { ...response, headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'server')) };
  };
}
