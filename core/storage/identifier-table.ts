import { readEnvelope, writeEnvelope } from './envelope.ts';
import { readReferences, writeReferences, type FileReference } from './file-reference.ts';

export interface IdentifierBlockReference extends FileReference {
  readonly firstIdentifier: number;
}

/** Which block tells of which identifiers, ascending. */
export function encodeIdentifierTable(blocks: readonly IdentifierBlockReference[]): Uint8Array<ArrayBuffer> {
  return writeEnvelope('identifierTable', (writer) => {
    writeReferences(writer, blocks);
    let before = 0;
    for (const { firstIdentifier } of blocks) {
      writer.unsigned(firstIdentifier - before);
      before = firstIdentifier;
    }
  });
}

/** Throws MalformedBytesError. */
export function decodeIdentifierTable(bytes: Uint8Array<ArrayBuffer>): readonly IdentifierBlockReference[] {
  return readEnvelope('identifierTable', bytes, (reader) => {
    let firstIdentifier = 0;
    return readReferences(reader).map((file) => ({ ...file, firstIdentifier: (firstIdentifier += reader.unsigned()) }));
  });
}
