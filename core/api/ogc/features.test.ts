import fc from 'fast-check';
import geodesicLibrary from 'geographiclib-geodesic';
import { beforeAll, describe, expect, it } from 'vitest';

import { defaultTimes } from '../../../core/datasets/testing/default-rules.ts';
import { tableOf } from '../../../build-data/write/testing/stored-dataset.ts';
import { fixtureFeatures } from '../../../tests/contract/fixture/fixture-features.ts';
import { fixtureRecords } from '../../../tests/contract/fixture/fixture-records.ts';
import { fixtureTree, memoryStore } from '../../../tests/contract/fixture/fixture-tree.ts';
import { inProcessHost } from '../../../tests/contract/hosts/in-process-host.ts';
import { type FeaturePage, OgcClient } from '../../../tests/contract/ogc/ogc-client.ts';
import { seed, sizeOf } from '../../../tests/support/test-size.ts';
import { coastalFeatures, rawData, type RawDataRecord } from '../../datasets/datasets.ts';
import { type Collection, collections } from '../../engine/collections.ts';
import { DatasetReader } from '../../storage/snapshot/dataset-reader.ts';
import { handleRequest } from '../handle-request.ts';
import { ResponseCache } from '../response-cache.ts';
import { ogcSource } from './ogc-source.ts';
import { parametersOf } from './resources.ts';

console.info(`requests for features: COASTWATCH_SEED=${seed}`);
const origin = 'https://data.example.org';
let client: OgcClient;

beforeAll(async () => {
  client = new OgcClient(await inProcessHost());
});

/** The distance along the geodesic, in metres. */
function distanceTo([longitude, latitude]: readonly [number, number], record: RawDataRecord): number {
  const { s12 } = geodesicLibrary.Geodesic.WGS84.Inverse(latitude, longitude, record.LocationY, record.LocationX);
  return s12 ?? Number.NaN;
}

/** The published records in the order of the list: newest first, ties by identifier. */
const inListOrder = [...fixtureRecords].sort(
  (a, b) =>
    Number(a.SightingDateTime < b.SightingDateTime) - Number(a.SightingDateTime > b.SightingDateTime) ||
    a.RawDataId - b.RawDataId,
);

describe('features', () => {
  it('are all records, each with its published values and its point', async () => {
    const found = await client.features('RawData', 'limit=100');
    expect(found.map(({ properties }) => properties)).toEqual(inListOrder);
    const offshore = await client.features('CoastalFeaturesOffshore');
    expect(offshore.length).toBe(fixtureFeatures.length);
    for (const { geometry, properties } of offshore) {
      const { CoastalFeatureOffshoreLongitude: longitude, CoastalFeatureOffshoreLatitude: latitude } = properties;
      expect(geometry.coordinates).toEqual([longitude, latitude]);
    }
  });

  it('of any combination of box, circle, value, filter, order and page are those of a brute-force scan', async () => {
    const boxes = fc.constantFrom([115.6, -33, 115.8, -31.5], [170, -20, -170, 20], [115, -34, 115.25, -33], null);
    const centres = fc.constantFrom([115.73338, -32.34915], [180, 0], [115.7, -31.9], null) as fc.Arbitrary<
      [number, number] | null
    >;
    const radii = fc.constantFrom(0.001, 20_000, 300_000, null);
    const tags = fc.constantFrom('2003', '1160', 'none', null);
    const bounds = fc.option(fc.integer({ min: 46_000, max: 47_400 }));
    const orders = fc.constantFrom('', 'RawDataId', '-RawDataId', '-ObjectId,+RawDataId', 'distance,-RawDataId');
    const pages = fc.record({ limit: fc.integer({ min: 1, max: 60 }), offset: fc.integer({ min: 0, max: 80 }) });
    await fc.assert(
      fc.asyncProperty(
        boxes,
        centres,
        radii,
        tags,
        bounds,
        orders,
        pages,
        async (box, centre, radius, tag, bound, order, page) => {
          const usedOrder = centre ? order : order.replace('distance,', '');
          const query = new URLSearchParams({ limit: String(page.limit), offset: String(page.offset) });
          if (box) query.set('bbox', box.join());
          if (centre) query.set('near', centre.join());
          if (centre && radius !== null) query.set('within', String(radius));
          if (tag !== null) query.set('ObjectId', tag);
          if (bound !== null) query.set('filter', `RawDataId >= ${bound} AND NOT (RawDataId = ${bound + 2})`);
          if (usedOrder !== '') query.set('sortby', usedOrder);
          const [west = -180, south = -90, east = 180, north = 90] = box ?? [];
          const matching = inListOrder.filter(
            (each) =>
              (west > east
                ? each.LocationX >= west || each.LocationX <= east
                : each.LocationX >= west && each.LocationX <= east) &&
              each.LocationY >= south &&
              each.LocationY <= north &&
              (!centre || distanceTo(centre, each) <= (radius ?? Infinity)) &&
              (tag === null || each.ObjectId === tag) &&
              (bound === null || (each.RawDataId >= bound && each.RawDataId !== bound + 2)),
          );
          const keys = usedOrder === '' ? (centre ? ['distance'] : []) : usedOrder.split(',');
          const valueOf = (each: RawDataRecord, key: string): number | string =>
            key === 'distance' && centre ? distanceTo(centre, each) : (each[key as 'ObjectId' | 'RawDataId'] ?? '');
          const expected = [...matching].sort((a, b) => {
            for (const key of keys) {
              const name = key.replace(/^[-+]/, '');
              const [one, other] = [valueOf(a, name), valueOf(b, name)];
              if (one !== other) return (one < other ? -1 : 1) * (key.startsWith('-') ? -1 : 1);
            }
            return 0;
          });
          const found = await client.page('RawData', query.toString());
          const end = page.offset + page.limit;
          expect(found.numberMatched).toBe(matching.length);
          expect(found.features.map(({ id }) => id)).toEqual(
            expected.slice(page.offset, end).map((each) => each.RawDataId),
          );
          expect(found.links.some(({ rel }) => rel === 'next')).toBe(end < matching.length);
          for (const [at, { distance }] of found.features.entries()) {
            const record = expected[page.offset + at];
            if (!centre || !record) expect(distance).toBeUndefined();
            else expect(distance).toBeCloseTo(distanceTo(centre, record), 6);
          }
        },
      ),
      { seed, numRuns: sizeOf(1000) },
    );
  });

  it('have only the properties that are asked for, in the order of the dataset', async () => {
    const { features } = await client.page('RawData', 'properties=SightingDateTime,RawDataId&limit=3');
    for (const { properties } of features) expect(Object.keys(properties)).toEqual(['RawDataId', 'SightingDateTime']);
  });

  it.each([
    ['SightingDateTime=2019-05-05T05:05:05', 200],
    ['SightingDateTime=2019-05-05T05:05:05Z', 200],
    ['SightingDateTime=2019-05-05T13:05:05%2B08:00', 200],
    ['LocationX=1e-7', 1],
    ['filter=RawDataId%3D46307+OR+LocationX%3D1e-7', 2],
    ['filter-lang=cql2-json&filter={"op":"=","args":[{"property":"RawDataId"},46307]}', 1],
    ["filter=CASEI(OwnerValue)=CASEI('PUBLIC REPORT')&RawDataId=46307", 1],
  ])('are selected by %s', async (query, numberMatched) => {
    expect((await client.page('RawData', query)).numberMatched).toBe(numberMatched);
  });

  it('are counted in the headers too', async () => {
    const { headers, body } = await client.get('/collections/RawData/items?limit=5&bbox=115,-34,115.25,-33');
    const { numberMatched } = JSON.parse(body) as FeaturePage;
    expect([headers['ogc-numbermatched'], headers['ogc-numberreturned']]).toEqual([String(numberMatched), '5']);
  });
});

it('any parameters receive features or a problem with the request, never a failure', async () => {
  const names = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.constantFrom(
        ...parametersOf('items', collections[0] as Collection, defaultTimes).map(({ name }) => name),
      ),
    },
    fc.string({ maxLength: 5 }),
  );
  const values = fc.oneof(
    fc.constantFrom(
      '',
      'json',
      'html',
      '0',
      '1',
      '1e400',
      '-1',
      '1,2',
      '1,2,3,4',
      '115,-34,116,-31,0,0',
      '115.7,-31.9',
      '2019-05-05',
    ),
    fc.constantFrom(
      '2018-01-01/..',
      'RawDataId',
      '-distance',
      'cql2-text',
      'cql2-json',
      '[]',
      'true',
      'FALSE',
      'NULL',
      '%',
      '\u0000',
    ),
    fc.constantFrom(
      'RawDataId=1 OR Distance IS NULL',
      'S_WITHIN(geometry,LINESTRING(0 0,1 1))',
      'T_AFTER(SightingDateTime,ReportDateTime)',
    ),
    fc.constantFrom(
      "CASEI(ObjectId) LIKE '1%'",
      'LocationX / 0 > 1',
      'S_INTERSECTS(geometry,geometry)',
      'LocationX=LocationY+1 OR RawDataId^2>9',
    ),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.double().map(String),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(names, values), { maxLength: 4 }), async (pairs) => {
      const query = pairs
        .map((pair) => pair.map((text) => encodeURIComponent(text.toWellFormed())).join('='))
        .join('&');
      const { status, headers, body } = await client.get(`/collections/RawData/items?${query}`);
      expect([200, 400, 409], `${query}: ${body.slice(0, 200)}`).toContain(status);
      if (status !== 200) expect(headers['content-type']).toBe('application/problem+json');
    }),
    { seed, numRuns: sizeOf(5000) },
  );
});

it('the spatial index is the same file before and after a search has read it', async () => {
  const host = await inProcessHost();
  const readIndex = async (): Promise<Uint8Array | undefined> =>
    (await host.send({ method: 'GET', path: '/webapi/v1/RawData.flatbush', headers: {} })).bytes;
  const before = await readIndex();
  const { numberMatched } = await new OgcClient(host).page('RawData', 'bbox=115.6,-33,115.8,-31.5');
  expect(numberMatched).toBeGreaterThan(0);
  expect(before?.length).toBeGreaterThan(100);
  expect(await readIndex()).toEqual(before);
});

describe('pages while the data is updated', () => {
  it('never mix two versions: a later page is a 409 that says to start again', async () => {
    const isKept = (_: unknown, index: number): boolean => index % 3 !== 0;
    const earlier = await fixtureTree();
    const later = await fixtureTree([
      tableOf(coastalFeatures, fixtureFeatures),
      tableOf(rawData, fixtureRecords.filter(isKept)),
    ]);
    let { tree } = earlier;
    const store = { read: (path: string) => memoryStore(tree).read(path, { fresh: false }) };
    // A host that has the manifest in memory for a minute.
    const reader = new DatasetReader(store, { manifestMaxAgeInMilliseconds: 60_000 });
    const context = { reader, basePath: '/', cache: new ResponseCache(1_000_000), ogcSource };
    const read = async (url: string): Promise<{ status: number; body: FeaturePage & { readonly code?: string } }> => {
      const response = await handleRequest(new Request(url), context);
      if (!response) throw new Error(url);
      return { status: response.status, body: (await response.json()) as FeaturePage };
    };
    const nextOf = ({ links }: FeaturePage): string => links.find(({ rel }) => rel === 'next')?.href ?? '';
    const first = await read(`${origin}/ogc/collections/RawData/items?limit=100`);
    const second = await read(nextOf(first.body));
    expect(second.status).toBe(200);
    ({ tree } = later);
    const stale = await read(nextOf(second.body));
    expect([stale.status, stale.body.code]).toEqual([409, 'dataChanged']);
    const again = await read(`${origin}/ogc/collections/RawData/items?limit=100`);
    expect(again.body.numberMatched).toBe(fixtureRecords.filter(isKept).length);
    expect((await read(nextOf(again.body))).status).toBe(200);
  });

  it('are found by a host that still has the manifest of the version before', async () => {
    const { tree, dataVersion } = await fixtureTree();
    const empty = await fixtureTree([tableOf(coastalFeatures, fixtureFeatures), tableOf(rawData, [])]);
    let current = empty.tree;
    const store = { read: (path: string) => memoryStore(current).read(path, { fresh: false }) };
    const reader = new DatasetReader(store, { manifestMaxAgeInMilliseconds: 60_000 });
    const page = `${origin}/ogc/collections/RawData/items?offset=10&data-version=${dataVersion}`;
    expect((await handleRequest(new Request(`${origin}/ogc`), { reader, basePath: '/', ogcSource }))?.status).toBe(200);
    current = tree;
    expect((await handleRequest(new Request(page), { reader, basePath: '/', ogcSource }))?.status).toBe(200);
  });
});
