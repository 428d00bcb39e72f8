import assert from 'node:assert/strict';

import { casesOf, type Feature, type OgcCase, type OgcClient } from './ogc-client.ts';

/* The abstract tests of OGC API Features Part 2 (18-058r1, annex A) as cases. */

const crs84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84';
const epsg4326 = 'http://www.opengis.net/def/crs/EPSG/0/4326';
const systems = [crs84, epsg4326] as const;
const names = ['RawData', 'CoastalFeatures', 'CoastalFeaturesOffshore'] as const;
const unknown = ['http://www.opengis.net/def/crs/EPSG/0/7844', 'http://www.opengis.net/def/crs/EPSG/0/0', '', 'x'];

const discoveryCases = casesOf((test) => {
  test('/conf/crs/crs-uri: reference systems are named by URIs, for all collections and for each', async (client) => {
    assert.deepEqual((await client.json<{ crs: unknown }>('/collections')).crs, systems);
    for (const { crs } of await client.collections()) assert.deepEqual(crs, systems);
  });
  test('/conf/crs/default-crs: the first one is the default of Part 1', async (client) => {
    for (const { crs } of await client.collections()) assert.equal(crs[0], crs84);
  });
  test('/conf/crs/storageCrs: the one of the stored data is among them', async (client) => {
    for (const { crs, storageCrs } of await client.collections()) assert.ok(crs.includes(storageCrs));
  });
});

/** The features of a page, or one feature, with the reference system of the response. */
async function read(
  client: OgcClient,
  path: string,
): Promise<{ crs: string | undefined; features: readonly Feature[] }> {
  const { status, headers, body } = await client.get(path);
  assert.equal(status, 200, body);
  const content = JSON.parse(body) as Feature & { readonly features?: readonly Feature[] };
  return { crs: headers['content-crs'], features: content.features ?? [content] };
}

const coordinatesOf = (features: readonly Feature[]): (readonly [number, number])[] =>
  features.map(({ geometry }) => geometry.coordinates);

const collectionCases = names.flatMap((name): readonly OgcCase[] => {
  const items = `/collections/${name}/items`;
  const firstItem = async (client: OgcClient): Promise<string> =>
    `${items}/${(await client.page(name, 'limit=1')).features[0]?.id ?? ''}`;
  const box = '115.5,-33.5,115.8,-31.2';
  const boxInLatitudeFirst = '-33.5,115.5,-31.2,115.8';
  const idsOf = async (client: OgcClient, query: string): Promise<number[]> =>
    (await client.features(name, `${query}&limit=10000`)).map(({ id }) => id);
  return casesOf((test) => {
    test(`/conf/crs/crs-parameter: the header Content-Crs names the reference system of ${name}`, async (client) => {
      for (const path of [items, await firstItem(client)]) {
        for (const crs of systems) {
          assert.equal((await read(client, `${path}?crs=${encodeURIComponent(crs)}`)).crs, `<${crs}>`);
        }
      }
    });
    test(`/conf/crs/crs-parameter-default: without the parameter, ${name} is in CRS84`, async (client) => {
      for (const path of [items, await firstItem(client)]) {
        const byDefault = await read(client, path);
        assert.equal(byDefault.crs, `<${crs84}>`);
        const { features } = await read(client, `${path}?crs=${crs84}`);
        assert.deepEqual(coordinatesOf(byDefault.features), coordinatesOf(features));
      }
    });
    test(`/conf/crs/crs-parameter-invalid: another reference system of ${name} is an error`, async (client) => {
      for (const path of [items, await firstItem(client)]) {
        for (const crs of unknown) await client.assertProblem(`${path}?crs=${crs}`, 400, 'badParameters');
      }
    });
    test(`/conf/crs/crs-parameter-transform: EPSG:4326 has the latitude of ${name} first`, async (client) => {
      for (const path of [`${items}?limit=100`, `${await firstItem(client)}?f=json`]) {
        const [first, second] = await Promise.all(systems.map((crs) => read(client, `${path}&crs=${crs}`)));
        const swapped = coordinatesOf(first?.features ?? []).map(([longitude, latitude]) => [latitude, longitude]);
        assert.ok(swapped.length > 0);
        assert.deepEqual(coordinatesOf(second?.features ?? []), swapped);
      }
    });
    test(`/conf/crs/bbox-crs-parameter: a box of ${name} has the axis order of its reference system`, async (client) => {
      const expected = await idsOf(client, `bbox=${box}&bbox-crs=${crs84}`);
      assert.ok(expected.length > 0);
      assert.deepEqual(await idsOf(client, `bbox=${boxInLatitudeFirst}&bbox-crs=${epsg4326}`), expected);
      const across = await idsOf(client, `bbox=-20,170,20,-170&bbox-crs=${epsg4326}`);
      assert.deepEqual(across, await idsOf(client, 'bbox=170,-20,-170,20'));
      assert.ok(across.length > 0);
    });
    test(`/conf/crs/bbox-crs-parameter-default: without the parameter, a box of ${name} is in CRS84`, async (client) => {
      assert.deepEqual(await idsOf(client, `bbox=${box}`), await idsOf(client, `bbox=${box}&bbox-crs=${crs84}`));
      await client.assertProblem(`${items}?bbox=${box}&bbox-crs=${epsg4326}`, 400, 'badParameters');
    });
    test(`/conf/crs/bbox-crs-parameter-invalid: another reference system of a box of ${name} is an error`, async (client) => {
      for (const crs of unknown)
        await client.assertProblem(`${items}?bbox=${box}&bbox-crs=${crs}`, 400, 'badParameters');
    });
    test(`/req/filter/filter-crs-param: geometries in filters of ${name} have the axis order of filter-crs`, async (client) => {
      const expected = await idsOf(client, `bbox=${box}`);
      const ring = [
        [-33.5, 115.5],
        [-33.5, 115.8],
        [-31.2, 115.8],
        [-31.2, 115.5],
        [-33.5, 115.5],
      ];
      const polygon = `POLYGON((${ring.map((position) => position.join(' ')).join(',')}))`;
      for (const filter of [
        `S_INTERSECTS(geometry,BBOX(${boxInLatitudeFirst}))`,
        `S_INTERSECTS(geometry,${polygon}) OR S_INTERSECTS(geometry,BBOX(${boxInLatitudeFirst}))`,
      ]) {
        const query = `filter=${encodeURIComponent(filter)}&filter-crs=${epsg4326}`;
        assert.deepEqual(await idsOf(client, query), expected);
      }
    });
  });
});

export const crsCases: readonly OgcCase[] = [...discoveryCases, ...collectionCases];
