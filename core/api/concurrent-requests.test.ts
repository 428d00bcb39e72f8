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

/** A context whose store tells how often it was read, and may be changed or out of reach. */
function contextOf(memoryBytes: number): ApiContext & { readonly reads: string[]; isOutOfReach: boolean } {
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
  // Nothing stored is remembered, so that each answer that is made reads all it needs.
  const reader = new DatasetReader(store, { maximumBytes: 0 });
  const context = { reader, basePath: '/', memory: new ResponseCache(memoryBytes), reads, isOutOfReach: false };
  return context;
}

async function ask(context: ApiContext, path: string, ifNoneMatch: string | null = null): Promise<ApiResponse> {
  const request = { method: 'GET', url: `https://data.example.org/webapi/v1/${path}`, ifNoneMatch };
  const answer = await handleApiRequest(request, context);
  if (!answer) throw new Error(`${path} is not taken for a path of the interface`);
  return answer;
}

const askAtOnce = (context: ApiContext, path: string, times: number): Promise<ApiResponse[]> =>
  Promise.all(Array.from({ length: times }, () => ask(context, path)));

const dataFilesOf = (reads: readonly string[]): number => reads.filter((path) => /\/[0-9a-f]{16}/.test(path)).length;

describe('an answer that many ask for at once', () => {
  it('is made once, and is the same for all of them', async () => {
    const alone = contextOf(1_000_000);
    const right = await ask(alone, page);
    const together = contextOf(1_000_000);
    const answers = await askAtOnce(together, page, 20);
    for (const answer of answers) expect(answer).toEqual(right);
    expect(right.status).toBe(200);
    expect(dataFilesOf(together.reads)).toBe(dataFilesOf(alone.reads));
    expect(dataFilesOf(alone.reads)).toBeGreaterThan(0);
  });

  it('is made for each where no answers are remembered', async () => {
    const context = contextOf(0);
    const [answer] = await askAtOnce(context, page, 3);
    const alone = contextOf(0);
    expect(await ask(alone, page)).toEqual(answer);
    // Files that several wait for are read once in any case, the manifest for each.
    expect(context.reads.length).toBeGreaterThan(alone.reads.length);
  });

  it('is a stream of its own for each when it is streamed', async () => {
    const context = contextOf(1_000_000);
    const answers = await askAtOnce(context, 'RawData', 4);
    const texts = await Promise.all(answers.map(({ body }) => new Response(readable(body)).text()));
    expect(new Set(texts).size).toBe(1);
    expect(JSON.parse(texts[0] ?? '')).not.toHaveLength(0);
  });

  it('is told to be out of reach to all of them, and made by the next one who asks', async () => {
    const context = contextOf(1_000_000);
    context.isOutOfReach = true;
    const answers = await askAtOnce(context, page, 5);
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503]);
    context.isOutOfReach = false;
    expect((await ask(context, page)).status).toBe(200);
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
