import { beforeAll, describe, expect, it } from 'vitest';

import { fixtureTables, fixtureTree } from '../../tests/contract/fixture/fixture-tree.ts';
import { sendToApi } from '../../tests/contract/send-to-api.ts';
import { DatasetReader } from '../storage/snapshot/dataset-reader.ts';
import { FileCache } from '../storage/snapshot/file-cache.ts';
import { StoredDataError, type Store } from '../storage/snapshot/store.ts';
import { ResponseCache } from './response-cache.ts';
import type { ApiContext } from './handle-request.ts';
import type { ApiResponse } from './responses.ts';

const page = '/webapi/v1/RawData?latitude=-31.9&longitude=115.7&rangeInM=50000&searchStyle=InRadius&pageNumber=1';
let files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

beforeAll(async () => {
  files = (await fixtureTree(fixtureTables())).tree.files;
});

/** A context whose store records its reads and can be made unreachable. */
function createContext(cacheBytes: number): ApiContext & { readonly reads: string[]; isUnreachable: boolean } {
  const reads: string[] = [];
  const store: Store = {
    read: async (path) => {
      reads.push(path);
      await new Promise((resolve) => setTimeout(resolve, 1));
      const bytes = context.isUnreachable ? undefined : files.get(path);
      if (!bytes) throw new StoredDataError(path, 'missing');
      return bytes;
    },
  };
  // No file is cached, so each computed response reads all the files it needs.
  const reader = new DatasetReader(store, { cache: new FileCache(0) });
  const context = { reader, basePath: '/', cache: new ResponseCache(cacheBytes), reads, isUnreachable: false };
  return context;
}

const sendSimultaneously = (context: ApiContext, times: number): Promise<ApiResponse[]> =>
  Promise.all(Array.from({ length: times }, () => sendToApi(context, page)));

const countDataFiles = (reads: readonly string[]): number => reads.filter((path) => /\/[0-9a-f]{16}/.test(path)).length;

describe('a response to many simultaneous requests', () => {
  it('is computed once and sent to all of them', async () => {
    const alone = createContext(1_000_000);
    const expected = await sendToApi(alone, page);
    const together = createContext(1_000_000);
    const responses = await sendSimultaneously(together, 20);
    for (const response of responses) expect(response).toEqual(expected);
    expect(expected.status).toBe(200);
    expect(countDataFiles(together.reads)).toBe(countDataFiles(alone.reads));
    expect(countDataFiles(alone.reads)).toBeGreaterThan(0);
  });

  it('is a 503 for all of them when the store is unreachable, and is computed again for the next request', async () => {
    const context = createContext(1_000_000);
    context.isUnreachable = true;
    const responses = await sendSimultaneously(context, 5);
    expect(responses.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503]);
    context.isUnreachable = false;
    expect((await sendToApi(context, page)).status).toBe(200);
  });
});
