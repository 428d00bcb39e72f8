import { contentHash } from '../../core/storage/content-hash.ts';
import type { FileReference } from '../../core/storage/file-reference.ts';
import { manifestPath } from '../../core/storage/layout.ts';
import {
  encodeManifest,
  type Manifest,
  type ManifestDataset,
  type PreviousVersion,
} from '../../core/storage/manifest.ts';
import { cutSizesFor, type CutSizes } from './cut-sizes.ts';
import type { RecordTable } from './record-table.ts';
import type { TreeSink } from './tree-sink.ts';
import { writeHashed } from './write-hashed.ts';
import { writeIdentifierBlocks } from './write-identifier-blocks.ts';
import { writeListShards } from './write-list-shards.ts';
import { OverviewWriter } from './write-overview.ts';
import { writePlaces } from './write-places.ts';

/** The files of one version, all but the manifest that names them. */
export interface WrittenDatasets {
  readonly dataVersion: string;
  readonly datasets: Readonly<Record<string, ManifestDataset>>;
  readonly inventory: FileReference;
}

/** Writes every file that a version of the data consists of. */
export async function writeDatasets(
  tables: readonly RecordTable[],
  sink: TreeSink,
  sizesFor: (records: number) => CutSizes = cutSizesFor,
): Promise<WrittenDatasets> {
  const listed = new ListedFiles(sink);
  const overviews = new OverviewWriter(tables, listed);
  const datasets: Record<string, ManifestDataset> = {};
  for (const table of tables) {
    const sizes = sizesFor(table.size);
    const { table: list, recordsOfFirst } = await writeListShards(table, sizes.recordsPerListShard, listed);
    // Where the list is in order of time, what comes is put at its front.
    const recentRecords = table.dataset.sortKey.comparison === 'text' ? recordsOfFirst : 0;
    datasets[table.dataset.name] = {
      records: table.size,
      last: table.last,
      list,
      places: await writePlaces(table, recentRecords, sizes, listed),
      identifiers: await writeIdentifierBlocks(table, sizes.identifiersPerBlock, listed),
      overview: await overviews.write(table, sizesFor),
    };
  }
  const inventory = await writeHashed(listed.inventory(), 'json', sink);
  return { dataVersion: await versionOf(datasets), datasets, inventory };
}

export interface ManifestOptions {
  readonly target: 'static' | 'compute';
  readonly sample: boolean;
  /** ISO 8601, UTC. */
  readonly builtAt: string;
  /** Newest first: the earlier versions whose files are in the tree. */
  readonly previous: readonly PreviousVersion[];
}

/** Writes the manifest: from then on the version stands. */
export async function writeManifest(
  { dataVersion, datasets, inventory }: WrittenDatasets,
  sink: TreeSink,
  { target, sample, builtAt, previous }: ManifestOptions,
): Promise<Manifest> {
  const manifest: Manifest = { dataVersion, builtAt, sample, target, datasets, inventory, previous };
  await sink.write(manifestPath, await encodeManifest(manifest));
  return manifest;
}

/** The same records in the same format give the same name. */
async function versionOf(datasets: Readonly<Record<string, ManifestDataset>>): Promise<string> {
  const lines = Object.entries(datasets).map(
    ([name, { list, places, identifiers, overview }]) =>
      `${[name, list.hash, places.hash, identifiers.hash, overview.hash].join(' ')}\n`,
  );
  return (await contentHash(new TextEncoder().encode(lines.join('')))).slice(0, 16);
}

/** Passes files on, and keeps the list of them. */
class ListedFiles implements TreeSink {
  readonly #sink: TreeSink;
  readonly #bytesByPath = new Map<string, number>();

  constructor(sink: TreeSink) {
    this.#sink = sink;
  }

  write(path: string, bytes: Uint8Array): void | Promise<void> {
    this.#bytesByPath.set(path, bytes.length);
    return this.#sink.write(path, bytes);
  }

  /** `[{"path", "bytes"}, …]`, sorted by path, one a line. */
  inventory(): Uint8Array<ArrayBuffer> {
    const paths = [...this.#bytesByPath.keys()].sort();
    const lines = paths.map((path) => JSON.stringify({ path, bytes: this.#bytesByPath.get(path) }));
    return new TextEncoder().encode(`[${lines.join(',\n')}]`);
  }
}
