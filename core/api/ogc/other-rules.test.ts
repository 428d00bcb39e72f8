import { beforeAll, describe, expect, it } from 'vitest';

import { fixtureRecords } from '../../../tests/contract/fixture/fixture-records.ts';
import { fixtureTables, fixtureTree, memoryStore } from '../../../tests/contract/fixture/fixture-tree.ts';
import { bodyText, sendToApi } from '../../../tests/contract/send-to-api.ts';
import { defaultRules, otherRules } from '../../datasets/testing/default-rules.ts';
import { DatasetReader } from '../../storage/snapshot/dataset-reader.ts';
import type { ApiContext } from '../handle-request.ts';
import { ResponseCache } from '../response-cache.ts';
import { ogcSource } from './ogc-source.ts';

const items = '/ogc/collections/RawData/items';
const context = (read: DatasetReader): ApiContext => ({
  reader: read,
  basePath: '/',
  cache: new ResponseCache(1_000_000),
  ogcSource,
});

describe('a site whose local time is behind UTC', () => {
  let reader: DatasetReader;
  beforeAll(async () => {
    const { tree } = await fixtureTree(fixtureTables(), otherRules);
    reader = new DatasetReader(memoryStore(tree));
  });
  const get = async (path: string) => {
    const response = await sendToApi(context(reader), path);
    return { status: response.status, body: JSON.parse(await bodyText(response)) as Record<string, unknown> };
  };
  const problemOf = async (datetime: string): Promise<string> => {
    const { status, body } = await get(`${items}?datetime=${datetime}`);
    return status === 200 ? '' : JSON.stringify(body);
  };

  it('has its offset in examples, and its rule in the descriptions of times', async () => {
    expect(await problemOf('2020')).toContain('such as 2020-01-31T09:00:00-10:00, or two of these');
    const { body } = await get('/ogc/collections/RawData/schema');
    expect(JSON.stringify(body)).toContain(`The value has no offset. ${otherRules.times.inWords} Filters`);
    expect(JSON.stringify((await get('/ogc/api')).body)).toContain('2020-01-31T09:00:00-10:00');
  });

  it('has local days, of which a period may not end before it starts', async () => {
    // The day of 2 January 2020 is from 10:00 in UTC to the same time on the next day.
    expect(await problemOf('2020-01-03T09:59:59Z/2020-01-02')).toBe('');
    expect(await problemOf('2020-01-03T10:00:00Z/2020-01-02')).toContain('datetime');
    expect(await problemOf('2020-01-02/2020-01-02T10:00:00Z')).toBe('');
    expect(await problemOf('2020-01-02/2020-01-02T09:59:59Z')).toContain('datetime');
  });

  it('has all its records between the first and the last time of its extent', async () => {
    const { body } = await get('/ogc/collections/RawData');
    const { extent } = body as { readonly extent: { readonly temporal: { readonly interval: [[string, string]] } } };
    const found = await get(`${items}?limit=1&datetime=${extent.temporal.interval[0].join('/')}`);
    expect(found.body['numberMatched']).toBe(fixtureRecords.length);
  });
});

it('a response is not reused when only the rules have changed', async () => {
  let { tree } = await fixtureTree();
  const reader = new DatasetReader({ read: (path, options) => memoryStore(tree).read(path, options) });
  const host = context(reader);
  const path = '/ogc/collections/RawData/aggregate?groupby=kind';
  const first = await sendToApi(host, path);
  expect((await sendToApi(host, path)).body).toBe(first.body);
  const ifNoneMatch = first.headers['ETag'] ?? '';

  const interactions = [{ value: '*', kind: 'Tagged' }] as const;
  const built = await fixtureTree(fixtureTables(), { ...defaultRules, interactions });
  ({ tree } = built);
  const { dataVersion } = built;
  const second = await sendToApi(host, path);
  expect([first, second].map(({ headers }) => headers['X-Data-Version'])).toEqual([dataVersion, dataVersion]);
  expect(await bodyText(second)).not.toBe(await bodyText(first));
  const third = await sendToApi(host, path, { ifNoneMatch });
  expect(third.status).toBe(200);

  // Another build with the same rules.
  ({ tree } = await fixtureTree(fixtureTables(), { ...defaultRules, interactions }));
  expect((await sendToApi(host, path)).body).toBe(third.body);
});
