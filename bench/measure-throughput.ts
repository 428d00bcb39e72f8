import { spawn, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import autocannon from 'autocannon';

import { fromRoot, serveCommandLine } from './paths.ts';
import { median } from './statistics.ts';

export interface Workload {
  readonly title: string;
  readonly paths: readonly string[];
}

export interface ThroughputMeasurement {
  readonly title: string;
  readonly meanBytes: number;
  /** Requests in a second, medians over the rounds: every answer made anew, answers remembered, the bare server. */
  readonly anew: number;
  readonly ours: number;
  readonly bare: number;
  /** To the bare server, medians of the ratios of rounds measured one right after the other. */
  readonly ratioAnew: number;
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
  const host = [...serveCommandLine(), '--dir', site, '--port', '0', '--log-level', 'warn'];
  const anew = await start([...host, '--answer-memory', '0']);
  const ours = await start(host);
  const file = join(scratchFolder, 'answers.json');
  writeFileSync(file, JSON.stringify(await collectAnswers(ours.url, workloads)));
  const bare = await start(['--import', 'tsx', fromRoot('bench/bare-server.ts'), file]);
  try {
    const measurements: ThroughputMeasurement[] = [];
    const urls = { anew: anew.url, ours: ours.url, bare: bare.url };
    for (const workload of workloads) measurements.push(await measureWorkload(urls, workload));
    return measurements;
  } finally {
    anew.child.kill();
    ours.child.kill();
    bare.child.kill();
  }
}

type Contender = 'anew' | 'ours' | 'bare';

async function measureWorkload(
  urls: Readonly<Record<Contender, string>>,
  { title, paths }: Workload,
): Promise<ThroughputMeasurement> {
  const loadAll = async (): Promise<Record<Contender, autocannon.Result>> => ({
    anew: await load(urls.anew, paths),
    ours: await load(urls.ours, paths),
    bare: await load(urls.bare, paths),
  });
  await loadAll(); // what is read from disk once is not what is measured
  const results: Record<Contender, autocannon.Result>[] = [];
  for (let round = 0; round < rounds; round++) results.push(await loadAll());
  const perSecond = (contender: Contender): number =>
    median(results.map((result) => result[contender].requests.average));
  const ratioOf = (contender: Contender): number =>
    median(results.map((result) => result[contender].requests.average / result.bare.requests.average));
  const last = results.at(-1)?.ours;
  return {
    title,
    meanBytes: last ? last.throughput.total / last.requests.total : 0,
    anew: perSecond('anew'),
    ours: perSecond('ours'),
    bare: perSecond('bare'),
    ratioAnew: ratioOf('anew'),
    ratio: ratioOf('ours'),
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
