import { handleRequest } from '../../../core/api/handle-request.ts';
import { ogcSource } from '../../../core/api/ogc/ogc-source.ts';
import { DatasetReader } from '../../../core/storage/snapshot/dataset-reader.ts';
import type { HostUnderTest } from '../check-case.ts';
import { fixtureTree, memoryStore } from '../fixture/fixture-tree.ts';

const origin = 'https://data.example.org';

/** The handler with the fixture's tree in memory. Files of the tree are sent at their paths. */
export async function inProcessHost(basePath = '/'): Promise<HostUnderTest> {
  const { tree, dataVersion } = await fixtureTree();
  const reader = new DatasetReader(memoryStore(tree));
  return {
    origin,
    dataVersion,
    async send({ method, path, headers }) {
      const file = tree.files.get(path.slice(basePath.length));
      if (file) return { status: 200, headers: {}, body: new TextDecoder().decode(file) };
      const context = { reader, basePath, ogcSource };
      const response = await handleRequest(new Request(origin + path, { method, headers }), context);
      if (!response) throw new Error(`${path} is not a path of the API`);
      const bytes = new Uint8Array(await response.arrayBuffer());
      const body = new TextDecoder().decode(bytes);
      return { status: response.status, headers: Object.fromEntries(response.headers), body, bytes };
    },
  };
}
