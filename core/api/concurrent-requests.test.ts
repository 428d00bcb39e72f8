import { beforeAll, describe, expect, it } from 'vitest';

import { fixtureTables, fixtureTree } from '../../tests/contract/fixture/fixture-tree.ts';
import { DatasetReader } from '../storage/snapshot/dataset-reader.ts';
import { StoredDataError, type Store } from '../storage/snapshot/store.ts';
import { ResponseCache } from './response-cache.ts';
import { handleApiRequest, type ApiContext } from './handle-request.ts';
import type { ApiResponse } from './responses.ts';

const page = 'RawData?latitude=-31.9&longitude=115.7&rangeInM=50000&searchStyle=InRadius&pageNumber=1';
let files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

beforeAll(async () => {
  files = (await fixtureTree(fixtureTables())).tree.files;
});

/** A context whose store records its reads and can be made unreachable. */
function contextOf(cacheBytes: number): ApiContext & { readonly reads: string[]; isOutOfReach: boolean } {
  const reads: string[] = [];
  const store: Store = {
    read: async (path) => {
      reads.push(path);
      await new Promise((resolve) => setTimeout(resolve, 1));
      const bytes = context.isOutOfReach ? undefined : files.get(path);
      if (!bytes) throw new StoredDataError(path, 'missing');
      return bytes;
    },
  };
  // No file is cached, so that each response that is computed reads all the files it needs.
  const reader = new DatasetReader(store, { maximumBytes: 0 });
  const context = { reader, basePath: '/', cache: new ResponseCache(cacheBytes), reads, isOutOfReach: false };
  return context;
}

async function send(context: ApiContext, path: string, ifNoneMatch: string | null = null): Promise<ApiResponse> {
  const request = { method: 'GET', url: `https://data.example.org/webapi/v1/${path}`, ifNoneMatch };
  const response = await handleApiRequest(request, context);
  if (!response) throw new Error(`${path} is not a path of the API`);
  return response;
}

const sendAtOnce = (context: ApiContext, path: string, times: number): Promise<ApiResponse[]> =>
  Promise.all(Array.from({ length: times }, () => send(context, path)));

const dataFilesOf = (reads: readonly string[]): number => reads.filter((path) => /\/[0-9a-f]{16}/.test(path)).length;

describe('a response to many simultaneous requests', () => {
  it('is computed once and sent to all of them', async () => {
    const alone = contextOf(1_000_000);
    const right = await send(alone, page);
    const together = contextOf(1_000_000);
    const responses = await sendAtOnce(together, page, 20);
    for (const response of responses) expect(response).toEqual(right);
    expect(right.status).toBe(200);
    expect(dataFilesOf(together.reads)).toBe(dataFilesOf(alone.reads));
    expect(dataFilesOf(alone.reads)).toBeGreaterThan(0);
  });

  it('is computed for each of them without a cache', async () => {
    const context = contextOf(0);
    const [response] = await sendAtOnce(context, page, 3);
    const alone = contextOf(0);
    expect(await send(alone, page)).toEqual(response);
    // Simultaneous reads of a file are shared in any case, but each request reads the manifest.
    expect(context.reads.length).toBeGreaterThan(alone.reads.length);
  });

  it('is a separate stream for each of them if it is streamed', async () => {
    const context = contextOf(1_000_000);
    const responses = await sendAtOnce(context, 'RawData', 4);
    const texts = await Promise.all(responses.map(({ body }) => new Response(readable(body)).text()));
    expect(new Set(texts).size).toBe(1);
    expect(JSON.parse(texts[0] ?? '')).not.toHaveLength(0);
  });

  it('is a 503 for all of them when the store is unreachable, and is computed again for the next request', async () => {
    const context = contextOf(1_000_000);
    context.isOutOfReach = true;
    const responses = await sendAtOnce(context, page, 5);
    expect(responses.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503]);
    context.isOutOfReach = false;
    expect((await send(context, page)).status).toBe(200);
  });
});

function readable(body: ApiResponse['body']): ReadableStream<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer> | null {
  if (body === null || body instanceof Uint8Array) return body;
  const parts = body[Symbol.asyncIterator]();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}
