import { countAtMost } from '../../collections/arrays.ts';
import { MalformedBytesError, readAscending, readDifferences, writeAscending, writeDifferences } from './bytes.ts';
import { readEnvelope, writeEnvelope } from './envelope.ts';
import { type FileReference, readReferences, writeReferences } from './file-reference.ts';

/**
 * Where a record is stored: in which shard, at which byte, and a checksum of its text. A reader fetches only the record,
 * so the hash of the shard cannot tell it whether the bytes are right.
 */
export interface StoredRecord {
  /** The index of the shard among those of the block. */
  readonly shard: number;
  /** The offset in bytes of the record's first character in the shard. */
  readonly offset: number;
  /** See `checksumOfPart`. */
  readonly checksum: number;
}

/** A run of identifiers in ascending order, each with the place of its record in the record shards. */
export interface IdentifierBlock {
  readonly shards: readonly FileReference[];
  /** The bytes of the longest record text. */
  readonly longestRecord: number;
  readonly identifiers: Float64Array;
  readonly shardOf: Float64Array;
  readonly offsets: Float64Array;
  readonly checksums: Uint16Array;
}

export interface IdentifiedRecord extends StoredRecord {
  readonly identifier: number;
}

/** The records must be in ascending order of their identifiers. */
export function encodeIdentifierBlock(
  shards: readonly FileReference[],
  longestRecord: number,
  records: readonly IdentifiedRecord[],
): Uint8Array<ArrayBuffer> {
  return writeEnvelope('identifierBlock', (writer) => {
    writeReferences(writer, shards);
    writer.unsigned(longestRecord);
    writer.unsigned(records.length);
    writeAscending(
      writer,
      records.map(({ identifier }) => identifier),
    );
    writeDifferences(
      writer,
      records.map(({ shard }) => shard),
    );
    writeDifferences(
      writer,
      records.map(({ offset }) => offset),
    );
    for (const { checksum } of records) {
      writer.uint8(checksum % 256);
      writer.uint8(Math.floor(checksum / 256));
    }
  });
}

/** Throws MalformedBytesError. */
export function decodeIdentifierBlock(bytes: Uint8Array<ArrayBuffer>): IdentifierBlock {
  return readEnvelope('identifierBlock', bytes, (reader) => {
    const shards = readReferences(reader);
    const longestRecord = reader.unsigned();
    // An identifier, a shard and an offset take at least one byte each, and a checksum takes two.
    const count = reader.count(5);
    const identifiers = readAscending(reader, count);
    const shardOf = readDifferences(reader, count);
    const offsets = readDifferences(reader, count);
    const checksums = Uint16Array.from({ length: count }, () => reader.uint8() + 256 * reader.uint8());
    if (shardOf.some((shard) => shard < 0 || shard >= shards.length)) {
      throw new MalformedBytesError(`a record is in a shard beyond the ${shards.length} of the block`);
    }
    if (offsets.some((offset) => offset < 0)) throw new MalformedBytesError('a record has a negative offset');
    return { shards, longestRecord, identifiers, shardOf, offsets, checksums };
  });
}

/** Where the record with an identifier is stored; undefined when the block has no such identifier. */
export function storedRecordOf(
  block: IdentifierBlock,
  identifier: number,
): { readonly shard: FileReference; readonly offset: number; readonly checksum: number } | undefined {
  const index = countAtMost(block.identifiers, identifier) - 1;
  const shard = block.shards[block.shardOf[index]];
  if (block.identifiers[index] !== identifier || !shard) return undefined;
  return { shard, offset: block.offsets[index], checksum: block.checksums[index] };
}
