import { beforeAll, describe, expect, it } from 'vitest';

import { CoastwatchClient } from '../../client/coastwatch-client.ts';
import { handleRequest } from '../../core/api/handle-request.ts';
import { DatasetReader } from '../../core/storage/snapshot/dataset-reader.ts';
import { fixtureTables, fixtureTree, memoryStore } from '../../tests/contract/fixture/fixture-tree.ts';
import { MemoryTree } from '../write/testing/memory-tree.ts';
import { writeDatasets, writeManifest } from '../write/write-datasets.ts';
import { codeSamples, exampleRequests, exampleResponse, invalidRequest } from './code-samples.ts';
import { hostileFacts } from './testing/facts.ts';

const siteUrl = 'https://data.example.org/coast/';
const examples = exampleRequests(fixtureTables());
let fetchLocally: typeof fetch;
beforeAll(async () => {
  const reader = new DatasetReader(memoryStore((await fixtureTree()).tree));
  fetchLocally = async (input, init) => {
    const response = handleRequest(new Request(input, init), { reader, basePath: '/coast/' });
    return (await response) ?? new Response(null, { status: 404 });
  };
});

/** A program as a reader copies it from the page. */
function readSample(index: number, language: string): string {
  const { text } = codeSamples(siteUrl, examples[index] ?? missing());
  const code = new RegExp(`aria-label="${language}"><code>(.*?)</code></pre>`, 's').exec(text)?.[1] ?? '';
  return code
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

function missing(): never {
  throw new Error('there is no such example');
}

describe.each(examples.map(({ id, path }, index) => ({ id, path, index })))('the example $id', ({ path, index }) => {
  it('prints the response to its request in JavaScript', async () => {
    const printed: unknown[] = [];
    const source = `return (async () => { ${readSample(index, 'JavaScript')} })();`;
    const run = new Function('fetch', 'console', source) as (...given: readonly unknown[]) => Promise<void>;
    await run(fetchLocally, { log: (value: unknown) => printed.push(value) });
    expect(printed).toEqual([await (await fetchLocally(siteUrl + path)).json()]);
  });

  it('uses the client method that matches its request', async () => {
    const lines = readSample(index, 'Client').split('\n');
    expect(lines[0]).toBe(`import { CoastwatchClient } from '${siteUrl}client/coastwatch-client.js';`);
    expect(lines[2]).toBe(`const client = new CoastwatchClient('${siteUrl}');`);
    const call = /^console\.log\(await (.*)\);$/.exec(lines[3] ?? '')?.[1] ?? missing();
    const run = new Function('client', `return ${call};`) as (client: CoastwatchClient) => Promise<unknown>;
    const result = await run(new CoastwatchClient(siteUrl, { fetch: fetchLocally }));
    const body = (await (await fetchLocally(siteUrl + path)).json()) as { readonly PagedItems?: unknown };
    const items = (result as { readonly items?: unknown } | null)?.items;
    expect(items ?? result).toEqual(body.PagedItems ?? body);
    expect(JSON.stringify(body).length).toBeGreaterThan(100);
  });
});

const facts = hostileFacts();
let reader: DatasetReader;
beforeAll(async () => {
  const tree = new MemoryTree();
  const written = await writeDatasets(facts.tables, tree);
  await writeManifest(written, tree, { ...facts, documents: {}, previous: [] });
  reader = new DatasetReader(memoryStore(tree));
});

const requests = [...exampleRequests(facts.tables), invalidRequest];
const shown = requests.filter(({ id }) => exampleResponse(id, facts) !== undefined);

it.each(shown)(
  'the response shown for $id is that of the API, except for the records that "…" replaces',
  async (request) => {
    const response = await handleRequest(new Request(facts.siteUrl + request.path), { reader, basePath: '/coast/' });
    const text = exampleResponse(request.id, facts) ?? '';
    const body = (await response?.json()) as { readonly PagedItems?: readonly unknown[] };
    const isShortened = text.includes(',\n    …\n');
    expect(isShortened).toBe(body.PagedItems !== undefined);
    const first = body.PagedItems && { ...body, PagedItems: body.PagedItems.slice(0, 1) };
    expect(JSON.parse(text.replace(',\n    …', ''))).toEqual(first ?? body);
  },
);
