import { createHash } from 'node:crypto';
import { readFile, readdir, realpath } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';

/* Reads published trees without any code of the project. */

export interface Tree {
  readonly dataVersion: string;
  /** The SHA-256 of each file under `webapi/` and of each binary data file of the current version, by path. */
  readonly files: ReadonlyMap<string, string>;
  readonly faults: readonly string[];
}

interface Manifest {
  readonly dataVersion: string;
  readonly inventory: { readonly hash: string; readonly bytes: number };
  readonly previous: readonly { readonly inventory: { readonly hash: string; readonly bytes: number } }[];
}

/** Reads every file of a tree and checks it against the manifest, the inventories and the hash in its name. */
export async function readTree(directory: string): Promise<Tree> {
  const root = await realpath(directory);
  const contents = new Map<string, Buffer>();
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    contents.set(relative(root, path), await readFile(path));
  }
  const faults: string[] = [];
  const text = contents.get('data/manifest.json')?.toString('utf8') ?? '';
  const { checksum, content } = JSON.parse(text) as { checksum: string; content: Manifest };
  const start = ',"content":';
  const actualChecksum = sha256(text.slice(text.indexOf(start) + start.length, -1)).slice(0, 32);
  if (actualChecksum !== checksum) faults.push('the manifest does not match its checksum');
  const named = new Set(['data/manifest.json']);
  const files = new Map<string, string>();
  for (const [index, { inventory }] of [content, ...content.previous].entries()) {
    const path = `data/${inventory.hash}.json`;
    const listed = JSON.parse(contents.get(path)?.toString('utf8') ?? '[]') as { path: string; bytes: number }[];
    for (const entry of [{ path, bytes: inventory.bytes }, ...listed]) {
      const found = contents.get(entry.path);
      const digest = found && sha256(found);
      if (found?.length !== entry.bytes)
        faults.push(`${entry.path} has ${found?.length} bytes instead of ${entry.bytes}`);
      if (digest === undefined || !entry.path.includes(digest.slice(0, 32)))
        faults.push(`${entry.path} does not have the hash in its name`);
      named.add(entry.path);
      // The inventory also lists the log of changes, which depends on earlier builds.
      if (index === 0 && entry.path.endsWith('.bin')) files.set(entry.path, digest ?? '');
    }
  }
  for (const [path, found] of contents) {
    const isCompressedCopy = /\.(?:br|gz)$/.test(path);
    if (path.startsWith('data/') && !isCompressedCopy && !named.has(path)) faults.push(`${path} belongs to no version`);
    // The index contains the time of the build.
    if (path.startsWith('webapi/') && !isCompressedCopy && basename(path) !== 'index.json')
      files.set(path, sha256(found));
  }
  return { dataVersion: content.dataVersion, files, faults };
}

/**
 * Returns the data version of a published tree. Throws unless the tree has exactly the files that an undisturbed build
 * of this version writes.
 */
export async function readPublishedVersion(
  output: string,
  undisturbedTrees: ReadonlyMap<string, Tree>,
): Promise<string> {
  const { dataVersion, files, faults } = await readTree(output);
  const expected = undisturbedTrees.get(dataVersion);
  if (!expected) throw new Error(`${output} has the version ${dataVersion}, which no undisturbed build has`);
  const mixed = [...new Set([...expected.files.keys(), ...files.keys()])]
    .filter((path) => files.get(path) !== expected.files.get(path))
    .map((path) => `${path} differs from that of version ${dataVersion}`);
  const all = [...faults, ...mixed];
  if (all.length > 0)
    throw new Error(`${output} is damaged or mixed: ${all.length} faults: ${all.slice(0, 5).join('; ')}`);
  return dataVersion;
}

function sha256(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}
