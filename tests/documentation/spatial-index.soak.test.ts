import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { datasets } from '../../core/datasets/datasets.ts';
import { fromRoot } from '../support/repository.ts';
import { runToEnd } from '../support/run-node.ts';
import { runBuild } from '../../build-data/testing/run-build.ts';
import { startHost } from '../support/start-host.ts';
import { printedRandom } from '../support/test-size.ts';
import { codeBlocks, read, section } from './markdown.ts';

const searchesPerDataset = 250;

let directory: string;
let host: Awaited<ReturnType<typeof startHost>>;
beforeAll(async () => {
  // Inside the repository, so that the example finds its packages.
  mkdirSync(fromRoot('.cache'), { recursive: true });
  directory = mkdtempSync(fromRoot('.cache/spatial-index-'));
  const siteDirectory = join(directory, 'site');
  const { exitCode, stderr } = await runBuild([
    ...['--sample', '--records', '2000', '--no-exports', '--target', 'compute'],
    ...['--out', siteDirectory],
  ]);
  if (exitCode !== 0) throw new Error(`the build of the sample data failed: ${stderr}`);
  host = await startHost('node', directory, { siteDirectory, basePath: '/' });
});
afterAll(() => {
  host.stop();
  rmSync(directory, { recursive: true, force: true });
});

const exampleHost = 'https://data.example.org/webapi/v1/RawData';
const [example = ''] = codeBlocks(section(read('docs/api.md'), '### Spatial index'), 'js');

interface Search {
  readonly longitude: number;
  readonly latitude: number;
  readonly radiusInMetres: number;
}

/** The identifiers that the printed example finds, in ascending order, for each search. */
async function runExample(datasetUrl: string, searches: readonly Search[]): Promise<number[][]> {
  const script = join(directory, 'example.mjs');
  const found = `searches.map((each) => [...idsWithin(each.longitude, each.latitude, each.radiusInMetres)])`;
  writeFileSync(
    script,
    `${example.replace(exampleHost, datasetUrl)}
    const searches = ${JSON.stringify(searches)};
    console.log(JSON.stringify(${found}));\n`,
  );
  const { exitCode, stdout, stderr } = await runToEnd(spawn(process.execPath, [script]));
  expect(exitCode, stderr).toBe(0);
  return (JSON.parse(stdout) as number[][]).map((ids) => ids.sort((a, b) => a - b));
}

it.each(datasets)('the example in docs/api.md finds the records of $name that the API finds', async (dataset) => {
  const random = printedRandom(`searches with the index of ${dataset.name}`);
  const searches = Array.from({ length: searchesPerDataset }, (): Search => ({
    longitude: 112 + random.unit() * 17,
    latitude: -36 + random.unit() * 23,
    // From 100 m to 1,000 km.
    radiusInMetres: 10 ** (2 + random.unit() * 4),
  }));
  const url = new URL(`webapi/v1/${dataset.name}`, host.address).href;
  const found = await runExample(url, searches);
  let records = 0;
  for (const [index, { longitude, latitude, radiusInMetres }] of searches.entries()) {
    const query = `latitude=${latitude}&longitude=${longitude}&rangeInM=${radiusInMetres}`;
    const recordsFound = (await (await fetch(`${url}?${query}`)).json()) as Readonly<Record<string, unknown>>[];
    const ids = recordsFound.map((record) => Number(record[dataset.identifierField])).sort((a, b) => a - b);
    expect(found[index], query).toEqual(ids);
    records += ids.length;
  }
  expect(example).toContain(exampleHost);
  expect(records).toBeGreaterThan(searchesPerDataset);
});
