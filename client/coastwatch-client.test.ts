import { beforeAll, describe, expect, it } from 'vitest';

import { handleRequest } from '../core/api/handle-request.ts';
import { rawData } from '../core/datasets/raw-data.ts';
import { DataLibrary } from '../core/storage/data-library.ts';
import { RecordTableBuilder } from '../build-data/write/record-table.ts';
import { fixtureRecords } from '../contract/fixture/fixture-records.ts';
import { fixtureTables, fixtureTree, memoryStore } from '../contract/fixture/fixture-tree.ts';
import { CoastwatchClient, CoastwatchError, type RawDataRecord } from './coastwatch-client.ts';

const site = 'https://data.example.org/coast/';
const cottesloe = { latitude: -31.994, longitude: 115.751 };

/** The service itself, without a socket; `asked` tells the addresses in turn. */
async function serviceOf(tables = fixtureTables()): Promise<{ fetch: typeof fetch; asked: string[] }> {
  const { tree } = await fixtureTree(tables);
  const library = new DataLibrary(memoryStore(tree));
  const asked: string[] = [];
  return {
    asked,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      asked.push(request.url);
      const answered = handleRequest(request, { library, basePath: '/coast/' });
      return (await answered) ?? new Response('<h1>Not found</h1>', { status: 404 });
    },
  };
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

/** What a call ends with, which must be one of our errors. */
async function errorOf(call: Promise<unknown>): Promise<CoastwatchError> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof CoastwatchError)) throw new Error(`ended with ${String(error)}`);
  return error;
}

/** Answers in turn, the last of them for good; pauses take no time here. */
function answering(...answers: readonly (Response | Error)[]): { client: CoastwatchClient; asked: () => number } {
  let asked = 0;
  const client = new CoastwatchClient(site, {
    fetch: () => {
      const answer = answers[Math.min(asked++, answers.length - 1)];
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve((answer ?? new Response()).clone());
    },
  });
  return { client, asked: () => asked };
}

const unavailable = (headers: Record<string, string> = {}): Response =>
  Response.json({ DeveloperMessage: 'A file is missing.', ClientMessage: 'Try again.' }, { status: 503, headers });

describe('the client, asking the service', () => {
  let service: Awaited<ReturnType<typeof serviceOf>>;
  let client: CoastwatchClient;
  let all: readonly RawDataRecord[];
  beforeAll(async () => {
    service = await serviceOf();
    client = new CoastwatchClient(site, { fetch: service.fetch });
    all = await client.rawData.all();
  });

  it('reads all records, in either order', async () => {
    expect(all.length).toBeGreaterThan(20);
    const ascending = await client.rawData.all({ sortOrder: 'asc' });
    expect(ascending).not.toEqual(all);
    expect(new Set(ascending.map(({ RawDataId }) => RawDataId))).toEqual(
      new Set(all.map(({ RawDataId }) => RawDataId)),
    );
  });

  it.each([1, 7, 500])('goes through all records page by page, %i to a page', async (pageSize) => {
    expect(await collect(client.rawData.records({ pageSize }))).toEqual(all);
  });

  it('goes through places around a centre, and gives the same as the search without pages', async () => {
    const rangeInMetres = 2_000_000;
    const whole = await client.coastalFeatures.within(cottesloe, { rangeInMetres, sortOrder: 'asc' });
    const paged = client.coastalFeatures.records({ around: cottesloe, rangeInMetres, sortOrder: 'asc', pageSize: 3 });
    expect(whole.length).toBeGreaterThan(3);
    expect(await collect(paged)).toEqual(whole);
  });

  it('tells of a page where it stands', async () => {
    const page = await client.rawData.page({ pageNumber: 2, pageSize: 5 });
    expect(page).toMatchObject({
      pageNumber: 2,
      totalItems: all.length,
      totalPages: Math.ceil(all.length / 5),
      items: all.slice(5, 10),
    });
    expect(page.dataVersion).toMatch(/^[0-9a-f]{16}$/);
  });

  it('finds a record by its identifier, and says null for one that is not there', async () => {
    const [first] = all;
    expect(await client.rawData.get(first?.RawDataId ?? -1)).toEqual(first);
    expect(await client.rawData.get(999_999_999)).toBeNull();
  });

  it('finds the nearest record, and says null where none is near', async () => {
    const nearest = await client.rawData.nearest(cottesloe);
    expect(all).toContainEqual(nearest);
    expect(await client.rawData.nearest({ latitude: 89, longitude: 0 }, { rangeInMetres: 1 })).toBeNull();
  });

  it('finds nothing as an empty list, and its only page', async () => {
    const nowhere = { latitude: 89, longitude: 0 };
    expect(await client.rawData.within(nowhere, { rangeInMetres: 1 })).toEqual([]);
    expect(await collect(client.rawData.pages({ around: nowhere, rangeInMetres: 1 }))).toHaveLength(1);
  });

  it('throws what the service says is wrong with a request, and does not ask again', async () => {
    const before = service.asked.length;
    const error = await errorOf(client.rawData.page({ pageNumber: 100_000 }));
    expect(error).toMatchObject({ reason: 'refused', status: 400, clientMessage: 'The page could not be retrieved.' });
    expect(error.message).toContain('The maximum page number allowed is');
    expect(service.asked.length).toBe(before + 1);
    expect(await errorOf(client.rawData.within({ latitude: 91, longitude: 0 }))).toMatchObject({ reason: 'refused' });
  });

  it('asks below the path of the site, whatever follows it in the address', async () => {
    const other = new CoastwatchClient('https://data.example.org/coast?z=9#map', { fetch: service.fetch });
    await other.coastalFeatures.page();
    expect(service.asked.at(-1)).toBe('https://data.example.org/coast/webapi/v1/CoastalFeatures?pageNumber=1');
  });

  it('ends a list when new data is published between two of its pages', async () => {
    const [features] = fixtureTables();
    const fewer = new RecordTableBuilder(rawData);
    for (const record of fixtureRecords.slice(1)) fewer.add(record);
    const newer = await serviceOf(features ? [features, fewer.finish()] : []);
    let pages = 0;
    const changing = new CoastwatchClient(site, {
      fetch: (url, init) => (pages++ === 0 ? service.fetch(url, init) : newer.fetch(url, init)),
    });
    const error = await errorOf(collect(changing.rawData.records({ pageSize: 5 })));
    expect(error).toMatchObject({ reason: 'data changed' });
    expect(error.message).toContain('Begin again with page 1.');
  });
});

describe('the client, when there is trouble', () => {
  it('asks again while the service is not available, and gives the answer that comes', async () => {
    const { client, asked } = answering(unavailable(), new TypeError('fetch failed'), Response.json([]));
    expect(await client.rawData.all()).toEqual([]);
    expect(asked()).toBe(3);
  });

  it('gives up after the retries it was told, with what the service said last', async () => {
    const { client, asked } = answering(unavailable());
    expect(await errorOf(client.rawData.all())).toMatchObject({ reason: 'unavailable', status: 503 });
    expect(asked()).toBe(3);
  });

  it('waits as long as the service wishes, but not for ever', async () => {
    const controller = new AbortController();
    const { client } = answering(unavailable({ 'Retry-After': '3600' }));
    const call = client.rawData.all({ signal: controller.signal });
    setTimeout(() => {
      controller.abort(new Error('enough'));
    }, 50);
    await expect(call).rejects.toThrow('enough');
  });

  it('says so when it is out of reach', async () => {
    const client = new CoastwatchClient(site, { retries: 0, fetch: () => Promise.reject(new TypeError('refused')) });
    expect(await errorOf(client.rawData.all())).toMatchObject({ reason: 'unreachable', status: undefined });
  });

  it.each([
    ['a page in HTML with 200', new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } })],
    ['a list that is none', Response.json({ error: 'quota' })],
    ['a 404 in HTML', new Response('<h1>Not found</h1>', { status: 404 })],
    ['nothing', new Response(null, { status: 204 })],
  ])('takes %s for no answer of the interface', async (_, response) => {
    const { client, asked } = answering(response);
    expect(await errorOf(client.rawData.all())).toMatchObject({ reason: 'unexpected' });
    expect(asked()).toBe(1);
  });

  it('takes an answer of another kind for no page', async () => {
    expect(await errorOf(answering(Response.json([])).client.rawData.page())).toMatchObject({ reason: 'unexpected' });
  });

  it('ends when its signal aborts, with the reason of the signal', async () => {
    const signal = AbortSignal.abort(new Error('left the page'));
    const client = new CoastwatchClient(site);
    await expect(client.rawData.all({ signal })).rejects.toThrow('left the page');
  });

  it.each(['data.example.org', 'ftp://data.example.org/', ''])('refuses %j as the address of a site', (address) => {
    expect(() => new CoastwatchClient(address)).toThrow(TypeError);
  });
});
