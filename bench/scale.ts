import { stringify } from 'csv-stringify';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';

import { defaultSampleOptions, sampleCoastalFeatures, sampleRawData } from '../build-data/sample/sample-inputs.ts';
import { handleRequest } from '../core/api/handle-request.ts';
import type { DatasetDescription, DatasetRecord } from '../core/datasets/dataset-description.ts';
import { coastalFeatures, rawData } from '../core/datasets/datasets.ts';
import { DatasetReader } from '../core/storage/snapshot/dataset-reader.ts';
import type { Store } from '../core/storage/snapshot/store.ts';
import { createDirectoryStore } from '../hosts/node/directory-store.ts';
import { serveCommandLine } from './inputs.ts';
import { listFiles, measureBuild, median, startServer } from './measure.ts';

/*
 * `npm run bench:scale` measures how cost grows with the number of records: builds of 100,000 and of 1,000,000 records
 * from CSV files, each in a separate process; what a client with an empty cache reads from the larger site; and the
 * memory of the Node host that serves this site to several clients. `-- --records 10000000` measures another size
 * instead, and `-- --site DIR` an existing site, without a build.
 */

const { values } = parseArgs({ options: { records: { type: 'string' }, site: { type: 'string' } } });
const sizes = values.records === undefined ? [100_000, 1_000_000] : [Number(values.records)];
const coldClients = 100;
const write = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

if (values.site !== undefined) await measureSite(values.site);
else {
  const folder = mkdtempSync(join(tmpdir(), 'coastwatch-scale-'));
  try {
    await measureBuilds(folder);
    await measureSite(join(folder, 'site'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureSite(site: string): Promise<void> {
  await measureColdClients(site);
  write('');
  await measureHost(site);
}

async function measureBuilds(folder: string): Promise<void> {
  write('| records | input | build time | peak memory | data files | largest file |');
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
    const dataFiles = [...listFiles(join(site, 'data'))].filter(([path]) => /\.(?:json|bin)$/.test(path));
    const largest = dataFiles.reduce((most, [, bytes]) => Math.max(most, bytes), 0);
    write(
      `| ${size.toLocaleString('en')} | ${(statSync(records).size / 1e6).toFixed(0)} MB | ` +
        `${build.durationInSeconds.toFixed(1)} s | ${(build.peakMemoryInBytes / 1e6).toFixed(0)} MB | ` +
        `${dataFiles.length.toLocaleString('en')} | ${(largest / 1e6).toFixed(1)} MB |`,
    );
  }
  write('');
  const [small, large] = durations;
  if (small !== undefined && large !== undefined) {
    write(`Ten times the records take ${(large / small).toFixed(1)} times as long.`);
    write('');
  }
}

async function writeCsv(dataset: DatasetDescription, records: Iterable<DatasetRecord>, path: string): Promise<void> {
  const columns = dataset.fields.map(({ name }) => name);
  await pipeline(Readable.from(records), stringify({ header: true, columns }), createWriteStream(path));
}

/** Measures what clients with an empty cache read, as a host sends it: whole files compressed, parts of files not. */
async function measureColdClients(site: string): Promise<void> {
  const records = await readEvenly(site, coldClients);
  const search = ({ LocationX, LocationY }: FoundRecord): string => `?latitude=${LocationY}&longitude=${LocationX}`;
  const kinds: [title: string, query: (record: FoundRecord) => string][] = [
    ['10 km, page 1 of 10', (record) => `${search(record)}&pageNumber=1`],
    ['nearest', (record) => `${search(record)}&searchStyle=Nearest`],
    ['identifier', ({ RawDataId }) => `/${RawDataId}`],
  ];
  write(`| a client with an empty cache requests | median of ${coldClients} clients | maximum |`);
  write('|---|---|---|');
  for (const [title, query] of kinds) {
    const bytes: number[] = [];
    const requests: number[] = [];
    for (const record of records) {
      const { store, cost } = countingStore(site);
      await respond(store, query(record));
      bytes.push(cost.bytes);
      requests.push(cost.requests);
    }
    write(
      `| ${title} | ${(median(bytes) / 1000).toFixed(1)} KB in ${median(requests)} requests | ` +
        `${(Math.max(...bytes) / 1000).toFixed(1)} KB in ${Math.max(...requests)} |`,
    );
  }
}

interface FoundRecord {
  readonly RawDataId: number;
  readonly LocationX: number;
  readonly LocationY: number;
}

/** Records that are evenly spread over the list. */
async function readEvenly(site: string, count: number): Promise<FoundRecord[]> {
  const store = createDirectoryStore(site);
  const page = async (number: number): Promise<{ MetaData: { TotalPages: number }; PagedItems: FoundRecord[] }> =>
    JSON.parse(await respond(store, `?pageNumber=${number}&pageSize=1`)) as Awaited<ReturnType<typeof page>>;
  const { TotalPages } = (await page(1)).MetaData;
  const found: FoundRecord[] = [];
  for (let index = 0; index < count; index++) {
    found.push(...(await page(1 + Math.floor((index * TotalPages) / count))).PagedItems);
  }
  return found;
}

async function respond(store: Store, query: string): Promise<string> {
  const context = { reader: new DatasetReader(store), basePath: '/' };
  const response = await handleRequest(new Request(`http://localhost/webapi/v1/RawData${query}`), context);
  if (response?.status !== 200) throw new Error(`${query} returned status ${response?.status}`);
  return response.text();
}

function countingStore(site: string): { readonly store: Store; readonly cost: { bytes: number; requests: number } } {
  const cost = { bytes: 0, requests: 0 };
  const store: Store = {
    read(path) {
      const file = join(site, path);
      const sent = existsSync(`${file}.br`) ? `${file}.br` : file;
      cost.bytes += statSync(sent).size;
      cost.requests++;
      return Promise.resolve(new Uint8Array(readFileSync(file)));
    },
    readPart(path, offset, length) {
      cost.bytes += length;
      cost.requests++;
      return Promise.resolve(new Uint8Array(readFileSync(join(site, path)).subarray(offset, offset + length)));
    },
  };
  return { store, cost };
}

/** Starts the host with the command of `npm run serve`, and measures its memory. */
async function measureHost(site: string): Promise<void> {
  const { child, url } = await startServer([...serveCommandLine(), '--dir', site, '--port', '0']);
  try {
    write('| the Node host, after | peak memory |');
    write('|---|---|');
    const report = (title: string): void => {
      write(`| ${title} | ${(peakMemoryInBytes(Number(child.pid)) / 1e6).toFixed(0)} MB |`);
    };
    report('its start');
    const request = async (query: string): Promise<void> => {
      const [response] = (await once(get(`${url.href}webapi/v1/RawData${query}`), 'response')) as [IncomingMessage];
      if (response.statusCode !== 200) throw new Error(`${query} returned status ${response.statusCode}`);
      // The body is discarded, because the complete array does not fit into a string.
      await once(response.resume(), 'end');
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
    report('the complete array, in both directions');
    await Promise.all(
      indexes.slice(0, 6).map((index) => request(`?latitude=${-31 - index}&longitude=115.7&rangeInM=300000`)),
    );
    report('six concurrent searches of 300 km');
  } finally {
    child.kill();
  }
}

/** The peak memory of a process, from /proc. Linux only. */
function peakMemoryInBytes(processId: number): number {
  const [, kibibytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${processId}/status`, 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}
