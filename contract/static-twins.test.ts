import { beforeAll, describe, expect, it } from 'vitest';

import { handleRequest } from '../core/api/handle-request.ts';
import { DataLibrary } from '../core/storage/data-library.ts';
import { staticPageSize } from '../core/storage/layout.ts';
import { MemoryTree } from '../build-data/write/tree-sink.ts';
import { writeStaticTwins } from '../build-data/write/write-static-twins.ts';
import { fixtureTables, fixtureTree, memoryStore } from './fixture/fixture-tree.ts';
import { oracleRecords, type DatasetName } from './oracle.ts';

const siteUrl = 'https://data.example.org/coast/';
const twins = new MemoryTree();
let ask: (path: string) => Promise<string>;

beforeAll(async () => {
  for (const table of fixtureTables()) await writeStaticTwins(table, twins, siteUrl);
  const library = new DataLibrary(memoryStore((await fixtureTree()).tree));
  ask = async (path) => {
    const answer = await handleRequest(new Request(siteUrl + path), { library, basePath: '/coast/' });
    return (await answer?.text()) ?? '';
  };
});

const textAt = (path: string): string => new TextDecoder().decode(twins.files.get(path));

describe.each<DatasetName>(['CoastalFeatures', 'RawData'])('the static twins of %s', (dataset) => {
  it('hold the complete array as the handler gives it', async () => {
    expect(textAt(`webapi/v1/${dataset}/index.json`)).toBe(await ask(`webapi/v1/${dataset}`));
  });

  it('hold every record as the handler gives it', async () => {
    for (const { identifier } of oracleRecords[dataset]) {
      expect(textAt(`webapi/v1/${dataset}/${identifier}/index.json`)).toBe(
        await ask(`webapi/v1/${dataset}/${identifier}`),
      );
    }
  });

  it.each(['asc', 'desc'])('hold every page, %s, but for where its links lead', async (order) => {
    const root = `webapi/v1/${dataset}/pages/${order}`;
    const pages = Math.ceil(oracleRecords[dataset].length / staticPageSize);
    expect(twins.files.has(`${root}/${pages + 1}.json`)).toBe(false);
    for (let page = 1; page <= pages; page++) {
      const query = (number: number): string => `pageNumber=${number}&pageSize=${staticPageSize}&sortOrder=${order}`;
      const answer = await ask(`webapi/v1/${dataset}?${query(page)}`);
      const expected = answer
        .replaceAll(`${siteUrl}webapi/v1/${dataset}?${query(page + 1)}`, `${siteUrl}${root}/${page + 1}.json`)
        .replaceAll(`${siteUrl}webapi/v1/${dataset}?${query(page - 1)}`, `${siteUrl}${root}/${page - 1}.json`);
      expect(textAt(`${root}/${page}.json`)).toBe(expected);
    }
  });
});
