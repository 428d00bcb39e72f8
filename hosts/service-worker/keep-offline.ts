import { datasets } from '../../core/datasets/index.ts';
import { DataFiles } from '../../core/storage/data-files.ts';
import { DataMemory } from '../../core/storage/data-memory.ts';
import { DataLibrary } from '../../core/storage/data-library.ts';
import { dataFilePath, manifestPath } from '../../core/storage/layout.ts';
import { decodeManifest, type Manifest } from '../../core/storage/manifest.ts';
import { OverviewFiles } from '../../core/storage/overview-files.ts';
import type { Store } from '../../core/storage/store.ts';
import { fromCacheHeader } from '../../core/storage/worker-protocol.ts';
import type { DataCache } from './data-cache.ts';
import { keepAll, readInventory } from './kept-version.ts';
import type { WaitUntil } from './surroundings.ts';

/**
 * Keeps what the explorer needs to open without a network: of the version that stands now the overviews, and last of
 * all the manifest that leads to them. What only earlier versions had is then forgotten. A page has read most of it a
 * moment ago, past this worker if need be, so it mostly comes from the browser's own cache.
 *
 * Resolves to whether everything is kept. Never rejects: what could not be read is tried again the next time.
 */
export async function keepOffline(
  dataCache: DataCache,
  siteUrl: string,
  waitUntil: WaitUntil = () => undefined,
): Promise<boolean> {
  try {
    const answer = await dataCache.answer(new Request(siteUrl + manifestPath, { cache: 'no-cache' }), waitUntil);
    if (!answer.ok || answer.headers.has(fromCacheHeader)) return false;
    const manifestBytes = new Uint8Array(await answer.arrayBuffer());
    const read = (path: string, cache: RequestCache): Promise<Response> =>
      dataCache.answer(new Request(siteUrl + path, { cache }), waitUntil);
    const store = storeOver(read, manifestBytes);
    const paths = await overviewPaths(store);
    // While they come the version kept until now stands, and needs its own.
    await dataCache.kept.need([...(await dataCache.kept.needed()), ...paths]);
    if (!(await keepAll(paths, dataCache))) return false;
    const before = await dataCache.keptManifest();
    await dataCache.keepManifest(manifestBytes);
    await dataCache.kept.need(paths);
    const manifest = await decodeManifest(manifestBytes);
    const versionBefore = before && (await decodeManifest(before).catch(() => undefined))?.dataVersion;
    if (before && versionBefore !== manifest.dataVersion) {
      await forgetUnnamed(manifest, store, dataCache, new Set(paths)).catch(() => undefined);
    }
    return true;
  } catch {
    return false;
  }
}

function storeOver(
  answer: (path: string, cache: RequestCache) => Promise<Response>,
  manifestBytes: Uint8Array<ArrayBuffer>,
): Store {
  return {
    async read(path, { fresh }) {
      if (path === manifestPath) return manifestBytes;
      const response = await answer(path, fresh ? 'reload' : 'default');
      return new Uint8Array(await response.arrayBuffer());
    },
  };
}

/** Of every dataset the table of its overview and all of its pieces. */
async function overviewPaths(store: Store): Promise<string[]> {
  const version = await new DataLibrary(store).pin();
  const paths: string[] = [];
  for (const dataset of datasets) {
    const { pieces } = await new OverviewFiles(dataset, version.opened(dataset)).overviewTable();
    const table = version.manifest.datasets[dataset.name]?.overview;
    if (table) paths.push(dataFilePath({ hash: table.hash, extension: 'bin' }));
    paths.push(...pieces.map(({ hash }) => dataFilePath({ hash, extension: 'json' })));
  }
  return paths;
}

/**
 * Forgets the files that neither this version nor the one before it names: a page may still show that one. Lists are
 * read only when there is something to look up in them; when one cannot be read, nothing is forgotten.
 */
async function forgetUnnamed(
  { inventory, previous }: Manifest,
  store: Store,
  dataCache: DataCache,
  wanted: ReadonlySet<string>,
): Promise<void> {
  const doubtful = (await dataCache.keptPaths()).filter((path) => !wanted.has(path));
  if (doubtful.length === 0) return;
  const named = new Set<string>();
  for (const list of [inventory, ...previous.slice(0, 1).map((version) => version.inventory)]) {
    for (const { path } of await readInventory(new DataFiles(store, new DataMemory(0)), list)) named.add(path);
  }
  for (const path of doubtful) if (!named.has(path)) await dataCache.kept.forget(path);
}
