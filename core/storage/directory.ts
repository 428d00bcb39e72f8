import Flatbush from 'flatbush';

import { type ByteReader, type ByteWriter, MalformedBytesError } from './bytes.ts';
import { fromHexadecimal, hashBytes, toHexadecimal } from './content-hash.ts';
import { readEnvelope, writeEnvelope } from './envelope.ts';
import type { ListPosition } from './list-position.ts';

/** A file named by its content, and its length: what a reader needs to fetch and to check it. */
export interface FileReference {
  readonly hash: string;
  readonly bytes: number;
}

/** One record shard of the list, in the default order. */
export interface ListShardReference extends FileReference {
  /** Index in the list of the shard's first record. */
  readonly firstIndex: number;
  readonly records: number;
  /** Bytes of the records' compact JSON alone, without anything between them. */
  readonly recordBytes: number;
  readonly first: ListPosition;
  /** How many records before this shard are tied with its first one, and after it with its last one. */
  readonly tiedBefore: number;
  readonly tiedAfter: number;
}

export interface PlaceTileReference extends FileReference {
  /** The box of the tile's places, in degrees. */
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export interface IdentifierBlockReference extends FileReference {
  readonly firstIdentifier: number;
}

/** The table of a dataset's files: read once, it tells which files an answer needs. */
export interface Directory {
  readonly records: number;
  readonly listShards: readonly ListShardReference[];
  readonly placeTiles: readonly PlaceTileReference[];
  /** Over the boxes of the place tiles, by their index; undefined when there are none. */
  readonly placeTileTree: Flatbush | undefined;
  readonly identifierBlocks: readonly IdentifierBlockReference[];
}

/** What a directory is written from; what follows from the rest is left out. */
export interface DirectoryContent extends Omit<Directory, 'placeTileTree' | 'listShards'> {
  readonly listShards: readonly Omit<ListShardReference, 'firstIndex'>[];
}

export function encodeDirectory(content: DirectoryContent): Uint8Array<ArrayBuffer> {
  return writeEnvelope('directory', (writer) => {
    writer.unsigned(content.records);
    const { listShards, placeTiles, identifierBlocks } = content;

    writeReferences(writer, listShards);
    for (const shard of listShards) writer.unsigned(shard.records);
    for (const shard of listShards) writer.unsigned(shard.recordBytes);
    let key = 0;
    for (const shard of listShards) {
      writer.signed(shard.first.key - key);
      key = shard.first.key;
    }
    for (const shard of listShards) writer.unsigned(shard.first.identifier);
    for (const shard of listShards) writer.unsigned(shard.tiedBefore);
    for (const shard of listShards) writer.unsigned(shard.tiedAfter);

    writeReferences(writer, identifierBlocks);
    for (const block of identifierBlocks) writer.unsigned(block.firstIdentifier);

    writeReferences(writer, placeTiles);
    if (placeTiles.length === 0) return; // Flatbush refuses to index nothing.
    const tree = new Flatbush(placeTiles.length);
    for (const tile of placeTiles) tree.add(tile.west, tile.south, tile.east, tile.north);
    tree.finish();
    writer.unsigned(tree.data.byteLength);
    for (const tile of placeTiles) for (const edge of boxEdges(tile)) writer.float64(edge);
    writer.align(8);
    writer.bytes(new Uint8Array(tree.data));
  });
}

/** Throws MalformedBytesError. */
export function decodeDirectory(bytes: Uint8Array<ArrayBuffer>): Directory {
  return readEnvelope('directory', bytes, (reader) => {
    const records = reader.unsigned();
    const listShards = readListShards(reader);
    const total = listShards.reduce((sum, shard) => sum + shard.records, 0);
    if (total !== records) throw new MalformedBytesError(`its shards hold ${total} records, not ${records}`);

    const identifierBlocks = readReferences(reader).map((file) => ({ ...file, firstIdentifier: reader.unsigned() }));
    const tileFiles = readReferences(reader);
    if (tileFiles.length === 0) {
      return { records, listShards, placeTiles: [], placeTileTree: undefined, identifierBlocks };
    }
    const treeBytes = reader.unsigned();
    const placeTiles = tileFiles.map((file) => ({
      ...file,
      west: reader.float64(),
      south: reader.float64(),
      east: reader.float64(),
      north: reader.float64(),
    }));
    reader.align(8);
    return {
      records,
      listShards,
      placeTiles,
      placeTileTree: readTree(reader.bytes(treeBytes), placeTiles.length),
      identifierBlocks,
    };
  });
}

/** A copy of its own, because Flatbush wants it aligned whatever this file's place in its buffer. */
function readTree(bytes: Uint8Array<ArrayBuffer>, items: number): Flatbush {
  let tree: Flatbush;
  try {
    tree = Flatbush.from(bytes.slice().buffer);
  } catch (cause) {
    throw new MalformedBytesError('its tree of tiles cannot be read', { cause });
  }
  if (tree.numItems !== items) throw new MalformedBytesError(`its tree holds ${tree.numItems} tiles, not ${items}`);
  return tree;
}

function boxEdges(tile: PlaceTileReference): readonly number[] {
  return [tile.west, tile.south, tile.east, tile.north];
}

function writeReferences(writer: ByteWriter, files: readonly FileReference[]): void {
  writer.unsigned(files.length);
  for (const file of files) writer.bytes(fromHexadecimal(file.hash));
  for (const file of files) writer.unsigned(file.bytes);
}

function readReferences(reader: ByteReader): FileReference[] {
  const count = reader.count(hashBytes + 1);
  const hashes = Array.from({ length: count }, () => toHexadecimal(reader.bytes(hashBytes)));
  return hashes.map((hash) => ({ hash, bytes: reader.unsigned() }));
}

function readListShards(reader: ByteReader): ListShardReference[] {
  const files = readReferences(reader);
  const column = (): number[] => files.map(() => reader.unsigned());
  const records = column();
  const recordBytes = column();
  let key = 0;
  const keys = files.map(() => (key += reader.signed()));
  const identifiers = column();
  const tiedBefore = column();
  const tiedAfter = column();
  const at = (values: readonly number[], index: number): number => values[index] ?? 0;
  let firstIndex = 0;
  const firstIndexes = records.map((count) => (firstIndex += count) - count);
  return files.map((file, index) => ({
    ...file,
    firstIndex: at(firstIndexes, index),
    records: at(records, index),
    recordBytes: at(recordBytes, index),
    first: { key: at(keys, index), identifier: at(identifiers, index) },
    tiedBefore: at(tiedBefore, index),
    tiedAfter: at(tiedAfter, index),
  }));
}
