import { contentHash } from '../../core/storage/content-hash.ts';
import { encodeDirectory, type FileReference } from '../../core/storage/directory.ts';
import { dataFilePath, manifestPath } from '../../core/storage/layout.ts';
import {
  encodeManifest,
  type Manifest,
  type ManifestDataset,
  type PreviousVersion,
} from '../../core/storage/manifest.ts';
import type { RecordTable } from './record-table.ts';
import type { TreeSink } from './tree-sink.ts';
import { writeIdentifierBlocks } from './write-identifier-blocks.ts';
import { writeListShards } from './write-list-shards.ts';
import { writePlaceTiles } from './write-place-tiles.ts';

/** The files of one version, all but the manifest that names them. */
export interface WrittenDatasets {
  readonly dataVersion: string;
  readonly datasets: Readonly<Record<string, ManifestDataset>>;
  readonly inventory: FileReference;
}

/** Writes every file that a version of the data consists of. */
export async function writeDatasets(tables: readonly RecordTable[], sink: TreeSink): Promise<WrittenDatasets> {
  const listed = new ListedFiles(sink);
  const datasets: Record<string, ManifestDataset> = {};
  for (const table of tables) {
    const directory = encodeDirectory({
      records: table.size,
      listShards: await writeListShards(table, listed),
      placeTiles: await writePlaceTiles(table, listed),
      identifierBlocks: await writeIdentifierBlocks(table, listed),
    });
    const reference = await writeHashed(directory, 'bin', listed);
    datasets[table.dataset.name] = { records: table.size, last: table.last, directory: reference };
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
  const lines = Object.entries(datasets).map(([name, { directory }]) => `${name} ${directory.hash}\n`);
  return (await contentHash(new TextEncoder().encode(lines.join('')))).slice(0, 16);
}

async function writeHashed(
  bytes: Uint8Array<ArrayBuffer>,
  extension: 'json' | 'bin',
  sink: TreeSink,
): Promise<FileReference> {
  const hash = await contentHash(bytes);
  await sink.write(dataFilePath({ hash, extension }), bytes);
  return { hash, bytes: bytes.length };
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
