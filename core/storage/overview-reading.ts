import type { OverviewFiles } from './overview-files.ts';
import { placesOfOverview } from './overview-places.ts';
import type { OverviewPiece, Places } from './overview.ts';

export interface OverviewReading {
  /** Told, after each piece, of how many records the pieces read so far are. */
  readonly onProgress?: ((recordsRead: number, records: number) => void) | undefined;
  /** The overview of the dataset whose places those of this one are told by, of the same version. */
  readonly knownFrom?: Promise<readonly OverviewPiece[]>;
}

/**
 * All pieces of a dataset's overview, in list order. They are asked for in this order too, so that the newest records
 * come first where a store takes turns; the overview that they are told by may come meanwhile. Throws StoredDataError,
 * and whatever `knownFrom` does.
 */
export async function readOverview(
  files: OverviewFiles,
  { onProgress, knownFrom }: OverviewReading = {},
): Promise<OverviewPiece[]> {
  const { pieces, records } = await files.overviewTable();
  let known: Promise<Places> | undefined;
  let recordsRead = 0;
  return Promise.all(
    pieces.map(async (reference) => {
      const piece = await files.overviewPiece(reference, (known ??= knownFrom?.then(placesOfOverview)));
      onProgress?.((recordsRead += piece.records), records);
      return piece;
    }),
  );
}
