import { DataFiles } from '../../core/storage/data-files.ts';
import { DataMemory } from '../../core/storage/data-memory.ts';
import { dataFilePath } from '../../core/storage/layout.ts';
import { decodeManifest } from '../../core/storage/manifest.ts';
import type { DataCache } from './data-cache.ts';
import { keepAll, readInventory } from './kept-version.ts';

/** Files of the version before stand beside it for a while, and what is read of those should not push it out. */
const shareOfLimit = 0.8;

/**
 * Keeps all the rest of the version that is kept: from then on the interface answers every request without a network.
 * Data too large for the limit is kept as it is read, and nothing more.
 *
 * Resolves to whether all of it is kept. Never rejects: what could not be read is tried again the next time.
 */
export async function keepRest(dataCache: DataCache, isWanted: () => boolean = () => true): Promise<boolean> {
  if (!isWanted()) return false;
  try {
    const kept = await dataCache.keptManifest();
    if (!kept) return false;
    const { inventory } = await decodeManifest(kept);
    const path = dataFilePath({ hash: inventory.hash, extension: 'json' });
    if (!(await dataCache.keep(path))) return false;
    const store = { read: async (): Promise<Uint8Array<ArrayBuffer>> => bytesOf(await dataCache.kept.find(path)) };
    const files = await readInventory(new DataFiles(store, new DataMemory(0)), inventory);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    if (bytes > shareOfLimit * (await dataCache.kept.limit())) return false;
    const there = new Set(await dataCache.keptPaths());
    return await keepAll(
      files.map((file) => file.path).filter((each) => !there.has(each)),
      dataCache,
      isWanted,
    );
  } catch {
    return false;
  }
}

async function bytesOf(response: Response | undefined): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array((await response?.arrayBuffer()) ?? new ArrayBuffer(0));
}
