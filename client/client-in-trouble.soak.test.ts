import { describe, expect, it } from 'vitest';

import {
  clientReceiving,
  collect,
  cottesloe,
  errorOf,
  shrinkingTo,
  site,
  unavailable,
} from '../tests/support/client-under-test.ts';
import { CoastwatchClient } from './coastwatch-client.ts';

it('a page that no longer exists after an update ends the list with the reason "data changed"', async () => {
  const client = await shrinkingTo(3, 2);
  const error = await errorOf(collect(client.rawData.pages({ pageSize: 5 })));
  expect(error).toMatchObject({ reason: 'data changed', status: 400 });
  expect(error.message).toContain('while page 3 of');
});

describe('the client with a plain file server', () => {
  // A file server ignores parameters and sends the complete dataset, with status 200 and without the API's headers.
  const { client } = clientReceiving(Response.json([{ RawDataId: 1 }, { RawDataId: 2 }]));

  it.each([
    ['a search', () => client.rawData.within(cottesloe)],
    ['a search for the nearest record', () => client.rawData.nearest(cottesloe)],
    ['a request for a page', () => client.rawData.page()],
    ['a request for another order', () => client.rawData.all({ sortOrder: 'asc' })],
  ])('does not mistake the complete dataset for the response to %s', async (_, call) => {
    const error = await errorOf(call());
    expect(error.reason).toBe('unexpected');
    expect(error.message).toContain('no X-Data-Version');
  });

  it('reads the responses that exist as files: the complete dataset and one record', async () => {
    expect(await client.rawData.all()).toHaveLength(2);
    const one = clientReceiving(Response.json({ RawDataId: 7 })).client;
    expect(await one.rawData.get(7)).toEqual({ RawDataId: 7 });
  });
});

describe('the client with a failing service', () => {
  /** A host that accepts connections and never responds. */
  const silent: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => {
        reject(init.signal?.reason as Error);
      });
    });

  it('reports a silent host as unreachable after the time limit', async () => {
    const client = new CoastwatchClient(site, { fetch: silent, retries: 0, timeoutInMilliseconds: 20 });
    const error = await errorOf(client.rawData.all());
    expect(error.reason).toBe('unreachable');
    expect(error.message).toContain('TimeoutError');
  });

  it('distinguishes an aborted signal from the time limit of an attempt', async () => {
    const client = new CoastwatchClient(site, { fetch: silent, timeoutInMilliseconds: 60_000 });
    const controller = new AbortController();
    const call = client.rawData.all({ signal: controller.signal });
    controller.abort('any value');
    await expect(call).rejects.toBe('any value');
  });

  it('retries while the service is unavailable or unreachable, and returns the first successful response', async () => {
    const { client, requestCount } = clientReceiving(unavailable(), new TypeError('fetch failed'), Response.json([]));
    expect(await client.rawData.all()).toEqual([]);
    expect(requestCount()).toBe(3);
  });

  it('fails after the default number of retries', async () => {
    const { client, requestCount } = clientReceiving(unavailable());
    expect(await errorOf(client.rawData.all())).toMatchObject({ reason: 'unavailable', status: 503 });
    expect(requestCount()).toBe(3);
  });

  it('stops waiting for a retry when the signal aborts', async () => {
    const controller = new AbortController();
    const { client } = clientReceiving(unavailable({ 'Retry-After': '3600' }));
    const call = client.rawData.all({ signal: controller.signal });
    setTimeout(() => {
      controller.abort(new Error('enough'));
    }, 50);
    await expect(call).rejects.toThrow('enough');
  });

  it.each([
    ['an HTML page with 200', new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } })],
    ['an object instead of a list', Response.json({ error: 'quota' })],
    ['a 404 in HTML', new Response('<h1>Not found</h1>', { status: 404 })],
    ['an empty response', new Response(null, { status: 204 })],
  ])('does not accept %s as a response of the API', async (_, response) => {
    const { client, requestCount } = clientReceiving(response);
    expect(await errorOf(client.rawData.all())).toMatchObject({ reason: 'unexpected' });
    expect(requestCount()).toBe(1);
  });

  it.each(['data.example.org', 'ftp://data.example.org/', '', '/coast/'])(
    'refuses %j as the URL of a site',
    (address) => {
      expect(() => new CoastwatchClient(address)).toThrow(/is not an absolute http or https address/);
    },
  );

  it.each(['https://data.example.org/webapi/v1', 'https://data.example.org/coast/webapi/'])(
    'refuses %s, a URL inside the API, under which every record would be missing',
    (address) => {
      expect(() => new CoastwatchClient(address)).toThrow(/pass the address of the site's root/);
    },
  );
});
