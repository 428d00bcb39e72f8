import autocannon from 'autocannon';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { seededRandom } from '../../build-data/sample/seeded-random.ts';
import { serveCommandLine } from '../inputs.ts';
import { measureBuild, startServer } from '../measure.ts';

/*
 * `npm run bench:load` sends mixed requests to the Node host for a minute, over 200 connections and with 1,000,000
 * sample records, after the same requests have filled its caches. Complete results are requested over separate
 * connections, and timed separately. Then clients read the complete array slowly or not at all. The benchmark measures
 * errors, times and memory. Options: `-- --records N`, `-- --seconds N`, `-- --warm-up N` for the seconds of requests
 * before the measurement, and `-- --site DIR` for an existing site.
 */

interface MixedRequest {
  readonly method: 'GET';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface SiteContents {
  readonly records: number;
  /** Identifiers of existing records. */
  readonly identifiers: readonly number[];
  /** Centres of searches on the coast. */
  readonly centres: readonly { readonly longitude: number; readonly latitude: number }[];
}

/**
 * Makes random requests: `complete` are for complete results of searches, and `others` for pages, records, files and
 * errors. Expensive requests are more frequent than those of real clients.
 */
function createMixedRequests(
  count: number,
  { records, identifiers, centres }: SiteContents,
): { readonly complete: MixedRequest[]; readonly others: MixedRequest[] } {
  const random = seededRandom(8, 'mixed requests');
  const randomBelow = (limit: number): number => Math.floor(random.unit() * limit);
  const centre = (): string => {
    const { longitude, latitude } = centres[randomBelow(centres.length)];
    return `latitude=${latitude.toFixed(4)}&longitude=${(longitude + random.unit() / 100).toFixed(4)}`;
  };
  const completeKinds: readonly (() => string)[] = [
    () => `webapi/v1/RawData?${centre()}&rangeInM=2000&searchStyle=InRadius`,
    () => `webapi/v1/CoastalFeatures?${centre()}&rangeInM=20000&searchStyle=InRadius`,
  ];
  const otherKinds: readonly (() => string)[] = [
    () => `webapi/v1/RawData?pageNumber=${1 + randomBelow(records / 10)}`,
    () => `webapi/v1/RawData?pageNumber=${1 + randomBelow(records / 1000)}&pageSize=1000`,
    () => `webapi/v1/RawData/${identifiers[randomBelow(identifiers.length)]}`,
    () => `webapi/v1/RawData?${centre()}&rangeInM=10000&searchStyle=InRadius&pageNumber=1`,
    () => `webapi/v1/RawData?${centre()}&searchStyle=Nearest`,
    () => 'webapi/v1/CoastalFeatures?pageNumber=2&pageSize=100',
    () => `webapi/v1/RawData/${-1 - randomBelow(1000)}`,
    () => `webapi/v1/RawData?pageNumber=${'x'.repeat(1 + randomBelow(20))}`,
    () => 'data/manifest.json',
    () => '',
  ];
  const encodings = ['br', 'gzip', 'identity', 'br, gzip'];
  const create = (kinds: readonly (() => string)[]): MixedRequest[] =>
    Array.from({ length: count }, () => ({
      method: 'GET',
      path: `/${kinds[randomBelow(kinds.length)]()}`,
      headers: { 'accept-encoding': encodings[randomBelow(encodings.length)] },
    }));
  return { complete: create(completeKinds), others: create(otherKinds) };
}

interface SlowReading {
  readonly encoding: 'br' | 'identity';
  readonly readers: number;
  readonly seconds: number;
  /** How fast each reader reads; 0 for readers that read nothing. */
  readonly bytesPerSecond: number;
}

interface SlowReadingOutcome {
  readonly bytesRead: number;
  /** Connections that the server closed. */
  readonly ended: number;
}

const stepsPerSecond = 5;

/** Opens connections that request the complete array and read it slowly, or not at all. */
async function readSlowly(
  address: URL,
  { encoding, readers, seconds, bytesPerSecond }: SlowReading,
): Promise<SlowReadingOutcome> {
  let bytesRead = 0;
  let ended = 0;
  const sockets = Array.from({ length: readers }, (): Socket => {
    const socket = connect(Number(address.port), address.hostname);
    socket.on('error', () => undefined);
    socket.once('close', () => ended++);
    socket.write(`GET /webapi/v1/RawData HTTP/1.1\r\nHost: ${address.host}\r\nAccept-Encoding: ${encoding}\r\n\r\n`);
    return socket.pause();
  });
  for (let step = 0; step < seconds * stepsPerSecond; step++) {
    await pause(1000 / stepsPerSecond);
    if (bytesPerSecond === 0) continue;
    for (const socket of sockets) {
      for (let left = bytesPerSecond / stepsPerSecond; left > 0;) {
        const chunk = socket.read() as Buffer | null;
        if (!chunk) break;
        bytesRead += chunk.length;
        left -= chunk.length;
      }
    }
  }
  const endedByServer = ended;
  for (const socket of sockets) socket.destroy();
  return { bytesRead, ended: endedByServer };
}

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

  /** Stops sampling. Returns the largest size, in bytes. */
  end(): number {
    clearInterval(this.#timer);
    this.#take();
    return Math.max(...this.samples.map(({ residentBytes }) => residentBytes));
  }

  /** The mean between two times since the start, in bytes. */
  mean(fromSeconds: number, toSeconds: number): number {
    const selected = this.samples.filter(({ atSeconds }) => atSeconds >= fromSeconds && atSeconds < toSeconds);
    return selected.reduce((sum, { residentBytes }) => sum + residentBytes, 0) / selected.length;
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
/** How many of these connections request complete results: two of the twelve kinds of request. */
const completeConnections = 34;
const write = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const inMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '60' },
    'warm-up': { type: 'string', default: '120' },
    site: { type: 'string' },
  },
});
const records = Number(values.records);
const seconds = Number(values.seconds);
const warmUpSeconds = Number(values['warm-up']);

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
  const { child, url: address } = await startServer([...serveCommandLine(), '--dir', site, '--port', '0']);
  try {
    await measureMixed(child, address);
    const slowReaders = { readers: 100, seconds: Math.min(30, seconds) };
    await measureSlow(child, address, { ...slowReaders, encoding: 'identity', bytesPerSecond: 16_384 });
    await measureSlow(child, address, { ...slowReaders, encoding: 'br', bytesPerSecond: 16_384 });
    await measureSlow(child, address, { ...slowReaders, encoding: 'br', bytesPerSecond: 0 });
  } finally {
    child.kill();
  }
}

async function measureMixed(child: ChildProcess, address: URL): Promise<void> {
  const site = await readSite(address);
  const requests = createMixedRequests(3000, site);
  const send = async (duration: number): Promise<[complete: autocannon.Result, others: autocannon.Result]> => {
    const load = { url: address.origin, duration, timeout: 30 };
    return Promise.all([
      autocannon({ ...load, connections: completeConnections, requests: requests.complete }),
      autocannon({ ...load, connections: connections - completeConnections, requests: requests.others }),
    ]);
  };
  if (warmUpSeconds > 0) await send(warmUpSeconds);
  const watch = new MemoryWatch(Number(child.pid));
  const [complete, others] = await send(seconds);
  const largest = watch.end();
  const third = seconds / 3;
  write(`Mixed requests, ${connections} connections, ${seconds} s, ${site.records.toLocaleString('en')} records`);
  for (const [title, result] of [
    ['complete results', complete],
    ['all others', others],
  ] as const) {
    const statuses = Object.entries(result.statusCodeStats ?? {})
      .map(([status, { count }]) => `${count} x ${status}`)
      .join(', ');
    write(`  ${title}: ${statuses}; errors ${result.errors}, including ${result.timeouts} timeouts`);
    write(`    ${result.requests.average.toFixed(0)} per second, ${inMegabytes(result.throughput.average)} per second`);
    const { p50, p97_5: p97, p99, max } = result.latency;
    write(`    response time in ms: median ${p50}, 97.5 % ${p97}, 99 % ${p99}, longest ${max}`);
  }
  const means = [0, 1, 2].map((part) => inMegabytes(watch.mean(part * third, (part + 1) * third)));
  write(`  memory: mean in each third of the run ${means.join(', ')}; largest ${inMegabytes(largest)}`);
}

/** Reads the identifiers and centres for the requests from the site. */
async function readSite(address: URL): Promise<SiteContents> {
  interface Page {
    readonly MetaData: { readonly TotalItems: number };
    readonly PagedItems: readonly Readonly<Record<string, number>>[];
  }
  const read = async (path: string): Promise<Page> => (await (await fetch(new URL(path, address))).json()) as Page;
  const records = await read('webapi/v1/RawData?pageNumber=2&pageSize=500');
  const features = await read('webapi/v1/CoastalFeatures?pageNumber=1&pageSize=500');
  return {
    records: records.MetaData.TotalItems,
    identifiers: records.PagedItems.map(({ RawDataId }) => RawDataId),
    centres: features.PagedItems.map((feature) => ({
      longitude: feature['CoastalFeatureInshoreLongitude'],
      latitude: feature['CoastalFeatureInshoreLatitude'],
    })),
  };
}

async function measureSlow(child: ChildProcess, address: URL, reading: SlowReading): Promise<void> {
  await pause(2000);
  const watch = new MemoryWatch(Number(child.pid));
  const before = watch.samples[0].residentBytes;
  const { bytesRead, ended } = await readSlowly(address, reading);
  const largest = watch.end();
  const third = reading.seconds / 3;
  const speed =
    reading.bytesPerSecond === 0 ? 'that read nothing' : `at ${reading.bytesPerSecond / 1024} KiB per second`;
  write(`${reading.readers} readers of the complete array (${reading.encoding}) ${speed}, ${reading.seconds} s`);
  write(`  read ${inMegabytes(bytesRead)}; the host closed ${ended} connections`);
  const means = [1, 2].map((part) => inMegabytes(watch.mean(part * third, (part + 1) * third)));
  write(
    `  memory: before ${inMegabytes(before)}, mean in the last two thirds ${means.join(', ')}; largest ${inMegabytes(largest)}`,
  );
  const began = performance.now();
  const response = await fetch(new URL('webapi/v1/RawData?pageNumber=1', address));
  await response.arrayBuffer();
  write(`  a request for a page right after: ${response.status} in ${(performance.now() - began).toFixed(0)} ms`);
}
