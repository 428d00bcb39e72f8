import { describe, expect, it } from 'vitest';

import { defaultRules } from '../../core/datasets/testing/default-rules.ts';
import { writeDocuments } from '../../build-data/documents/write-documents.ts';
import { MemoryTree } from '../../build-data/write/testing/memory-tree.ts';
import { writeDatasets, writeManifest } from '../../build-data/write/write-datasets.ts';
import { fixtureTables, memoryStore } from '../../tests/contract/fixture/fixture-tree.ts';
import { bodyText, sendToApi } from '../../tests/contract/send-to-api.ts';
import { DatasetReader } from '../storage/snapshot/dataset-reader.ts';
import { ResponseCache } from './response-cache.ts';
import type { ApiContext } from './handle-request.ts';
import { publication } from '../../build-data/site/testing/default-site.ts';

const tables = fixtureTables();
const firstBuild = {
  outcome: 'firstBuild',
  previousDataVersion: undefined,
  previousRecords: {},
  datasets: undefined,
} as const;

/** Builds a tree in memory, as at the given time. */
async function buildTree(builtAt: string): Promise<MemoryTree> {
  const tree = new MemoryTree();
  const written = await writeDatasets(tables, tree);
  const options = { target: 'compute', rules: defaultRules, sample: false, builtAt, previous: [] } as const;
  const { documents } = await writeDocuments(tables, tree, {
    ...{
      ...options,
      dataVersion: written.dataVersion,
      exports: [],
      feeds: [],
      metadata: [],
      hasPages: false,
      publication,
    },
    ...{ earlier: undefined, comparison: firstBuild, store: memoryStore(tree), siteUrl: 'http://localhost/' },
  });
  await writeManifest(written, tree, { ...options, documents });
  return tree;
}

describe('documents of the API', () => {
  it('are those of the latest build, with a new entity tag, even if the data version is the same', async () => {
    let tree = await buildTree('2026-01-01T00:00:00.000Z');
    const reader = new DatasetReader({ read: (path, options) => memoryStore(tree).read(path, options) });
    const context: ApiContext = { reader, basePath: '/', cache: new ResponseCache(1_000_000) };
    const path = '/webapi/v1/index.json';
    const first = await sendToApi(context, path);
    const ifNoneMatch = first.headers['ETag'] ?? '';
    expect((await sendToApi(context, path, { ifNoneMatch })).status).toBe(304);
    tree = await buildTree('2026-01-02T00:00:00.000Z');
    const second = await sendToApi(context, path);
    expect(second.headers['X-Data-Version']).toBe(first.headers['X-Data-Version']);
    expect(await bodyText(second)).toContain('2026-01-02');
    expect((await sendToApi(context, path, { ifNoneMatch })).status).toBe(200);
    const unchanged = '/webapi/v1/openapi.json';
    const [one, other] = [await sendToApi(context, unchanged), await sendToApi(context, unchanged)];
    expect(one.headers['ETag']).toBe(other.headers['ETag']);
  });
});
