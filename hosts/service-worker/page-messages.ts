import { fromCacheHeader, type SameBuildRequest, type StorageRequest } from '../../core/http/worker-protocol.ts';
import type { ShellCache } from './shell-cache.ts';
import type { PausableCaches, WaitUntil } from './worker-environment.ts';
import { datasets } from '../../core/datasets/datasets.ts';
import type { FileReference } from '../../core/storage/format/file-reference.ts';
import { dataFilePath, manifestPath } from '../../core/storage/format/layout.ts';
import { StoredColumns } from '../../core/storage/reader/stored-columns.ts';
import { DatasetReader } from '../../core/storage/snapshot/dataset-reader.ts';
import { DataFiles, FileCache } from '../../core/storage/snapshot/file-cache.ts';
import { decodeManifest, type Manifest } from '../../core/storage/snapshot/manifest.ts';
import type { Store } from '../../core/storage/snapshot/store.ts';
import type { DataCache } from './data-cache.ts';

/**
 * Caches what the explorer needs to open offline: the columns of the current version, and after them the
 * manifest. Then deletes files of versions before the previous one. A page has just read most of the files to cache, so
 * they usually come from the browser's HTTP cache.
 *
 * Resolves to whether everything is cached. Never rejects: the next call retries files that could not be read.
 */
export async function cacheForOffline(
  dataCache: DataCache,
  siteUrl: string,
  waitUntil: WaitUntil = () => undefined,
): Promise<boolean> {
  try {
    const response = await dataCache.respond(new Request(siteUrl + manifestPath, { cache: 'no-cache' }), waitUntil);
    if (!response.ok || response.headers.has(fromCacheHeader)) return false;
    const manifestBytes = new Uint8Array(await response.arrayBuffer());
    const read = (path: string, cache: RequestCache): Promise<Response> =>
      dataCache.respond(new Request(siteUrl + path, { cache }), waitUntil);
    const store = createStore(read, manifestBytes);
    const paths = await pathsForOffline(store);
    // The previous version remains in use until all of these files are cached, so its files stay pinned until then.
    await dataCache.files.pin([...(await dataCache.files.pinned()), ...paths]);
    if (!(await cacheAll(paths, dataCache))) return false;
    const previousManifest = await dataCache.cachedManifest();
    await dataCache.cacheManifest(manifestBytes);
    await dataCache.files.pin(paths);
    const manifest = await decodeManifest(manifestBytes);
    const previous = previousManifest && (await decodeManifest(previousManifest).catch(() => undefined));
    if (previousManifest && previous?.dataVersion !== manifest.dataVersion) {
      await deleteUnreferenced(manifest, store, dataCache, new Set(paths)).catch(() => undefined);
    }
    return true;
  } catch {
    return false;
  }
}

function createStore(
  request: (path: string, cache: RequestCache) => Promise<Response>,
  manifestBytes: Uint8Array<ArrayBuffer>,
): Store {
  return {
    async read(path, { fresh }) {
      if (path === manifestPath) return manifestBytes;
      const response = await request(path, fresh ? 'reload' : 'default');
      return new Uint8Array(await response.arrayBuffer());
    },
  };
}

/** For each dataset, the paths of its columns (the table and all chunks) and of its Flatbush index. */
async function pathsForOffline(store: Store): Promise<string[]> {
  const snapshot = await new DatasetReader(store).openSnapshot();
  const paths: string[] = [];
  for (const dataset of datasets) {
    const { chunks } = await new StoredColumns(dataset, snapshot.source(dataset)).columnTable();
    const { columns, flatbush } = snapshot.manifest.datasets[dataset.name] ?? {};
    for (const file of [columns, flatbush]) {
      if (file) paths.push(dataFilePath({ hash: file.hash, extension: 'bin' }));
    }
    paths.push(...chunks.map(({ hash }) => dataFilePath({ hash, extension: 'json' })));
  }
  return paths;
}

/**
 * Deletes the cached files that neither this version nor the previous one references. A page may still show the
 * previous version. Inventories are read only if there are candidates. If one cannot be read, nothing is deleted.
 */
async function deleteUnreferenced(
  { inventory, previous }: Manifest,
  store: Store,
  dataCache: DataCache,
  needed: ReadonlySet<string>,
): Promise<void> {
  const candidates = (await dataCache.cachedPaths()).filter((path) => !needed.has(path));
  if (candidates.length === 0) return;
  const referenced = new Set<string>();
  for (const list of [inventory, ...previous.slice(0, 1).map((version) => version.inventory)]) {
    for (const { path } of await readInventory(new DataFiles(store, new FileCache(0)), list)) referenced.add(path);
  }
  for (const path of candidates) if (!referenced.has(path)) await dataCache.files.delete(path);
}

/** The rest of the limit is for files of the previous version, which open pages may still read. */
const shareOfLimit = 0.8;

/**
 * Caches all other files of the cached version, so that the API can respond to every request offline. If a version is
 * too large for the storage limit, its files are cached only as they are read.
 *
 * Resolves to whether everything is cached. Never rejects: the next call retries files that could not be read.
 */
export async function cacheRemaining(dataCache: DataCache, isWanted: () => boolean = () => true): Promise<boolean> {
  if (!isWanted()) return false;
  try {
    const cached = await dataCache.cachedManifest();
    if (!cached) return false;
    const { inventory } = await decodeManifest(cached);
    const path = dataFilePath({ hash: inventory.hash, extension: 'json' });
    if (!(await dataCache.cache(path))) return false;
    const store = { read: async (): Promise<Uint8Array<ArrayBuffer>> => readBytes(await dataCache.files.find(path)) };
    const files = await readInventory(new DataFiles(store, new FileCache(0)), inventory);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    if (bytes > shareOfLimit * (await dataCache.files.limit())) return false;
    const alreadyCached = new Set(await dataCache.cachedPaths());
    return await cacheAll(
      files.map((file) => file.path).filter((each) => !alreadyCached.has(each)),
      dataCache,
      isWanted,
    );
  } catch {
    return false;
  }
}

async function readBytes(response: Response | undefined): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array((await response?.arrayBuffer()) ?? new ArrayBuffer(0));
}

const concurrentReads = 4;

interface InventoryEntry {
  readonly path: string;
  readonly bytes: number;
}

/** All files of a version that are named by a hash. Throws StoredDataError. */
async function readInventory(files: DataFiles, inventory: FileReference): Promise<readonly InventoryEntry[]> {
  const bytes = await files.readBytes(inventory, 'json', { fresh: false });
  return JSON.parse(new TextDecoder().decode(bytes)) as readonly InventoryEntry[];
}

/**
 * Caches files, several at a time, while `isWanted` returns true. Resolves to whether all of them are cached; never
 * rejects.
 */
async function cacheAll(
  paths: readonly string[],
  dataCache: DataCache,
  isWanted: () => boolean = () => true,
): Promise<boolean> {
  const queue = [...paths];
  let isComplete = true;
  const cacheQueued = async (): Promise<void> => {
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      if (!isWanted() || !(await dataCache.cache(path))) isComplete = false;
    }
  };
  await Promise.all(Array.from({ length: concurrentReads }, cacheQueued));
  return isComplete;
}

interface SameBuildReplyPort {
  postMessage(isPageOfThisBuild: boolean): void;
}

interface TakeoverControls {
  readonly shellCache: Pick<ShellCache, 'isPageOfThisBuild'>;
  /** How many pages of this site are open, whichever worker controls them. */
  readonly countPages: () => Promise<number>;
  readonly skipWaiting: () => Promise<void>;
}

export function isSameBuildRequest(message: unknown): message is SameBuildRequest {
  if (typeof message !== 'object' || message === null || !('scripts' in message)) return false;
  const { scripts } = message;
  return Array.isArray(scripts) && scripts.every((script) => typeof script === 'string');
}

/**
 * Replies whether the page is of the same build as this worker. If it is, and no other page is open, no page needs the
 * previous worker, so this one takes over.
 */
export async function handleSameBuildRequest(
  { scripts }: SameBuildRequest,
  port: SameBuildReplyPort | undefined,
  { shellCache, countPages, skipWaiting }: TakeoverControls,
): Promise<void> {
  const isPageOfThisBuild = shellCache.isPageOfThisBuild(scripts);
  port?.postMessage(isPageOfThisBuild);
  if (isPageOfThisBuild && (await countPages()) === 1) await skipWaiting();
}

/** A cache of this site. Its methods do not reject. */
interface SiteCache {
  bytes(): Promise<number>;
  clear(): Promise<void>;
}

interface SizeReplyPort {
  postMessage(bytes: number): void;
}

export function isStorageRequest(message: unknown): message is StorageRequest {
  if (typeof message !== 'object' || message === null || !('storage' in message)) return false;
  return message.storage === 'size' || message.storage === 'remove';
}

/**
 * Replies with the number of bytes stored on this device, after deleting them if requested. After a deletion, nothing
 * is stored until `caches.resume` is called.
 */
export async function handleStorageRequest(
  { storage }: StorageRequest,
  port: SizeReplyPort | undefined,
  siteCaches: readonly SiteCache[],
  caches: Pick<PausableCaches, 'pause'>,
): Promise<void> {
  if (storage === 'remove') {
    await caches.pause();
    await Promise.all(siteCaches.map((cache) => cache.clear()));
  }
  const sizes = await Promise.all(siteCaches.map((cache) => cache.bytes()));
  port?.postMessage(sizes.reduce((sum, bytes) => sum + bytes, 0));
}
