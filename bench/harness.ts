import autocannon from 'autocannon';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';

import { defaultSampleOptions, sampleCoastalFeatures, sampleRawData } from '../build-data/sample/sample-inputs.ts';
import { handleRequest } from '../core/api/handle-request.ts';
import { csvHeaderLine, csvRecordLine } from '../core/datasets/csv.ts';
import type { DatasetDescription, DatasetRecord } from '../core/datasets/dataset-description.ts';
import { coastalFeatures, rawData, type RawDataRecord } from '../core/datasets/datasets.ts';
import { DatasetReader } from '../core/storage/snapshot/dataset-reader.ts';
import { createDirectoryStore } from '../hosts/node/directory-store.ts';
import type { BuildCost } from './measure-build.ts';

/* What the benchmarks share: building a site, reading its records, starting servers, and statistics. */

export const fromRoot = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

export function write(line = ''): void {
  process.stdout.write(`${line}\n`);
}

export const writeRow = (cells: readonly (string | number)[]): void => {
  write(`| ${cells.join(' | ')} |`);
};

export const formatMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;

/** The number of published records. For this size, benchmarks use the published records if they are available. */
export const publishedSize = 17_330;

/** Options of the build command for a site with this many records: published ones if possible and wanted, or a sample. */
export async function buildInputs(records: number, folder: string, mayBePublished = true): Promise<readonly string[]> {
  const published = process.env['COASTWATCH_REAL_DATA'] ?? fromRoot('../shared/data');
  const isPublished = mayBePublished && records === publishedSize && existsSync(published);
  const [features, raw] = ['CoastalFeatures.csv', 'RawData.csv'].map((name) =>
    join(isPublished ? published : folder, name),
  );
  if (!isPublished) {
    const options = { ...defaultSampleOptions, rawDataRecords: records };
    await writeCsv(coastalFeatures, sampleCoastalFeatures(options), features);
    await writeCsv(rawData, sampleRawData(options), raw);
  }
  return ['--coastal-features', features, '--raw-data', raw];
}

export async function writeCsv(
  dataset: DatasetDescription,
  records: Iterable<DatasetRecord>,
  path: string,
): Promise<void> {
  function* lines(): Generator<string> {
    yield csvHeaderLine(dataset, 'plain');
    for (const record of records) yield csvRecordLine(dataset, record, 'plain');
  }
  await pipeline(Readable.from(lines()), createWriteStream(path));
}

export interface MeasuredBuild extends BuildCost {
  readonly seconds: number;
}

/** Runs the build command in a separate process. */
export function runBuild(commandLine: readonly string[]): MeasuredBuild {
  const started = performance.now();
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      ...['--import', 'tsx', '--import', fromRoot('bench/measure-build.ts')],
      ...[fromRoot('build-data/build-data.ts'), ...commandLine, '--base-url', 'https://data.example.org/'],
    ],
    { encoding: 'utf8', cwd: fromRoot('.'), maxBuffer: 256 * 1024 * 1024 },
  );
  const seconds = (performance.now() - started) / 1000;
  if (status !== 0) throw new Error(`the build exited with code ${String(status)}: ${stderr}`);
  return { seconds, ...(JSON.parse(stderr.trim().split('\n').at(-1) ?? '') as BuildCost) };
}

export interface BenchSite {
  readonly directory: string;
  readonly buildSeconds: number;
  readonly peakMemoryInBytes: number;
}

/** Builds a site in a subdirectory of `folder`, in a separate process, from CSV files and without downloads. */
export async function buildSite(folder: string, records: number, target = 'compute'): Promise<BenchSite> {
  const directory = join(folder, 'site');
  // The site is a link to one of its versions.
  for (const path of [directory, `${directory}.versions`]) rmSync(path, { recursive: true, force: true });
  const inputs = await buildInputs(records, folder);
  const { seconds, peakMemoryInBytes } = runBuild([...inputs, '--out', directory, '--target', target, '--no-exports']);
  return { directory, buildSeconds: seconds, peakMemoryInBytes };
}

/** Calls a function with a temporary folder, and removes the folder afterwards. */
export async function inTemporaryFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'coastwatch-bench-'));
  try {
    await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reads the records of a dataset from a site, page by page, in the order of the list. */
export async function* readRecords<Item = RawDataRecord>(site: string, dataset = 'RawData'): AsyncGenerator<Item> {
  const context = { reader: new DatasetReader(createDirectoryStore(site)), basePath: '/' };
  for (let page = 1, pages = 1; page <= pages; page++) {
    const url = `http://localhost/webapi/v1/${dataset}?pageNumber=${page}&pageSize=5000`;
    const response = await handleRequest(new Request(url), context);
    const { MetaData, PagedItems } = (await response?.json()) as {
      MetaData: { TotalPages: number };
      PagedItems: Item[];
    };
    pages = MetaData.TotalPages;
    yield* PagedItems;
  }
}

/** Picks `count` records of a site, each at another location; the locations are evenly spread over all of them. */
export async function pickLocations(site: string, count: number): Promise<RawDataRecord[]> {
  const byLocation = new Map<string, RawDataRecord>();
  for await (const record of readRecords(site)) byLocation.set(`${record.LocationX} ${record.LocationY}`, record);
  const all = [...byLocation.values()];
  return Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)]);
}

/** A kind of requests: makes the path of a request about a record. */
export type RequestKind = readonly [title: string, path: (record: RawDataRecord) => string];

/** The kinds of requests to the API that benchmarks compare. */
export const requestKinds: readonly RequestKind[] = [
  ['list, page of 10', ({ RawDataId }) => `/webapi/v1/RawData?pageNumber=${1 + (RawDataId % 1000)}&pageSize=10`],
  ['identifier', ({ RawDataId }) => `/webapi/v1/RawData/${RawDataId}`],
  ['10 km, page of 10', (record) => `${searchAround(record, 10_000)}&searchStyle=InRadius&pageNumber=1&pageSize=10`],
  ['2 km, complete', (record) => `${searchAround(record, 2000)}&searchStyle=InRadius`],
  ['nearest', (record) => `${searchAround(record)}&searchStyle=Nearest`],
];

function searchAround({ LocationX, LocationY }: RawDataRecord, rangeInM?: number): string {
  const range = rangeInM === undefined ? '' : `&rangeInM=${rangeInM}`;
  return `/webapi/v1/RawData?latitude=${LocationY}&longitude=${LocationX}${range}`;
}

/** Sends requests to a server over several connections, each path in turn. Throws if a request fails. */
export async function load(
  url: URL,
  paths: readonly string[],
  { seconds = 2, connections = 16 } = {},
): Promise<autocannon.Result> {
  const requests = paths.map((path) => ({ path }));
  const result = await autocannon({ url: url.origin, requests, connections, duration: seconds, timeout: 30 });
  if (result.errors > 0) throw new Error(`${result.errors} errors, ${result.timeouts} timeouts from ${url.href}`);
  return result;
}

/** The value below which a share (0 to 1) of the values lies, interpolated linearly. NaN if there are no values. */
export function quantile(values: readonly number[], share: number): number {
  const ascending = Float64Array.from(values).sort();
  const rank = (ascending.length - 1) * share;
  const [below, above] = [ascending[Math.floor(rank)], ascending[Math.ceil(rank)]];
  return below + (above - below) * (rank - Math.floor(rank));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** A server process that was started for a measurement. */
export interface RunningServer {
  readonly child: ChildProcess;
  /** What it prints before its address. */
  readonly title: string;
  /** The URL of its root. */
  readonly url: URL;
}

/** Starts a server process with `node`. Resolves when it prints its address, and rejects if it exits before that. */
export function startServer(commandLine: readonly string[]): Promise<RunningServer> {
  const child = spawn(process.execPath, commandLine, { cwd: fromRoot('.'), stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      reject(
        new Error(`the server exited with code ${String(code)}; if it is not compiled, run npm run build:programs`),
      );
    });
    child.stdout.on('data', (chunk: Buffer) => {
      const [, title = '', url] = /(.*?) ?\bat (http:\S+)/.exec(chunk.toString()) ?? [];
      if (url !== undefined) resolve({ child, title, url: new URL(url) });
    });
  });
}

/** Starts the Node host for a site with the command of `npm run serve` and further options. */
export function startHost(site: string, ...options: readonly string[]): Promise<RunningServer> {
  const { scripts } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')) as { scripts: { serve: string } };
  const command = scripts.serve.split(' ').slice(1);
  return startServer([...command, '--dir', site, '--port', '0', '--log-level', 'warn', ...options]);
}
