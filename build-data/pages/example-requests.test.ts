import { beforeAll, expect, it } from 'vitest';

import { memoryStore } from '../../tests/contract/fixture/fixture-tree.ts';
import { handleRequest } from '../../core/api/handle-request.ts';
import { DatasetReader } from '../../core/storage/snapshot/dataset-reader.ts';
import { MemoryTree } from '../write/tree-sink.ts';
import { writeDatasets, writeManifest } from '../write/write-datasets.ts';
import { apiPage } from './api-page.ts';
import { exampleRequests, invalidRequest, exampleResponse } from './example-requests.ts';
import { facts as factsOf, hostileFacts } from './testing/facts.ts';

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

it('answers are shown for a page, a record of each dataset, the nearest, and a mistake', () => {
  expect(shown.map(({ id }) => id)).toEqual([
    'newest-records',
    'nearest-record',
    'one-record',
    'one-place',
    'mistaken-request',
  ]);
});

it.each(shown)(
  'the response shown for $id is the one that the API returns, except for what "…" replaces',
  async (request) => {
    const answer = await handleRequest(new Request(facts.siteUrl + request.path), { reader, basePath: '/coast/' });
    const text = exampleResponse(request.id, facts) ?? '';
    const given = (await answer?.json()) as { readonly PagedItems?: readonly unknown[] };
    const isCut = text.includes(',\n    …\n');
    expect(isCut).toBe(given.PagedItems !== undefined);
    const first = given.PagedItems && { ...given, PagedItems: given.PagedItems.slice(0, 1) };
    expect(JSON.parse(text.replace(',\n    …', ''))).toEqual(first ?? given);
  },
);

it('the responses are in the page, with the address of the site where a script can replace it', () => {
  const page = apiPage(facts, {}).body.text;
  expect(page.split('class="shown-answer"')).toHaveLength(shown.length + 1);
  expect(page).toContain('&quot;TotalItems&quot;: 400');
  expect(page).toContain(`&quot;<span class="site-address">${facts.siteUrl}</span>webapi/v1/RawData?pageNumber=2`);
});

it('a site without records shows the mistake alone', () => {
  const empty = factsOf([]);
  expect(requests.filter(({ id }) => exampleResponse(id, empty) !== undefined)).toEqual([invalidRequest]);
});
