import { readDataset } from '../../build-data/read/read-dataset.ts';
import { sampleRawData } from '../../build-data/sample/sample-inputs.ts';
import { IssueLog } from '../../build-data/validate/issues.ts';
import type { DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { rawData, type RawDataRecord } from '../../core/datasets/datasets.ts';
import { publishedFiles, publishedSize, requestedSizes } from '../inputs.ts';
import type { ColdClient, CreateColdClient } from './flatgeobuf.ts';
import {
  type ColdReads,
  measureColdReads,
  measurePeers,
  type PeerMeasurement,
  type PeerQueries,
  type SearchTimes,
} from './measure-peers.ts';
import { openPeers, skippedMessage } from './open-peers.ts';
import { distinctPositions, type Positions, queryCentres, trueResult } from './peer.ts';

/*
 * Compares our searches with other libraries. Run `npm ci --prefix bench/peers` first. `--sizes 17330,100000` sets the
 * numbers of records.
 */

/** The measurements of each peer as a Markdown table. Times are in milliseconds per query. */
function searchTable(measurements: readonly PeerMeasurement[], rangeInMetres: number): string {
  const range = `${rangeInMetres / 1000} km`;
  const headings = [
    'peer',
    'distance on',
    'index, MB',
    `${range}: median, ms`,
    '95 %, ms',
    'ratio to ours',
    'wrong sets',
    'nearest: median, ms',
    '95 %, ms',
    'ratio to ours',
    'wrong',
  ];
  const rows = measurements.map(({ peer, wrong, within, nearest }) => [
    peer.title,
    peer.distanceModel,
    peer.indexBytes === undefined ? '' : (peer.indexBytes / 1e6).toFixed(1),
    ...timeCells(within),
    `${wrong.wrongSets} of ${wrong.queries} (${wrong.missingRecords} records missing, ${wrong.surplusRecords} surplus)`,
    ...timeCells(nearest),
    `${wrong.wrongNearest} of ${wrong.queries}`,
  ]);
  return markdownTable(headings, rows, 2);
}

/** What complete results cost clients with an empty cache, as a Markdown table. */
function coldTable(reads: readonly ColdReads[], rangeInMetres: number): string {
  const headings = [
    `cold client, ${rangeInMetres / 1000} km`,
    'file, MB',
    'records: median',
    'requests: median',
    '95 %',
    'kB: median',
    '95 %',
    'ms: median',
    'wrong sets',
  ];
  const rows = reads.map((read) => [
    read.title,
    (read.fileBytes / 1e6).toFixed(1),
    read.medianMatches.toFixed(0),
    read.medianRequests.toFixed(0),
    read.p95Requests.toFixed(0),
    (read.medianBytes / 1000).toFixed(1),
    (read.p95Bytes / 1000).toFixed(1),
    read.medianMilliseconds.toFixed(1),
    `${read.wrongSets} of ${read.queries}`,
  ]);
  return markdownTable(headings, rows, 1);
}

function timeCells({ medianMilliseconds, p95Milliseconds, ratioToOurs, queries }: SearchTimes): string[] {
  const times = [medianMilliseconds, p95Milliseconds].map((time) => time.toPrecision(3));
  return [...times, `${ratioToOurs.toPrecision(3)} (${queries} queries)`];
}

/** The first `textColumns` columns contain text, the others numbers. */
function markdownTable(headings: readonly string[], rows: readonly (readonly string[])[], textColumns: number): string {
  const separator = headings.map((_, column) => (column < textColumns ? '---' : '---:'));
  return [headings, separator, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

interface BenchRecords {
  readonly title: string;
  readonly records: readonly RawDataRecord[];
  readonly positions: Positions;
}

/** Reads RawData of a given size: the published records if available and of this size, otherwise a sample. */
async function readRawData(size: number): Promise<BenchRecords> {
  const published = size === publishedSize ? await readPublished() : undefined;
  const records = published ?? [...sampleRawData({ seed: 1, rawDataRecords: size })];
  return {
    title: `${records.length.toLocaleString('en')} records, ${published === undefined ? 'sample' : 'published'}`,
    records,
    positions: {
      longitudes: Float64Array.from(records, ({ LocationX }) => LocationX),
      latitudes: Float64Array.from(records, ({ LocationY }) => LocationY),
    },
  };
}

async function readPublished(): Promise<RawDataRecord[] | undefined> {
  const location = publishedFiles()?.rawData;
  if (location === undefined) return undefined;
  const issues = new IssueLog();
  const records: RawDataRecord[] = [];
  const onRecord = (record: DatasetRecord): void => {
    // The fields were validated against the description from which the type is derived.
    records.push(record as RawDataRecord);
  };
  await readDataset({ dataset: rawData, location, issues, onRecord });
  if (issues.refused) throw new Error('The published records have errors. Run the build command to see them.');
  return records;
}

const queryCount = 200;
const rangeInMetres = 10_000;

for (const size of requestedSizes()) await measureSize(size);

async function measureSize(size: number): Promise<void> {
  const source = await readRawData(size);
  const locations = distinctPositions(source.positions);
  const centres = queryCentres(locations, queryCount);
  const truths = centres.map((centre) => trueResult(locations, centre, rangeInMetres));
  const queries = { centres, truths, rangeInMetres };
  console.log(`\n## ${source.title} at ${locations.records.length.toLocaleString('en')} locations\n`);
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
    console.log(skippedMessage('FlatGeobuf', error));
  });
  return module?.createFlatGeobufClient(...source);
}
