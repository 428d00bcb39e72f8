/** One file of a version, as its inventory lists it. */
export interface InventoryEntry {
  readonly path: string;
  readonly bytes: number;
}

/** The paths that an inventory may name: an inventory from elsewhere must not choose where files are written. */
const dataFile = /^data\/[0-9a-f]{32}\.(?:json|bin)$/;

/** Undefined when the text is not an inventory. */
export function parseInventory(text: string): readonly InventoryEntry[] | undefined {
  let entries: unknown;
  try {
    entries = JSON.parse(text);
  } catch {
    return undefined;
  }
  return Array.isArray(entries) && entries.every(isEntry) ? entries : undefined;
}

function isEntry(entry: unknown): entry is InventoryEntry {
  if (typeof entry !== 'object' || entry === null || !('path' in entry) || !('bytes' in entry)) return false;
  return typeof entry.path === 'string' && dataFile.test(entry.path) && Number.isSafeInteger(entry.bytes);
}
