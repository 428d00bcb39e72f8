import { spawn, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import autocannon from 'autocannon';

import { median } from './measure-build.ts';
import { fromRoot } from './paths.ts';

export interface Workload {
  readonly title: string;
  readonly paths: readonly string[];
}

export interface ThroughputMeasurement {
  readonly title: string;
  readonly meanBytes: number;
  /** Requests in a second, medians over the rounds. */
  readonly ours: number;
  readonly bare: number;
  /** Median of the ratios of rounds measured one right after the other. */
  readonly ratio: number;
  readonly millisecondsAtMedian: number;
  readonly millisecondsAt99thPercentile: number;
}

const rounds = 5;
const secondsPerRound = 2;
const connections = 10;

interface RunningServer {
  readonly child: ChildProcess;
  readonly url: string;
}

/** Measures the Node host against a bare node:http server that sends the same bytes, in turns. */
export async function measureThroughput(
  site: string,
  scratchFolder: string,
  workloads: readonly Workload[],
): Promise<ThroughputMeasurement[]> {
  const ours = await start(['--import', 'tsx', fromRoot('hosts/node/main.ts'), '--dir', site, '--port', '0']);
  const file = join(scratchFolder, 'answers.json');
  writeFileSync(file, JSON.stringify(await collectAnswers(ours.url, workloads)));
  const bare = await start(['--import', 'tsx', fromRoot('bench/bare-server.ts'), file]);
  try {
    const measurements: ThroughputMeasurement[] = [];
    for (const workload of workloads) measurements.push(await measureWorkload(ours.url, bare.url, workload));
    return measurements;
  } finally {
    ours.child.kill();
    bare.child.kill();
  }
}

async function measureWorkload(ours: string, bare: string, workload: Workload): Promise<ThroughputMeasurement> {
  await load(ours, workload.paths); // what is read from disk once is not what is measured
  await load(bare, workload.paths);
  const results = [];
  for (let round = 0; round < rounds; round++) {
    results.push({ ours: await load(ours, workload.paths), bare: await load(bare, workload.paths) });
  }
  const last = results.at(-1)?.ours;
  return {
    title: workload.title,
    meanBytes: last ? last.throughput.total / last.requests.total : 0,
    ours: median(results.map((result) => result.ours.requests.average)),
    bare: median(results.map((result) => result.bare.requests.average)),
    ratio: median(results.map((result) => result.ours.requests.average / result.bare.requests.average)),
    millisecondsAtMedian: median(results.map((result) => result.ours.latency.p50)),
    millisecondsAt99thPercentile: median(results.map((result) => result.ours.latency.p99)),
  };
}

async function load(url: string, paths: readonly string[]): Promise<autocannon.Result> {
  const requests = paths.map((path) => ({ path }));
  const result = await autocannon({ url, requests, connections, duration: secondsPerRound });
  if (result.errors > 0 || result.non2xx > 0)
    throw new Error(`${result.errors} errors, ${result.non2xx} refusals at ${url}`);
  return result;
}

async function collectAnswers(url: string, workloads: readonly Workload[]) {
  const entries: [string, Record<string, string>, string][] = [];
  for (const path of new Set(workloads.flatMap(({ paths }) => paths))) {
    const response = await fetch(new URL(path, url), { headers: { 'Accept-Encoding': 'identity' } });
    const headers = Object.fromEntries(response.headers);
    for (const name of ['date', 'connection', 'keep-alive']) delete headers[name];
    entries.push([path, headers, Buffer.from(await response.arrayBuffer()).toString('base64')]);
  }
  return entries;
}

function start(commandLine: readonly string[]): Promise<RunningServer> {
  const child = spawn(process.execPath, commandLine, { cwd: fromRoot('.'), stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      reject(new Error(`the server ended with ${String(code)}`));
    });
    child.stdout.on('data', (chunk: Buffer) => {
      const url = /at (http:\S+)/.exec(chunk.toString())?.[1];
      if (url !== undefined) resolve({ child, url });
    });
  });
}
