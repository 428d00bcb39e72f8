import autocannon from 'autocannon';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { handleRequest } from '../core/api/handle-request.ts';
import { DatasetReader } from '../core/storage/snapshot/dataset-reader.ts';
import { createDirectoryStore } from '../hosts/node/directory-store.ts';
import { benchInputs, fromRoot, serveCommandLine } from './inputs.ts';
import { listFiles, measureBuild, measureWriting, median, startServer } from './measure.ts';

/*
 * `npm run bench` measures the build and the Node host on this machine, in one run. `-- host` skips the static build,
 * which takes longest and does not affect the host.
 */

interface Workload {
  readonly title: string;
  readonly paths: readonly string[];
}

interface ThroughputMeasurement {
  readonly title: string;
  readonly meanBytes: number;
  /** Requests per second, medians over the rounds: without a response cache, with one, and from the bare server. */
  readonly uncached: number;
  readonly cached: number;
  readonly bare: number;
  /** Throughput relative to that of the bare server in the same round: medians of the ratios over the rounds. */
  readonly ratioUncached: number;
  readonly ratioCached: number;
  readonly millisecondsAtMedian: number;
  readonly millisecondsAt99thPercentile: number;
}

const rounds = 5;
const secondsPerRound = 2;
const connections = 10;

/** Measures the Node host alternately with a bare node:http server that sends the same bytes. */
async function measureThroughput(
  site: string,
  scratchFolder: string,
  workloads: readonly Workload[],
): Promise<ThroughputMeasurement[]> {
  const host = [...serveCommandLine(), '--dir', site, '--port', '0', '--log-level', 'warn'];
  const uncached = await startServer([...host, '--answer-memory', '0']);
  const cached = await startServer(host);
  const file = join(scratchFolder, 'responses.json');
  writeFileSync(file, JSON.stringify(await collectResponses(cached.url.href, workloads)));
  const bare = await startServer(['--import', 'tsx', fromRoot('bench/bare-server.ts'), file]);
  try {
    const measurements: ThroughputMeasurement[] = [];
    const urls = { uncached: uncached.url.href, cached: cached.url.href, bare: bare.url.href };
    for (const workload of workloads) measurements.push(await measureWorkload(urls, workload));
    return measurements;
  } finally {
    uncached.child.kill();
    cached.child.kill();
    bare.child.kill();
  }
}

type Contender = 'uncached' | 'cached' | 'bare';

async function measureWorkload(
  urls: Readonly<Record<Contender, string>>,
  { title, paths }: Workload,
): Promise<ThroughputMeasurement> {
  const loadAll = async (): Promise<Record<Contender, autocannon.Result>> => ({
    uncached: await load(urls.uncached, paths),
    cached: await load(urls.cached, paths),
    bare: await load(urls.bare, paths),
  });
  await loadAll(); // warms up the caches
  const results: Record<Contender, autocannon.Result>[] = [];
  for (let round = 0; round < rounds; round++) results.push(await loadAll());
  const perSecond = (contender: Contender): number =>
    median(results.map((result) => result[contender].requests.average));
  const ratioToBare = (contender: Contender): number =>
    median(results.map((result) => result[contender].requests.average / result.bare.requests.average));
  const last = results.at(-1)?.cached;
  return {
    title,
    meanBytes: last ? last.throughput.total / last.requests.total : 0,
    uncached: perSecond('uncached'),
    cached: perSecond('cached'),
    bare: perSecond('bare'),
    ratioUncached: ratioToBare('uncached'),
    ratioCached: ratioToBare('cached'),
    millisecondsAtMedian: median(results.map((result) => result.cached.latency.p50)),
    millisecondsAt99thPercentile: median(results.map((result) => result.cached.latency.p99)),
  };
}

async function load(url: string, paths: readonly string[]): Promise<autocannon.Result> {
  const requests = paths.map((path) => ({ path }));
  const result = await autocannon({ url, requests, connections, duration: secondsPerRound });
  if (result.errors > 0 || result.non2xx > 0)
    throw new Error(`${result.errors} errors, ${result.non2xx} responses without status 2xx from ${url}`);
  return result;
}

async function collectResponses(url: string, workloads: readonly Workload[]) {
  const entries: [string, Record<string, string>, string][] = [];
  for (const path of new Set(workloads.flatMap(({ paths }) => paths))) {
    const response = await fetch(new URL(path, url), { headers: { 'Accept-Encoding': 'identity' } });
    const headers = Object.fromEntries(response.headers);
    for (const name of ['date', 'connection', 'keep-alive']) delete headers[name];
    entries.push([path, headers, Buffer.from(await response.arrayBuffer()).toString('base64')]);
  }
  return entries;
}

const buildRounds = 5;
const searchCentres = 50;

const write = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const folder = mkdtempSync(join(tmpdir(), 'coastwatch-bench-'));
const site = join(folder, 'site');

try {
  const inputs = benchInputs();
  write(`Build of ${inputs.title}, process start to end, median of ${buildRounds}:`);
  write('');
  write('| target | time | peak memory | files | only writing files of the same sizes |');
  write('|---|---|---|---|---|');
  for (const target of process.argv.includes('host') ? ['compute'] : ['static', 'compute']) {
    const rounds = Array.from({ length: buildRounds }, () => {
      rmSync(site, { recursive: true, force: true });
      return measureBuild([
        ...inputs.commandLine,
        '--out',
        site,
        '--target',
        target,
        '--base-url',
        'https://data.example.org/',
        '--no-exports',
      ]);
    });
    const seconds = median(rounds.map(({ durationInSeconds }) => durationInSeconds));
    const bytes = median(rounds.map(({ peakMemoryInBytes }) => peakMemoryInBytes));
    const files = listFiles(site);
    const writing = median(Array.from({ length: buildRounds }, () => measureWriting(files, join(folder, 'alone'))));
    write(
      `| ${target} | ${seconds.toFixed(2)} s | ${(bytes / 1e6).toFixed(0)} MB | ${files.size} | ${writing.toFixed(2)} s |`,
    );
  }

  write('');
  write('Node host, 10 connections, against a bare node:http server sending the same bytes:');
  write('');
  write('| request | bytes | uncached/s, ratio | cached/s, ratio | bare/s | p50, p99 |');
  write('|---|---|---|---|---|---|');
  for (const measured of await measureThroughput(site, folder, await createWorkloads())) {
    const { title, meanBytes, uncached, ratioUncached, cached, ratioCached, bare } = measured;
    const latency = `${measured.millisecondsAtMedian} ms, ${measured.millisecondsAt99thPercentile} ms`;
    write(
      `| ${title} | ${meanBytes.toFixed(0)} | ${uncached.toFixed(0)}, ${ratioUncached.toFixed(2)} | ` +
        `${cached.toFixed(0)}, ${ratioCached.toFixed(2)} | ${bare.toFixed(0)} | ${latency} |`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Makes requests that are evenly spread over the data: pages, identifiers, and searches around locations. */
async function createWorkloads(): Promise<Workload[]> {
  const reader = new DatasetReader(createDirectoryStore(site));
  const response = await handleRequest(new Request('http://localhost/webapi/v1/RawData'), { reader, basePath: '/' });
  const records = (await response?.json()) as { RawDataId: number; LocationX: number; LocationY: number }[];
  const indexes = Array.from({ length: searchCentres }, (_, index) =>
    Math.floor((index * records.length) / searchCentres),
  );
  const picked = indexes.flatMap((index) => records[index] ?? []);
  const locations = [...new Map(records.map((record) => [`${record.LocationX} ${record.LocationY}`, record])).values()];
  const centres = indexes.flatMap(
    (_, index) => locations[Math.floor((index * locations.length) / searchCentres)] ?? [],
  );
  const search = (record: { LocationX: number; LocationY: number }): string =>
    `/webapi/v1/RawData?latitude=${record.LocationY}&longitude=${record.LocationX}`;
  return [
    {
      title: 'page of 10',
      paths: indexes.map((index) => `/webapi/v1/RawData?pageNumber=${Math.floor(index / 10) + 1}`),
    },
    { title: 'identifier', paths: picked.map(({ RawDataId }) => `/webapi/v1/RawData/${RawDataId}`) },
    { title: '10 km search, page of 10', paths: centres.map((record) => `${search(record)}&pageNumber=1`) },
    { title: '10 km search, complete', paths: centres.map(search) },
    { title: 'nearest', paths: centres.map((record) => `${search(record)}&searchStyle=Nearest`) },
  ];
}
