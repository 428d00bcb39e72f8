import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { decodeManifest } from '../../../core/storage/snapshot/manifest.ts';
import { fileSecurityHeaders } from '../../../core/site/file-headers.ts';
import { hasServer, startHost } from '../../support/start-host.ts';
import { printedRandom, sampleOf } from '../../support/test-size.ts';
import { allCases } from '../all-cases.ts';
import { requestsPlaceFeed } from '../cases/feed-cases.ts';
import { forwardedSchemes } from '../cases/forwarded-schemes.ts';
import { requestsDocument } from '../cases/static-cases.ts';
import {
  checkEach,
  differences,
  hostAt,
  type HostUnderTest,
  type ReceivedResponse,
  sendOverHttp,
} from '../check-case.ts';
import { caseUnderBasePath, type ContractCase } from '../contract-case.ts';
import { writeFixtureSite } from '../fixture/fixture-tree.ts';

/*
 * Serves a site at the root and under a base path on each host with a server of its own, and sends it cases of the
 * contract and requests for files. The page is only one line, because only URLs, headers and whole files are compared.
 */

const page = '<!doctype html><title>Coastwatch</title><style>a{color:red}</style>\n';
const random = printedRandom('the cases for each host');

/** The combinations of a host and a site; with `isProxy`, the host passes API requests on to a Node host. */
const settings = (
  [
    { name: 'node', target: 'compute', isProxy: false },
    { name: 'workerd', target: 'compute', isProxy: false },
    ...(['nginx', 'caddy'] as const).flatMap((name) => [
      { name, target: 'static', isProxy: false } as const,
      { name, target: 'static', isProxy: true } as const,
      { name, target: 'compute', isProxy: true } as const,
    ]),
  ] as const
).flatMap((setting) => {
  const title = `with a ${setting.target} site${setting.isProxy ? ' and the Node host behind it' : ''}`;
  return ['/', '/coast/'].map((basePath) => ({ ...setting, title, basePath }));
});

let folder: string;
let dataVersion: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-hosts-'));
  for (const target of ['static', 'compute'] as const) {
    dataVersion = await writeFixtureSite(join(folder, target), target, { 'index.html': page, 'sw.js': 'self;\n' });
  }
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

it('caseUnderBasePath changes every path in a case, and nothing else', () => {
  const textOf = (cases: readonly ContractCase[]): string =>
    JSON.stringify(cases.map(({ path, tagPath, expected }) => ({ path, tagPath, expected })));
  const below = textOf(allCases.map((each) => caseUnderBasePath('/coast/', each)));
  expect(/[ "}<]\/(?:webapi|docs|data\/|feeds\/).{20}/.exec(below)).toBeNull();
  expect(below.replaceAll(/\/coast(?=\/(?:webapi|docs|data\/|feeds\/))/g, '') === textOf(allCases)).toBe(true);
});

const hasQuery = (each: ContractCase): boolean => /\?./.test(each.path) && !requestsDocument(each);
/** Without a host behind them, these servers send feeds like any other file: see `tests/built-site/place-feeds.test.ts`. */
const forApi = allCases.filter((each) => !requestsPlaceFeed(each));
/**
 * The cases that a file server can handle: URLs without a meaningful query and without percent-encoding. For a page
 * above the last one, a file server sends a 404 as for any missing file, and not a 400.
 */
const forFiles = forApi.filter((each) => !hasQuery(each) && !each.path.includes('%') && each.expected.status !== 400);
/** nginx and Caddy refuse invalid percent-encoding as a malformed request before they apply any configuration. */
const forProxy = allCases.filter((each) => !each.path.includes('%zz'));

describe.each(settings)('$name under $basePath, $title', ({ name, target, basePath, isProxy }) => {
  const isPlain = name === 'nginx' || name === 'caddy';
  const isFilesOnly = isPlain && !isProxy;
  const isInstalled = !isPlain || hasServer(name);
  if (!isInstalled) console.warn(`${name} is not installed: its tests of the contract are SKIPPED.`);
  /** All hosts run the handler that runs in process: one host receives every case, and the others a sample. */
  const choose = (cases: readonly ContractCase[]): readonly ContractCase[] =>
    (name === 'node' && basePath === '/' ? cases : sampleOf(cases, random)).map((each) =>
      caseUnderBasePath(basePath, each),
    );
  const cases = choose(isFilesOnly ? forFiles : isPlain ? forProxy : allCases);
  const casesWithQuery = choose(forApi.filter(hasQuery));

  describe.skipIf(!isInstalled)('the host', () => {
    const running: Awaited<ReturnType<typeof startHost>>[] = [];
    let host: HostUnderTest;
    let hostFolder: string;
    const get = (path: string, method = 'GET', headers: Record<string, string> = {}): Promise<ReceivedResponse> =>
      host.send({ method, path: basePath + path, headers });

    beforeAll(async () => {
      const site = { siteDirectory: join(folder, target), basePath };
      hostFolder = await mkdtemp(join(folder, name));
      if (isProxy) running.push(await startHost('node', hostFolder, site));
      const server = await startHost(name, hostFolder, { ...site, proxyTo: running[0]?.address.origin });
      running.push(server);
      host = hostAt(server.address, dataVersion, isPlain ? target : undefined);
    });
    afterAll(async () => {
      for (const { stop } of running.reverse()) await stop();
    });

    it('returns the response in the contract to every request', async () => {
      await checkEach(cases, (each) => differences(each, host));
    });

    it('sends the page with its content security policy, by its name and at its directory', async () => {
      for (const path of ['', 'index.html', '?c=-31.99,115.75']) {
        const { status, headers, body } = await get(path);
        expect([path, status, body]).toEqual([path, 200, page]);
        expect(headers).toMatchObject(lowerCase(fileSecurityHeaders));
        expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*style-src 'self' 'sha256-/);
        expect(headers['content-type']).toBe('text/html; charset=UTF-8');
        expect(headers['cache-control']).toBe('no-cache');
      }
    });

    it('sends the service worker, the manifest and a data file, with their Cache-Control', async () => {
      const { status, headers, body } = await get('sw.js');
      expect([status, body, headers['cache-control']]).toEqual([200, 'self;\n', 'no-cache']);
      expect(headers['content-type']).toBe('text/javascript; charset=UTF-8');
      const manifest = await get('data/manifest.json');
      expect((await decodeManifest(new TextEncoder().encode(manifest.body))).dataVersion).toBe(dataVersion);
      expect(manifest.headers).toMatchObject({ 'cache-control': 'no-cache', 'access-control-allow-origin': '*' });
      const files = await readdir(join(folder, target, 'data'));
      const file = await get(`data/${files.find((each) => /^[0-9a-f]{32}\.bin$/.test(each)) ?? ''}`, 'HEAD');
      expect(file.status).toBe(200);
      expect(file.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'access-control-allow-origin': '*',
        'content-type': 'application/octet-stream',
      });
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

    if (isPlain) {
      it('has a configuration without warnings', () => {
        const configuration = join(hostFolder, name === 'nginx' ? 'nginx.conf' : 'configuration');
        const command = name === 'nginx' ? ['-t', '-c'] : ['validate', '--adapter', 'caddyfile', '--config'];
        const { status, stderr } = spawnSync(name, [...command, configuration], { encoding: 'utf8' });
        expect(status, stderr).toBe(0);
        // Caddy also warns that its admin interface and https are off, as the configuration intends.
        expect(stderr).not.toMatch(/\[warn\]|"level":"warn",.*"logger":"caddyfile"/);
      });
    }

    if (isProxy) {
      it('forwards the scheme that a proxy on this machine reports, in a query and in a condition', async () => {
        const path = `${basePath}webapi/v1/RawData?pageNumber=1&pageSize=1`;
        for (const [headers, scheme] of forwardedSchemes) {
          // nginx sends a request with this condition to itself first.
          for (const condition of [{}, { 'If-Match': '"a"' }]) {
            const more = { ...headers, ...condition, Host: 'data.example.org' };
            const { body } = await sendOverHttp(new URL(host.origin), { method: 'GET', path, headers: more });
            const [, link] = /"NextPageLink":"(\w+:\/\/[^/]+\/)/.exec(body) ?? [];
            expect([more, link]).toEqual([more, `${scheme}://data.example.org/`]);
          }
        }
      });
    }

    if (isFilesOnly) {
      it('sends Vary for a list', async () => {
        for (const headers of [{}, { 'Accept-Encoding': 'gzip' }]) {
          const whole = await get('webapi/v1/RawData', 'GET', headers);
          const again = await get('webapi/v1/RawData', 'GET', {
            ...headers,
            'If-None-Match': whole.headers['etag'] ?? '',
          });
          expect([whole, again].map((each) => [each.status, each.headers['vary']])).toEqual([
            [200, 'Accept-Encoding'],
            [304, 'Accept-Encoding'],
          ]);
        }
      });

      it('ignores Range for a list', async () => {
        expect((await get('webapi/v1/CoastalFeatures', 'GET', { Range: 'bytes=0-3' })).status).toBe(200);
      });

      it('returns 404 for an unknown path, whatever its query', async () => {
        for (const path of ['RawData/1/2', 'RawData//', 'RawData/pages/up/1.json', 'RawDataset', 'a"b']) {
          const { status, headers, body } = await get(`webapi/v1/${path}${path === 'a"b' ? '' : '?pageNumber=1'}`);
          const problem = JSON.parse(body) as { readonly DeveloperMessage: string };
          expect([path, status, headers['content-type']]).toEqual([path, 404, 'application/json; charset=UTF-8']);
          expect(problem.DeveloperMessage).toContain(
            // A path with a quotation mark cannot be quoted.
            path === 'a"b' ? 'Unknown path. The known paths are' : `Unknown path: "${basePath}webapi/v1/${path}".`,
          );
        }
      });

      it('never returns a 200 that ignores the query', async () => {
        await checkEach(casesWithQuery, async ({ method = 'GET', path, expected }) => {
          const { status, headers, body } = await host.send({ method, path, headers: {} });
          if (status < 204 || status === 304) return [`status ${status}`];
          if (method !== 'GET' || expected.status === 404) return [];
          expect(status).toBe(400);
          expect(JSON.parse(body)).toMatchObject({ ErrorNumber: '0' });
          expect(headers['content-type']).toBe('application/json; charset=UTF-8');
          expect(headers['access-control-allow-origin']).toBe('*');
          return [];
        });
      });
    }
  });
});

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
