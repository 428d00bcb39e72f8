import {
  type ByteReader,
  type ByteWriter,
  MalformedBytesError,
  readAscending,
  readDegrees,
  readDifferences,
  writeAscending,
  writeDegrees,
  writeDifferences,
} from './bytes.ts';
import { type FileKind, readEnvelope, writeEnvelope } from './envelope.ts';
import { type FileReference, readReferences, writeReferences } from './file-reference.ts';

/**
 * The position of a record in its dataset's list. `key` represents the sort key and has the same order: seconds since
 * 1970 for a date and time, the rank among all display names for a name. Records with equal keys are tied. Ties are in
 * ascending order of identifier, and `ordinal` is the number of tied records before this one.
 *
 * The position of a record does not change when other records are added or removed, unless they are tied with it or, if
 * the key is a rank, their names come before its name.
 */
export interface ListPosition {
  readonly key: number;
  readonly ordinal: number;
}

/** Compares by descending key, ties by ascending identifier: the default order of the service. */
export function compareDescending(a: ListPosition, b: ListPosition): number {
  return b.key - a.key || a.ordinal - b.ordinal;
}

export type SortDirection = 'asc' | 'desc';

/** The key itself for descending order, its negative for ascending order: records with larger ranks come first. */
export function rankOf(key: number, direction: SortDirection): number {
  return direction === 'desc' ? key : -key;
}

/*
 * The tables of a dataset. Each lists files, with some numbers about each file. The references are first, then the
 * numbers, column by column. Every decoder throws MalformedBytesError.
 */

/** One record shard of the list, in the default order. */
export interface ListShardReference extends FileReference {
  /** Index in the list of the shard's first record. */
  readonly firstIndex: number;
  readonly records: number;
  /** Bytes of the records' compact JSON, without anything between them. */
  readonly recordBytes: number;
  /** The position of the first record. Its ordinal is the number of records before this shard that are tied with it. */
  readonly first: ListPosition;
  /** The number of records after this shard that are tied with its last record. */
  readonly tiedAfter: number;
}

export interface ListTable {
  readonly records: number;
  /** The sum of the lengths of the shards. */
  readonly bytes: number;
  readonly shards: readonly ListShardReference[];
}

export interface TileReference extends FileReference {
  readonly records: number;
  /** The largest and the smallest sort key of its records. */
  readonly newestKey: number;
  readonly oldestKey: number;
  /** The smallest box that contains every point of its records, in degrees; never across the antimeridian. */
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  /** The length of the start of the tile, up to its keys: see `TilePositions`. */
  readonly positionsBytes: number;
  /** See `checksumOfPart`. */
  readonly positionsChecksum: number;
}

export interface TileTable {
  readonly records: number;
  readonly tiles: readonly TileReference[];
}

export interface IdentifierBlockReference extends FileReference {
  readonly firstIdentifier: number;
}

export interface ColumnChunkReference extends FileReference {
  readonly records: number;
}

/** The chunks of a dataset's columns, or of a group of its detail columns, in list order. */
export interface ColumnTable {
  readonly records: number;
  readonly chunks: readonly ColumnChunkReference[];
}

interface ColumnCodec {
  readonly write: (writer: ByteWriter, values: readonly number[]) => void;
  readonly read: (reader: ByteReader, count: number) => ArrayLike<number>;
}

const counts: ColumnCodec = {
  write: (writer, values) => {
    for (const value of values) writer.unsigned(value);
  },
  read: (reader, count) => Array.from({ length: count }, () => reader.unsigned()),
};
const ascendingCounts: ColumnCodec = { write: writeAscending, read: readAscending };
const differences: ColumnCodec = { write: writeDifferences, read: readDifferences };
const degrees: ColumnCodec = { write: writeDegrees, read: readDegrees };

/** The columns of each table by name, in the order of the file. */
const listColumns = {
  records: counts,
  recordBytes: counts,
  key: differences,
  ordinal: counts,
  tiedAfter: counts,
} as const;
const tileColumns = {
  records: counts,
  newestKey: differences,
  keySpan: counts,
  west: degrees,
  south: degrees,
  east: degrees,
  north: degrees,
  positionsBytes: counts,
  positionsChecksum: counts,
} as const;
const identifierColumns = { firstIdentifier: ascendingCounts } as const;
const chunkColumns = { records: counts } as const;

type Columns = Readonly<Record<string, ColumnCodec>>;
type Row<Table extends Columns> = FileReference & Readonly<Record<keyof Table, number>>;

function encodeTable<Table extends Columns>(
  kind: FileKind,
  columns: Table,
  rows: readonly Row<Table>[],
): Uint8Array<ArrayBuffer> {
  return writeEnvelope(kind, (writer) => {
    writeReferences(writer, rows);
    for (const [name, { write }] of Object.entries(columns)) {
      write(
        writer,
        rows.map((row) => row[name as keyof Table]),
      );
    }
  });
}

/** `toTable` makes a table from its rows. It throws MalformedBytesError if they are invalid. */
function decodeTable<Table extends Columns, Content>(
  kind: FileKind,
  columns: Table,
  bytes: Uint8Array<ArrayBuffer>,
  toTable: (rows: readonly Row<Table>[]) => Content,
): Content {
  return readEnvelope(kind, bytes, (reader) => {
    const rows: Record<string, unknown>[] = readReferences(reader).map((file) => ({ ...file }));
    for (const [name, { read }] of Object.entries(columns)) {
      const values = read(reader, rows.length);
      for (const [index, row] of rows.entries()) row[name] = values[index];
    }
    // Each row now has a value of every column.
    return toTable(rows as unknown as readonly Row<Table>[]);
  });
}

function sumOfRecords(rows: readonly { readonly records: number }[]): number {
  return rows.reduce((sum, { records }) => sum + records, 0);
}

/** `shards` are in list order. The first index of each shard follows from the numbers of records. */
export function encodeListTable(shards: readonly Omit<ListShardReference, 'firstIndex'>[]): Uint8Array<ArrayBuffer> {
  return encodeTable(
    'listTable',
    listColumns,
    shards.map(({ first, ...shard }) => ({ ...shard, ...first })),
  );
}

export function decodeListTable(bytes: Uint8Array<ArrayBuffer>): ListTable {
  return decodeTable('listTable', listColumns, bytes, (rows) => {
    let firstIndex = 0;
    const shards = rows.map(({ key, ordinal, ...row }) => {
      const shard = { ...row, firstIndex, first: { key, ordinal } };
      firstIndex += row.records;
      return shard;
    });
    if (!Number.isSafeInteger(firstIndex)) throw new MalformedBytesError('its shards hold too many records');
    return { records: firstIndex, bytes: shards.reduce((sum, { bytes }) => sum + bytes, 0), shards };
  });
}

export function encodeTileTable(tiles: readonly TileReference[]): Uint8Array<ArrayBuffer> {
  return encodeTable(
    'tileTable',
    tileColumns,
    tiles.map((tile) => ({ ...tile, keySpan: tile.newestKey - tile.oldestKey })),
  );
}

export function decodeTileTable(bytes: Uint8Array<ArrayBuffer>): TileTable {
  return decodeTable('tileTable', tileColumns, bytes, (rows) => {
    for (const { west, south, east, north } of rows) {
      // A box with NaN is refused too.
      const isBox = west >= -180 && west <= east && east <= 180 && south >= -90 && south <= north && north <= 90;
      if (!isBox) throw new MalformedBytesError(`an invalid box from ${west}, ${south} to ${east}, ${north}`);
    }
    const tiles = rows.map(({ keySpan, ...row }) => ({ ...row, oldestKey: row.newestKey - keySpan }));
    return { records: sumOfRecords(tiles), tiles };
  });
}

/** The rank of the first of a tile's records in list order. */
export function firstRankOf({ newestKey, oldestKey }: TileReference, direction: SortDirection): number {
  return rankOf(direction === 'desc' ? newestKey : oldestKey, direction);
}

/** `blocks` must be in ascending order of their identifiers. */
export function encodeIdentifierTable(blocks: readonly IdentifierBlockReference[]): Uint8Array<ArrayBuffer> {
  return encodeTable('identifierTable', identifierColumns, blocks);
}

export function decodeIdentifierTable(bytes: Uint8Array<ArrayBuffer>): readonly IdentifierBlockReference[] {
  return decodeTable('identifierTable', identifierColumns, bytes, (blocks) => blocks);
}

type ColumnTableKind = 'columnTable' | 'detailTable';

export function encodeColumnTable(
  chunks: readonly ColumnChunkReference[],
  kind: ColumnTableKind = 'columnTable',
): Uint8Array<ArrayBuffer> {
  return encodeTable(kind, chunkColumns, chunks);
}

export const decodeColumnTable = (bytes: Uint8Array<ArrayBuffer>): ColumnTable =>
  decodeChunkTable('columnTable', bytes);

export const decodeDetailTable = (bytes: Uint8Array<ArrayBuffer>): ColumnTable =>
  decodeChunkTable('detailTable', bytes);

function decodeChunkTable(kind: ColumnTableKind, bytes: Uint8Array<ArrayBuffer>): ColumnTable {
  return decodeTable(kind, chunkColumns, bytes, (chunks) => {
    const records = sumOfRecords(chunks);
    if (!Number.isSafeInteger(records)) throw new MalformedBytesError('its chunks hold too many records');
    return { records, chunks };
  });
}
