import type { FileReference } from '../../core/storage/file-reference.ts';
import { encodeIdentifierBlock } from '../../core/storage/identifier-block.ts';
import { encodeIdentifierTable, type IdentifierBlockReference } from '../../core/storage/identifier-table.ts';
import { cutPieces, hashOfNumber } from './cuts.ts';
import type { RecordTable } from './record-table.ts';
import type { TreeSink } from './tree-sink.ts';
import { writeHashed } from './write-hashed.ts';

/** Writes, in ascending order of the identifiers, where each record stands in the list; the table of it is returned. */
export async function writeIdentifierBlocks(
  table: RecordTable,
  identifiersPerBlock: number,
  sink: TreeSink,
): Promise<FileReference> {
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
      ordinal: table.ordinal(index),
      identifier: table.identifier(index),
    }));
    const file = await writeHashed(encodeIdentifierBlock(positions), 'bin', sink);
    references.push({ ...file, firstIdentifier: positions[0]?.identifier ?? 0 });
  }
  return writeHashed(encodeIdentifierTable(references), 'bin', sink);
}
