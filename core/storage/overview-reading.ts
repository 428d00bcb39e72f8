import type { OverviewFiles } from './overview-files.ts';
import type { OverviewPiece } from './overview.ts';

/**
 * All pieces of a dataset's overview, in list order. They are asked for in this order too, so that the newest records
 * come first where a store takes turns. `onProgress` is told, after each piece, of how many records the pieces read so
 * far are. Throws StoredDataError.
 */
export async function readOverview(
  files: OverviewFiles,
  onProgress?: (recordsRead: number, records: number) => void,
): Promise<OverviewPiece[]> {
  const { pieces, records } = await files.overviewTable();
  let recordsRead = 0;
  return Promise.all(
    pieces.map(async (reference) => {
      const piece = await files.overviewPiece(reference);
      onProgress?.((recordsRead += piece.records), records);
      return piece;
    }),
  );
}
