import { MalformedBytesError } from './bytes.ts';
import { readEnvelope, writeEnvelope } from './envelope.ts';
import { readReferences, writeReferences, type FileReference } from './file-reference.ts';

/** One piece of a dataset's overview: a run of the list. */
export interface OverviewPieceReference extends FileReference {
  readonly records: number;
}

/** The pieces of a dataset's overview, in list order. */
export interface OverviewTable {
  readonly records: number;
  readonly pieces: readonly OverviewPieceReference[];
}

export function encodeOverviewTable(pieces: readonly OverviewPieceReference[]): Uint8Array<ArrayBuffer> {
  return writeEnvelope('overviewTable', (writer) => {
    writeReferences(writer, pieces);
    for (const piece of pieces) writer.unsigned(piece.records);
  });
}

/** Throws MalformedBytesError. */
export function decodeOverviewTable(bytes: Uint8Array<ArrayBuffer>): OverviewTable {
  return readEnvelope('overviewTable', bytes, (reader) => {
    const pieces = readReferences(reader).map((file) => ({ ...file, records: reader.unsigned() }));
    const records = pieces.reduce((sum, piece) => sum + piece.records, 0);
    if (!Number.isSafeInteger(records)) throw new MalformedBytesError('its pieces hold too many records');
    return { records, pieces };
  });
}
