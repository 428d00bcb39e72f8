import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { appendFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { afterEach, expect, it } from 'vitest';

import { csvHeaderLine, csvRecordLine } from '../core/datasets/csv.ts';
import type { DatasetDescription, DatasetRecord } from '../core/datasets/dataset-description.ts';
import { coastalFeatures, rawData } from '../core/datasets/datasets.ts';
import { repository } from '../tests/support/repository.ts';
import { folderOfTest } from '../tests/support/temporary-folder.ts';
import { defaultSampleOptions, sampleCoastalFeatures, sampleRawData } from './sample/sample-inputs.ts';

const options = { ...defaultSampleOptions, rawDataRecords: 50 };
const csvOf = (dataset: DatasetDescription, records: Iterable<DatasetRecord>): string =>
  csvHeaderLine(dataset, 'plain') + Array.from(records, (record) => csvRecordLine(dataset, record, 'plain')).join('');
const features = csvOf(coastalFeatures, sampleCoastalFeatures(options));
const records = [...sampleRawData(options)];

let watching: ChildProcess | undefined;
afterEach(async () => {
  if (watching?.exitCode !== null) return;
  watching.kill('SIGTERM');
  await once(watching, 'exit');
});

/** Starts watching, and returns a function that waits for the next line. */
async function startWatching(folder: string, raw: string): Promise<() => Promise<string>> {
  const file = join(folder, 'features.csv');
  await writeFile(file, features);
  const command = ['build-data/build-data.ts', '--coastal-features', file, '--raw-data', raw];
  const output = ['--out', join(folder, 'site'), '--no-exports', '--target', 'compute', '--watch', '1'];
  watching = spawn(process.execPath, ['--import', 'tsx', ...command, ...output], {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: watching.stdout ?? process.stdin })[Symbol.asyncIterator]();
  return async () => String((await lines.next()).value);
}

const publishedRecords = (folder: string): number => {
  const manifest = JSON.parse(readFileSync(join(folder, 'site/data/manifest.json'), 'utf8')) as {
    content: { datasets: { RawData: { records: number } } };
  };
  return manifest.content.datasets.RawData.records;
};

it('a site is built again when a file changes, and a failure keeps the published version and is tried again', async () => {
  const folder = folderOfTest();
  const raw = join(folder, 'records.csv');
  await writeFile(raw, csvOf(rawData, records.slice(1)));
  const nextLine = await startWatching(folder, raw);
  expect(await nextLine()).toMatch(/^\d{4}-\S+Z built in [\d.]+ s: Version [0-9a-f]{16} was published in /);
  expect(publishedRecords(folder)).toBe(49);

  await writeFile(`${raw}.new`, csvOf(rawData, records));
  await rename(`${raw}.new`, raw);
  expect(await nextLine()).toContain(' built in ');
  expect(publishedRecords(folder)).toBe(50);

  await appendFile(raw, 'not a record\n');
  expect(await nextLine()).toMatch(/failed, exit code 3 in [\d.]+ s: Nothing was written to /);
  // The same input is tried again after a wait.
  expect(await nextLine()).toContain('failed, exit code 3');
  expect(publishedRecords(folder)).toBe(50);

  await writeFile(raw, csvOf(rawData, records.slice(0, 48)));
  expect(await nextLine()).toContain(' built in ');
  expect(publishedRecords(folder)).toBe(48);
}, 120_000);

it('a URL is read again only when its server sends other validators', async () => {
  const folder = folderOfTest();
  let content = csvOf(rawData, records);
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    const etag = `"${content.length}"`;
    const status = request.headers['if-none-match'] === etag ? 304 : 200;
    statuses.push(status);
    response.writeHead(status, {
      etag,
      'content-type': 'text/csv',
      'content-length': status === 304 ? 0 : content.length,
    });
    response.end(status === 304 ? undefined : content);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const nextLine = await startWatching(
      folder,
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/records.csv`,
    );
    expect(await nextLine()).toContain(' built in ');
    while (statuses.filter((status) => status === 304).length < 2) await once(server, 'request');
    content = csvOf(rawData, records.slice(1));
    expect(await nextLine()).toContain(' built in ');
    expect(publishedRecords(folder)).toBe(49);
    // Each build was preceded by one check that received the content.
    expect(statuses.filter((status) => status === 200)).toHaveLength(4);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}, 120_000);

it('watching ends with exit code 0 on SIGTERM', async () => {
  const folder = folderOfTest();
  const raw = join(folder, 'records.csv');
  await writeFile(raw, csvOf(rawData, records));
  const nextLine = await startWatching(folder, raw);
  await nextLine();
  watching?.kill('SIGTERM');
  expect(await once(watching ?? process, 'exit')).toEqual([0, null]);
}, 60_000);
