import { contentHash } from '../../core/storage/content-hash.ts';
import type { FileReference } from '../../core/storage/file-reference.ts';
import { dataFilePath, manifestPath } from '../../core/storage/layout.ts';
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

/** The files of one version's records: what is said of them, and the manifest that names all, are yet to come. */
export interface WrittenDatasets {
  readonly dataVersion: string;
  readonly datasets: Readonly<Record<string, ManifestDataset>>;
  /** Their lengths by their paths. */
  readonly files: ReadonlyMap<string, number>;
}

/** Writes every file that the records of a version consist of. */
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
  return { dataVersion: await versionOf(datasets), datasets, files: listed.files };
}

export interface ManifestOptions {
  readonly target: 'static' | 'compute';
  readonly sample: boolean;
  /** ISO 8601, UTC. */
  readonly builtAt: string;
  /** Newest first: the earlier versions whose files are in the tree. */
  readonly previous: readonly PreviousVersion[];
  /** The interface's documents, where they have been written. */
  readonly documents?: Readonly<Record<string, FileReference>> | undefined;
}

/** Writes the inventory, and then the manifest: from then on the version stands. */
export async function writeManifest(
  { dataVersion, datasets, files }: WrittenDatasets,
  sink: TreeSink,
  { target, sample, builtAt, previous, documents }: ManifestOptions,
): Promise<Manifest> {
  const inventory = await writeInventory(files, documents, sink);
  const named = { dataVersion, builtAt, sample, target, datasets, ...(documents && { documents }) };
  const manifest: Manifest = { ...named, inventory, previous };
  await sink.write(manifestPath, await encodeManifest(manifest));
  return manifest;
}

/** `[{"path", "bytes"}, …]`, sorted by path, one a line. */
export async function writeInventory(
  files: WrittenDatasets['files'],
  documents: ManifestOptions['documents'],
  sink: TreeSink,
): Promise<FileReference> {
  const bytesByPath = new Map(files);
  for (const { hash, bytes } of Object.values(documents ?? {})) {
    bytesByPath.set(dataFilePath({ hash, extension: 'json' }), bytes);
  }
  const lines = [...bytesByPath.keys()].sort().map((path) => JSON.stringify({ path, bytes: bytesByPath.get(path) }));
  return writeHashed(new TextEncoder().encode(`[${lines.join(',\n')}]`), 'json', sink);
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
  readonly files = new Map<string, number>();
  readonly #sink: TreeSink;

  constructor(sink: TreeSink) {
    this.#sink = sink;
  }

  write(path: string, bytes: Uint8Array): void | Promise<void> {
    this.files.set(path, bytes.length);
    return this.#sink.write(path, bytes);
  }
}
