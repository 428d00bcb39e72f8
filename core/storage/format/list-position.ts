import { countAtMost } from '../../collections/binary-search.ts';
import { readEnvelope, writeEnvelope } from './envelope.ts';
import { readDifferences, readSparse, writeDifferences, writeSparse } from './number-columns.ts';

/**
 * The position of a record in its dataset's order, in a form that stays the same when other records are added or
 * removed, except those tied with it and, where the key is a rank, names before it. `key` represents the sort key and
 * orders as it does: seconds since 1970 for a date and time, the rank among all display names for a name. Records with
 * equal keys are tied; ties are in ascending order of their identifiers, and `ordinal` counts those before this one.
 */
export interface ListPosition {
  readonly key: number;
  readonly ordinal: number;
}

/** Descending by key, ties in ascending order of the identifier: the default order of the service. */
export function compareDescending(a: ListPosition, b: ListPosition): number {
  return b.key - a.key || a.ordinal - b.ordinal;
}

export type SortDirection = 'asc' | 'desc';

/** Larger ranks come first in the list: the key itself when descending, its negative when ascending. */
export function sortRank(key: number, direction: SortDirection): number {
  return direction === 'desc' ? key : -key;
}

/** A run of identifiers in ascending order, each with its record's position: where to find the record in the list. */
export interface IdentifierBlock {
  readonly identifiers: Float64Array;
  readonly keys: Float64Array;
  readonly ordinals: Uint32Array;
}

export interface IdentifiedPosition extends ListPosition {
  readonly identifier: number;
}

/** The positions must be in ascending order of their identifiers. */
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
  const index = countAtMost(block.identifiers, identifier) - 1;
  if (block.identifiers[index] !== identifier) return undefined;
  return { key: block.keys[index] ?? Number.NaN, ordinal: block.ordinals[index] ?? 0 };
}
