import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';

import sirv from 'sirv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { RecordTable } from '../../../build-data/write/record-table.ts';
import { tableOf } from '../../../build-data/write/testing/stored-dataset.ts';
import { coastalFeatures, rawData } from '../../../core/datasets/datasets.ts';
import { dataFilePath, manifestPath } from '../../../core/storage/format/layout.ts';
import type { Manifest } from '../../../core/storage/snapshot/manifest.ts';
import { listen } from '../../../hosts/node/listen.ts';
import { createSiteServer } from '../../../hosts/node/site-server.ts';
import { runCommand } from '../../support/run-node.ts';
import { writeSmallSite } from '../../support/small-site.ts';
import { fixtureFeatures } from '../fixture/fixture-features.ts';
import { fixtureRecords } from '../fixture/fixture-records.ts';
import {
  becomePage,
  changeText,
  type Fault,
  type FaultyHost,
  type ForwardedResponse,
  page,
  startFaultyHost,
} from './faulty-host.ts';
import type { Finding } from './findings.ts';
import { describeFinding, type Verification, verifySite } from './verify-site.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/* A small site on a correct host, behind a proxy that injects faults. */

const folder = temporaryFolder();
let manifest: Manifest;
let earlierManifest: Buffer;
let correctUrl: string;
let host: FaultyHost;
const servers: Server[] = [];

/** Only the first records of the fixture, because a verification sends hundreds of requests. */
function tables(features: number, records: number): RecordTable[] {
  return [
    tableOf(coastalFeatures, fixtureFeatures.slice(0, features)),
    tableOf(rawData, fixtureRecords.slice(0, records)),
  ];
}

function serve(server: Server): Promise<string> {
  servers.push(server);
  return listen(server, { port: 0, host: '127.0.0.1', basePath: '/' });
}

beforeAll(async () => {
  const directory = join(folder, 'site');
  await writeSmallSite(directory, 'compute', tables(0, 25));
  earlierManifest = await readFile(join(directory, manifestPath));
  manifest = await writeSmallSite(directory, 'compute', tables(12, 25));
  correctUrl = await serve(createSiteServer({ directory }));
  host = await startFaultyHost(correctUrl);
});
afterAll(async () => {
  host.close();
  for (const server of servers) server.close();
});

/** Sends only a few cases, unless a test needs the others. */
const verify = (url: string, more: Partial<Parameters<typeof verifySite>[0]> = {}): Promise<Verification> =>
  verifySite({ url, checksAll: false, maximumRecords: 10, timeoutInMilliseconds: 5000, ...more });
const allCases = { maximumRecords: 100 };

async function verifyWithFault(fault: Fault, more?: Parameters<typeof verify>[1]): Promise<Verification> {
  host.fault = fault;
  try {
    return await verify(host.siteUrl, more);
  } finally {
    host.fault = () => undefined;
  }
}

const findingsOf = ({ parts }: Verification): readonly Finding[] => parts.flatMap(({ findings }) => findings);
const described = (verification: Verification): string[] => findingsOf(verification).map(describeFinding);

const command = 'tests/contract/verify/main.ts';

it('finds no fault in a correct host, and exits with code 0', async () => {
  const { exitCode, stdout } = await runCommand(command, [correctUrl.slice(0, -1)]);
  const titles = [
    'The manifest',
    'The data files',
    'The API',
    'Documents and downloads',
    'Range requests',
    'The explorer',
  ];
  expect([exitCode, stdout]).toEqual([
    0,
    expect.stringMatching(
      new RegExp(
        `^${titles.map((title) => `ok {4}${title}\n`).join('')}ok {4}The public address\n` +
          `Data version ${manifest.dataVersion}, built at \\S+; \\d+ requests\\.\nEverything matches the contract\\.\n$`,
      ),
    ),
  ]);
});

type Change = (response: ForwardedResponse) => unknown;
const setHeader =
  (name: string, value?: string): Change =>
  ({ headers }) =>
    value === undefined ? delete headers[name] : (headers[name] = value);
const truncate: Change = (response) => (response.body = response.body.subarray(0, -5));
const replaceText =
  (from: string, to: string): Change =>
  (response) => {
    changeText(response, (text) => text.replace(from, to));
  };
const asPage =
  (status: number): Change =>
  (response) => {
    becomePage(response, status);
  };
const setStatus =
  (status: number, headers: ForwardedResponse['headers'] = {}): Change =>
  (response) =>
    Object.assign(response, { status, headers: { ...response.headers, ...headers } });

/**
 * Faults of a host, all of which it has at once: title, the requests to which it applies (method, path and status), what
 * happens to the response, and the finding.
 */
type HostFault = readonly [title: string, on: RegExp, change: Change | 'cut' | 'silence', found: string];

const headerFaults: readonly (readonly [title: string, on: RegExp, name: string, value?: string])[] = [
  ['errors that other sites may not read', /webapi\S* 404$/, 'access-control-allow-origin'],
  ['records of another version', /RawData\/\d+ 200$/, 'x-data-version', '0123456789abcdef'],
  ['uncompressed responses', /CoastalFeatures\/pages\/desc\/1\.json/, 'content-encoding'],
  ['a manifest that scripts of other sites cannot read', /data\/manifest\.json 200$/, 'access-control-expose-headers'],
  ['downloads with a generic content type', /RawData\.parquet/, 'content-type', 'application/octet-stream'],
  ['a weak entity tag', /RawData\.fgb/, 'etag', 'W/"1"'],
  ['a worker cached for a day', /sw\.js/, 'cache-control', 'max-age=86400'],
  ['a script that is not cached', /assets\//, 'cache-control', 'no-cache'],
  ['a page without its security headers', /docs\/downloads\/ 200$/, 'referrer-policy'],
];
const faults: readonly HostFault[] = [
  ...headerFaults.map(([title, on, name, value]): HostFault => {
    const found = `${name}: got ${value === undefined ? 'nothing' : JSON.stringify(value)}`;
    return [title, on, setHeader(name, value), found];
  }),
  ['status 200 in place of 304', /webapi\S* 304$/, setStatus(200), 'status: got 200, expected 304'],
  ['records of other data', /Features\/\d+ 200$/, replaceText('Testville', 'Elsewhere'), 'more: body: got '],
  ['a page in place of missing files', /data\/0{32}\.bin/, asPage(200), 'status: got 200, but there is no such file'],
  ['a missing data dictionary', /RawData-dictionary\.csv/, asPage(404), 'status: got 404, expected 200'],
  ['a page in place of a download', /RawData\.csv/, asPage(200), 'RawData.csv: an HTML page instead of the file'],
  ['another download', /CoastalFeatures\.csv/, truncate, 'the content does not match its checksum in /downloads'],
  ['a connection that is closed early', /RawData\.geojson/, 'cut', 'no complete response: the host closed the'],
  ['a host that does not respond', /docs\/changes\.json/, 'silence', 'no complete response: it took longer than 5'],
  ['other bytes than requested', /RawData\.fgb 206$/, ({ body }) => body.fill(0), 'other bytes than the requested'],
  ['no response to preflight requests', /OPTIONS downloads\/RawData\.fgb/, setStatus(405), 'fgb: status 405, access-'],
  ['a worker that a proxy has changed', /sw\.js/, replaceText('fetch', 'push'), '/sw.js: incomplete, changed, or from'],
  ['a truncated script', /assets\//, truncate, 'page-1a2b3c4d.js: not from the same build as sw.js'],
  [
    'a page without a content security policy',
    /docs\/embedding\/ 200$/,
    replaceText('Content-Security-Policy', 'X'),
    'the page contains no content security policy',
  ],
  [
    'a page that everyone may frame',
    /docs\/changes\/ 200$/,
    setHeader('content-security-policy', 'frame-ancestors *'),
    'content-security-policy: got "frame-ancestors *"',
  ],
  [
    'a page that redirects',
    /docs\/data-dictionary\//,
    setStatus(307, { location: '/docs' }),
    'redirects to /docs (status',
  ],
  ['the explorer in place of a missing page', /no-such-page/, asPage(200), 'status: got 200, expected 404'],
];

describe('reports every fault of a host that has many:', () => {
  let found: readonly Finding[];
  beforeAll(async () => {
    const verification = await verifyWithFault((response, { method, path }) => {
      const request = `${method} ${path} ${response.status}`;
      const changes = faults.filter(([, on]) => on.test(request)).map(([, , change]) => change);
      for (const change of changes) if (typeof change === 'function') change(response);
      return changes.find((change) => typeof change === 'string');
    }, allCases);
    found = findingsOf(verification);
  });

  it.each(faults)('%s', (_, __, ___, what) => {
    expect(found.map(describeFinding)).toContainEqual(expect.stringContaining(what));
  });

  it('and nothing else, with a remedy', () => {
    const unknown = found.map(describeFinding).filter((text) => !faults.some(([, , , what]) => text.includes(what)));
    expect(unknown).toEqual([]);
    for (const { remedy } of found) expect(remedy.length).toBeGreaterThan(20);
  });
});

it('reports data files that are damaged or missing, also of earlier versions', async () => {
  const named = (reference: { readonly hash: string } | undefined, extension: 'bin' | 'json'): string =>
    dataFilePath({ hash: reference?.hash ?? '', extension });
  const damaged = named(manifest.datasets['RawData']?.tiles, 'bin');
  const missing = named(manifest.previous[0]?.inventory, 'json');
  const verification = await verifyWithFault((response, { path }) => {
    if (path === damaged) response.body[10] = (response.body[10] ?? 0) ^ 1;
    if (path === missing) becomePage(response, 404);
    return undefined;
  });
  expect(described(verification).sort()).toEqual(
    [
      `/${damaged}: the content does not match the hash in its name`,
      `/${missing}: status: got 404, expected 200`,
    ].sort(),
  );
});

it('reports an old manifest with a new API', async () => {
  const found = described(
    await verifyWithFault((response, { path }) => {
      if (path === manifestPath) response.body = earlierManifest;
      return undefined;
    }),
  );
  for (const pattern of [
    /^\/data\/manifest\.json: built at .*, but the host has one built at .*: a cache sends the old one$/,
    /^\/webapi\S* and \d+ more: x-data-version: got /,
  ]) {
    expect(found).toContainEqual(expect.stringMatching(pattern));
  }
});

describe('for a host that does not run queries', () => {
  const refuse = (response: ForwardedResponse): void => {
    Object.assign(response, { status: 400, headers: { 'content-type': 'text/plain' }, body: Buffer.from('No') });
  };

  it('reports queries that the host ignores', async () => {
    const found = await verifyWithFault((response, { path }) => {
      if (path.includes('CoastalFeatures?')) response.body = Buffer.from('[]');
      return undefined;
    });
    expect(described(found)).toEqual([
      '/webapi/v1/CoastalFeatures?pageNumber=1&pageSize=1: the complete dataset, not its first page',
    ]);
  });

  it('notes that it refuses queries, and reports those that it does not refuse as the contract demands', async () => {
    const problem = JSON.stringify({ DeveloperMessage: '', ClientMessage: '', ErrorNumber: '0' });
    const verification = await verifyWithFault((response, { method, path }) => {
      if (!/^webapi.*\?./.test(path) || response.status > 400) return undefined;
      if (path.includes('sortOrder=')) return undefined;
      if (path.includes('latitude=')) refuse(response);
      else if (method === 'GET') Object.assign(response, { status: 400, body: Buffer.from(problem) });
      return undefined;
    }, allCases);
    const found = described(verification);
    for (const pattern of [
      /^\/webapi\S*sortOrder=.*: status: got 200, expected 400 or 404$/,
      /^\/webapi\S*latitude=.*: content-type: got "text\/plain"/,
    ]) {
      expect(found).toContainEqual(expect.stringMatching(pattern));
    }
    expect(verification.notes).toEqual([expect.stringContaining('correctly refuses queries')]);
  });

  it('reports that the API is missing from a host that only serves files', async () => {
    const files = sirv(join(folder, 'site'), { dev: true });
    const plain = createServer((request, response) => {
      files(request, response, () => {
        response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>Not found</h1>');
      });
    });
    expect(described(await verify(await serve(plain)))).toContainEqual(
      expect.stringMatching(/^\/webapi\/\S+: status 404, text\/html: this host only serves files$/),
    );
  });
});

describe('for a URL that is not that of a site', () => {
  it.each([
    ['http://127.0.0.1:1025/', /^http:\/\/127\.0\.0\.1:1025\/: no complete response: nothing listens/],
    ['http://no-such-host.invalid/', /the host name (?:does not exist|cannot be resolved now)$/],
  ])('%s, reports why it cannot be checked', async (url, message) => {
    expect(described(await verify(url))).toEqual([expect.stringMatching(message)]);
  });

  it('reports a host that sends a page for every path', async () => {
    const other = createServer((_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end(page));
    const found = findingsOf(await verify(await serve(other)));
    expect(found.map(describeFinding)).toEqual(['/data/manifest.json: an HTML page instead of the file']);
    expect(found[0]?.remedy).toContain('is this the root of a Coastwatch site?');
  });

  it('reports a manifest of another kind', async () => {
    const verification = await verifyWithFault((response, { path }) => {
      if (path === manifestPath) response.body = Buffer.from('{"name":"Another"}');
      return undefined;
    });
    expect(described(verification)).toEqual([
      expect.stringMatching(/^\/data\/manifest\.json: not a Coastwatch manifest: /),
    ]);
  });
});

describe('reports once that links have another origin than the address of the site:', () => {
  /** Verifies the site, built for http://localhost/, on a host that uses `linkOrigin` in its links. */
  async function verifyWithLinks(linkOrigin: string, publicOrigin?: string): Promise<readonly Finding[]> {
    const other = createSiteServer({ directory: join(folder, 'site'), publicOrigin: linkOrigin });
    return findingsOf(await verify(await serve(other), { publicOrigin }));
  }
  const firstPage = '/webapi/v1/CoastalFeatures?pageNumber=1&pageSize=1';

  it('another host', async () => {
    const [finding, ...more] = await verifyWithLinks('http://10.0.0.1');
    expect(finding && describeFinding(finding)).toMatch(
      /1&pageSize=1: links to http:\/\/10\.0\.0\.1\/, but readers use http:/,
    );
    expect(finding?.remedy).toContain('give its origin to this command with --public-origin');
    expect(more).toEqual([]);
  });

  it('http in place of https, in the API and in what a build writes', async () => {
    const found = await verifyWithLinks('http://data.example.org', 'https://data.example.org');
    expect(found.map(describeFinding)).toEqual([
      `${firstPage}: links to http://data.example.org/, but readers use https://data.example.org/`,
      expect.stringMatching(/^\/sitemap\.xml and \d more: links to http:\/\/localhost\/, but readers use https:/),
    ]);
    expect(found[0]?.remedy).toContain('the server does not know that readers use https');
    expect(found[1]?.remedy).toBe('build with --base-url https://data.example.org/');
  });
});

it('notes that a site has no explorer, and what it did not check of many records', async () => {
  const verification = await verifyWithFault((response, { path }) => {
    if (path === '' || path === 'sw.js') becomePage(response, 404);
    return undefined;
  });
  expect(findingsOf(verification)).toEqual([]);
  expect(verification.notes).toEqual([
    'This site has no explorer.',
    expect.stringMatching(/^The site has too many records to check lists/),
  ]);
});

it('exits with code 1 and shows the fault and its remedy for a faulty site', async () => {
  const missing = createServer((_, response) => response.writeHead(404).end());
  const { exitCode, stdout } = await runCommand(command, [await serve(missing)]);
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(
    /^WRONG The manifest\n {6}\/data\/manifest\.json: status: got 404, expected 200\n {8}-> is this .*\n1 fault\.\n$/,
  );
});
