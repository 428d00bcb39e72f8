import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { hashBytes } from '../../core/storage/format/file-reference.ts';
import { dataFilePath, manifestPath } from '../../core/storage/format/layout.ts';
import { decodeManifest, type Manifest } from '../../core/storage/snapshot/manifest.ts';
import { parseInventory, type InventoryEntry } from '../write/write-datasets.ts';
import { codeOf } from './output-error.ts';

/**
 * Compares a tree on the disk with what its manifest names and what the build has written. Files that an inventory names, of
 * this version and of earlier ones that are kept, are compared by length and content; all others by length. Returns what is
 * wrong, or undefined.
 *
 * @param written paths with the lengths in bytes of what the build has written
 */
export async function verifyStagedTree(
  directory: string,
  written: ReadonlyMap<string, number>,
): Promise<string | undefined> {
  const faults: string[] = [];
  for (const [path, bytes] of written) {
    const found = statSync(join(directory, path), { throwIfNoEntry: false })?.size;
    if (found === undefined) faults.push(`${path} is missing`);
    else if (found !== bytes) faults.push(`${path} has ${found} bytes instead of ${bytes}`);
  }
  if (faults.length === 0 && written.has(manifestPath)) {
    const manifest = await decodeManifest(new Uint8Array(readFileSync(join(directory, manifestPath))));
    for (const { path, bytes } of filesOf(manifest, directory, faults)) checkContent(directory, path, bytes, faults);
  }
  if (faults.length === 0) return undefined;
  const others = faults.length === 1 ? '' : `, and ${faults.length - 1} more files are missing or changed`;
  return `the new version is damaged: ${faults[0] ?? ''}${others}`;
}

/** The files that the inventories of all versions in the tree name. A file of several versions occurs once. */
function filesOf(manifest: Manifest, directory: string, faults: string[]): Iterable<InventoryEntry> {
  const files = new Map<string, InventoryEntry>();
  for (const { inventory } of [manifest, ...manifest.previous]) {
    const path = dataFilePath({ hash: inventory.hash, extension: 'json' });
    if (!checkContent(directory, path, inventory.bytes, faults)) continue;
    const entries = parseInventory(readFileSync(join(directory, path), 'utf8'));
    if (!entries) faults.push(`${path} is not a list of files`);
    for (const entry of entries ?? []) files.set(entry.path, entry);
  }
  return files.values();
}

function checkContent(directory: string, path: string, bytes: number, faults: string[]): boolean {
  const content = readIfExists(join(directory, path));
  if (content === undefined) faults.push(`${path} is missing`);
  else if (content.length !== bytes) faults.push(`${path} has ${content.length} bytes instead of ${bytes}`);
  else if (!path.includes(hashOf(content))) faults.push(`the content of ${path} does not match its name`);
  else return true;
  return false;
}

/** Like `contentHash`, but without waiting for a thread for each of thousands of small files. */
function hashOf(content: Buffer): string {
  return createHash('sha256')
    .update(content)
    .digest('hex')
    .slice(0, 2 * hashBytes);
}

function readIfExists(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
