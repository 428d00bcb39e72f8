import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';

import { CoastwatchClient } from '../../client/coastwatch-client.ts';
import { handleRequest } from '../../core/api/handle-request.ts';
import { DatasetReader } from '../../core/storage/snapshot/dataset-reader.ts';
import { fixtureTables, fixtureTree, memoryStore } from '../../tests/contract/fixture/fixture-tree.ts';
import { MemoryTree } from '../write/tree-sink.ts';
import { writeDatasets, writeManifest } from '../write/write-datasets.ts';
import { openApiOf } from '../documents/write-documents.ts';
import { apiPage } from './api-page.ts';
import { codeSamples, exampleRequests, exampleResponse, invalidRequest } from './code-samples.ts';
import { facts as factsOf, hostileFacts } from './testing/facts.ts';

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

  it('has short programs in every language', () => {
    expect(readSample(index, 'curl')).toBe(`curl '${siteUrl}${path}' --fail-with-body`);
    expect(readSample(index, 'R').split('\n')).toHaveLength(7);
    expect(readSample(index, 'Python').split('\n')).toHaveLength(10);
  });
});

it('an invalid request is shown in every language, but not with the client', () => {
  const { text } = codeSamples(siteUrl, invalidRequest);
  expect(Array.from(text.matchAll(/<summary>(.*?)<\/summary>/g), ([, name]) => name)).toEqual([
    ...['curl', 'JavaScript', 'Python', 'R'],
  ]);
});

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.warn('SKIPPED: the Python samples are checked only where python3 is installed');

it.skipIf(!hasPython)('every Python sample is a valid program', () => {
  const samples = Array.from(examples.keys(), (index) => readSample(index, 'Python'));
  const parseAll = 'import ast, json, sys; [ast.parse(program) for program in json.load(sys.stdin)]';
  const { status, stderr } = spawnSync('python3', ['-c', parseAll], {
    input: JSON.stringify(samples),
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
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

it('responses are shown for a page, a record of each dataset, the nearest record, and an error', () => {
  expect(shown.map(({ id }) => id)).toEqual([
    'newest-records',
    'nearest-record',
    'one-record',
    'one-place',
    'mistaken-request',
  ]);
});

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

it('the responses are in the page, with the URL of the site in elements whose text a script can replace', () => {
  const page = apiPage(facts, openApiOf(facts.tables, { ...facts, hasPages: true }), {}).body.text;
  expect(page.split('class="shown-answer"')).toHaveLength(shown.length + 1);
  expect(page).toContain('&quot;TotalItems&quot;: 400');
  expect(page).toContain(`&quot;<span class="site-address">${facts.siteUrl}</span>webapi/v1/RawData?pageNumber=2`);
});

it('a site without records shows only the error example', () => {
  const empty = factsOf([]);
  expect(requests.filter(({ id }) => exampleResponse(id, empty) !== undefined)).toEqual([invalidRequest]);
});
