import { beforeAll, describe, expect, it } from 'vitest';

import { handleRequest } from '../../../core/api/handle-request.ts';
import { DatasetReader } from '../../../core/storage/snapshot/dataset-reader.ts';
import { staticPageSize } from '../../../core/storage/format/layout.ts';
import { MemoryTree } from '../../../build-data/write/tree-sink.ts';
import { writeStaticFiles } from '../../../build-data/write/write-datasets.ts';
import { fixtureTables, fixtureTree, memoryStore } from '../fixture/fixture-tree.ts';
import { fixtureOracle } from '../fixture/fixture-oracle.ts';
import type { DatasetName } from '../oracle.ts';

const siteUrl = 'https://data.example.org/coast/';
const files = new MemoryTree();
let fetchBody: (path: string) => Promise<string>;

beforeAll(async () => {
  for (const table of fixtureTables()) await writeStaticFiles(table, files);
  const reader = new DatasetReader(memoryStore((await fixtureTree()).tree));
  fetchBody = async (path) => {
    const response = await handleRequest(new Request(siteUrl + path), { reader, basePath: '/coast/' });
    return (await response?.text()) ?? '';
  };
});

const textAt = (path: string): string => new TextDecoder().decode(files.files.get(path));

describe.each<DatasetName>(['CoastalFeatures', 'RawData'])('the static files of %s', (dataset) => {
  it('contain the complete array as the handler sends it, with and without .json', async () => {
    const text = textAt(`webapi/v1/${dataset}.json`);
    expect(text).toBe(await fetchBody(`webapi/v1/${dataset}`));
    expect(text).toBe(await fetchBody(`webapi/v1/${dataset}.json`));
  });

  it('contain every record as the handler sends it', async () => {
    for (const { identifier } of fixtureOracle.records[dataset]) {
      const text = textAt(`webapi/v1/${dataset}/${identifier}.json`);
      expect(text).toBe(await fetchBody(`webapi/v1/${dataset}/${identifier}`));
      expect(text).toBe(await fetchBody(`webapi/v1/${dataset}/${identifier}.json`));
    }
  });

  it.each(['asc', 'desc'])('contain every page, %s, with relative links to the same pages', async (order) => {
    const root = `webapi/v1/${dataset}/pages/${order}`;
    const pages = Math.ceil(fixtureOracle.records[dataset].length / staticPageSize);
    expect(files.files.has(`${root}/${pages + 1}.json`)).toBe(false);
    for (let page = 1; page <= pages; page++) {
      const text = textAt(`${root}/${page}.json`);
      const links = [...text.matchAll(/"(?:Next|Prev)PageLink":"([^"]+)"/g)].map(([, link = '']) => link);
      expect(links).toHaveLength(page === 1 || page === pages ? 1 : 2);
      const absolute = links.reduce(
        (whole, link) => whole.replace(`"${link}"`, `"${new URL(link, `${siteUrl}${root}/${page}.json`).href}"`),
        text,
      );
      expect(absolute).toBe(await fetchBody(`${root}/${page}.json`));
      const query = (number: number): string => `pageNumber=${number}&pageSize=${staticPageSize}&sortOrder=${order}`;
      const byQuery = await fetchBody(`webapi/v1/${dataset}?${query(page)}`);
      const items = (body: string): string => body.slice(body.indexOf('"PagedItems"'));
      expect(items(text)).toBe(items(byQuery));
    }
  });
});
