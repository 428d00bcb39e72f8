import autocannon from 'autocannon';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { type SeededRandom, seededRandom } from '../../../build-data/sample/seeded-random.ts';
import type { RecordTable } from '../../../build-data/write/record-table.ts';
import type { Position } from '../../../core/geo/wgs84.ts';
import { benchInputs, fromRoot, publishedFiles, publishedSize, readTables, serveCommandLine } from '../../inputs.ts';
import { measureBuild, median, type RunningServer, startServer } from '../../measure.ts';
import { distinctPositions, queryCentres, trueResult } from '../true-result.ts';

/*
 * `npm run bench:servers` compares the Node host with servers that send the same bodies from a database. No server
 * caches responses, and every request has a new random centre, page or identifier. Options: `-- --sizes 17330,1000000`,
 * `-- --seconds N` and `-- --rounds N`.
 */

interface Workload {
  readonly title: string;
  request(random: SeededRandom): RequestUnderTest;
}

interface RequestUnderTest {
  /** Relative to `webapi/v1/`. */
  readonly path: string;
  /**
   * Whether a response has the right records in the right order and, if it is a page, the right total. This is slow,
   * because it is computed without an index.
   */
  isRight(identifiers: readonly number[], total: number | undefined): boolean;
}

interface Measurement {
  /** One rate for each round. */
  readonly perSecond: number[];
  /** One time for each round. */
  readonly p99InMilliseconds: number[];
  wrong: number;
}

const connections = 16;
const checkedRequests = 40;
const pageSize = 10;

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: `${publishedSize},1000000` },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
  },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const write = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

for (const size of values.sizes.split(',').map(Number)) await compareServers(size);

async function compareServers(size: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'coastwatch-servers-'));
  const servers = new Map<string, RunningServer>();
  try {
    const { title, records } = await readTables(size);
    const inputs =
      size === publishedSize && publishedFiles() ? benchInputs().commandLine : ['--sample', '--records', String(size)];
    measureBuild([...inputs, '--out', join(folder, 'site'), '--target', 'compute', '--no-exports']);
    const host = [...serveCommandLine(), '--dir', join(folder, 'site'), '--port', '0', '--log-level', 'warn'];
    servers.set('**Coastwatch**', await startServer([...host, '--answer-memory', '0']));
    for (const peer of ['postgis', 'sqlite']) {
      const server = await startPeer(peer, size);
      if (server) servers.set(`Fastify, ${server.title}`, server);
    }
    write(`${title}; ${connections} connections, medians of ${rounds} rounds of ${seconds} s:`);
    write('');
    write(`| request | ${[...servers.keys()].join(' | ')} | ratio to the best peer |`);
    write(`|---|${'---|'.repeat(servers.size)}---|`);
    for (const workload of createWorkloads(records)) {
      const measurements = await measure([...servers.values()], workload);
      write(`| ${workload.title} | ${measurements.map(describe).join(' | ')} | ${ratioToBest(measurements)} |`);
    }
    write('');
  } finally {
    for (const { child } of servers.values()) child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Undefined if the server does not start, for example because the peer is not installed. Its messages say why. */
async function startPeer(
  peer: string,
  size: number,
): Promise<(RunningServer & { readonly title: string }) | undefined> {
  try {
    return await startServer(['--import', 'tsx', fromRoot('bench/peers/http/serve-peer.ts'), peer, String(size)]);
  } catch {
    return undefined;
  }
}

function createWorkloads(records: RecordTable): readonly Workload[] {
  const indexes = Uint32Array.from({ length: records.size }, (_, index) => index);
  const locations = distinctPositions({
    longitudes: Float64Array.from(indexes, (index) => records.longitude(index, 0)),
    latitudes: Float64Array.from(indexes, (index) => records.latitude(index, 0)),
  });
  const places = queryCentres(locations, 1000);
  const randomCentre = (random: SeededRandom): Position => {
    const { longitude, latitude } = random.pick(places);
    return { longitude: longitude + random.unit() / 1000, latitude: latitude + random.unit() / 1000 };
  };
  const identifiers = (found: Iterable<number>): number[] => Array.from(found, (index) => records.identifier(index));
  const isSame = (one: readonly number[], other: readonly number[]): boolean => one.join() === other.join();
  const within = (centre: Position, rangeInMetres: number): number[] =>
    identifiers(trueResult(locations, centre, rangeInMetres).within.toSorted((a, b) => a - b));
  const search = ({ longitude, latitude }: Position): string => `RawData?latitude=${latitude}&longitude=${longitude}`;
  const pages = Math.floor(records.size / pageSize);
  return [
    {
      title: 'list, page of 10',
      request: (random) => {
        const page = random.integer(1, pages);
        const expected = indexes.subarray((page - 1) * pageSize, page * pageSize);
        return {
          path: `RawData?pageNumber=${page}&pageSize=${pageSize}`,
          isRight: (received, total) => isSame(received, identifiers(expected)) && total === records.size,
        };
      },
    },
    {
      title: 'identifier',
      request: (random) => {
        const identifier = records.identifier(random.integer(0, records.size - 1));
        return { path: `RawData/${identifier}`, isRight: (received) => isSame(received, [identifier]) };
      },
    },
    {
      title: '10 km, page of 10',
      request: (random) => {
        const centre = randomCentre(random);
        return {
          path: `${search(centre)}&rangeInM=10000&searchStyle=InRadius&pageNumber=1&pageSize=${pageSize}`,
          isRight: (received, total) => {
            const all = within(centre, 10_000);
            return isSame(received, all.slice(0, pageSize)) && total === (all.length > 0 ? all.length : undefined);
          },
        };
      },
    },
    {
      title: '2 km, complete',
      request: (random) => {
        const centre = randomCentre(random);
        return {
          path: `${search(centre)}&rangeInM=2000&searchStyle=InRadius`,
          isRight: (received) => isSame(received, within(centre, 2000)),
        };
      },
    },
    {
      title: 'nearest',
      request: (random) => {
        const centre = randomCentre(random);
        return {
          path: `${search(centre)}&searchStyle=Nearest`,
          isRight: (received) =>
            received.length === 1 && identifiers(trueResult(locations, centre, 0).nearest).includes(received[0]),
        };
      },
    },
  ];
}

/**
 * Loads the servers in turn in each round, so that other work on the machine affects all. All receive the same requests
 * in a round, because some results are a hundred times as long as others. Then checks responses.
 */
async function measure(servers: readonly RunningServer[], workload: Workload): Promise<readonly Measurement[]> {
  const measurements = servers.map((): Measurement => ({ perSecond: [], p99InMilliseconds: [], wrong: 0 }));
  for (let round = 0; round <= rounds; round++) {
    for (const [index, { url }] of servers.entries()) {
      const random = seededRandom(round, workload.title);
      const { requests, latency, errors, non2xx } = await load(url, () => workload.request(random).path, seconds);
      if (errors > 0) throw new Error(`${errors} errors from ${url.href} for ${workload.title}`);
      // The API returns 404 for a search that finds nothing; peers return an empty array.
      if (non2xx > requests.total / 2) throw new Error(`${non2xx} responses of ${url.href} do not have a 2xx status`);
      // The first round warms up the servers.
      if (round === 0) continue;
      measurements[index]?.perSecond.push(requests.average);
      measurements[index]?.p99InMilliseconds.push(latency.p99);
    }
  }
  const random = seededRandom(rounds + 1, workload.title);
  for (const { path, isRight } of Array.from({ length: checkedRequests }, () => workload.request(random))) {
    for (const [index, { url }] of servers.entries()) {
      const measurement = measurements[index];
      const { identifiers, total } = await requestRecords(url, path);
      if (measurement && !isRight(identifiers, total)) measurement.wrong++;
    }
  }
  return measurements;
}

function load(url: URL, nextPath: () => string, duration: number): Promise<autocannon.Result> {
  const setupRequest = (request: autocannon.Request): autocannon.Request => ({
    ...request,
    path: `/webapi/v1/${nextPath()}`,
  });
  return autocannon({ url: url.href, requests: [{ setupRequest }], connections, duration });
}

async function requestRecords(
  url: URL,
  path: string,
): Promise<{ readonly identifiers: readonly number[]; readonly total: number | undefined }> {
  const response = await fetch(new URL(`webapi/v1/${path}`, url));
  if (response.status === 404) return { identifiers: [], total: undefined };
  type Found = { readonly RawDataId: number };
  type FoundPage = { readonly MetaData: { readonly TotalItems: number }; readonly PagedItems: readonly Found[] };
  const body = (await response.json()) as Found | readonly Found[] | FoundPage;
  const items = 'PagedItems' in body ? body.PagedItems : [body].flat();
  const total = 'MetaData' in body ? body.MetaData.TotalItems : undefined;
  return { identifiers: items.map(({ RawDataId }) => RawDataId), total };
}

function describe({ perSecond, p99InMilliseconds, wrong }: Measurement): string {
  const rate = Math.round(median(perSecond)).toLocaleString('en');
  const isWrong = wrong === 0 ? '' : `, ${wrong} of ${checkedRequests} wrong`;
  return `${rate}/s, ${median(p99InMilliseconds)} ms${isWrong}`;
}

/** The median over the rounds of our throughput, divided by that of the fastest peer in the same round. */
function ratioToBest([ours, ...peers]: readonly Measurement[]): string {
  const ratios = (ours?.perSecond ?? []).map(
    (rate, round) => rate / Math.max(...peers.map(({ perSecond }) => perSecond[round])),
  );
  return median(ratios).toPrecision(2);
}
