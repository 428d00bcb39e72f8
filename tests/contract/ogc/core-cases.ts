import assert from 'node:assert/strict';

import {
  type ApiDescription,
  assertLinks,
  casesOf,
  type CollectionJson,
  type FeaturePage,
  type Link,
  type OgcCase,
  type OgcClient,
  parameterOf,
} from './ogc-client.ts';

/*
 * The abstract tests of OGC API Features Part 1 (17-069r4, annex A) as cases. Where the standard repeats a test for each
 * parameter, so does this list.
 */

const openApiType = 'application/vnd.oai.openapi+json;version=3.0';
const geoJsonType = 'application/geo+json';
const readApi = (client: OgcClient): Promise<ApiDescription> => client.json('/api');
const forEachCollection =
  (run: (client: OgcClient, id: string) => Promise<void>) =>
  async (client: OgcClient): Promise<void> => {
    for (const { id } of await client.collections()) await run(client, id);
  };

const serviceCases = casesOf((test) => {
  test('/conf/core/http: HEAD has the headers of GET, and other methods are refused', async (client) => {
    for (const path of ['', '/collections', '/collections/RawData/items']) {
      const [get, head] = [await client.get(path), await client.get(path, {}, 'HEAD')];
      assert.deepEqual([head.status, head.headers['content-type'], head.body], [200, get.headers['content-type'], '']);
    }
    const refused = await client.get('', {}, 'DELETE');
    assert.deepEqual([refused.status, refused.headers['content-type']], [405, 'application/problem+json']);
  });
  test('/conf/core/root-op: the landing page is there with and without a slash', async (client) => {
    for (const path of ['', '/']) assert.equal((await client.get(path)).status, 200);
  });
  test('/conf/core/root-success: the landing page links to the API, the conformance classes and the collections', async (client) => {
    const { links } = await client.json<{ links: readonly Link[] }>('');
    assertLinks(links, ['self', 'alternate', 'service-desc', 'service-doc', 'conformance', 'data']);
  });
  test('/conf/core/api-definition-op: every link to the description of the API works', async (client) => {
    const { links } = await client.json<{ links: readonly Link[] }>('');
    for (const { href, type } of links.filter(({ rel }) => rel.startsWith('service-'))) {
      const { status, headers } = await client.get(href);
      assert.equal(status, 200);
      assert.ok(headers['content-type']?.startsWith(type ?? 'none'), `${href}: ${String(headers['content-type'])}`);
    }
  });
  test('/conf/core/api-definition-success: the description is OpenAPI 3.0 and names this server', async (client) => {
    assert.equal((await client.get('/api')).headers['content-type'], openApiType);
    const { openapi, servers } = await readApi(client);
    assert.match(openapi, /^3\.0\.\d$/);
    assert.deepEqual(servers, [{ url: client.root }]);
  });
  test('/conf/core/conformance-op, /conf/core/conformance-success: the classes are listed by their URI', async (client) => {
    const { conformsTo } = await client.json<{ conformsTo: readonly string[] }>('/conformance');
    for (const name of ['core', 'geojson', 'html', 'oas30']) {
      assert.ok(conformsTo.includes(`http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/${name}`));
    }
    assert.ok(conformsTo.includes('http://www.opengis.net/spec/ogcapi-features-2/1.0/conf/crs'));
    assert.equal(new Set(conformsTo).size, conformsTo.length);
  });
  test('/conf/core/fc-md-op, /conf/core/fc-md-success, /conf/core/fc-md-links: the collections have links', async (client) => {
    assertLinks((await client.json<{ links: readonly Link[] }>('/collections')).links, ['self', 'alternate']);
  });
  test('/conf/core/fc-md-items: all collections are listed', async (client) => {
    const names = (await client.collections()).map(({ id }) => id);
    assert.deepEqual(names, ['RawData', 'CoastalFeatures', 'CoastalFeaturesOffshore']);
  });
  test('/conf/core/fc-md-items-links: each collection links to its features in every format', async (client) => {
    for (const { links } of await client.collections()) {
      assertLinks(links, ['self', 'items', 'http://www.opengis.net/def/rel/ogc/1.0/queryables']);
      const types = links.filter(({ rel }) => rel === 'items').map(({ type }) => type);
      assert.deepEqual(types, [geoJsonType, 'text/html']);
    }
  });
  test('/conf/core/fc-md-extent: the extent contains all points and times', async (client) => {
    for (const { id, extent } of await client.collections()) {
      const [west, south, east, north] = extent.spatial.bbox[0] ?? [Infinity, Infinity, -Infinity, -Infinity];
      const [start, end] = extent.temporal?.interval[0] ?? ['', ''];
      for (const { geometry, properties } of await client.features(id)) {
        const [longitude, latitude] = geometry.coordinates;
        assert.ok(west <= longitude && longitude <= east && south <= latitude && latitude <= north);
        const time = properties['SightingDateTime'];
        assert.ok(time === undefined || (String(time) >= start && String(time) <= end), String(time));
      }
      assert.equal(extent.temporal !== undefined, id === 'RawData');
    }
  });
  test('/conf/core/sfc-md-op, /conf/core/sfc-md-success: a collection is described as in the list', async (client) => {
    for (const listed of await client.collections()) {
      const single = await client.json<CollectionJson>(`/collections/${listed.id}`);
      const { links } = single;
      assert.deepEqual({ ...single, links: [] }, { ...listed, links: [] });
      assertLinks(links, ['self', 'alternate', 'items']);
    }
    await client.assertProblem('/collections/rawdata', 404, 'unknownPath');
  });
  test('/conf/core/query-param-unknown: an unknown parameter is an error on every path', async (client) => {
    const paths = ['', '/conformance', '/api', '/collections', '/collections/RawData', '/collections/RawData/items'];
    for (const path of [...paths, '/collections/RawData/schema', '/collections/CoastalFeatures/queryables']) {
      await client.assertProblem(`${path}?unknown=1`, 400, 'badParameters');
      await client.assertProblem(`${path}?F=json`, 400, 'badParameters');
      await client.assertProblem(`${path}?f=json&f=json`, 400, 'badParameters');
    }
  });
  test('/conf/core/query-param-invalid: an invalid value is an error', async (client) => {
    const values = [
      ...['limit=0', 'limit=-1', 'limit=x', 'limit=1.5', 'limit=', 'offset=-1', 'f=xml', 'datetime=2020', 'bbox='],
      ...['bbox=1,2,3', 'bbox=1,2,3,4,5', 'bbox=1,2,3,x', 'bbox=1,2,3,1', 'bbox=-181,0,0,1', 'bbox=0,-91,0,0'],
      ...['datetime=2020-02-30', 'datetime=2020-01-01T00:00:00', 'datetime=2020-01-02/2020-01-01', 'datetime=../..'],
      ...[
        'datetime=2020-01-01T25:00:00Z',
        'datetime=2021-02-29',
        'datetime=9999-12-31T23:59:59-08:00',
        'datetime=2020-01-01/2020-01-02/2020-01-03',
        'RawDataId=x',
        'RawDataId=1.5',
      ],
      ...['sortby=None', 'sortby=', 'sortby=distance', 'properties=None', 'properties=geometry', 'within=10'],
      ...['near=1', 'near=181,0', 'near=0,0&within=0', 'near=0,0&within=-1', 'filter-lang=sql', 'crs=EPSG:4326'],
    ];
    for (const value of values) await client.assertProblem(`/collections/RawData/items?${value}`, 400, 'badParameters');
    for (const filter of [
      '',
      'x=',
      'None=1',
      'SightingSpeciesValue',
      "RawDataId='a'",
      'S_TOUCHES(geometry,POINT(0 0))',
    ]) {
      const encoded = encodeURIComponent(filter);
      await client.assertProblem(`/collections/RawData/items?filter=${encoded}`, 400, 'badFilter');
    }
  });
});

const responseChecks: readonly (readonly [string, (page: FeaturePage, client: OgcClient, query: string) => unknown])[] =
  [
    [
      '/conf/core/fc-response: the response is a collection of features',
      ({ type, features }) => {
        assert.equal(type, 'FeatureCollection');
        for (const feature of features) assert.deepEqual([feature.type, feature.geometry.type], ['Feature', 'Point']);
      },
    ],
    [
      '/conf/core/fc-links: it links to itself and to its other format',
      ({ links }) => {
        assertLinks(links, ['self', 'alternate']);
      },
    ],
    [
      '/conf/core/fc-timeStamp: it says when it was made',
      ({ timeStamp }) => {
        assert.equal(new Date(timeStamp).toISOString(), timeStamp);
      },
    ],
    [
      '/conf/core/fc-numberReturned: it counts its features',
      ({ numberReturned, features }) => {
        assert.equal(numberReturned, features.length);
      },
    ],
    [
      '/conf/core/fc-numberMatched: following the links leads to all features that match, each once',
      async (page, client, query) => {
        const all = await client.features('RawData', query.includes('limit') ? query : `${query}&limit=77`);
        assert.equal(all.length, page.numberMatched);
        assert.equal(new Set(all.map(({ id }) => id)).size, page.numberMatched);
      },
    ],
    [
      '/conf/core/crs84: coordinates are longitude and latitude',
      ({ features }) => {
        for (const { geometry, properties } of features) {
          assert.deepEqual(geometry.coordinates, [properties['LocationX'], properties['LocationY']]);
        }
      },
    ],
  ];

const queries = {
  'no parameters': '',
  'a box': 'bbox=115.6,-33,115.8,-31.5',
  'a limit': 'limit=50',
  'a period': 'datetime=2018-03-01/2018-06-30',
};

const pageCases: readonly OgcCase[] = Object.entries(queries).flatMap(([name, query]) =>
  responseChecks.map(([test, check]) => ({
    name: `${test}, with ${name}`,
    run: async (client: OgcClient) => {
      const page = await client.page('RawData', query);
      assert.ok(page.numberMatched > 10);
      await check(page, client, query);
    },
  })),
);

const itemCases = casesOf((test) => {
  test(
    '/conf/core/fc-op: the features of every collection can be read',
    forEachCollection(async (client, id) => {
      const { status, headers } = await client.get(`/collections/${id}/items`);
      assert.deepEqual([status, headers['content-type']], [200, geoJsonType]);
    }),
  );
  test(
    '/conf/core/fc-bbox-definition, fc-limit-definition, fc-time-definition: the parameters are described',
    forEachCollection(async (client, id) => {
      const api = await readApi(client);
      const schemas = {
        bbox: {
          type: 'array',
          oneOf: [
            { minItems: 4, maxItems: 4 },
            { minItems: 6, maxItems: 6 },
          ],
          items: { type: 'number' },
        },
        limit: { type: 'integer', minimum: 1, maximum: 10_000, default: 10 },
        datetime: { type: 'string' },
      };
      for (const [name, schema] of Object.entries(schemas)) {
        const parameter = parameterOf(api, `/collections/${id}/items`, name);
        assert.deepEqual(
          [parameter?.in, parameter?.required, parameter?.style, parameter?.explode, parameter?.schema],
          ['query', false, 'form', false, schema],
        );
      }
    }),
  );
  test(
    '/conf/core/fc-bbox-response: only the features in the box are found, also across the antimeridian and at the poles',
    forEachCollection(async (client, id) => {
      const all = await client.features(id);
      const boxes = [
        ...[
          '115.6,-33,115.8,-31.5',
          '177,-20,-177,20',
          '-180,85,180,90',
          '-180,-90,180,-85',
          '0,0,0,0',
          '180,-90,180,90',
        ],
        ...['-1.5,50,1.5,53', '-180,-90,180,90', '115.6,-33,-100,115.8,-31.5,100'],
      ];
      for (const box of boxes) {
        const numbers = box.split(',').map(Number);
        const half = numbers.length / 2;
        const [west = 0, south = 0] = numbers;
        const [east = 0, north = 0] = numbers.slice(half);
        const isInside = (longitude: number): boolean =>
          west > east ? longitude >= west || longitude <= east : longitude >= west && longitude <= east;
        const expected = all.filter(({ geometry: { coordinates } }) => {
          const [longitude, latitude] = coordinates;
          return isInside(longitude) && latitude >= south && latitude <= north;
        });
        const found = await client.features(id, `bbox=${box}&limit=10000`);
        assert.deepEqual(
          found.map((each) => each.id),
          expected.map((each) => each.id),
          `${id} ${box}`,
        );
      }
    }),
  );
  test(
    '/conf/core/fc-limit-response: at most this many features are returned, and a limit above the maximum is allowed',
    forEachCollection(async (client, id) => {
      for (const limit of [1, 7, 10_000, 10_001, 999_999_999]) {
        const { numberMatched, features } = await client.page(id, `limit=${limit}`);
        assert.equal(features.length, Math.min(limit, 10_000, numberMatched));
      }
      assert.equal((await client.page(id)).features.length, 10);
    }),
  );
  test('/conf/core/fc-time-response: an instant, a day, a period and open periods select by time, if there are times', async (client) => {
    const count = async (id: string, datetime: string): Promise<number> =>
      (await client.page(id, `datetime=${datetime}`)).numberMatched;
    const total = await count('RawData', '1700-01-01/..');
    assert.equal(total, (await client.page('RawData')).numberMatched);
    // Times before July 2019 are in UTC.
    const instant = '2019-05-05T05:05:05Z';
    assert.ok((await count('RawData', instant)) >= 200);
    assert.equal(await count('RawData', '2019-05-05T13:05:05%2B08:00'), await count('RawData', instant));
    assert.equal(await count('RawData', '2019-05-05T13:05:05+08:00'), await count('RawData', instant));
    assert.equal(await count('RawData', '2019-05-05T05:05:06Z'), 0);
    assert.ok((await count('RawData', '2019-05-05')) >= (await count('RawData', instant)));
    const [before, after] = [await count('RawData', `../${instant}`), await count('RawData', `${instant}/..`)];
    assert.equal(before + after - (await count('RawData', instant)), total);
    assert.equal(await count('RawData', `/${instant}`), before);
    assert.equal(await count('RawData', `${instant}/`), after);
    for (const id of ['CoastalFeatures', 'CoastalFeaturesOffshore']) {
      assert.equal(await count(id, '2019-01-01/2019-01-02'), (await client.page(id)).numberMatched);
    }
  });
  test(
    '/conf/core/f-op, /conf/core/f-success, /conf/core/f-links: each feature has a resource of its own',
    forEachCollection(async (client, id) => {
      for (const feature of (await client.page(id, 'limit=3')).features) {
        const path = `/collections/${id}/items/${feature.id}`;
        const { links, ...single } = await client.json<{ links: readonly Link[] }>(path);
        assert.deepEqual(single, feature);
        assertLinks(links, ['self', 'alternate', 'collection']);
      }
      for (const other of ['999999999', 'x', '1e1', '-1']) {
        await client.assertProblem(`/collections/${id}/items/${other}`, 404, 'noSuchRecord');
      }
    }),
  );
  test('/conf/geojson/definition, /conf/geojson/content: features are sent as GeoJSON to clients that ask for it', async (client) => {
    for (const accept of [geoJsonType, 'application/json', '*/*', `text/html;q=0.5, ${geoJsonType}`]) {
      const { headers } = await client.get('/collections/RawData/items', { Accept: accept });
      assert.deepEqual([headers['content-type'], headers['content-crs']], [geoJsonType, `<${crs84}>`]);
      assert.match(headers['vary'] ?? '', /\bAccept\b(?!-)/);
    }
  });
  test('/conf/html/definition, /conf/html/content: every resource has a page without scripts', async (client) => {
    const paths = ['', '/conformance', '/api', '/collections', '/collections/RawData', '/collections/RawData/items'];
    const { features } = await client.page('CoastalFeatures', 'limit=1');
    const others = ['/collections/RawData/schema', `/collections/CoastalFeatures/items/${features[0]?.id ?? ''}`];
    for (const path of [...paths, ...others]) {
      const [asked, accepted] = [await client.get(`${path}?f=html`), await client.get(path, { Accept: 'text/html' })];
      for (const { status, headers, body } of [asked, accepted]) {
        assert.deepEqual([status, headers['content-type']], [200, 'text/html; charset=UTF-8'], path);
        assert.match(body, /^<!doctype html><html lang="en">.*<\/html>\n$/s);
        assert.doesNotMatch(body, /<script/);
        assert.match(headers['content-security-policy'] ?? '', /^default-src 'none'; style-src 'sha256-/);
      }
      assert.notEqual(asked.headers['etag'], (await client.get(path)).headers['etag']);
    }
  });
  test('/conf/oas30/completeness, /conf/oas30/oas-impl: what the API describes works, and only that', async (client) => {
    const { paths } = await readApi(client);
    for (const [path, { get }] of Object.entries(paths)) {
      const filled = path.replace('{featureId}', '0');
      const query = path.endsWith('/aggregate') ? `groupby=localArea` : '';
      for (const type of Object.keys(get.responses['200']?.content ?? {})) {
        const format = type === 'text/html' ? 'html' : type === 'text/csv' ? 'csv' : 'json';
        const { status, headers } = await client.get(`${filled}?f=${format}&${query}`.replace(/&$/, ''));
        if (filled !== path) assert.equal(status, 404);
        else
          assert.deepEqual([path, status, headers['content-type']?.replace('; charset=UTF-8', '')], [path, 200, type]);
      }
    }
  });
  test('/conf/oas30/exception-codes, /conf/oas30/security: errors are described, and nothing needs a key', async (client) => {
    const api = await readApi(client);
    assert.equal('security' in api, false);
    for (const { get } of Object.values(api.paths)) assert.ok('400' in get.responses && '503' in get.responses);
  });
});

const crs84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84';

export const coreCases: readonly OgcCase[] = [...serviceCases, ...pageCases, ...itemCases];
