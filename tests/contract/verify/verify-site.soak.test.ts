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
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { fixtureFeatures } from '../fixture/fixture-features.ts';
import { fixtureRecords } from '../fixture/fixture-records.ts';
import type { Finding } from './deployed-site.ts';
import { describeFinding, type Verification, verifySite } from './verify-site.ts';

/* A small site on a correct host, whose responses are changed on their way to the verification. */

const folder = temporaryFolder();
const directory = join(folder, 'site');
let manifest: Manifest;
let earlierManifest: Buffer;
let correctUrl: string;
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
  await writeSmallSite(directory, 'compute', tables(0, 25));
  earlierManifest = await readFile(join(directory, manifestPath));
  manifest = await writeSmallSite(directory, 'compute', tables(12, 25));
  correctUrl = await serve(createSiteServer({ directory }));
});
afterAll(() => {
  for (const server of servers) server.close();
});

/** A response, which a fault changes before it arrives. */
interface Changeable {
  status: number;
  readonly headers: Headers;
  body: Buffer;
}
/** Gets the method, the path from the root and the status as one text. May throw as `fetch` does. */
type Fault = (response: Changeable, request: string) => void;

/** Sends only a few cases, unless a test needs the others. */
const verify = (url: string, more: Partial<Parameters<typeof verifySite>[0]> = {}): Promise<Verification> =>
  verifySite({ url, checksAll: false, maximumRecords: 10, ...more });
const allCases = { maximumRecords: 100 };

function verifyWithFault(fault: Fault, more?: Parameters<typeof verify>[1]): Promise<Verification> {
  const faultyFetch: typeof fetch = async (url, init) => {
    const sent = await fetch(url, init);
    const { status, headers } = sent;
    const response = { status, headers: new Headers(headers), body: Buffer.from(await sent.arrayBuffer()) };
    fault(response, `${init?.method ?? 'GET'} ${sent.url.slice(correctUrl.length)} ${status}`);
    return new Response([204, 304].includes(response.status) ? null : response.body, response);
  };
  return verify(correctUrl, { fetch: faultyFetch, ...more });
}

const findingsOf = ({ parts }: Verification): readonly Finding[] => parts.flatMap(({ findings }) => findings);
const described = (verification: Verification): string[] => findingsOf(verification).map(describeFinding);

const command = 'tests/contract/verify/verify.ts';

it('finds no fault in a correct host, and exits with code 0', async () => {
  const { exitCode, stdout } = await runCommand(command, [correctUrl.slice(0, -1)]);
  expect([exitCode, stdout]).toEqual([
    0,
    expect.stringMatching(
      new RegExp(
        `^(?:ok {4}.*\n){7}Data version ${manifest.dataVersion}, built at \\S+; \\d+ requests\\.\n` +
          'Everything matches the contract\\.\n$',
      ),
    ),
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

it.each([
  [[], 'The address of the site is missing: give the URL of its root.'],
  [['data.example.org'], 'data.example.org is not a URL such as https://data.example.org/coast/.'],
  [['https://a.example', 'https://b.example'], 'Give only one address. Unexpected: https://b.example'],
  [['https://a.example', '--public-origin', 'https://b.example/x'], '--public-origin https://b.example/x is not an'],
])('exits with code 2 and says what is wrong with the command line %j', async (commandLine, message) => {
  expect(await runCommand(command, commandLine)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining(message) as string,
  });
});

const setHeader =
  (name: string, value?: string): Fault =>
  ({ headers }) => {
    if (value === undefined) headers.delete(name);
    else headers.set(name, value);
  };
const replaceText =
  (from: string, to: string): Fault =>
  (response) =>
    (response.body = Buffer.from(response.body.toString().replace(from, to)));
const truncate: Fault = (response) => (response.body = response.body.subarray(0, -5));
const setStatus =
  (status: number): Fault =>
  (response) =>
    (response.status = status);
/** Replaces a response with an HTML page. */
const asPage =
  (status: number): Fault =>
  (response) => {
    Object.assign(response, { status, body: Buffer.from('<!doctype html><title>Not found</title>') });
    response.headers.set('content-type', 'text/html');
  };
const redirect: Fault = (response) => {
  response.status = 307;
  response.headers.set('location', '/docs');
};
const closeEarly: Fault = () => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'UND_ERR_SOCKET' }) });
};
const timeOut: Fault = () => {
  throw new DOMException('', 'TimeoutError');
};

/**
 * Faults of a host, all of which it has at once: title, the requests to which it applies (method, path and status), what
 * happens to the response, and the finding.
 */
type HostFault = readonly [title: string, on: RegExp, change: Fault, found: string];

const headerFaults: readonly (readonly [title: string, on: RegExp, name: string, value?: string])[] = [
  ['records of another version', /RawData\/\d+ 200$/, 'x-data-version', '0123456789abcdef'],
  ['a manifest that scripts of other sites cannot read', /data\/manifest\.json 200$/, 'access-control-expose-headers'],
  ['a weak entity tag', /RawData\.fgb/, 'etag', 'W/"1"'],
  ['a worker cached for a day', /sw\.js/, 'cache-control', 'max-age=86400'],
];
const faults: readonly HostFault[] = [
  ...headerFaults.map(([title, on, name, value]): HostFault => {
    const found = `${name}: got ${value === undefined ? 'nothing' : JSON.stringify(value)}`;
    return [title, on, setHeader(name, value), found];
  }),
  ['status 200 in place of 304', /webapi\S* 304$/, setStatus(200), 'status: got 200, expected 304'],
  ['records of other data', /Features\/\d+ 200$/, replaceText('Testville', 'Elsewhere'), 'more: body: got '],
  ['a page in place of missing files', /data\/0{32}\.bin/, asPage(200), 'status: got 200, but there is no such file'],
  ['a page in place of a download', /RawData\.csv/, asPage(200), 'RawData.csv: an HTML page instead of the file'],
  ['another download', /CoastalFeatures\.csv/, truncate, 'the content does not match its checksum in /downloads'],
  ['a connection that is closed early', /RawData\.geojson/, closeEarly, 'no complete response: the host closed the'],
  ['a host that does not respond', /docs\/changes\.json/, timeOut, 'no complete response: it took longer than 30'],
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
  ['a page that redirects', /docs\/data-dictionary\//, redirect, 'redirects to /docs (status'],
  ['the explorer in place of a missing page', /no-such-page/, asPage(200), 'status: got 200, expected 404'],
];

describe('reports every fault of a host that has many:', () => {
  let found: readonly Finding[];
  beforeAll(async () => {
    const verification = await verifyWithFault((response, request) => {
      for (const [, on, change] of faults) if (on.test(request)) change(response, request);
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

/** A fault of the responses to requests that match. */
const on =
  (requests: RegExp, change: Fault): Fault =>
  (response, request) => {
    if (requests.test(request)) change(response, request);
  };

it('reports data files that are damaged or missing, also of earlier versions', async () => {
  const tiles = dataFilePath({ hash: manifest.datasets['RawData']?.tiles.hash ?? '', extension: 'bin' });
  const inventory = dataFilePath({ hash: manifest.previous[0]?.inventory.hash ?? '', extension: 'json' });
  const verification = await verifyWithFault((response, request) => {
    if (request.includes(tiles)) response.body[10] = (response.body[10] ?? 0) ^ 1;
    if (request.includes(inventory)) asPage(404)(response, request);
  });
  expect(described(verification).sort()).toEqual(
    [
      `/${tiles}: the content does not match the hash in its name`,
      `/${inventory}: status: got 404, expected 200`,
    ].sort(),
  );
});

it('reports an old manifest with a new API', async () => {
  const replace: Fault = (response) => (response.body = earlierManifest);
  const found = described(await verifyWithFault(on(/ data\/manifest\.json 200$/, replace)));
  for (const pattern of [
    /^\/data\/manifest\.json: built at .*, but the host has one built at .*: a cache sends the old one$/,
    /^\/webapi\S* and \d+ more: x-data-version: got /,
  ]) {
    expect(found).toContainEqual(expect.stringMatching(pattern));
  }
});

describe('for a host that does not run queries', () => {
  it('reports queries that the host ignores', async () => {
    const ignore: Fault = (response) => (response.body = Buffer.from('[]'));
    expect(described(await verifyWithFault(on(/CoastalFeatures\?/, ignore)))).toEqual([
      '/webapi/v1/CoastalFeatures?pageNumber=1&pageSize=1: the complete dataset, not its first page',
    ]);
  });

  it('notes that it refuses queries, and reports those that it does not refuse as the contract demands', async () => {
    const problem = JSON.stringify({ DeveloperMessage: '', ClientMessage: '', ErrorNumber: '0' });
    const verification = await verifyWithFault((response, request) => {
      if (!/ webapi\S*\?\S* (?:200|304|400)$/.test(request) || request.includes('sortOrder=')) return;
      if (request.includes('latitude=')) response.headers.set('content-type', 'text/plain');
      else if (!request.startsWith('GET')) return;
      Object.assign(response, { status: 400, body: Buffer.from(problem) });
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
});

it('reports that the API is missing from a host that only serves files', async () => {
  const files = sirv(directory, { dev: true });
  const plain = createServer((request, response) => {
    files(request, response, () => {
      response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>Not found</h1>');
    });
  });
  expect(described(await verify(await serve(plain)))).toContainEqual(
    expect.stringMatching(/^\/webapi\/\S+: status 404, text\/html: this host only serves files$/),
  );
});

it.each([
  [
    'a host name that does not exist',
    'http://no-such-host.invalid/',
    undefined,
    /the host name (?:does not exist|cannot)/,
  ],
  ['a host that is not running', 'http://127.0.0.1:1025/', undefined, /: no complete response: nothing listens/],
  ['a page for every path', undefined, asPage(200), /^\/data\/manifest\.json: an HTML page instead of the file$/],
  ['a manifest of another kind', undefined, replaceText('coastwatch-data', 'x'), /: not a Coastwatch manifest: /],
])('reports only %s if a URL is not that of a site', async (_, url, fault, message) => {
  const verification = await (fault ? verifyWithFault(fault) : verify(url ?? ''));
  expect(described(verification)).toEqual([expect.stringMatching(message)]);
});

it.each([
  [
    'another host',
    'http://10.0.0.1',
    undefined,
    ['links to http://10.0.0.1/, but readers use http:'],
    'give its origin to this command with --public-origin',
  ],
  [
    'http in place of https',
    'http://data.example.org',
    'https://data.example.org',
    // In the API, and in what a build writes.
    ['links to http://data.example.org/, but', 'links to http://localhost/, but readers use https:'],
    'the server does not know that readers use https',
  ],
])(
  'reports once that links have another origin than the address of the site: %s',
  async (_, origin, publicOrigin, links, remedy) => {
    const url = await serve(createSiteServer({ directory, publicOrigin: origin }));
    const found = findingsOf(await verify(url, { publicOrigin }));
    expect(found.map(({ what }) => what)).toEqual(links.map((text) => expect.stringContaining(text)));
    expect(found[0]?.remedy).toContain(remedy);
  },
);

it('notes that a site has no explorer, and what it did not check of many records', async () => {
  const verification = await verifyWithFault(on(/^GET (?:sw\.js)? \d+$/, asPage(404)));
  expect(findingsOf(verification)).toEqual([]);
  expect(verification.notes).toEqual([
    'This site has no explorer.',
    expect.stringMatching(/^The site has too many records to check lists/),
  ]);
});
