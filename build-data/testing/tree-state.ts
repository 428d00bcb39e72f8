import { createHash } from 'node:crypto';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';

import {
  catalogPath,
  changeLogPath,
  checksumsPath,
  dataFilePath,
  dataPackagePath,
  documentPagePaths,
  apiDocumentPath,
  manifestPath,
  sitemapPath,
} from '../../core/storage/format/layout.ts';
import { decodeManifest, type Manifest } from '../../core/storage/snapshot/manifest.ts';
import { type HashedExport, hashedExportsIn } from '../exports/exported-file.ts';
import { PreviousTree } from '../write/previous-build.ts';

/** The digests of all files below a directory, by path. */
export async function filesOf(directory: string): Promise<ReadonlyMap<string, string>> {
  const digests = new Map<string, string>();
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    digests.set(
      relative(directory, path),
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    );
  }
  return digests;
}

/**
 * Like `filesOf`, but without the files that differ between builds of the same data, because they depend on the build
 * time or on earlier builds.
 */
export async function reproducibleFilesOf(directory: string): Promise<ReadonlyMap<string, string>> {
  const { inventory, documents } = await readManifest(directory);
  const hashes = [inventory.hash, documents?.['index.json']?.hash ?? ''];
  const pages = [...Object.values(documentPagePaths), catalogPath, dataPackagePath, sitemapPath];
  const variable = ['404.html', manifestPath, changeLogPath, checksumsPath, apiDocumentPath('index.json'), ...pages];
  const paths = [...variable, ...hashes.map((hash) => dataFilePath({ hash, extension: 'json' }))];
  const files = await filesOf(directory);
  return new Map([...files].filter(([path]) => !paths.includes(path.replace(/\.(?:br|gz)$/, ''))));
}

async function readManifest(directory: string): Promise<Manifest> {
  return decodeManifest(new Uint8Array(await readFile(join(directory, manifestPath))));
}

/**
 * Returns the faults of the tree in a directory. The tree must have every file of a tree that was built from the same
 * data without earlier builds, and no others except undamaged files of the earlier versions that its manifest names.
 * `expected` contains such trees by data version.
 */
export async function problemsOfTree(
  directory: string,
  expected: ReadonlyMap<string, ReadonlyMap<string, string>>,
): Promise<{ readonly dataVersion: string; readonly faults: readonly string[] }> {
  const { manifest, versions } = await PreviousTree.open(directory);
  const own = expected.get(manifest.dataVersion);
  const found = await reproducibleFilesOf(directory);
  const faults: string[] = own ? [] : [`no build has the version ${manifest.dataVersion}`];
  for (const [path, digest] of own ?? []) {
    if (found.get(path) !== digest) faults.push(`${path} is missing or differs from the build`);
  }
  if (versions.length !== manifest.previous.length + 1)
    faults.push('an earlier version that the manifest names cannot be read');
  for (const { files } of versions.slice(1)) {
    for (const { path } of files) {
      const digest = found.get(path);
      if (digest === undefined || !path.includes(digest.slice(0, 32)))
        faults.push(`${path} of an earlier version is missing or damaged`);
    }
  }
  const earlierExports = await earlierExportsOf(directory);
  for (const { path, sha256 } of earlierExports) {
    if (found.get(path) !== sha256) faults.push(`${path} of an earlier version is missing or damaged`);
  }
  const named = new Set([
    ...(own?.keys() ?? []),
    ...earlierExports.map(({ path }) => path),
    ...versions.flatMap(({ files }) => files.map(({ path }) => path)),
  ]);
  for (const path of found.keys()) {
    if (!named.has(path) && !named.has(path.replace(/\.(?:br|gz)$/, ''))) faults.push(`${path} belongs to no version`);
  }
  return { dataVersion: manifest.dataVersion, faults };
}

/** The files of earlier versions in the list of checksums; empty without downloads. */
async function earlierExportsOf(directory: string): Promise<readonly HashedExport[]> {
  const list = await readFile(join(directory, checksumsPath), 'utf8').catch(() => '');
  return hashedExportsIn(list).slice(1).flat();
}

/** The names of what builds have left next to an output and its published version. */
export async function leftoversNextTo(output: string): Promise<string[]> {
  const published = await readlink(output).catch(() => '');
  const versions = await readdir(`${output}.versions`).catch(() => []);
  const names = await readdir(dirname(output));
  return [
    ...names.filter((name) => name.startsWith(`.${basename(output)}.`)),
    ...versions.filter((name) => name !== basename(published) && name !== 'cache'),
  ];
}
