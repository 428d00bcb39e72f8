import type { DatasetRecord } from '../../core/datasets/dataset-description.ts';
import type { FileReference } from '../../core/storage/file-reference.ts';
import { encodeOverviewPiece } from '../../core/storage/overview-piece.ts';
import { encodeOverviewTable, type OverviewPieceReference } from '../../core/storage/overview-table.ts';
import { cutPiecesFromEnd, hashOfNumber } from './cuts.ts';
import { overviewOf } from './overview-of.ts';
import type { RecordTable } from './record-table.ts';
import type { TreeSink } from './tree-sink.ts';
import { writeHashed } from './write-hashed.ts';

/**
 * An overview of records takes less than they do, so no piece comes near the 25 MiB that hosts take. Records of the
 * usual length never weigh so much.
 */
const maximumPieceBytes = 16 * 1024 * 1024;

/** Writes what the overview tells of each record, run by run of the list; the table of it is returned. */
export async function writeOverview(
  table: RecordTable,
  recordsPerPiece: number,
  sink: TreeSink,
): Promise<FileReference> {
  // As with the list, from the end: what is added changes the first piece.
  const starts = cutPiecesFromEnd(
    table.size,
    (index) => hashOfNumber(table.identifier(index)),
    (index) => table.textBytes(index),
    { target: recordsPerPiece, maximumWeight: maximumPieceBytes },
  );
  const pieces: OverviewPieceReference[] = [];
  for (const [piece, start] of starts.entries()) {
    const end = starts[piece + 1] ?? table.size;
    const records = Array.from(
      { length: end - start },
      (_, offset) => JSON.parse(table.text(start + offset)) as DatasetRecord,
    );
    const bytes = encodeOverviewPiece(overviewOf(table.dataset, records));
    pieces.push({ ...(await writeHashed(bytes, 'json', sink)), records: records.length });
  }
  return writeHashed(encodeOverviewTable(pieces), 'bin', sink);
}
