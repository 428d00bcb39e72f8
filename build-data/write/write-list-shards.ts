import type { FileReference } from '../../core/storage/file-reference.ts';
import { encodeListTable, type ListShardReference } from '../../core/storage/list-table.ts';
import { encodeRecordShard } from '../../core/storage/record-shard.ts';
import { cutPiecesFromEnd, hashOfNumber, maximumShardBytes } from './cuts.ts';
import type { RecordTable } from './record-table.ts';
import type { TreeSink } from './tree-sink.ts';
import { writeHashed } from './write-hashed.ts';

export interface WrittenList {
  readonly table: FileReference;
  /** How many records the first shard holds; 0 when there is none. */
  readonly recordsOfFirst: number;
}

/**
 * Writes the records, in the default order, as shards. They are cut from the end, where the oldest records stand: new
 * ones change the first shard.
 */
export async function writeListShards(
  table: RecordTable,
  recordsPerShard: number,
  sink: TreeSink,
): Promise<WrittenList> {
  const starts = cutPiecesFromEnd(
    table.size,
    (index) => hashOfNumber(table.identifier(index)),
    (index) => table.textBytes(index),
    { target: recordsPerShard, maximumWeight: maximumShardBytes },
  );
  const references: Omit<ListShardReference, 'firstIndex'>[] = [];
  for (const [piece, start] of starts.entries()) {
    const end = starts[piece + 1] ?? table.size;
    const indexes = Array.from({ length: end - start }, (_, offset) => start + offset);
    const bytes = encodeRecordShard({
      records: indexes.map((index) => table.text(index)),
      tiedWithPrevious: indexes.map((index) => index > start && table.isTied(index)),
    });
    references.push({
      ...(await writeHashed(bytes, 'json', sink)),
      records: end - start,
      recordBytes: indexes.reduce((sum, index) => sum + table.textBytes(index), 0),
      first: { key: table.key(start), ordinal: table.ordinal(start) },
      tiedAfter: table.tiedAfter(end - 1),
    });
  }
  return {
    table: await writeHashed(encodeListTable(references), 'bin', sink),
    recordsOfFirst: references[0]?.records ?? 0,
  };
}
