import { RecordTableBuilder } from '../../build-data/write/record-table.ts';
import { CoastwatchClient, CoastwatchError } from '../../client/coastwatch-client.ts';
import { fixtureRecords } from '../contract/fixture/fixture-records.ts';
import { fixtureTables, fixtureTree, memoryStore } from '../contract/fixture/fixture-tree.ts';
import { handleRequest } from '../../core/api/handle-request.ts';
import { rawData } from '../../core/datasets/datasets.ts';
import { DatasetReader } from '../../core/storage/snapshot/dataset-reader.ts';

/* Shared by the tests of the client: the service without a socket, and hosts with predefined responses. */

export const site = 'https://data.example.org/coast/';
export const cottesloe = { latitude: -31.994, longitude: 115.751 };

/** The service itself, without a socket; `asked` collects the requested URLs in order. */
export async function serviceOf(tables = fixtureTables()): Promise<{ fetch: typeof fetch; asked: string[] }> {
  const { tree } = await fixtureTree(tables);
  const reader = new DatasetReader(memoryStore(tree));
  const asked: string[] = [];
  return {
    asked,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      asked.push(request.url);
      const answered = handleRequest(request, { reader, basePath: '/coast/' });
      return (await answered) ?? new Response('<h1>Not found</h1>', { status: 404 });
    },
  };
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

/** The error that a call rejects with, which must be one of ours. */
export async function errorOf(call: Promise<unknown>): Promise<CoastwatchError> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof CoastwatchError)) throw new Error(`ended with ${String(error)}`);
  return error;
}

/** Sends the responses in order, repeating the last one. Delays take no time. */
export function answering(...answers: readonly (Response | Error)[]): {
  client: CoastwatchClient;
  asked: () => number;
} {
  let asked = 0;
  const client = new CoastwatchClient(site, {
    fetch: () => {
      const answer = answers[Math.min(asked++, answers.length - 1)];
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve((answer ?? new Response()).clone());
    },
  });
  return { client, asked: () => asked };
}

export const unavailable = (headers: Record<string, string> = {}): Response =>
  Response.json({ DeveloperMessage: 'A file is missing.', ClientMessage: 'Try again.' }, { status: 503, headers });

/** The service for the first `after` requests, then one whose data has only the first `records` records. */
export async function shrinkingTo(records: number, after: number): Promise<CoastwatchClient> {
  const [features] = fixtureTables();
  if (!features) throw new Error('the fixture has features');
  const fewer = new RecordTableBuilder(rawData);
  for (const record of fixtureRecords.slice(0, records)) fewer.add(record);
  const [service, newer] = [await serviceOf(), await serviceOf([features, fewer.finish()])];
  let asked = 0;
  return new CoastwatchClient(site, {
    fetch: (url, init) => (asked++ < after ? service.fetch(url, init) : newer.fetch(url, init)),
  });
}
