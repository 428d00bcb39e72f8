import { describe, expect, it } from 'vitest';

import { writeDocuments } from '../../build-data/documents/write-documents.ts';
import { MemoryTree } from '../../build-data/write/testing/memory-tree.ts';
import { writeDatasets, writeManifest } from '../../build-data/write/write-datasets.ts';
import { fixtureTables, memoryStore } from '../../tests/contract/fixture/fixture-tree.ts';
import { DatasetReader } from '../storage/snapshot/dataset-reader.ts';
import { ResponseCache } from './response-cache.ts';
import { handleApiRequest, type ApiContext } from './handle-request.ts';
import type { ApiResponse } from './responses.ts';

const tables = fixtureTables();
const firstBuild = {
  outcome: 'firstBuild',
  previousDataVersion: undefined,
  previousRecords: {},
  datasets: undefined,
} as const;

/** Builds a tree in memory, as at the given time. The trees of older releases have no documents. */
async function buildTree(builtAt: string, hasDocuments = true): Promise<MemoryTree> {
  const tree = new MemoryTree();
  const written = await writeDatasets(tables, tree);
  const options = { target: 'compute', sample: false, builtAt, previous: [] } as const;
  const { documents } = await writeDocuments(tables, tree, {
    ...{
      ...options,
      dataVersion: written.dataVersion,
      exports: [],
      feeds: [],
      metadata: [],
      hasPages: false,
      publication: {},
    },
    ...{ earlier: undefined, comparison: firstBuild, store: memoryStore(tree), siteUrl: 'http://localhost/' },
  });
  await writeManifest(written, tree, { ...options, documents: hasDocuments ? documents : undefined });
  return tree;
}

async function send(context: ApiContext, path: string, ifNoneMatch: string | null = null): Promise<ApiResponse> {
  const response = await handleApiRequest({ method: 'GET', url: `https://a.example${path}`, ifNoneMatch }, context);
  if (!response) throw new Error('not a path of the API');
  return response;
}

describe('documents of the API', () => {
  it('are those of the latest build, with a new entity tag, even if the data version is the same', async () => {
    let tree = await buildTree('2026-01-01T00:00:00.000Z');
    const reader = new DatasetReader({ read: (path, options) => memoryStore(tree).read(path, options) });
    const context: ApiContext = { reader, basePath: '/', cache: new ResponseCache(1_000_000) };
    const path = '/webapi/v1/index.json';
    const first = await send(context, path);
    const tag = first.headers['ETag'] ?? '';
    expect((await send(context, path, tag)).status).toBe(304);
    tree = await buildTree('2026-01-02T00:00:00.000Z');
    const second = await send(context, path);
    expect(second.headers['X-Data-Version']).toBe(first.headers['X-Data-Version']);
    expect(new TextDecoder().decode(second.body as Uint8Array)).toContain('2026-01-02');
    expect((await send(context, path, tag)).status).toBe(200);
    const unchanged = '/webapi/v1/openapi.json';
    expect((await send(context, unchanged)).headers['ETag']).toBe((await send(context, unchanged)).headers['ETag']);
  });
});
