import { createServer } from 'node:http';
import { join } from 'node:path';

import sirv from 'sirv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { dataFilePath, manifestPath } from '../../core/storage/format/layout.ts';
import { listen } from '../../hosts/node/listen.ts';
import { createSiteServer } from '../../hosts/node/site-server.ts';
import {
  earlierManifest,
  endHosts,
  findingsOf,
  folder,
  host,
  manifest,
  startHosts,
  verify,
  withFault,
} from '../../tests/deployment/hosts-to-verify.ts';
import { printedRandom, sampleOf } from '../../tests/support/test-size.ts';
import { sampleTables } from '../exports/testing/sample-tables.ts';
import { writeSite } from '../testing/write-site.ts';
import { documentFaults, apiFaults } from './testing/api-faults.ts';
import { becomePage, changeText, type Fault, isApi, isData, page } from './testing/faulty-host.ts';
import { fileFaults } from './testing/file-faults.ts';
import type { Findings } from './findings.ts';
import { countFaults, formatVerification } from './verify-site.ts';

beforeAll(startHosts);
afterAll(endHosts);

it('finds no fault in a correct host, whether it checks some files or all', async () => {
  for (const maximumFiles of [4, Number.POSITIVE_INFINITY]) {
    const right = await verify(host.siteUrl, maximumFiles);
    expect(findingsOf(right)).toEqual([]);
    expect(right.parts.map(({ title }) => title)).toEqual([
      'The manifest',
      'The data files',
      'CoastalFeatures: complete dataset, records and errors',
      'CoastalFeatures: pages and searches',
      'RawData: complete dataset, records and errors',
      'RawData: pages and searches',
      'The documents of the API',
      'The feeds of places',
      'The downloads',
      'Range requests',
      'The explorer',
      'The public address',
    ]);
    expect([right.dataVersion, right.notes]).toEqual([manifest.dataVersion, []]);
  }
});

it('reads every download when it checks all files, and one otherwise', async () => {
  const damageLast: Parameters<typeof withFault>[0] = (response, { path }) =>
    void (/^downloads\/RawData\.\w*\.?parquet$/.test(path) && (response.body = response.body.subarray(1)));
  expect(findingsOf(await withFault(damageLast))).toEqual([]);
  expect(findingsOf(await withFault(damageLast, Number.POSITIVE_INFINITY)).map(({ what }) => what)).toEqual([
    '/downloads/RawData.parquet does not match its checksum in /downloads/checksums.txt',
    expect.stringMatching(/^\/downloads\/RawData\.[0-9a-f]{16}\.parquet does not match its checksum/),
  ]);
});

describe('reports, with a remedy, a host with this single fault:', () => {
  const faults = [...apiFaults, ...documentFaults, ...fileFaults];
  it.each(sampleOf(faults, printedRandom('faults of a host')))('%s', async (_, fault, what, remedy) => {
    const found = findingsOf(await withFault(fault));
    expect(found.length).toBeGreaterThan(0);
    for (const finding of found) {
      expect(finding.what).toMatch(what);
      expect(finding.remedy).toMatch(remedy);
    }
  });
});

it.each([
  [
    'http://127.0.0.1:1025/',
    /^GET http:\/\/127\.0\.0\.1:1025\/data\/manifest\.json did not return a complete response: nothing listens/,
  ],
  [
    'http://no-such-host.invalid/',
    /did not return a complete response: (?:the host name does not exist|the host name cannot be resolved now)$/,
  ],
])('reports why %s cannot be checked', async (url, message) => {
  const found = findingsOf(await verify(url));
  expect(found.map(({ what }) => what)).toEqual([expect.stringMatching(message)]);
});

it('shows some faults of each part, and how many more there are', async () => {
  const verification = await withFault(
    ({ headers }, { path }) => void (isApi(path) && delete headers['x-content-type-options']),
  );
  expect(countFaults(verification)).toBeGreaterThan(20);
  expect(formatVerification(verification)).toMatch(/\n {6}and \d+ more like these\n/);
  expect(formatVerification(verification)).toMatch(new RegExp(`\n${countFaults(verification)} faults\\.$`));
});

describe('reports once that all links start with another origin than the address of the site:', () => {
  /** Verifies the small site, built for http://localhost/, on a host that uses `linkOrigin` in its links. */
  async function verifyWithLinks(linkOrigin: string, readersOrigin?: string): Promise<Findings> {
    const other = createSiteServer({ directory: join(folder, 'site'), publicOrigin: linkOrigin });
    const verification = await verify(
      await listen(other, { port: 0, host: '127.0.0.1', basePath: '/' }),
      4,
      readersOrigin,
    );
    other.close();
    return findingsOf(verification);
  }
  const firstPage = '/webapi/v1/CoastalFeatures?pageNumber=1&pageSize=7';

  it.each(['https://data.example.org', 'http://localhost:8080', 'http://10.0.0.1'])(
    '%s in place of it',
    async (origin) => {
      const found = await verifyWithLinks(origin);
      expect(found).toEqual([
        {
          what: expect.stringMatching(
            / and 1 more link to \S+, but readers use http:\/\/127\.0\.0\.1:\d+\/$/,
          ) as unknown,
          remedy: expect.stringContaining('give its origin to this command with --public-origin') as unknown,
        },
      ]);
      expect(found[0]?.what).toContain(`${firstPage} and 1 more link to ${origin}/,`);
    },
  );

  it('http in place of https, in the API', async () => {
    const found = await verifyWithLinks('http://data.example.org', 'https://data.example.org');
    expect(found.map(({ what }) => what)).toEqual([
      `${firstPage} and 1 more link to http://data.example.org/, but readers use https://data.example.org/`,
      expect.stringMatching(
        / and \d+ more link to http:\/\/localhost\/, but readers use https:\/\/data\.example\.org\/$/,
      ),
    ]);
    expect(found[0]?.remedy).toContain('the server does not know that readers use https');
    expect(found[1]?.remedy).toBe('build with --base-url https://data.example.org/');
  });

  it('one origin in the API, feeds, metadata and pages', async () => {
    const found = await verifyWithLinks('http://localhost', 'https://data.example.org');
    expect(found).toEqual([
      {
        what: expect.stringMatching(
          / and \d+ more link to http:\/\/localhost\/, but readers use https:\/\/data\.example\.org\/$/,
        ) as unknown,
        remedy: expect.stringMatching(
          /--public-origin.*; and build with --base-url https:\/\/data\.example\.org\/$/,
        ) as unknown,
      },
    ]);
  });
});

describe('for a server that is not a complete Coastwatch host', () => {
  it('reports the missing API once per dataset if the host only serves files', async () => {
    const files = sirv(join(folder, 'site'), { dev: true });
    const plain = createServer((request, response) => {
      files(request, response, () => {
        response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>Not found</h1>');
      });
    });
    const verification = await verify(await listen(plain, { port: 0, host: '127.0.0.1', basePath: '/' }));
    plain.close();
    const titles = verification.parts.map(({ title }) => title);
    expect(titles).not.toContain('RawData: pages and searches');
    const absent = findingsOf(verification).filter(({ what }) => what.includes('this host only serves files'));
    expect(absent.map(({ what }) => what.split(' ')[0])).toEqual(['/webapi/v1/CoastalFeatures', '/webapi/v1/RawData']);
    expect(absent[0]?.remedy).toContain('--target static');
  });

  it('reports no fault for a site without an explorer', async () => {
    const directory = join(folder, 'alone');
    const options = { target: 'compute', sample: false, siteUrl: 'http://localhost/' } as const;
    await writeSite(sampleTables(30), { ...options, outputDirectory: directory, builtAt: new Date().toISOString() });
    const alone = createSiteServer({ directory });
    const verification = await verify(await listen(alone, { port: 0, host: '127.0.0.1', basePath: '/' }));
    alone.close();
    expect(findingsOf(verification)).toEqual([]);
    expect(verification.notes).toEqual(['This site has no explorer.']);
  });

  it('reports a host that sends a page for every path', async () => {
    const other = createServer((_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end(page));
    const found = findingsOf(await verify(await listen(other, { port: 0, host: '127.0.0.1', basePath: '/' })));
    other.close();
    expect(found.map(({ what }) => what)).toEqual(['/data/manifest.json is an HTML page, not a manifest']);
    expect(found[0]?.remedy).toContain('is this the root of a Coastwatch site?');
  });

  it('reports a site with a manifest of another kind', async () => {
    const found = findingsOf(
      await withFault((response, { path }) => {
        if (path === manifestPath) response.body = Buffer.from('{"name":"Another"}');
        return undefined;
      }),
    );
    expect(found).toEqual([
      {
        what: expect.stringContaining('/data/manifest.json is not a Coastwatch manifest: ') as unknown,
        remedy: expect.stringContaining('is this the root of a Coastwatch site?') as unknown,
      },
    ]);
  });
});

describe('reports other faults of a host:', () => {
  it('a query whose response is the complete file', async () => {
    let all: Buffer = Buffer.alloc(0);
    const verification = await withFault((response, { method, path }) => {
      if (path === 'webapi/v1/RawData' && method === 'GET') all = response.body;
      if (/^webapi\/v1\/RawData\?/.test(path) && method === 'GET') Object.assign(response, { status: 200, body: all });
      return undefined;
    });
    expect(findingsOf(verification).map(({ what }) => what)).toEqual([
      '/webapi/v1/RawData?pageNumber=1&pageSize=7 is the complete dataset, not its first page',
    ]);
    expect(findingsOf(verification)[0]?.remedy).toContain('ignores the query');
  });

  it('one data file with a flipped bit, if all files are checked', async () => {
    const { list } = manifest.datasets['RawData'] ?? {};
    const path = dataFilePath({ hash: list?.hash ?? '', extension: 'bin' });
    const verification = await withFault((response, request) => {
      if (request.path === path) response.body[10] = (response.body[10] ?? 0) ^ 1;
      return undefined;
    }, Number.POSITIVE_INFINITY);
    expect(findingsOf(verification)).toEqual([
      {
        what: `/${path} does not match the hash in its name: its content differs`,
        remedy: expect.stringMatching(/^upload the complete tree again: .*; then clear the caches/) as unknown,
      },
    ]);
  });

  it.each<[string, Fault, RegExp]>([
    [
      'truncated',
      (response, { path }) =>
        void (isData(path) && path.endsWith('.bin') && (response.body = response.body.subarray(1))),
      /\d+ bytes instead of \d+$/,
    ],
    [
      'missing',
      (response, { path }) => void (isData(path) && path.endsWith('.bin') && becomePage(response, 404)),
      /returns status 404, not 200$/,
    ],
    [
      'replaced by a page',
      (response, { path }) =>
        void (isData(path) && path.endsWith('.bin') && response.status === 200 && becomePage(response)),
      /is an HTML page$/,
    ],
    [
      'sent incompletely',
      (_, { path }) => (isData(path) && path.endsWith('.bin') ? 'cut' : undefined),
      /did not return a complete response: the host closed the connection$/,
    ],
  ])('data files that are %s', async (_, fault, what) => {
    const found = findingsOf(await withFault(fault, Number.POSITIVE_INFINITY));
    expect(found.length).toBeGreaterThan(1);
    for (const finding of found) expect(finding.what).toMatch(what);
  });

  it('an old manifest with a new API', async () => {
    const found = findingsOf(
      await withFault((response, { path }) => {
        if (path === manifestPath) response.body = earlierManifest;
        return undefined;
      }),
    ).map(({ what }) => what);
    expect(found).toContainEqual(
      expect.stringMatching(
        /^\/data\/manifest\.json was built at .*, but the host has one built at .*: a cache sends the old one$/,
      ),
    );
    expect(found).toContainEqual(
      expect.stringMatching(/^\/webapi\/v1\/RawData is of version [0-9a-f]{16}, but the manifest is of version/),
    );
    expect(found).toContainEqual('/webapi/v1/CoastalFeatures has 12 records, but the manifest says 0');
  });

  it('records of another version than the complete array', async () => {
    const found = findingsOf(
      await withFault((response, { path }) => {
        if (/^webapi\/v1\/RawData\/\d+$/.test(path) && response.status === 200) {
          changeText(response, (text) => text.replace(/"OwnerValue":"[^"]*"/, '"OwnerValue":"Another"'));
        }
        return undefined;
      }),
    );
    expect(found.length).toBeGreaterThan(5);
    for (const { what } of found) expect(what).toMatch(/differs from the same record in the complete array$/);
  });

  it('search results from other data', async () => {
    const found = findingsOf(
      await withFault((response, { path }) => {
        if (path.includes('rangeInM=5000')) response.body = Buffer.from('[]');
        if (path.includes('Nearest')) response.body = Buffer.from('{}');
        if (path.includes('sortorder')) response.body = Buffer.from('{"PagedItems":[{}]}');
        return undefined;
      }),
    ).map(({ what }) => what);
    for (const what of [
      /found 0 records; expected \d+$/,
      /is not the nearest record$/,
      /is not the first record in ascending order$/,
    ]) {
      expect(found).toContainEqual(expect.stringMatching(what));
    }
  });

  it('a site that redirects to another address', async () => {
    const verification = await withFault((response, { path }) => {
      Object.assign(response, { status: 301, headers: { location: `https://data.example.org/${path}` } });
      return undefined;
    });
    expect(findingsOf(verification)).toEqual([
      {
        what: '/data/manifest.json redirects to https://data.example.org/data/manifest.json (status 301) instead of returning status 200',
        remedy: expect.stringContaining('check its new address') as unknown,
      },
    ]);
  });

  it('removed files of an earlier version', async () => {
    const [earlier] = manifest.previous;
    const path = dataFilePath({ hash: earlier?.inventory.hash ?? '', extension: 'json' });
    const found = findingsOf(
      await withFault((response, request) => {
        if (request.path === path) becomePage(response, 404);
        return undefined;
      }),
    );
    expect(found.map(({ what }) => what)).toEqual([
      `/${path}, the list of files of version ${earlier?.dataVersion ?? ''}, returns status 404`,
    ]);
  });

  it('a host that does not respond', async () => {
    const found = findingsOf(await withFault((_, { path }) => (path === 'sw.js' ? 'silence' : undefined)));
    expect(found.map(({ what }) => what)).toEqual([
      `GET ${host.siteUrl}sw.js did not return a complete response: it took longer than 1.5 seconds`,
    ]);
  });
});
