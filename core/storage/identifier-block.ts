import { readEnvelope, writeEnvelope } from './envelope.ts';
import type { ListPosition } from './list-position.ts';
import { readDifferences, readSparse, writeDifferences, writeSparse } from './number-columns.ts';

/** A run of identifiers in ascending order, each with its record's position: where to find the record in the list. */
export interface IdentifierBlock {
  readonly identifiers: Float64Array;
  readonly keys: Float64Array;
  readonly ordinals: Uint32Array;
}

export interface IdentifiedPosition extends ListPosition {
  readonly identifier: number;
}

/** The positions must stand in ascending order of their identifiers. */
export function encodeIdentifierBlock(positions: readonly IdentifiedPosition[]): Uint8Array<ArrayBuffer> {
  return writeEnvelope('identifierBlock', (writer) => {
    writer.unsigned(positions.length);
    let before = 0;
    for (const { identifier } of positions) {
      writer.unsigned(identifier - before);
      before = identifier;
    }
    writeDifferences(
      writer,
      positions.map(({ key }) => key),
    );
    writeSparse(
      writer,
      positions.map(({ ordinal }) => ordinal),
    );
  });
}

/** Throws MalformedBytesError. */
export function decodeIdentifierBlock(bytes: Uint8Array<ArrayBuffer>): IdentifierBlock {
  return readEnvelope('identifierBlock', bytes, (reader) => {
    const count = reader.count(2);
    const identifiers = new Float64Array(count);
    let identifier = 0;
    for (let index = 0; index < count; index++) identifiers[index] = identifier += reader.unsigned();
    return { identifiers, keys: readDifferences(reader, count), ordinals: readSparse(reader, count) };
  });
}

/** The position of an identifier's record; undefined when the block has no such identifier. */
export function positionOfIdentifier(block: IdentifierBlock, identifier: number): ListPosition | undefined {
  let low = 0;
  let high = block.identifiers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((block.identifiers[middle] ?? Infinity) < identifier) low = middle + 1;
    else high = middle;
  }
  if (block.identifiers[low] !== identifier) return undefined;
  return { key: block.keys[low] ?? Number.NaN, ordinal: block.ordinals[low] ?? 0 };
}
