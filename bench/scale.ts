import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { handleRequest } from '../core/api/handle-request.ts';
import { coastalFeatures, rawData, type RawDataRecord } from '../core/datasets/datasets.ts';
import { readColumns } from '../core/storage/reader/stored-columns.ts';
import { openDataset } from '../core/storage/reader/stored-dataset.ts';
import { DatasetReader } from '../core/storage/snapshot/dataset-reader.ts';
import type { Store } from '../core/storage/snapshot/store.ts';
import {
  buildSite,
  formatMegabytes,
  inTemporaryFolder,
  load,
  median,
  pickLocations,
  requestKinds,
  startHost,
  write,
  writeRow,
} from './harness.ts';

/*
 * How cost grows with the number of records. `npm run bench:scale` builds sites of several sizes and measures what a
 * client with an empty cache reads, and how the Node host handles mixed requests over 200 connections. `npm run
 * bench:search` measures only the client. `-- --sizes 17330,1000000` selects other sizes.
 */

const { values } = parseArgs({
  options: { sizes: { type: 'string', default: '17330,100000,1000000' }, search: { type: 'boolean', default: false } },
});
const locations = 200;

await inTemporaryFolder(async (folder) => {
  for (const size of values.sizes.split(',').map(Number)) {
    const { directory, buildSeconds, peakMemoryInBytes } = await buildSite(folder, size);
    write(
      `${size.toLocaleString('en')} records: built in ${buildSeconds.toFixed(1)} s, ` +
        `peak memory ${formatMegabytes(peakMemoryInBytes)}\n`,
    );
    const records = await pickLocations(directory, locations);
    await measureColdClients(directory, records);
    if (!values.search) await measureHost(directory, records);
  }
});

/** Measures what a client with an empty cache fetches for one request, from the manifest on. */
async function measureColdClients(site: string, records: readonly RawDataRecord[]): Promise<void> {
  writeRow(['a client with an empty cache requests', `median of ${locations} locations`, 'maximum']);
  writeRow(['---', '---', '---']);
  const search = ({ LocationX, LocationY }: RawDataRecord): string => `?latitude=${LocationY}&longitude=${LocationX}`;
  const kinds: [title: string, query: (record: RawDataRecord) => string][] = [
    ['(a) 10 km, complete', search],
    ['(b) 10 km, page 1 of 10', (record) => `${search(record)}&pageNumber=1`],
    ['(c) nearest', (record) => `${search(record)}&searchStyle=Nearest`],
    ['(d) list, page 1', () => '?pageNumber=1'],
    ['(e) one identifier', ({ RawDataId }) => `/${RawDataId}`],
  ];
  const describe = (bytes: number, requests: number): string => `${(bytes / 1000).toFixed(1)} KB in ${requests}`;
  for (const [title, query] of kinds) {
    const costs = [];
    for (const record of records) {
      const { store, cost } = countingStore(site);
      const request = new Request(`http://localhost/webapi/v1/RawData${query(record)}`);
      const response = await handleRequest(request, { reader: new DatasetReader(store), basePath: '/' });
      if (response?.status !== 200) throw new Error(`${request.url} returned status ${response?.status}`);
      await response.arrayBuffer();
      costs.push(cost);
    }
    const [bytes, requests] = [costs.map((cost) => cost.bytes), costs.map((cost) => cost.requests)];
    writeRow([title, describe(median(bytes), median(requests)), describe(Math.max(...bytes), Math.max(...requests))]);
  }
  const { store, cost } = countingStore(site);
  const snapshot = await new DatasetReader(store).openSnapshot();
  for (const dataset of [coastalFeatures, rawData]) await readColumns(openDataset(snapshot, dataset));
  writeRow(['(f) columns: everything that the explorer loads', describe(cost.bytes, cost.requests), '']);
  write();
}

/** A store that counts requests and bytes as a host sends them: whole files compressed, parts of files not. */
function countingStore(site: string): { readonly store: Store; readonly cost: { bytes: number; requests: number } } {
  const cost = { bytes: 0, requests: 0 };
  const store: Store = {
    read(path) {
      const file = join(site, path);
      cost.bytes += statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
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

/** Measures response times and memory of the Node host. */
async function measureHost(site: string, records: readonly RawDataRecord[]): Promise<void> {
  const { child, url } = await startHost(site);
  const peakMemory = (): string => {
    const [, kibibytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
    return formatMegabytes(Number(kibibytes) * 1024);
  };
  try {
    const paths = records.flatMap((record) => requestKinds.map(([, pathOf]) => pathOf(record)));
    await load(url, paths, { seconds: 30, connections: 200 }); // fills the caches
    const { requests, latency, statusCodeStats } = await load(url, paths, { seconds: 30, connections: 200 });
    const statuses = Object.entries(statusCodeStats ?? {}).map(([status, { count }]) => `${count} x ${status}`);
    write(
      `The Node host, mixed requests over 200 connections: ${requests.average.toFixed(0)} per second, median ` +
        `${latency.p50} ms, 99 % within ${latency.p99} ms; ${statuses.join(', ')}; peak memory ${peakMemory()}`,
    );
    for (const query of ['', '?sortOrder=asc']) {
      const [response] = (await once(get(`${url.href}webapi/v1/RawData${query}`), 'response')) as [IncomingMessage];
      await once(response.resume(), 'end');
    }
    write(`After the complete array in both directions: peak memory ${peakMemory()}\n`);
  } finally {
    child.kill();
  }
}
