import { readEnvelope, writeEnvelope } from './envelope.ts';
import type { ListPosition } from './list-position.ts';

/** A run of identifiers in ascending order, each with its record's sort key: where to find the record in the list. */
export interface IdentifierBlock {
  readonly identifiers: Float64Array;
  readonly keys: Float64Array;
}

/** The positions must stand in ascending order of their identifiers. */
export function encodeIdentifierBlock(positions: readonly ListPosition[]): Uint8Array<ArrayBuffer> {
  return writeEnvelope('identifierBlock', (writer) => {
    writer.unsigned(positions.length);
    let identifier = 0;
    for (const position of positions) {
      writer.unsigned(position.identifier - identifier);
      identifier = position.identifier;
    }
    let key = 0;
    for (const position of positions) {
      writer.signed(position.key - key);
      key = position.key;
    }
  });
}

/** Throws MalformedBytesError. */
export function decodeIdentifierBlock(bytes: Uint8Array<ArrayBuffer>): IdentifierBlock {
  return readEnvelope('identifierBlock', bytes, (reader) => {
    const count = reader.count(2);
    const identifiers = new Float64Array(count);
    const keys = new Float64Array(count);
    let identifier = 0;
    for (let index = 0; index < count; index++) identifiers[index] = identifier += reader.unsigned();
    let key = 0;
    for (let index = 0; index < count; index++) keys[index] = key += reader.signed();
    return { identifiers, keys };
  });
}

/** The sort key of an identifier's record; undefined when the block has no such identifier. */
export function keyOfIdentifier(block: IdentifierBlock, identifier: number): number | undefined {
  let low = 0;
  let high = block.identifiers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((block.identifiers[middle] ?? Infinity) < identifier) low = middle + 1;
    else high = middle;
  }
  return block.identifiers[low] === identifier ? block.keys[low] : undefined;
}
