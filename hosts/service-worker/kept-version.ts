import type { DataFiles } from '../../core/storage/data-files.ts';
import type { FileReference } from '../../core/storage/file-reference.ts';
import type { DataCache } from './data-cache.ts';

const readsAtOnce = 4;

export interface InventoryEntry {
  readonly path: string;
  readonly bytes: number;
}

/** All hashed files of a version. Throws StoredDataError. */
export async function readInventory(files: DataFiles, inventory: FileReference): Promise<readonly InventoryEntry[]> {
  const bytes = await files.readBytes(inventory, 'json', { fresh: false });
  return JSON.parse(new TextDecoder().decode(bytes)) as readonly InventoryEntry[];
}

/**
 * Sees to it that files are kept, some at once, for as long as that is wanted. Resolves to whether all of them are; never
 * rejects.
 */
export async function keepAll(
  paths: readonly string[],
  dataCache: DataCache,
  isWanted: () => boolean = () => true,
): Promise<boolean> {
  const waiting = [...paths];
  let isComplete = true;
  const keepOneAfterAnother = async (): Promise<void> => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      if (!isWanted() || !(await dataCache.keep(path))) isComplete = false;
    }
  };
  await Promise.all(Array.from({ length: readsAtOnce }, keepOneAfterAnother));
  return isComplete;
}
