import type { DatasetFiles } from '../storage/dataset-files.ts';
import { keyOfIdentifier } from '../storage/identifier-block.ts';
import { readPositions } from './list-reading.ts';

/** The text of the record with this identifier; undefined when there is none. Throws StoredDataError. */
export async function findRecord(files: DatasetFiles, identifier: number): Promise<string | undefined> {
  const block = files.directory.identifierBlocks.findLast(({ firstIdentifier }) => firstIdentifier <= identifier);
  if (!block) return undefined;
  const key = keyOfIdentifier(await files.identifierBlock(block), identifier);
  if (key === undefined) return undefined;
  const [text] = await readPositions(files, [{ key, identifier }]);
  return text;
}
