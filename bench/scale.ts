import { stringify } from 'csv-stringify';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { defaultSampleOptions, sampleCoastalFeatures, sampleRawData } from '../build-data/sample/sample-inputs.ts';
import type { DatasetDescription, DatasetRecord } from '../core/datasets/dataset-description.ts';
import { coastalFeatures, rawData } from '../core/datasets/datasets.ts';
import { serveCommandLine } from './inputs.ts';
import { listFiles, measureBuild, startServer } from './measure.ts';

/*
 * `npm run bench:scale` measures how cost grows with the number of records: builds of 100,000 and of 1,000,000 records
 * from CSV files, each in a separate process, and the memory of the Node host that serves the larger one to several
 * clients.
 */

const sizes = [100_000, 1_000_000];
const folder = mkdtempSync(join(tmpdir(), 'coastwatch-scale-'));
const write = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

try {
  write('| records | input | time | peak memory | files | largest |');
  write('|---|---|---|---|---|---|');
  const durations: number[] = [];
  for (const size of sizes) {
    const options = { ...defaultSampleOptions, rawDataRecords: size };
    const features = join(folder, 'features.csv');
    const records = join(folder, 'records.csv');
    await writeCsv(coastalFeatures, sampleCoastalFeatures(options), features);
    await writeCsv(rawData, sampleRawData(options), records);
    const site = join(folder, 'site');
    rmSync(site, { recursive: true, force: true });
    const build = measureBuild([
      ...['--coastal-features', features, '--raw-data', records, '--out', site],
      ...['--target', 'compute', '--base-url', 'https://data.example.org/', '--no-exports'],
    ]);
    durations.push(build.durationInSeconds);
    const files = listFiles(site);
    write(
      `| ${size.toLocaleString('en')} | ${(readFileSync(records).length / 1e6).toFixed(0)} MB | ` +
        `${build.durationInSeconds.toFixed(1)} s | ${(build.peakMemoryInBytes / 1e6).toFixed(0)} MB | ` +
        `${files.size.toLocaleString('en')} | ${(Math.max(...files.values()) / 1e6).toFixed(1)} MB |`,
    );
  }
  const [small = 1, large = 0] = durations;
  write('');
  write(`Ten times the records take ${(large / small).toFixed(1)} times as long.`);
  write('');
  await measureHost(join(folder, 'site'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function writeCsv(dataset: DatasetDescription, records: Iterable<DatasetRecord>, path: string): Promise<void> {
  const columns = dataset.fields.map(({ name }) => name);
  await pipeline(Readable.from(records), stringify({ header: true, columns }), createWriteStream(path));
}

/** Starts the host with the command of `npm run serve`, and measures its memory. */
async function measureHost(site: string): Promise<void> {
  const { child, url } = await startServer([...serveCommandLine(), '--dir', site, '--port', '0']);
  try {
    write('| the Node host with the larger tree, after | peak memory |');
    write('|---|---|');
    const report = (title: string): void => {
      write(`| ${title} | ${(peakMemoryInBytes(child.pid ?? 0) / 1e6).toFixed(0)} MB |`);
    };
    report('its start');
    const request = async (query: string): Promise<void> => {
      const response = await fetch(`${url.href}webapi/v1/RawData${query}`);
      if (response.status !== 200 || !response.body) throw new Error(`${query} returned status ${response.status}`);
      // The body is discarded, because 477 MB do not fit into a string.
      for await (const chunk of response.body) void chunk;
    };
    const indexes = Array.from({ length: 200 }, (_, index) => index);
    const centre = (index: number): string =>
      `latitude=${-20 - (index % 150) / 10}&longitude=${113 + (index % 90) / 10}`;
    for (const index of indexes) await request(`?pageNumber=${1 + index * 499}`);
    for (const index of indexes) await request(`?${centre(index)}&pageNumber=1`);
    for (const index of indexes) await request(`?${centre(index)}&searchStyle=Nearest`);
    report('200 pages, 200 pages of a search, 200 nearest records');
    await request('');
    await request('?sortOrder=asc');
    report('the complete array, 477 MB, in both directions');
    await Promise.all(
      indexes.slice(0, 6).map((index) => request(`?latitude=${-31 - index}&longitude=115.7&rangeInM=300000`)),
    );
    report('six concurrent searches of 300 km, about 300 MB each');
  } finally {
    child.kill();
  }
}

/** The peak memory of a process, from /proc. Linux only. */
function peakMemoryInBytes(processId: number): number {
  const [, kibibytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${processId}/status`, 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}
