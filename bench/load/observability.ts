import autocannon from 'autocannon';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { serveCommandLine } from '../inputs.ts';
import { measureBuild, median, type RunningServer, startServer } from '../measure.ts';

/*
 * `npm run bench:observability` measures the cost of the access log and the metrics. Two servers of the same sample
 * data, one with both and one with neither, handle requests over 100 connections in alternating turns of a fraction of
 * a second, because the speed of a shared machine changes from second to second. The ratio compares adjacent turns.
 * Several pairs of servers are started, because processes of the same program can differ permanently.
 * Options: `-- --pairs N`, `-- --turns N`, and `-- --site DIR` for an existing site.
 */
const connections = 100;
const pages = 20;

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '6' },
    turns: { type: 'string', default: '20' },
    site: { type: 'string' },
  },
});
const pairsOfServers = Number(values.pairs);
const turns = Number(values.turns);
const requestsPerTurn = 6000;

interface Turn {
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
  const off = ['--dir', site, '--access-log', 'off', '--log-level', 'warn'];
  const on = ['--dir', site, '--log-file', join(folder, 'access.log'), '--metrics-port', '0'];
  await report('pages', () => Promise.resolve(pagePaths()), on, off);
  await report('identifiers', recordPaths, on, off);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function report(
  title: string,
  findPaths: (url: URL) => Promise<string[]>,
  on: readonly string[],
  off: readonly string[],
): Promise<void> {
  const pairs: { readonly on: Turn; readonly off: Turn }[] = [];
  for (let pair = 0; pair < pairsOfServers; pair++) {
    const servers = {
      on: await startServer([...serveCommandLine(), '--port', '0', ...on]),
      off: await startServer([...serveCommandLine(), '--port', '0', ...off]),
    };
    try {
      const paths = await findPaths(servers.on.url);
      // Warm-up: fills the caches, and lets the compiler optimize.
      for (let turn = 0; turn < 3; turn++) {
        for (const server of Object.values(servers)) await measure(server, paths);
      }
      for (let turn = 0; turn < turns; turn++) {
        const first = turn % 2 === 0 ? 'on' : 'off';
        const second = first === 'on' ? 'off' : 'on';
        const firstTurn = await measure(servers[first], paths);
        const secondTurn = await measure(servers[second], paths);
        pairs.push(first === 'on' ? { on: firstTurn, off: secondTurn } : { on: secondTurn, off: firstTurn });
      }
    } finally {
      for (const { child } of Object.values(servers)) child.kill();
    }
  }
  const medianOver = (value: (pair: (typeof pairs)[number]) => number): number => median(pairs.map(value));
  const perSecond = (server: 'on' | 'off'): string => medianOver((pair) => pair[server].requestsPerSecond).toFixed(0);
  const microseconds = (server: 'on' | 'off'): string =>
    medianOver((pair) => pair[server].processorMicroseconds).toFixed(1);
  const ratio = medianOver((pair) => pair.on.requestsPerSecond / pair.off.requestsPerSecond);
  const processorRatio = medianOver((pair) => pair.off.processorMicroseconds / pair.on.processorMicroseconds);
  process.stdout.write(
    `${title}, ${connections} connections, medians of ${pairs.length} pairs of turns: ` +
      `${perSecond('on')} requests a second with logs and metrics, ${perSecond('off')} without, ratio ${ratio.toFixed(3)}; ` +
      `processor time for a request ${microseconds('on')} and ${microseconds('off')} µs, ratio ${processorRatio.toFixed(3)}\n`,
  );
}

async function measure({ child, url }: RunningServer, paths: readonly string[]): Promise<Turn> {
  const before = processorSeconds(child);
  const requests = paths.map((path) => ({ path }));
  const startTime = performance.now();
  const result = await autocannon({ url: url.origin, connections, amount: requestsPerTurn, sampleInt: 20, requests });
  const seconds = (performance.now() - startTime) / 1000;
  if (result.errors > 0 || result.non2xx > 0)
    throw new Error(`${result.errors} errors, ${result.non2xx} responses without status 2xx`);
  return {
    requestsPerSecond: result.requests.total / seconds,
    processorMicroseconds: ((processorSeconds(child) - before) * 1e6) / result.requests.total,
  };
}

/** The processor time of all threads of a process, from `/proc`. Linux only. */
function processorSeconds({ pid = 0 }: ChildProcess): number {
  let nanoseconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    nanoseconds += parseInt(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'), 10);
  }
  return nanoseconds / 1e9;
}

function pagePaths(): string[] {
  return Array.from({ length: pages }, (_, index) => `/webapi/v1/RawData?pageNumber=${index + 1}`);
}

async function recordPaths(url: URL): Promise<string[]> {
  const response = await fetch(new URL(`webapi/v1/RawData?pageNumber=1&pageSize=${pages}`, url));
  const { PagedItems } = (await response.json()) as { PagedItems: readonly { readonly RawDataId: number }[] };
  return PagedItems.map(({ RawDataId }) => `/webapi/v1/RawData/${RawDataId}`);
}
