/* Compares our searches with other ones: `npm ci --prefix bench/peers`, then this, with `--sizes 17330,100000` or so. */
import { rawData } from '../../core/datasets/raw-data.ts';
import { sizesAsked } from '../sizes.ts';
import { distinctPlaces } from './distinct-places.ts';
import type { ColdClient, CreateColdClient } from './flatgeobuf.ts';
import { measureColdReads, type ColdReads } from './measure-cold-reads.ts';
import { measurePeers, type PeerQueries } from './measure-peers.ts';
import { leftOut, openPeers } from './open-peers.ts';
import { querySet } from './query-set.ts';
import { readRawData, type BenchRecords } from './read-raw-data.ts';
import { coldTable, searchTable } from './search-table.ts';
import { trueAnswer } from './truth.ts';

const queryCount = 200;
const rangeInMetres = 10_000;

for (const size of sizesAsked()) await measureSize(size);

async function measureSize(size: number): Promise<void> {
  const source = await readRawData(size);
  const places = distinctPlaces(source.positions);
  const centres = querySet(places, queryCount);
  const truths = centres.map((centre) => trueAnswer(places, centre, rangeInMetres));
  const queries = { centres, truths, rangeInMetres };
  console.log(`\n## ${source.title} at ${places.records.length.toLocaleString('en')} places\n`);
  await printSearches(source, queries);
  await printColdReads(source, queries);
}

async function printSearches({ positions }: BenchRecords, queries: PeerQueries): Promise<void> {
  const opened = await openPeers(positions);
  try {
    const measurements = await measurePeers(positions.longitudes.length, opened.peers, queries);
    console.log([searchTable(measurements, rangeInMetres), '', ...opened.absent].join('\n'));
  } finally {
    await opened.close();
  }
}

async function printColdReads({ records, positions }: BenchRecords, queries: PeerQueries): Promise<void> {
  const identifiers = records.map(({ RawDataId }) => RawDataId);
  const { identifierField } = rawData;
  const reads: ColdReads[] = [];
  for (const form of ['plain', 'compressed'] as const) {
    const client = await createClient({ dataset: rawData, records, positions }, form);
    if (client === undefined) return;
    try {
      reads.push(await measureColdReads(client, queries, { identifiers, identifierField }));
    } finally {
      await client.close();
    }
  }
  console.log(`${coldTable(reads, rangeInMetres)}\n`);
}

async function createClient(...source: Parameters<CreateColdClient>): Promise<ColdClient | undefined> {
  const module = await import('./flatgeobuf.ts').catch((error: unknown) => {
    console.log(leftOut('FlatGeobuf', error));
  });
  return module?.createFlatGeobufClient(...source);
}
