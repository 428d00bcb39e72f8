import { beforeAll, describe, expect, it } from 'vitest';

import { fixtureRecords } from '../tests/contract/fixture/fixture-records.ts';
import { collect, cottesloe, errorOf, serviceOf, shrinkingTo, site } from '../tests/support/client-under-test.ts';
import { CoastwatchClient, type RawDataRecord } from './coastwatch-client.ts';

describe('the client', () => {
  let service: Awaited<ReturnType<typeof serviceOf>>;
  let client: CoastwatchClient;
  let all: readonly RawDataRecord[];
  beforeAll(async () => {
    service = await serviceOf();
    client = new CoastwatchClient(site, { fetch: service.fetch });
    all = await client.rawData.all();
  });

  it('reads all records, in both orders', async () => {
    expect(all.length).toBeGreaterThan(20);
    const ascending = await client.rawData.all({ sortOrder: 'asc' });
    expect(ascending).not.toEqual(all);
    expect(new Set(ascending.map(({ RawDataId }) => RawDataId))).toEqual(
      new Set(all.map(({ RawDataId }) => RawDataId)),
    );
  });

  it.each([1, 7, 500])('iterates over all records page by page, %i per page', async (pageSize) => {
    expect(await collect(client.rawData.records({ pageSize }))).toEqual(all);
  });

  it('iterates over places around a centre, with the same result as the search without pages', async () => {
    const rangeInMetres = 2_000_000;
    const whole = await client.coastalFeatures.within(cottesloe, { rangeInMetres, sortOrder: 'asc' });
    const paged = client.coastalFeatures.records({ around: cottesloe, rangeInMetres, sortOrder: 'asc', pageSize: 3 });
    expect(whole.length).toBeGreaterThan(3);
    expect(await collect(paged)).toEqual(whole);
  });

  it('returns the number of a page and the totals', async () => {
    const page = await client.rawData.page({ pageNumber: 2, pageSize: 5 });
    expect(page).toMatchObject({
      pageNumber: 2,
      totalItems: all.length,
      totalPages: Math.ceil(all.length / 5),
      items: all.slice(5, 10),
    });
    expect(page.dataVersion).toMatch(/^[0-9a-f]{16}$/);
  });

  it('finds a record by its identifier, and returns null if there is none', async () => {
    const [first] = all;
    expect(await client.rawData.get(first?.RawDataId ?? -1)).toEqual(first);
    expect(await client.rawData.get(999_999_999)).toBeNull();
  });

  it('finds the nearest record, and returns null if none is in range', async () => {
    const nearest = await client.rawData.nearest(cottesloe);
    expect(all).toContainEqual(nearest);
    expect(await client.rawData.nearest({ latitude: 89, longitude: 0 }, { rangeInMetres: 1 })).toBeNull();
  });

  it('returns an empty list, or one empty page, when nothing is found', async () => {
    const nowhere = { latitude: 89, longitude: 0 };
    expect(await client.rawData.within(nowhere, { rangeInMetres: 1 })).toEqual([]);
    expect(await collect(client.rawData.pages({ around: nowhere, rangeInMetres: 1 }))).toHaveLength(1);
  });

  it('throws the error of the service for an invalid request, without retrying', async () => {
    const before = service.requestedUrls.length;
    const error = await errorOf(client.rawData.page({ pageNumber: 100_000 }));
    expect(error).toMatchObject({ reason: 'refused', status: 400, clientMessage: 'The page could not be retrieved.' });
    expect(error.message).toContain('The maximum page number allowed is');
    expect(service.requestedUrls.length).toBe(before + 1);
    expect(await errorOf(client.rawData.within({ latitude: 91, longitude: 0 }))).toMatchObject({ reason: 'refused' });
  });

  it('sends requests below the path of the site, whatever follows it in the URL', async () => {
    const other = new CoastwatchClient('https://data.example.org/coast?z=9#map', { fetch: service.fetch });
    await other.coastalFeatures.page();
    expect(service.requestedUrls.at(-1)).toBe('https://data.example.org/coast/webapi/v1/CoastalFeatures?pageNumber=1');
  });

  it('ends a list when new data is published between two of its pages', async () => {
    const changing = await shrinkingTo(fixtureRecords.length - 1, 1);
    const error = await errorOf(collect(changing.rawData.records({ pageSize: 5 })));
    expect(error).toMatchObject({ reason: 'data changed' });
    expect(error.message).toContain('Start again with page 1.');
  });
});
