import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';

import { defaultSampleOptions, sampleCoastalFeatures, sampleRawData } from '../../build-data/sample/sample-inputs.ts';
import { tableOf } from '../../build-data/write/testing/stored-dataset.ts';
import { handleRequest } from '../../core/api/handle-request.ts';
import { coastalFeatures, rawData } from '../../core/datasets/datasets.ts';
import { DatasetReader } from '../../core/storage/snapshot/dataset-reader.ts';
import { fixtureTree, memoryStore } from '../contract/fixture/fixture-tree.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const examples = Array.from(
  readme.matchAll(/```http\nGET (\S+)\n\n(\d+)\n(.+)\n```/g),
  ([, path = '', status, body = '']) => ({
    path,
    status: Number(status),
    body,
  }),
);
let reader: DatasetReader;

beforeAll(async () => {
  const features = tableOf(coastalFeatures, sampleCoastalFeatures(defaultSampleOptions));
  const { tree } = await fixtureTree([features, tableOf(rawData, sampleRawData(defaultSampleOptions))]);
  reader = new DatasetReader(memoryStore(tree));
});

describe('the README', () => {
  it('has three example requests', () => {
    expect(examples).toHaveLength(3);
  });

  it.each(examples)('shows the response to GET $path with sample data', async ({ path, status, body }) => {
    const response = await handleRequest(new Request(`http://127.0.0.1:8080${path}`), { reader, basePath: '/' });
    expect(response?.status).toBe(status);
    const text = (await response?.text()) ?? '';
    // An ellipsis stands for omitted text. The parts between are in the response, in order: the first part is its
    // start, and the last part is its end.
    const parts = body.split('…');
    let from = 0;
    for (const part of parts) {
      const at = text.indexOf(part, from);
      expect(at, `"${part}" in ${text}`).toBeGreaterThanOrEqual(from);
      from = at + part.length;
    }
    expect(text.startsWith(parts[0] ?? '')).toBe(true);
    expect(text.endsWith(parts.at(-1) ?? '')).toBe(true);
  });
});
