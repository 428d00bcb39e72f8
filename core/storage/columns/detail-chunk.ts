import { distinctRows } from '../../collections/arrays.ts';
import { formatVersion, parseVersioned } from '../format/envelope.ts';
import { MalformedBytesError } from '../format/bytes.ts';
import {
  type ColumnChunk,
  detailFormat,
  encodeCombinations,
  readMoveToFront,
  readRecords,
  readTextColumns,
  rowsByIdentifier,
  writeTexts,
} from './column-chunk.ts';
import { encodeMoveToFront, writeIntegers } from './json-columns.ts';

/**
 * A group of detail columns: texts of each record in a run of the list, in list order. The run is that of a chunk of the
 * columns, which have the identifiers.
 */
export type DetailChunk = ColumnChunk['texts'];

/** `identifiers` are those of the records, in list order. */
export function encodeDetailChunk(identifiers: Float64Array, texts: DetailChunk): Uint8Array<ArrayBuffer> {
  const listRows = rowsByIdentifier(identifiers);
  const columns = Object.values(texts).map(({ codes }) => listRows.map((row) => codes[row]));
  const { first, at } = distinctRows(columns);
  const content = {
    format: detailFormat,
    version: formatVersion,
    records: identifiers.length,
    combinations: writeIntegers(encodeMoveToFront(at)),
    texts: writeTexts(
      texts,
      columns.map((column) => encodeCombinations(first, column)),
    ),
  };
  return new TextEncoder().encode(JSON.stringify(content));
}

/** Decodes the columns of `fields`. Throws MalformedBytesError. */
export function decodeDetailChunk(
  fields: readonly string[],
  identifiers: Float64Array,
  bytes: Uint8Array<ArrayBuffer>,
): DetailChunk {
  const content = parseVersioned(bytes, detailFormat, 'a chunk of details');
  const records = readRecords(content);
  if (records !== identifiers.length) {
    throw new MalformedBytesError(`it holds ${records} records, not ${identifiers.length}`);
  }
  const { indexes, count } = readMoveToFront(content['combinations'], 'combinations', records);
  const combinationOf = new Uint32Array(records);
  for (const [index, row] of rowsByIdentifier(identifiers).entries()) combinationOf[row] = indexes[index];
  return readTextColumns(content['texts'], fields, count, combinationOf);
}
