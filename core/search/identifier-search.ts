import type { DatasetFiles } from '../storage/dataset-files.ts';
import { positionOfIdentifier } from '../storage/identifier-block.ts';
import { StoredDataError } from '../storage/store.ts';
import { readPositions } from './list-reading.ts';

/** The text of the record with this identifier; undefined when there is none. Throws StoredDataError. */
export async function findRecord(files: DatasetFiles, identifier: number): Promise<string | undefined> {
  // The record will stand in a shard of the list: its table is fetched at once, side by side with the other.
  const [blocks] = await Promise.all([files.identifierTable(), files.listTable()]);
  const block = blocks.findLast(({ firstIdentifier }) => firstIdentifier <= identifier);
  if (!block) return undefined;
  const position = positionOfIdentifier(await files.identifierBlock(block), identifier);
  if (!position) return undefined;
  const [text = ''] = await readPositions(files, [position]);
  if (!text.startsWith(`{${JSON.stringify(files.dataset.identifierField)}:${identifier},`)) {
    throw new StoredDataError('the list', `another record stands where ${identifier} should`);
  }
  return text;
}
