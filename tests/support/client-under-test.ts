import { tableOf } from '../../build-data/write/testing/stored-dataset.ts';
import { CoastwatchClient, CoastwatchError } from '../../client/coastwatch-client.ts';
import { fixtureRecords } from '../contract/fixture/fixture-records.ts';
import { fixtureTables, fixtureTree, memoryStore } from '../contract/fixture/fixture-tree.ts';
import { handleRequest } from '../../core/api/handle-request.ts';
import { rawData } from '../../core/datasets/datasets.ts';
import { DatasetReader } from '../../core/storage/snapshot/dataset-reader.ts';

/* Shared by the tests of the client: the service without a socket, and hosts with predefined responses. */

export const site = 'https://data.example.org/coast/';
export const cottesloe = { latitude: -31.994, longitude: 115.751 };

/** The service itself, called without a socket. `requestedUrls` lists the URLs in the order of the requests. */
export async function serviceOf(tables = fixtureTables()): Promise<{ fetch: typeof fetch; requestedUrls: string[] }> {
  const { tree } = await fixtureTree(tables);
  const reader = new DatasetReader(memoryStore(tree));
  const requestedUrls: string[] = [];
  return {
    requestedUrls,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      requestedUrls.push(request.url);
      const responding = handleRequest(request, { reader, basePath: '/coast/' });
      return (await responding) ?? new Response('<h1>Not found</h1>', { status: 404 });
    },
  };
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

/** The error that a call rejects with, which must be a CoastwatchError. */
export async function errorOf(call: Promise<unknown>): Promise<CoastwatchError> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof CoastwatchError)) throw new Error(`expected a CoastwatchError, got ${String(error)}`);
  return error;
}

/** A client that receives these responses in order, then the last one repeatedly. */
export function clientReceiving(...responses: readonly (Response | Error)[]): {
  client: CoastwatchClient;
  requestCount: () => number;
} {
  let requests = 0;
  const client = new CoastwatchClient(site, {
    fetch: () => {
      const response = responses[Math.min(requests++, responses.length - 1)];
      if (response instanceof Error) return Promise.reject(response);
      return Promise.resolve((response ?? new Response()).clone());
    },
  });
  return { client, requestCount: () => requests };
}

export const unavailable = (headers: Record<string, string> = {}): Response =>
  Response.json({ DeveloperMessage: 'A file is missing.', ClientMessage: 'Try again.' }, { status: 503, headers });

/**
 * A client whose service replaces its data after `after` requests. The new data has only the first `records` records.
 */
export async function shrinkingTo(records: number, after: number): Promise<CoastwatchClient> {
  const [features] = fixtureTables();
  const fewer = tableOf(rawData, fixtureRecords.slice(0, records));
  const [service, newer] = [await serviceOf(), await serviceOf([features, fewer])];
  let requests = 0;
  return new CoastwatchClient(site, {
    fetch: (url, init) => (requests++ < after ? service.fetch(url, init) : newer.fetch(url, init)),
  });
}
