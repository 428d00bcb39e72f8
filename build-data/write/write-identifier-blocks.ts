import { contentHash } from '../../core/storage/content-hash.ts';
import type { IdentifierBlockReference } from '../../core/storage/directory.ts';
import { encodeIdentifierBlock } from '../../core/storage/identifier-block.ts';
import { dataFilePath } from '../../core/storage/layout.ts';
import { cutPieces, hashOfNumber } from './cuts.ts';
import type { RecordTable } from './record-table.ts';
import type { TreeSink } from './tree-sink.ts';

const identifiersPerBlock = 1024;

/** Writes, in ascending order of the identifiers, where each record stands in the list. */
export async function writeIdentifierBlocks(table: RecordTable, sink: TreeSink): Promise<IdentifierBlockReference[]> {
  const order = Uint32Array.from({ length: table.size }, (_, index) => index).sort(
    (a, b) => table.identifier(a) - table.identifier(b),
  );
  const starts = cutPieces(
    order.length,
    (index) => hashOfNumber(table.identifier(order[index] ?? 0)),
    () => 1,
    { target: identifiersPerBlock, maximumWeight: Infinity },
  );
  const references: IdentifierBlockReference[] = [];
  for (const [block, start] of starts.entries()) {
    const positions = Array.from(order.subarray(start, starts[block + 1]), (index) => ({
      key: table.key(index),
      identifier: table.identifier(index),
    }));
    const bytes = encodeIdentifierBlock(positions);
    const hash = await contentHash(bytes);
    await sink.write(dataFilePath({ hash, extension: 'bin' }), bytes);
    references.push({ hash, bytes: bytes.length, firstIdentifier: positions[0]?.identifier ?? 0 });
  }
  return references;
}
