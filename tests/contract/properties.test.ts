import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';

import { handleRequest } from '../../core/api/handle-request.ts';
import { datasets } from '../../core/datasets/datasets.ts';
import { parameters } from '../../core/query/parameters.ts';
import { DatasetReader } from '../../core/storage/snapshot/dataset-reader.ts';
import { printedRandom, sampleOf, seed, sizeOf } from '../support/test-size.ts';
import { describedBy } from './contract-case.ts';
import { fixtureTree, memoryStore } from './fixture/fixture-tree.ts';
import { fixtureOracle } from './fixture/fixture-oracle.ts';

const origin = 'https://data.example.org';
const random = printedRandom('random requests and page sizes');
let reader: DatasetReader;
let dataVersion: string;

beforeAll(async () => {
  const fixture = await fixtureTree();
  ({ dataVersion } = fixture);
  reader = new DatasetReader(memoryStore(fixture.tree));
});

/** Undefined when the path does not belong to the API. */
async function send(path: string): Promise<{ status: number; headers: Headers; body: string } | undefined> {
  const response = await handleRequest(new Request(origin + path), { reader, basePath: '/' });
  return response && { status: response.status, headers: response.headers, body: await response.text() };
}

const keysOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? Object.keys(value).join() : typeof value;
const recordKeys = new Set(datasets.map(({ fields }) => fields.map(({ name }) => name).join()));
const pageKeys = 'MetaData,PagedItems';
const metaDataKeys = 'TotalItems,CurrentPage,TotalPages,NextPageLink,PrevPageLink';
const problemKeys = 'DeveloperMessage,ClientMessage,StackTrace,ErrorNumber,ErrorLink';

/** Every violation of the contract in a response. */
function violations({ status, headers, body }: NonNullable<Awaited<ReturnType<typeof send>>>): string[] {
  const found: string[] = [];
  const check = (what: string, isMet: boolean): void => {
    if (!isMet) found.push(what);
  };
  const content: unknown = JSON.parse(body);
  check(`status ${status}`, [200, 400, 404].includes(status));
  check('content type', headers.get('Content-Type') === 'application/json; charset=UTF-8');
  check('content length', headers.get('Content-Length') === String(new TextEncoder().encode(body).length));
  check('data version', headers.get('X-Data-Version') === dataVersion);
  check('origins', headers.get('Access-Control-Allow-Origin') === '*');
  check('exposed headers', headers.get('Access-Control-Expose-Headers') === 'Link, ETag, X-Data-Version');
  check('cache control', headers.get('Cache-Control') === (status === 200 ? 'no-cache' : 'no-store'));
  check('entity tag', headers.has('ETag') === (status === 200));
  check('compact JSON', JSON.stringify(content) === body);
  if (status !== 200) {
    check('Link header', !headers.has('Link'));
    check('keys of the problem', keysOf(content) === problemKeys);
    return found;
  }
  const isPage = keysOf(content) === pageKeys;
  const page = isPage ? (content as { MetaData: Record<string, unknown>; PagedItems: unknown[] }) : undefined;
  if (page) check('keys of the page', keysOf(page.MetaData) === metaDataKeys);
  const relations = [
    ...(page?.MetaData['NextPageLink'] ? [`<${String(page.MetaData['NextPageLink'])}>; rel="next"`] : []),
    ...(page?.MetaData['PrevPageLink'] ? [`<${String(page.MetaData['PrevPageLink'])}>; rel="prev"`] : []),
    describedBy,
  ];
  check('Link header', headers.get('Link') === relations.join(', '));
  const records = page?.PagedItems ?? (Array.isArray(content) ? (content as unknown[]) : [content]);
  check(
    'keys of the records',
    records.every((record) => recordKeys.has(keysOf(record))),
  );
  return found;
}

const datasetNames = fc.constantFrom(
  'RawData',
  'CoastalFeatures',
  'rawdata',
  'COASTALFEATURES',
  'RawData/',
  'Rawdata%20',
);
const edgeValues = fc.oneof(
  fc.constantFrom('', 'null', '0', '-0', '1', '2', '10', '51', '1e1', '+1', '1e300', '1e400', '-1', '.5', 'NaN'),
  fc.constantFrom('asc', 'DESC', 'InRadius', 'nearest', '90', '-90', '180', '-180', '179.9999', '%', '%zz', 'Infinity'),
  fc.double().map(String),
  fc.integer({ min: -200, max: 200 }).map(String),
  fc.string({ unit: 'binary' }),
);
const mixtures = fc
  .array(
    fc.tuple(
      fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...parameters.map(({ name }) => name)) }, fc.string()),
      edgeValues,
      fc.boolean(),
    ),
    { maxLength: 8 },
  )
  .map((pairs) =>
    pairs.map(([name, value, raw]) => `${name}=${raw ? value : encodeURIComponent(value.toWellFormed())}`),
  )
  .map((pairs) => pairs.join('&'));

describe('any request', () => {
  it('with any query string receives a response that the contract allows', async () => {
    const queries = fc.oneof(mixtures, fc.string({ unit: 'binary' }), fc.string());
    await fc.assert(
      fc.asyncProperty(datasetNames, queries, async (dataset, query) => {
        const response = await send(`/webapi/v1/${dataset}?${query}`);
        expect(response && violations(response)).toEqual([]);
      }),
      { numRuns: sizeOf(1500), seed },
    );
  });

  it('with any path under /webapi/ receives a response that the contract allows', async () => {
    const segments = fc.oneof(
      fc.constantFrom('', 'v1', 'V1', 'RawData', 'CoastalFeatures', '46307', '1', '-1', '1e3', '%00', '%ff', '..%2f'),
      fc.string({ unit: 'binary' }),
      fc.nat({ max: 50_000 }).map(String),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(segments, { maxLength: 5 }), fc.boolean(), async (path, isDeep) => {
        const response = await send(`/webapi/${isDeep ? 'v1/RawData/' : ''}${path.join('/')}`);
        // Dots can lead to a path outside the API, which is not handled.
        if (response) expect(violations(response)).toEqual([]);
      }),
      { numRuns: sizeOf(1500), seed },
    );
  });

  it('for a valid search returns the same records as a brute-force scan', async () => {
    const centres = fc.tuple(
      fc.oneof(fc.constantFrom(180, -180, 115.73338, 0), fc.double({ min: -180, max: 180, noNaN: true })),
      fc.oneof(fc.constantFrom(90, -90, -32.34915, -17), fc.double({ min: -90, max: 90, noNaN: true })),
    );
    const ranges = fc.double({ min: 0, max: 7.4, noNaN: true }).map((exponent) => 10 ** exponent);
    const names = fc.constantFrom('RawData' as const, 'CoastalFeatures' as const);
    const orders = fc.constantFrom('asc' as const, 'desc' as const);
    await fc.assert(
      fc.asyncProperty(names, orders, centres, ranges, async (dataset, order, [longitude, latitude], range) => {
        const query = `latitude=${latitude}&longitude=${longitude}&sortOrder=${order}&rangeInM=${encodeURIComponent(range)}`;
        const all = await send(`/webapi/v1/${dataset}?${query}`);
        const expected = fixtureOracle.within(dataset, order, longitude, latitude, range).map(({ text }) => text);
        expect(all?.body).toBe(`[${expected.join(',')}]`);
        const one = await send(`/webapi/v1/${dataset}?${query}&searchStyle=Nearest`);
        const nearestRecord = fixtureOracle.nearest(dataset, order, longitude, latitude, range);
        expect(one?.status).toBe(nearestRecord ? 200 : 404);
        if (nearestRecord) expect(one?.body).toBe(nearestRecord.text);
      }),
      { numRuns: sizeOf(200), seed },
    );
  });
});

interface PageObject {
  readonly MetaData: {
    readonly TotalItems: number;
    readonly CurrentPage: number;
    readonly TotalPages: number;
    readonly NextPageLink: string | null;
    readonly PrevPageLink: string | null;
  };
  readonly PagedItems: readonly unknown[];
}

/** The pages found by following links from a URL. */
async function follow(first: string, relation: 'NextPageLink' | 'PrevPageLink'): Promise<PageObject[]> {
  const pages: PageObject[] = [];
  for (let link: string | null = first; link !== null; link = pages.at(-1)?.MetaData[relation] ?? null) {
    expect(link.startsWith(`${origin}/webapi/v1/`)).toBe(true);
    const response = await send(link.slice(origin.length));
    pages.push(JSON.parse(response?.body ?? '') as PageObject);
  }
  return pages;
}

const searches = ['', 'latitude=-31.9&longitude=115.7&rangeInM=60000&'];
const lists = (['RawData', 'CoastalFeatures'] as const).flatMap((dataset) =>
  (['desc', 'asc'] as const).flatMap((order) => searches.map((search) => ({ dataset, order, search }))),
);

describe('pages', () => {
  it.each(lists)(
    'of any size, found by following links in both directions, make up all of $dataset $order $search',
    async ({ dataset, order, search }) => {
      const whole = (await send(`/webapi/v1/${dataset}?${search}sortOrder=${order}`))?.body ?? '';
      const total = (JSON.parse(whole) as unknown[]).length;
      if (search === '') expect(total).toBe(fixtureOracle.inOrder(dataset, order).length);
      expect(total).toBeGreaterThan(100);
      const small = Array.from({ length: 40 }, (_, index) => index + 1);
      const sizes = [...sampleOf(small, random), total - 1, total, total + 1];
      for (const size of sizes) {
        const path = `${origin}/webapi/v1/${dataset}?${search}pageSize=${size}&sortOrder=${order}&pageNumber=`;
        const pages = await follow(`${path}1`, 'NextPageLink');
        expect(JSON.stringify(pages.flatMap(({ PagedItems }) => PagedItems)) === whole).toBe(true);
        expect(pages.map(({ MetaData }) => MetaData.CurrentPage)).toEqual(pages.map((_, index) => index + 1));
        expect(pages.every(({ MetaData }) => MetaData.TotalItems === total)).toBe(true);
        expect(pages.every(({ MetaData }) => MetaData.TotalPages === Math.ceil(total / size))).toBe(true);
        expect(pages.slice(0, -1).every(({ PagedItems }) => PagedItems.length === size)).toBe(true);
        const back = await follow(`${path}${pages.length}`, 'PrevPageLink');
        expect(JSON.stringify(back.reverse()) === JSON.stringify(pages)).toBe(true);
        expect((await send(`${path.slice(origin.length)}${pages.length + 1}`))?.status).toBe(400);
      }
    },
  );
});
