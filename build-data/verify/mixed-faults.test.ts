import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { dataFilePath, manifestPath } from '../../core/storage/layout.ts';
import {
  earlierManifest,
  endHosts,
  findingsOf,
  host,
  manifest,
  startHosts,
  withFault,
} from '../../tests/deployment/hosts-to-verify.ts';
import { becomePage, changeText, isData, type Fault } from './testing/faulty-host.ts';

beforeAll(startHosts);
afterAll(endHosts);

describe('a host with a fault of another kind is found out:', () => {
  it('a query answered with the file of the address', async () => {
    let all: Buffer = Buffer.alloc(0);
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
