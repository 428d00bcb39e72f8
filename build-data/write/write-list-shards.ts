import { contentHash } from '../../core/storage/content-hash.ts';
import type { DirectoryContent } from '../../core/storage/directory.ts';
import { dataFilePath } from '../../core/storage/layout.ts';
import { encodeRecordShard } from '../../core/storage/record-shard.ts';
import { cutPieces, hashOfNumber, recordsPerShard } from './cuts.ts';
import type { RecordTable } from './record-table.ts';
import type { TreeSink } from './tree-sink.ts';

/** Far below the 25 MiB that hosts take, even for records with very long texts. */
const maximumShardBytes = 4 * 1024 * 1024;

/** Writes the records, in the default order, as shards. */
export async function writeListShards(table: RecordTable, sink: TreeSink): Promise<DirectoryContent['listShards']> {
  const starts = cutPieces(
    table.size,
    (index) => hashOfNumber(table.identifier(index)),
    (index) => table.textBytes(index),
    { target: recordsPerShard(table.size), maximumWeight: maximumShardBytes },
  );
  const references: DirectoryContent['listShards'][number][] = [];
  for (const [piece, start] of starts.entries()) {
    const end = starts[piece + 1] ?? table.size;
    const indexes = Array.from({ length: end - start }, (_, offset) => start + offset);
    const bytes = encodeRecordShard({
      records: indexes.map((index) => table.text(index)),
      tiedWithPrevious: indexes.map((index) => index > start && table.isTied(index)),
    });
    const hash = await contentHash(bytes);
    await sink.write(dataFilePath({ hash, extension: 'json' }), bytes);
    references.push({
      hash,
      bytes: bytes.length,
      records: end - start,
      recordBytes: indexes.reduce((sum, index) => sum + table.textBytes(index), 0),
      first: { key: table.key(start), identifier: table.identifier(start) },
      tiedBefore: countTies(table, start, -1),
      tiedAfter: countTies(table, end - 1, 1),
    });
  }
  return references;
}

/** How many records next to this one, in one direction, have its sort key. */
function countTies(table: RecordTable, index: number, step: 1 | -1): number {
  const key = table.key(index);
  let other = index + step;
  while (other >= 0 && other < table.size && table.key(other) === key) other += step;
  return Math.abs(other - index) - 1;
}
