import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import autocannon from 'autocannon';

import { fromRoot, serveCommandLine } from '../inputs.ts';
import { measureBuild } from '../measure-build.ts';
import { type KnownSite, mixedRequests, readSlowly, type SlowReading } from './clients.ts';

/*
 * `npm run bench:load`: the Node host under 200 connections for a minute with mixed requests over 1,000,000 sample
 * records, and readers of the complete array that are slow or have stopped: errors, times, and what becomes of its
 * memory. `-- --records N`, `-- --seconds N`, and `-- --site DIR` for a site that is built already.
 */

interface MemorySample {
  readonly atSeconds: number;
  readonly residentBytes: number;
}

/** Samples the resident memory of a process twice a second, from /proc. Linux only. */
class MemoryWatch {
  readonly samples: MemorySample[] = [];
  readonly #pid: number;
  readonly #began = performance.now();
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(pid: number) {
    this.#pid = pid;
    this.#take();
    this.#timer = setInterval(() => {
      this.#take();
    }, 500);
  }

  /** Ends the watching. Returns the largest size seen, in bytes. */
  end(): number {
    clearInterval(this.#timer);
    this.#take();
    return Math.max(...this.samples.map(({ residentBytes }) => residentBytes));
  }

  /** The mean over a stretch of time since the start, in bytes. */
  mean(fromSeconds: number, toSeconds: number): number {
    const some = this.samples.filter(({ atSeconds }) => atSeconds >= fromSeconds && atSeconds < toSeconds);
    return some.reduce((sum, { residentBytes }) => sum + residentBytes, 0) / some.length;
  }

  #take(): void {
    const kibibytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${this.#pid}/status`, 'utf8'))?.[1];
    this.samples.push({
      atSeconds: (performance.now() - this.#began) / 1000,
      residentBytes: Number(kibibytes) * 1024,
    });
  }
}

const connections = 200;
const write = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const inMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '60' },
    site: { type: 'string' },
  },
});
const records = Number(values.records);
const seconds = Number(values.seconds);

if (values.site !== undefined) await measure(values.site);
else {
  const folder = mkdtempSync(join(tmpdir(), 'coastwatch-load-'));
  try {
    const site = join(folder, 'site');
    measureBuild([
      ...['--sample', '--records', String(records), '--out', site, '--target', 'compute'],
      ...['--base-url', 'https://data.example.org/', '--no-exports'],
    ]);
    await measure(site);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(site: string): Promise<void> {
  const { child, address } = await start(site);
  try {
    await measureMixed(child, address);
    const half = { readers: 100, seconds: Math.min(30, seconds) };
    await measureSlow(child, address, { ...half, encoding: 'identity', bytesPerSecond: 16_384 });
    await measureSlow(child, address, { ...half, encoding: 'br', bytesPerSecond: 16_384 });
    await measureSlow(child, address, { ...half, encoding: 'br', bytesPerSecond: 0 });
  } finally {
    child.kill();
  }
}

async function measureMixed(child: ChildProcess, address: URL): Promise<void> {
  const site = await knowSite(address);
  const requests = mixedRequests(3000, site);
  const watch = new MemoryWatch(child.pid ?? 0);
  const result = await autocannon({ url: address.origin, connections, duration: seconds, timeout: 30, requests });
  const largest = watch.end();
  const statuses = Object.entries(result.statusCodeStats ?? {})
    .map(([status, { count }]) => `${count} x ${status}`)
    .join(', ');
  const third = seconds / 3;
  write(`Mixed requests, ${connections} connections, ${seconds} s, ${site.records.toLocaleString('en')} records`);
  write(`  answers: ${statuses}; errors ${result.errors}, of them timeouts ${result.timeouts}`);
  write(`  ${result.requests.average.toFixed(0)} a second, ${inMegabytes(result.throughput.average)} a second`);
  const { p50, p97_5: p97, p99, max } = result.latency;
  write(`  milliseconds: median ${p50}, 97.5 % ${p97}, 99 % ${p99}, longest ${max}`);
  const means = [0, 1, 2].map((part) => inMegabytes(watch.mean(part * third, (part + 1) * third)));
  write(`  memory: mean of each third of the time ${means.join(', ')}; largest ${inMegabytes(largest)}`);
}

/** What of a site the requests are made from. */
async function knowSite(address: URL): Promise<KnownSite> {
  interface Page {
    readonly MetaData: { readonly TotalItems: number };
    readonly PagedItems: readonly Readonly<Record<string, number>>[];
  }
  const read = async (path: string): Promise<Page> => (await (await fetch(new URL(path, address))).json()) as Page;
  const records = await read('webapi/v1/RawData?pageNumber=2&pageSize=500');
  const features = await read('webapi/v1/CoastalFeatures?pageNumber=1&pageSize=500');
  return {
    records: records.MetaData.TotalItems,
    identifiers: records.PagedItems.map(({ RawDataId = 0 }) => RawDataId),
    centres: features.PagedItems.map((feature) => ({
      longitude: feature['CoastalFeatureInshoreLongitude'] ?? 0,
      latitude: feature['CoastalFeatureInshoreLatitude'] ?? 0,
    })),
  };
}

async function measureSlow(child: ChildProcess, address: URL, reading: SlowReading): Promise<void> {
  await pause(2000);
  const watch = new MemoryWatch(child.pid ?? 0);
  const before = watch.samples[0]?.residentBytes ?? 0;
  const { bytesRead, ended } = await readSlowly(address, reading);
  const largest = watch.end();
  const third = reading.seconds / 3;
  const speed = reading.bytesPerSecond === 0 ? 'that have stopped' : `at ${reading.bytesPerSecond / 1024} KiB a second`;
  write(`${reading.readers} readers of the complete array (${reading.encoding}) ${speed}, ${reading.seconds} s`);
  write(`  read ${inMegabytes(bytesRead)}; ${ended} were ended by the host`);
  const means = [1, 2].map((part) => inMegabytes(watch.mean(part * third, (part + 1) * third)));
  write(
    `  memory: before ${inMegabytes(before)}, mean of the second and third third ${means.join(', ')}; largest ${inMegabytes(largest)}`,
  );
  const began = performance.now();
  const answer = await fetch(new URL('webapi/v1/RawData?pageNumber=1', address));
  await answer.arrayBuffer();
  write(`  a page right after: ${answer.status} in ${(performance.now() - began).toFixed(0)} ms`);
}

/** Started as `npm run serve` starts it. */
async function start(site: string): Promise<{ child: ChildProcess; address: URL }> {
  const child = spawn(process.execPath, [...serveCommandLine(), '--dir', site, '--port', '0'], {
    cwd: fromRoot('.'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise<URL>((resolve, reject) => {
    child.once('exit', (code) => {
      reject(new Error(`the host ended with ${String(code)}`));
    });
    child.stdout.on('data', (chunk: Buffer) => {
      const [, found] = /at (http:\S+)/.exec(chunk.toString()) ?? [];
      if (found !== undefined) resolve(new URL(found));
    });
  });
  return { child, address };
}
