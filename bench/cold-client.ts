import { brotliCompressSync, constants } from 'node:zlib';

import { seededRandom, type SeededRandom } from '../build-data/sample/seeded-random.ts';
import { brotliQualityFor } from '../build-data/write/precompress.ts';
import type { RecordTable } from '../build-data/write/record-table.ts';
import { MemoryTree } from '../build-data/write/tree-sink.ts';
import { writeDatasets, writeManifest } from '../build-data/write/write-datasets.ts';
import { handleRequest } from '../core/api/handle-request.ts';
import { coastalFeatures, rawData } from '../core/datasets/datasets.ts';
import { fileKinds } from '../core/storage/format/envelope.ts';
import { readColumns } from '../core/storage/reader/stored-columns.ts';
import { openDataset } from '../core/storage/reader/stored-dataset.ts';
import { DatasetReader } from '../core/storage/snapshot/dataset-reader.ts';
import { type Store, StoredDataError } from '../core/storage/snapshot/store.ts';
import { type BenchTables, readTables, requestedSizes } from './inputs.ts';
import { median } from './measure.ts';

/*
 * Measures what a client with an empty cache fetches for one request, including the manifest: medians over 200
 * locations. Files are compressed with Brotli as in a build. `-- --sizes 17330,100000` selects the numbers of records.
 */

const locationCount = 200;
/** The kinds of data files in the terms of the data format, in which `places` are the locations of records. */
const kindsOfFiles = ['list', 'tiles', 'identifiers', 'columns'] as const;

/** The cost of one kind of request for a client with an empty cache: medians over all locations. */
interface ColdCost {
  readonly title: string;
  readonly kilobytes: number;
  readonly requests: number;
}

interface ColdMeasurement {
  readonly costs: readonly ColdCost[];
  /** The median number of records within 10 km of a location. */
  readonly matches: number;
  /** The median size of these records alone, stored by column and compressed. */
  readonly matchesAloneInKilobytes: number;
  readonly files: number;
  readonly megabytes: number;
  readonly largestFileInKilobytes: number;
  /** Uncompressed sizes. */
  readonly megabytesByKind: Readonly<Record<(typeof kindsOfFiles)[number], number>>;
}

/**
 * Builds a site in memory. Measures the first request of a client at 200 locations, and the start of the explorer.
 */
async function measureColdClient(tables: BenchTables): Promise<ColdMeasurement> {
  const tree = new MemoryTree();
  const written = await writeDatasets([tables.features, tables.records], tree);
  const options = { target: 'compute', sample: true, builtAt: '2026-01-01T00:00:00.000Z', previous: [] } as const;
  await writeManifest(written, tree, options);
  const compressedSizes = new CompressedSizes(tree);

  const random = seededRandom(1, 'cold client');
  const centres = pickLocations(tables.records, random);
  const kinds: [title: string, path: (centre: Centre) => string][] = [
    ['(a) 10 km, complete', (centre) => search(centre)],
    ['(b) 10 km, page 1 of 10', (centre) => `${search(centre)}&pageNumber=1`],
    ['(c) nearest', (centre) => `${search(centre)}&searchStyle=Nearest`],
    ['(d) list, page 1', () => '?pageNumber=1'],
    ['(e) one identifier', ({ identifier }) => `/${identifier}`],
  ];
  const costs: ColdCost[] = [];
  const matches: number[] = [];
  const alone: number[] = [];
  for (const [title, buildPath] of kinds) {
    const visits = [];
    for (const centre of centres) {
      const { body, ...visit } = await measureRequest(tree, compressedSizes, buildPath(centre));
      visits.push(visit);
      if (title.startsWith('(a)')) {
        const records = JSON.parse(body) as Record<string, unknown>[];
        matches.push(records.length);
        alone.push(compressedSizeByColumn(records));
      }
    }
    costs.push({
      title,
      kilobytes: median(visits.map(({ bytes }) => bytes)) / 1000,
      requests: median(visits.map(({ requests }) => requests)),
    });
  }
  costs.push(await measureExplorerStart(tree, compressedSizes));
  const sizes = [...tree.files.values()].map(({ length }) => length);
  return {
    costs,
    matches: median(matches),
    matchesAloneInKilobytes: median(alone) / 1000,
    files: sizes.length,
    megabytes: sizes.reduce((sum, size) => sum + size, 0) / 1e6,
    largestFileInKilobytes: Math.max(...sizes) / 1000,
    megabytesByKind: megabytesByKind(tree),
  };
}

function megabytesByKind(tree: MemoryTree): ColdMeasurement['megabytesByKind'] {
  const bytes = { list: 0, tiles: 0, identifiers: 0, columns: 0 };
  for (const content of tree.files.values()) {
    const start = new TextDecoder().decode(content.subarray(0, 40));
    if (start.startsWith('CWDT')) {
      const kind = content[4];
      if (kind === fileKinds.listTable) bytes.list += content.length;
      else if (kind === fileKinds.tileTable || kind === fileKinds.tile) bytes.tiles += content.length;
      else if (kind === fileKinds.columnTable || kind === fileKinds.detailTable) bytes.columns += content.length;
      else bytes.identifiers += content.length;
    } else if (start.includes('coastwatch-columns') || start.includes('coastwatch-details'))
      bytes.columns += content.length;
    else if (start.includes('coastwatch-tile-records')) bytes.tiles += content.length;
    else if (start.includes('Id":') || start.includes('ID":')) bytes.list += content.length;
  }
  const { list, tiles, identifiers, columns } = bytes;
  return { list: list / 1e6, tiles: tiles / 1e6, identifiers: identifiers / 1e6, columns: columns / 1e6 };
}

interface Centre {
  readonly longitude: number;
  readonly latitude: number;
  readonly identifier: number;
}

/** Picks random locations. All are equally likely, whatever their numbers of records. */
function pickLocations(table: RecordTable, random: SeededRandom): Centre[] {
  const distinct = new Map<string, Centre>();
  for (let index = 0; index < table.size; index++) {
    const longitude = table.longitude(index, 0);
    const latitude = table.latitude(index, 0);
    distinct.set(`${longitude} ${latitude}`, { longitude, latitude, identifier: table.identifier(index) });
  }
  const all = [...distinct.values()];
  return Array.from({ length: locationCount }, () => random.pick(all));
}

const search = ({ longitude, latitude }: Centre): string => `?latitude=${latitude}&longitude=${longitude}`;

/** Measures what a client with an empty cache reads for a request: the manifest, tables, tiles and shards. */
async function measureRequest(
  tree: MemoryTree,
  compressedSizes: CompressedSizes,
  path: string,
): Promise<{ readonly bytes: number; readonly requests: number; readonly body: string }> {
  const { store, cost } = countingStore(tree, compressedSizes);
  const context = { reader: new DatasetReader(store), basePath: '/' };
  const response = await handleRequest(new Request(`http://localhost/webapi/v1/${rawData.name}${path}`), context);
  const body = (await response?.text()) ?? '';
  if (response?.status !== 200) throw new Error(`${path} returned status ${response?.status}: ${body}`);
  return { ...cost, body };
}

/** Measures what the explorer reads when it starts: the columns of all datasets. */
async function measureExplorerStart(tree: MemoryTree, compressedSizes: CompressedSizes): Promise<ColdCost> {
  const { store, cost } = countingStore(tree, compressedSizes);
  const version = await new DatasetReader(store).openSnapshot();
  await Promise.all([coastalFeatures, rawData].map((dataset) => readColumns(openDataset(version, dataset))));
  return {
    title: '(f) columns: everything that the explorer loads',
    kilobytes: cost.bytes / 1000,
    requests: cost.requests,
  };
}

/** A store of the tree's files that counts requests and compressed bytes. */
function countingStore(
  tree: MemoryTree,
  compressedSizes: CompressedSizes,
): { readonly store: Store; readonly cost: { bytes: number; requests: number } } {
  const cost = { bytes: 0, requests: 0 };
  const store: Store = {
    read(file) {
      const content = tree.files.get(file);
      if (!content) return Promise.reject(new StoredDataError(file, 'missing'));
      cost.bytes += compressedSizes.sizeOf(file);
      cost.requests++;
      return Promise.resolve(content);
    },
    // Hosts send parts of files uncompressed.
    readPart(file, offset, length) {
      const content = tree.files.get(file);
      if (!content) return Promise.reject(new StoredDataError(file, 'missing'));
      const part = content.slice(offset, offset + length);
      cost.bytes += part.length;
      cost.requests++;
      return Promise.resolve(part);
    },
  };
  return { store, cost };
}

/** The size of records that are stored by column and compressed. */
function compressedSizeByColumn(records: readonly Record<string, unknown>[]): number {
  const columns = rawData.fields.map(({ name }) => [name, records.map((record) => record[name])]);
  return compress(new TextEncoder().encode(JSON.stringify(Object.fromEntries(columns))), recordsQuality);
}

/** Computes the sizes of files as a host sends them, each size once. */
class CompressedSizes {
  readonly #tree: MemoryTree;
  readonly #sizes = new Map<string, number>();

  constructor(tree: MemoryTree) {
    this.#tree = tree;
  }

  sizeOf(path: string): number {
    let size = this.#sizes.get(path);
    if (size === undefined) {
      const content = this.#tree.files.get(path) ?? new Uint8Array();
      this.#sizes.set(path, (size = Math.min(content.length, compress(content, brotliQualityFor(content)))));
    }
    return size;
  }
}

/** The Brotli quality for the records alone. Data files are compressed with the quality of a build. */
const recordsQuality = 9;

function compress(bytes: Uint8Array, quality: number): number {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length;
}

const write = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const measured: [title: string, measurement: ColdMeasurement][] = [];
for (const size of requestedSizes()) {
  const tables = await readTables(size);
  measured.push([tables.title, await measureColdClient(tables)]);
}

write('| a client with an empty cache requests | ' + measured.map(([title]) => title).join(' | ') + ' |');
write('|---|' + measured.map(() => '---|').join(''));
const [, first] = measured[0] ?? [];
for (const [index, { title }] of (first?.costs ?? []).entries()) {
  const cells = measured.map(([, { costs }]) => {
    const cost = costs[index];
    return cost ? `${cost.kilobytes.toFixed(1)} KB in ${cost.requests} requests` : '';
  });
  write(`| ${title} | ${cells.join(' | ')} |`);
}
const row = (title: string, cell: (measurement: ColdMeasurement) => string): void => {
  write(`| ${title} | ${measured.map(([, measurement]) => cell(measurement)).join(' | ')} |`);
};
row('*the records of (a) alone, by column*', ({ matches, matchesAloneInKilobytes }) => {
  return `${matchesAloneInKilobytes.toFixed(1)} KB (${Math.round(matches).toLocaleString('en')} records)`;
});
row('*data files, all; the largest*', ({ files, megabytes, largestFileInKilobytes }) => {
  return `${files.toLocaleString('en')} of ${megabytes.toFixed(0)} MB; ${largestFileInKilobytes.toFixed(0)} KB`;
});
row(`*of that: ${kindsOfFiles.join(', ')}*`, ({ megabytesByKind }) => {
  return kindsOfFiles.map((kind) => `${megabytesByKind[kind].toFixed(1)} MB`).join(', ');
});
