import { MalformedBytesError } from './bytes.ts';
import { readEnvelope, writeEnvelope } from './envelope.ts';
import { readReferences, writeReferences, type FileReference } from './file-reference.ts';
import type { ListPosition } from './list-position.ts';
import { readDifferences, writeDifferences } from './number-columns.ts';

/** One record shard of the list, in the default order. */
export interface ListShardReference extends FileReference {
  /** Index in the list of the shard's first record. */
  readonly firstIndex: number;
  readonly records: number;
  /** Bytes of the records' compact JSON alone, without anything between them. */
  readonly recordBytes: number;
  /** Its ordinal is the number of records before this shard that are tied with its first one. */
  readonly first: ListPosition;
  /** How many records after this shard are tied with its last one. */
  readonly tiedAfter: number;
}

/** Which shard holds which part of a dataset's list. */
export interface ListTable {
  readonly records: number;
  readonly shards: readonly ListShardReference[];
}

/** The shards in list order; where each begins follows from the numbers of records. */
export function encodeListTable(shards: readonly Omit<ListShardReference, 'firstIndex'>[]): Uint8Array<ArrayBuffer> {
  return writeEnvelope('listTable', (writer) => {
    writeReferences(writer, shards);
    for (const shard of shards) writer.unsigned(shard.records);
    for (const shard of shards) writer.unsigned(shard.recordBytes);
    writeDifferences(
      writer,
      shards.map(({ first }) => first.key),
    );
    for (const shard of shards) writer.unsigned(shard.first.ordinal);
    for (const shard of shards) writer.unsigned(shard.tiedAfter);
  });
}

/** Throws MalformedBytesError. */
export function decodeListTable(bytes: Uint8Array<ArrayBuffer>): ListTable {
  return readEnvelope('listTable', bytes, (reader) => {
    const files = readReferences(reader);
    const column = (): number[] => files.map(() => reader.unsigned());
    const records = column();
    const recordBytes = column();
    const keys = readDifferences(reader, files.length);
    const ordinals = column();
    const tiedAfter = column();
    const at = (values: ArrayLike<number>, index: number): number => values[index] ?? 0;
    let firstIndex = 0;
    const shards = files.map((file, index) => {
      const shard = {
        ...file,
        firstIndex,
        records: at(records, index),
        recordBytes: at(recordBytes, index),
        first: { key: at(keys, index), ordinal: at(ordinals, index) },
        tiedAfter: at(tiedAfter, index),
      };
      firstIndex += shard.records;
      return shard;
    });
    if (!Number.isSafeInteger(firstIndex)) throw new MalformedBytesError('its shards hold too many records');
    return { records: firstIndex, shards };
  });
}
