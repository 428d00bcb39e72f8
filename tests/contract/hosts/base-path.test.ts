import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { decodeManifest } from '../../../core/storage/snapshot/manifest.ts';
import { fileSecurityHeaders } from '../../../core/site/file-headers.ts';
import { listen } from '../../../hosts/node/listen.ts';
import { createSiteServer } from '../../../hosts/node/site-server.ts';
import { hasServer, startPlainServer, type PlainServer, startWorkerd } from '../../support/start-host.ts';
import { printedRandom, sampleOf } from '../../support/test-size.ts';
import { allCases } from '../all-cases.ts';
import { requestsPlaceFeed } from '../cases/feed-cases.ts';
import { requestsDocument } from '../cases/static-cases.ts';
import { caseUnderBasePath, type ContractCase } from '../contract-case.ts';
import { failures, type HostUnderTest, type ReceivedResponse, hostAt } from '../check-case.ts';
import { writeFixtureSite } from '../fixture/fixture-tree.ts';

/*
 * Serves a site under a base path on the Node host, the edge host, nginx and Caddy, and sends them cases of the contract
 * and requests for files. The page is only one line, because only URLs, headers and whole files are compared.
 */

const basePath = '/coast/';
const page = '<!doctype html><title>Coastwatch</title><style>a{color:red}</style>\n';

interface RunningSite {
  readonly origin: string;
  stop(): unknown;
}

let folder: string;
const sites: Record<'static' | 'compute', string> = { static: '', compute: '' };
let dataVersion: string;
let hashedFile: string;
let nodeHost: RunningSite;

async function startNode(siteDirectory: string): Promise<RunningSite> {
  const server = createSiteServer({ directory: siteDirectory, basePath });
  const url = await listen(server, { port: 0, host: '127.0.0.1', basePath });
  return { origin: new URL(url).origin, stop: () => server.close() };
}

async function startPlain(name: PlainServer, kind: 'alone' | 'proxy'): Promise<RunningSite> {
  const { address, stop } = await startPlainServer(name, join(folder, `${name}-${kind}`), {
    siteDirectory: sites.static,
    basePath,
    proxyTo: kind === 'proxy' ? nodeHost.origin : undefined,
  });
  return { origin: address.origin, stop };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-below-'));
  for (const target of ['static', 'compute'] as const) {
    sites[target] = join(folder, target);
    dataVersion = await writeFixtureSite(sites[target], target, { 'index.html': page, 'sw.js': 'self;\n' });
  }
  const [first] = (await readdir(join(sites.compute, 'data'))).filter((name) => /^[0-9a-f]{32}\.bin$/.test(name));
  hashedFile = `data/${first ?? ''}`;
  nodeHost = await startNode(sites.compute);
});
afterAll(async () => {
  await nodeHost.stop();
  await rm(folder, { recursive: true });
});

const allCasesUnderBasePath = allCases.map((each) => caseUnderBasePath(basePath, each));
/** Only a sample in `npm test`, because other tests send the cases to the same hosts at the root. */
const casesUnderBasePath = sampleOf(allCasesUnderBasePath, printedRandom('the contract under a base path'));
const dependsOnQuery = (each: ContractCase): boolean => /\?./.test(each.path) && !requestsDocument(each);

/** The cases that each host can handle, as in the tests of the hosts at the root. */
const hosts: readonly {
  readonly name: string;
  readonly plain?: PlainServer;
  readonly start: () => Promise<RunningSite>;
  readonly cases: readonly ContractCase[];
}[] = [
  { name: 'the Node host', start: () => startNode(sites.compute), cases: casesUnderBasePath },
  {
    name: 'the edge host in workerd',
    start: async () => {
      const { address, stop } = await startWorkerd(sites.compute, join(folder, 'edge'), basePath);
      return { origin: address.origin, stop };
    },
    cases: casesUnderBasePath,
  },
  ...(['nginx', 'caddy'] as const).flatMap((plain) => [
    {
      name: `${plain}, files only`,
      plain,
      start: () => startPlain(plain, 'alone'),
      cases: casesUnderBasePath.filter(
        (each) =>
          !dependsOnQuery(each) && !each.path.includes('%') && !requestsPlaceFeed(each) && each.expected.status !== 400,
      ),
    },
    {
      name: `${plain} with the Node host behind it`,
      plain,
      start: () => startPlain(plain, 'proxy'),
      cases: casesUnderBasePath.filter((each) => !each.path.includes('%zz')),
    },
  ]),
];

it('caseUnderBasePath changes every path in a case, and nothing else', () => {
  const below = JSON.stringify(
    allCasesUnderBasePath.map(({ path, tagPath, expected }) => ({ path, tagPath, expected })),
  );
  const atRoot = JSON.stringify(allCases.map(({ path, tagPath, expected }) => ({ path, tagPath, expected })));
  expect(/[ "}<]\/(?:webapi|docs|data\/|feeds\/).{20}/.exec(below)).toBeNull();
  expect(below.replaceAll(/\/coast(?=\/(?:webapi|docs|data\/|feeds\/))/g, '') === atRoot).toBe(true);
});

describe.each(hosts)('under a base path, $name', ({ plain, start, cases }) => {
  const isInstalled = plain === undefined || hasServer(plain);
  if (!isInstalled) console.warn(`${plain} is not installed: its tests under a base path are SKIPPED.`);
  describe.skipIf(!isInstalled)('serves', () => {
    let running: RunningSite;
    let host: HostUnderTest;
    let get: (path: string, method?: string) => Promise<ReceivedResponse>;

    beforeAll(async () => {
      running = await start();
      host = hostAt(new URL(running.origin), dataVersion, plain !== undefined);
      get = (path, method = 'GET') => host.send({ method, path, headers: {} });
    });
    afterAll(() => running.stop());

    it(`${cases.length} cases of the contract as at the root`, async () => {
      expect(await failures(cases, host)).toEqual({});
    });

    it('the page with its content security policy, by its name and at its directory', async () => {
      for (const path of ['/coast/', '/coast/index.html', '/coast/?c=-31.99,115.75']) {
        const { status, headers, body } = await get(path);
        expect([path, status, body]).toEqual([path, 200, page]);
        expect(headers).toMatchObject(lowerCase(fileSecurityHeaders));
        expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*style-src 'self' 'sha256-/);
        expect(headers['content-type']).toBe('text/html; charset=UTF-8');
        expect(headers['cache-control']).toBe('no-cache');
      }
    });

    it('the service worker, the manifest and a data file, with their Cache-Control', async () => {
      const serviceWorker = await get('/coast/sw.js');
      expect([serviceWorker.status, serviceWorker.body, serviceWorker.headers['cache-control']]).toEqual([
        200,
        'self;\n',
        'no-cache',
      ]);
      expect(serviceWorker.headers['content-type']).toBe('text/javascript; charset=UTF-8');
      const manifest = await get('/coast/data/manifest.json');
      expect((await decodeManifest(new TextEncoder().encode(manifest.body))).dataVersion).toBe(dataVersion);
      expect(manifest.headers).toMatchObject({ 'cache-control': 'no-cache', 'access-control-allow-origin': '*' });
      const file = await get(basePath + hashedFile, 'HEAD');
      expect(file.status).toBe(200);
      expect(file.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'access-control-allow-origin': '*',
        'content-type': 'application/octet-stream',
      });
    });

    it('a redirect from the base path without its trailing slash, which keeps the query', async () => {
      for (const [path, root] of [
        ['/coast', '/coast/'],
        ['/coast?c=-31.99,115.75', '/coast/?c=-31.99,115.75'],
      ] as const) {
        const { status, headers } = await get(path);
        expect([status, new URL(headers['location'] ?? '', host.origin).href]).toEqual([301, host.origin + root]);
      }
    });

    it.each([
      '/',
      '/index.html',
      '/sw.js',
      '/data/manifest.json',
      '/webapi/v1/RawData',
      '/webapi/v1/RawData.json',
      '/webapi/v1/RawData?pageNumber=1',
      '/coastal/index.html',
      '/COAST/index.html',
      '/COAST/webapi/v1/RawData.json',
      '/coast/data/00000000000000000000000000000000.bin',
      '/coast/nothing.html',
    ])('a 404 in plain text for %s, which is not a path of the site', async (path) => {
      const { status, headers, body } = await get(path);
      expect([status, headers['content-type']?.toLowerCase(), body.trim()]).toEqual([
        404,
        'text/plain; charset=utf-8',
        'There is nothing here.',
      ]);
    });
  });
});

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
