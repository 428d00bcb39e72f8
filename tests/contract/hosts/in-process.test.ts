import { beforeAll, describe, expect, it } from 'vitest';

import { handleRequest } from '../../../core/api/handle-request.ts';
import { DatasetReader } from '../../../core/storage/snapshot/dataset-reader.ts';
import { allCases } from '../all-cases.ts';
import { checkEach, differences, type HostUnderTest } from '../check-case.ts';
import { fixtureTree, memoryStore } from '../fixture/fixture-tree.ts';

const origin = 'https://data.example.org';
let host: HostUnderTest;

beforeAll(async () => {
  const { tree, dataVersion } = await fixtureTree();
  const reader = new DatasetReader(memoryStore(tree));
  host = {
    origin,
    dataVersion,
    async send({ method, path, headers }) {
      const file = tree.files.get(path.slice(1));
      if (file) return { status: 200, headers: {}, body: new TextDecoder().decode(file) };
      const response = await handleRequest(new Request(origin + path, { method, headers }), { reader, basePath: '/' });
      if (!response) throw new Error(`${path} is not a path of the API`);
      const bytes = new Uint8Array(await response.arrayBuffer());
      const body = new TextDecoder().decode(bytes);
      return { status: response.status, headers: Object.fromEntries(response.headers), body, bytes };
    },
  };
});

describe('the contract, in process', () => {
  it('has more than 300 cases with unique names', () => {
    expect(allCases.length).toBeGreaterThan(300);
    expect(new Set(allCases.map(({ name }) => name)).size).toBe(allCases.length);
  });

  it('returns the response in the contract to every request', async () => {
    await checkEach(allCases, (each) => differences(each, host));
  });
});
