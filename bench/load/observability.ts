import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import autocannon from 'autocannon';

import { measureBuild } from '../measure-build.ts';
import { fromRoot, serveCommandLine } from '../paths.ts';
import { median } from '../statistics.ts';

/*
 * `npm run bench:observability`: what the access log and the metrics cost. Two servers over the same sample, one with both
 * and one with neither, are measured in turns under 100 connections. The ratios are those of rounds measured one right after
 * the other, so that other load on the machine affects both. `-- --rounds N`, `-- --seconds N`, and `-- --site DIR`.
 */
const connections = 100;
const clockTicksPerSecond = 100;
const pages = 20;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '3' },
    site: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const duration = Number(values.seconds);

interface Server {
  readonly child: ChildProcess;
  readonly url: URL;
}

interface Round {
  readonly requestsPerSecond: number;
  /** User and system time of the server process for each request. */
  readonly processorMicroseconds: number;
}

const folder = mkdtempSync(join(tmpdir(), 'coastwatch-observability-'));
try {
  const site = values.site ?? join(folder, 'site');
  if (values.site === undefined) {
    const url = 'https://data.example.org/';
    measureBuild(['--sample', '--out', site, '--target', 'compute', '--base-url', url, '--no-exports']);
  }
  const on = await start(['--dir', site, '--log-file', join(folder, 'access.log'), '--metrics-port', '0']);
  const off = await start(['--dir', site, '--access-log', 'off', '--log-level', 'warn']);
  try {
    await report('pages', pagePaths(), on, off);
    await report('identifiers', await recordPaths(off.url), on, off);
  } finally {
    on.child.kill();
    off.child.kill();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function report(title: string, paths: readonly string[], on: Server, off: Server): Promise<void> {
  const pairs: { readonly on: Round; readonly off: Round }[] = [];
  for (const server of [on, off]) await measure(server, paths); // fills the caches
  for (let round = 0; round < rounds; round++) {
    // Each is measured first in every other round.
    if (round % 2 === 0) pairs.push({ on: await measure(on, paths), off: await measure(off, paths) });
    else {
      const first = await measure(off, paths);
      pairs.push({ on: await measure(on, paths), off: first });
    }
  }
  const medianOf = (value: (pair: (typeof pairs)[number]) => number): number => median(pairs.map(value));
  const perSecond = (which: 'on' | 'off'): string => medianOf((pair) => pair[which].requestsPerSecond).toFixed(0);
  const microseconds = (which: 'on' | 'off'): string =>
    medianOf((pair) => pair[which].processorMicroseconds).toFixed(1);
  const ratio = medianOf((pair) => pair.on.requestsPerSecond / pair.off.requestsPerSecond);
  const processorRatio = medianOf((pair) => pair.off.processorMicroseconds / pair.on.processorMicroseconds);
  process.stdout.write(
    `${title}, ${connections} connections, medians of ${rounds} rounds of ${duration} s: ` +
      `${perSecond('on')} requests a second with logs and metrics, ${perSecond('off')} without, ratio ${ratio.toFixed(3)}; ` +
      `processor time for a request ${microseconds('on')} and ${microseconds('off')} µs, ratio ${processorRatio.toFixed(3)}\n`,
  );
}

async function measure({ child, url }: Server, paths: readonly string[]): Promise<Round> {
  const before = processorSeconds(child);
  const requests = paths.map((path) => ({ path }));
  const result = await autocannon({ url: url.origin, connections, duration, requests });
  if (result.errors > 0 || result.non2xx > 0) throw new Error(`${result.errors} errors, ${result.non2xx} refusals`);
  return {
    requestsPerSecond: result.requests.average,
    processorMicroseconds: ((processorSeconds(child) - before) * 1e6) / result.requests.total,
  };
}

/** From `/proc`, on Linux: fields 14 and 15 after the name of the program. */
function processorSeconds({ pid = 0 }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / clockTicksPerSecond;
}

function pagePaths(): string[] {
  return Array.from({ length: pages }, (_, index) => `/webapi/v1/RawData?pageNumber=${index + 1}`);
}

async function recordPaths(url: URL): Promise<string[]> {
  const response = await fetch(new URL(`webapi/v1/RawData?pageNumber=1&pageSize=${pages}`, url));
  const { PagedItems } = (await response.json()) as { PagedItems: readonly { readonly RawDataId: number }[] };
  return PagedItems.map(({ RawDataId }) => `/webapi/v1/RawData/${RawDataId}`);
}

function start(options: readonly string[]): Promise<Server> {
  const child = spawn(process.execPath, [...serveCommandLine(), '--port', '0', ...options], {
    cwd: fromRoot('.'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      reject(new Error(`the server ended with ${String(code)}: npm run build:programs compiles it`));
    });
    child.stdout.on('data', (chunk: Buffer) => {
      const url = /at (http:\S+)/.exec(chunk.toString())?.[1];
      if (url !== undefined) resolve({ child, url: new URL(url) });
    });
  });
}
