import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sirv from 'sirv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { dataFilePath, manifestPath } from '../../core/storage/layout.ts';
import type { Manifest } from '../../core/storage/manifest.ts';
import { fixtureFeatures } from '../../contract/fixture/fixture-features.ts';
import { fixtureRecords } from '../../contract/fixture/fixture-records.ts';
import { coastalFeatures } from '../../core/datasets/coastal-features.ts';
import { rawData } from '../../core/datasets/raw-data.ts';
import { listen } from '../../hosts/node/listen.ts';
import { createSiteServer } from '../../hosts/node/site-server.ts';
import { runCommand } from '../../tests/run-node.ts';
import { writeSmallSite } from '../../tests/small-site.ts';
import { RecordTableBuilder, type RecordTable } from '../write/record-table.ts';
import { countFaults, formatVerification } from './format-verification.ts';
import {
  becomePage,
  changeText,
  isApi,
  isData,
  page,
  startFaultyHost,
  type Fault,
  type FaultyHost,
} from './testing/faulty-host.ts';
import { fileFaults } from './testing/file-faults.ts';
import { interfaceFaults } from './testing/interface-faults.ts';
import { verifySite, type Verification } from './verify-site.ts';

let folder: string;
let manifest: Manifest;
let earlierManifest: Buffer;
let node: Server;
let host: FaultyHost;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-verify-'));
  const site = join(folder, 'site');
  await writeSmallSite(site, 'compute', fewTables(0));
  earlierManifest = await readFile(join(site, manifestPath));
  manifest = await writeSmallSite(site, 'compute', fewTables(12));
  node = createSiteServer({ directory: site });
  host = await startFaultyHost(await listen(node, { port: 0, host: '127.0.0.1', basePath: '/' }));
});
/** The first records of the fixture: few, since a look at a site asks some hundred questions. */
function fewTables(features: number): RecordTable[] {
  const [featureTable, recordTable] = [new RecordTableBuilder(coastalFeatures), new RecordTableBuilder(rawData)];
  for (const feature of fixtureFeatures.slice(0, features)) featureTable.add(feature);
  for (const record of fixtureRecords.slice(0, 25)) recordTable.add(record);
  return [featureTable.finish(), recordTable.finish()];
}

afterAll(async () => {
  host.close();
  node.close();
  await rm(folder, { recursive: true });
});

function verify(url: string, mostFiles = 4): Promise<Verification> {
  return verifySite({
    url,
    mostFiles,
    timeoutInMilliseconds: 1500,
    onPart: () => undefined,
    onProgress: () => undefined,
  });
}

async function withFault(fault: Fault, mostFiles?: number): Promise<Verification> {
  host.fault = fault;
  try {
    return await verify(host.siteUrl, mostFiles);
  } finally {
    host.fault = () => undefined;
  }
}

const findingsOf = ({ parts }: Verification) => parts.flatMap(({ findings }) => findings);
it('finds nothing wrong with a right host, whether it looks at some files or all', async () => {
  for (const mostFiles of [4, Number.POSITIVE_INFINITY]) {
    const right = await verify(host.siteUrl, mostFiles);
    expect(findingsOf(right)).toEqual([]);
    expect(right.parts.map(({ title }) => title)).toEqual([
      'The manifest',
      'The files of the data',
      'CoastalFeatures: complete, by identifier, refusals',
      'CoastalFeatures: pages and searches',
      'RawData: complete, by identifier, refusals',
      'RawData: pages and searches',
      'The downloads',
      'The explorer',
    ]);
    expect([right.dataVersion, right.notes]).toEqual([manifest.dataVersion, []]);
  }
});

describe('a host with a single fault is found out, and told what to do:', () => {
  it.each([...interfaceFaults, ...fileFaults])('%s', async (_, fault, what, remedy) => {
    const found = findingsOf(await withFault(fault));
    expect(found.length).toBeGreaterThan(0);
    for (const finding of found) {
      expect(finding.what).toMatch(what);
      expect(finding.remedy).toMatch(remedy);
    }
  });

  it('a query answered with the file of the address', async () => {
    let all = Buffer.alloc(0);
    const verification = await withFault((answer, { method, path }) => {
      if (path === 'webapi/v1/RawData' && method === 'GET') all = answer.body;
      if (/^webapi\/v1\/RawData\?/.test(path) && method === 'GET') Object.assign(answer, { status: 200, body: all });
      return undefined;
    });
    expect(findingsOf(verification).map(({ what }) => what)).toEqual([
      '/webapi/v1/RawData?pageNumber=1&pageSize=7 is the whole dataset, not its first page',
    ]);
    expect(findingsOf(verification)[0]?.remedy).toContain('without regard to the query');
  });

  it('one file of the data with a bit flipped, when all are looked at', async () => {
    const { list } = manifest.datasets['RawData'] ?? {};
    const path = dataFilePath({ hash: list?.hash ?? '', extension: 'bin' });
    const verification = await withFault((answer, request) => {
      if (request.path === path) answer.body[10] = (answer.body[10] ?? 0) ^ 1;
      return undefined;
    }, Number.POSITIVE_INFINITY);
    expect(findingsOf(verification)).toEqual([
      {
        what: `/${path} is not the file of this name: its content is another`,
        remedy: expect.stringMatching(/^upload the whole tree again: .*; then empty the caches/) as unknown,
      },
    ]);
  });

  it.each<[string, Fault, RegExp]>([
    [
      'truncated',
      (answer, { path }) => void (isData(path) && path.endsWith('.bin') && (answer.body = answer.body.subarray(1))),
      /\d+ bytes, where \d+ were written$/,
    ],
    [
      'missing',
      (answer, { path }) => void (isData(path) && path.endsWith('.bin') && becomePage(answer, 404)),
      /is answered with status 404, not 200$/,
    ],
    [
      'replaced by a page',
      (answer, { path }) => void (isData(path) && path.endsWith('.bin') && answer.status === 200 && becomePage(answer)),
      /is a page of HTML$/,
    ],
    [
      'cut off',
      (_, { path }) => (isData(path) && path.endsWith('.bin') ? 'cut' : undefined),
      /gives no whole answer: the host has cut the connection$/,
    ],
  ])('files of the data %s', async (_, fault, what) => {
    const found = findingsOf(await withFault(fault, Number.POSITIVE_INFINITY));
    expect(found.length).toBeGreaterThan(1);
    for (const finding of found) expect(finding.what).toMatch(what);
  });

  it('an old manifest beside a new interface', async () => {
    const found = findingsOf(
      await withFault((answer, { path }) => {
        if (path === manifestPath) answer.body = earlierManifest;
        return undefined;
      }),
    ).map(({ what }) => what);
    expect(found).toContainEqual(
      expect.stringMatching(/^\/data\/manifest\.json is of .*, and the host has one of .*: a cache keeps the old one$/),
    );
    expect(found).toContainEqual(
      expect.stringMatching(/^\/webapi\/v1\/RawData is of version [0-9a-f]{16}, and the manifest of version/),
    );
    expect(found).toContainEqual('/webapi/v1/CoastalFeatures has 12 records, and the manifest says 0');
  });

  it('records of another version than the complete array', async () => {
    const found = findingsOf(
      await withFault((answer, { path }) => {
        if (/^webapi\/v1\/RawData\/\d+$/.test(path) && answer.status === 200) {
          changeText(answer, (text) => text.replace(/"OwnerValue":"[^"]*"/, '"OwnerValue":"Another"'));
        }
        return undefined;
      }),
    );
    expect(found.length).toBeGreaterThan(5);
    for (const { what } of found) expect(what).toMatch(/is another record than the one in the complete array$/);
  });

  it('searches answered from other data', async () => {
    const found = findingsOf(
      await withFault((answer, { path }) => {
        if (path.includes('rangeInM=5000')) answer.body = Buffer.from('[]');
        if (path.includes('Nearest')) answer.body = Buffer.from('{}');
        if (path.includes('sortorder')) answer.body = Buffer.from('{"PagedItems":[{}]}');
        return undefined;
      }),
    ).map(({ what }) => what);
    for (const what of [
      /found 0 records, where \d+ are right$/,
      /is not the nearest record$/,
      /is not the first record in ascending order$/,
    ]) {
      expect(found).toContainEqual(expect.stringMatching(what));
    }
  });

  it('the whole site sent on to another address', async () => {
    const verification = await withFault((answer, { path }) => {
      Object.assign(answer, { status: 301, headers: { location: `https://data.example.org/${path}` } });
      return undefined;
    });
    expect(findingsOf(verification)).toEqual([
      {
        what: '/data/manifest.json is sent on to https://data.example.org/data/manifest.json (status 301), not answered with status 200',
        remedy: expect.stringContaining('check it at its new address') as unknown,
      },
    ]);
  });

  it('the files of an earlier version removed', async () => {
    const [earlier] = manifest.previous;
    const path = dataFilePath({ hash: earlier?.inventory.hash ?? '', extension: 'json' });
    const found = findingsOf(
      await withFault((answer, request) => {
        if (request.path === path) becomePage(answer, 404);
        return undefined;
      }),
    );
    expect(found.map(({ what }) => what)).toEqual([
      `/${path}, the list of the files of version ${earlier?.dataVersion ?? ''}, is answered with status 404`,
    ]);
  });

  it('a host that says nothing', async () => {
    const found = findingsOf(await withFault((_, { path }) => (path === 'sw.js' ? 'silence' : undefined)));
    expect(found.map(({ what }) => what)).toEqual([
      `GET ${host.siteUrl}sw.js gives no whole answer: none came within 1.5 seconds`,
    ]);
  });
});

describe('a host that is another thing', () => {
  it('a host of files alone: says once for each dataset that the interface is not there', async () => {
    const files = sirv(join(folder, 'site'), { dev: true });
    const plain = createServer((request, response) => {
      files(request, response, () =>
        response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>Not found</h1>'),
      );
    });
    const verification = await verify(await listen(plain, { port: 0, host: '127.0.0.1', basePath: '/' }));
    plain.close();
    const titles = verification.parts.map(({ title }) => title);
    expect(titles).not.toContain('RawData: pages and searches');
    const absent = findingsOf(verification).filter(({ what }) => what.includes('this host has the files alone'));
    expect(absent.map(({ what }) => what.split(' ')[0])).toEqual(['/webapi/v1/CoastalFeatures', '/webapi/v1/RawData']);
    expect(absent[0]?.remedy).toContain('--target static');
  });

  it('a site of data alone has no explorer, which is no fault', async () => {
    const verification = await withFault((answer, { path }) => {
      if (!isApi(path) && !path.startsWith('data/')) Object.assign(answer, { status: 404, headers: {}, body: page });
      return undefined;
    });
    expect(findingsOf(verification)).toEqual([]);
    expect(verification.notes).toEqual(['This site has data alone: there is no explorer.']);
  });

  it('not a Coastwatch', async () => {
    const other = createServer((_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end(page));
    const found = findingsOf(await verify(await listen(other, { port: 0, host: '127.0.0.1', basePath: '/' })));
    other.close();
    expect(found.map(({ what }) => what)).toEqual(['/data/manifest.json is a page of HTML, not a manifest']);
    expect(found[0]?.remedy).toContain('is this the root of a Coastwatch site?');
  });

  it('another site with a manifest of its own', async () => {
    const found = findingsOf(
      await withFault((answer, { path }) => {
        if (path === manifestPath) answer.body = Buffer.from('{"name":"Another"}');
        return undefined;
      }),
    );
    expect(found).toEqual([
      {
        what: expect.stringContaining('/data/manifest.json is no manifest of this service: ') as unknown,
        remedy: expect.stringContaining('is this the root of a Coastwatch site?') as unknown,
      },
    ]);
  });
});

describe('the command', () => {
  const command = 'build-data/verify/main.ts';

  it('ends with 0 for a right site', async () => {
    const { exitCode, stdout } = await runCommand(command, [host.siteUrl.slice(0, -1), '--all']);
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringMatching(/^ok {4}The manifest\n[^]*All is as the contract says\.\n$/),
    ]);
  });

  it('ends with 1 for a wrong one, and counts the faults', async () => {
    host.fault = ({ headers }, { path }) => void (path === 'sw.js' && delete headers['cache-control']);
    const { exitCode, stdout } = await runCommand(command, [host.siteUrl]);
    host.fault = () => undefined;
    expect(exitCode).toBe(1);
    expect(stdout).toContain(
      'WRONG The explorer\n      /sw.js has no Cache-Control header, where "no-cache" is needed\n        -> send',
    );
    expect(stdout).toMatch(/\n1 fault\.\n$/);
  });

  it('ends with 2 when it is not understood, and tells how it is used', async () => {
    const { exitCode, stderr } = await runCommand(command, ['data.example.org']);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^data\.example\.org is not an address such as .*\n\nUsage: npm run verify -- URL/);
  });
});

it.each([
  [
    'http://127.0.0.1:1025/',
    /^GET http:\/\/127\.0\.0\.1:1025\/data\/manifest\.json gives no whole answer: nothing listens/,
  ],
  [
    'http://no-such-host.invalid/',
    /gives no whole answer: (?:no host has this name|the name cannot be looked up now)$/,
  ],
])('says of %s what is wrong', async (url, message) => {
  const found = findingsOf(await verify(url));
  expect(found.map(({ what }) => what)).toEqual([expect.stringMatching(message)]);
});

it('shows some faults of a part, and how many more there are', async () => {
  const verification = await withFault(
    ({ headers }, { path }) => void (isApi(path) && delete headers['x-content-type-options']),
  );
  expect(countFaults(verification)).toBeGreaterThan(20);
  expect(formatVerification(verification)).toMatch(/\n {6}and \d+ more like these\n/);
  expect(formatVerification(verification)).toMatch(new RegExp(`\n${countFaults(verification)} faults\\.$`));
});
