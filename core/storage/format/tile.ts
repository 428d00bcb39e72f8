import {
  type ByteReader,
  MalformedBytesError,
  readDegrees,
  readDifferences,
  readSparse,
  writeDegrees,
  writeDifferences,
  writeSparse,
} from './bytes.ts';
import { readEnvelope, writeEnvelope } from './envelope.ts';
import { type FileReference, readReferences, writeReferences } from './file-reference.ts';
import type { ListPosition } from './tables.ts';

/** A file with the values of some of a tile's records, except those in the tile: see `tile-records.ts`. */
export interface TileShardReference extends FileReference {
  /** The index of the shard's first record in the tile. */
  readonly firstRecord: number;
  readonly records: number;
}

/**
 * The points of records near each other: everything that a search needs to count them. Records at the same points are
 * adjacent, in list order, and form one *location*. These are the first bytes of a tile.
 */
export interface TilePositions {
  /** The number of points of each location: one in RawData; two in CoastalFeatures, inshore and offshore. */
  readonly pointsPerLocation: number;
  /** In degrees, as published. The points of location i begin at index i * pointsPerLocation. */
  readonly longitudes: Float64Array;
  readonly latitudes: Float64Array;
  /** The records of location i are recordStarts[i] up to, not including, recordStarts[i + 1]. */
  readonly recordStarts: Uint32Array;
  /** In the order of the tile's records. */
  readonly shards: readonly TileShardReference[];
}

/** The points and list positions of records near each other: everything that a search needs before it reads records. */
export interface Tile extends TilePositions {
  /** For each record, the key and the ordinal of its position in the list. */
  readonly keys: Float64Array;
  readonly ordinals: Uint32Array;
}

export interface EncodedTile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** How many of the bytes, from the first, are those of its `TilePositions`. */
  readonly positionsBytes: number;
}

export interface TileContent {
  readonly pointsPerLocation: number;
  /** The coordinates of the points of each location, and its records in list order. */
  readonly locations: readonly {
    readonly longitudes: readonly number[];
    readonly latitudes: readonly number[];
    readonly records: readonly ListPosition[];
  }[];
  readonly shards: readonly Omit<TileShardReference, 'firstRecord'>[];
}

export function encodeTile(content: TileContent): EncodedTile {
  const { pointsPerLocation, locations, shards } = content;
  let positionsBytes = 0;
  const bytes = writeEnvelope('tile', (writer) => {
    writeReferences(writer, shards);
    for (const shard of shards) writer.unsigned(shard.records);
    writer.unsigned(locations.length);
    writer.unsigned(pointsPerLocation);
    for (const { records } of locations) writer.unsigned(records.length);
    for (let point = 0; point < pointsPerLocation; point++) {
      writeDegrees(
        writer,
        locations.map(({ longitudes }) => longitudes[point]),
      );
      writeDegrees(
        writer,
        locations.map(({ latitudes }) => latitudes[point]),
      );
    }
    positionsBytes = writer.length;
    const records = locations.flatMap((location) => location.records);
    // The keys descend within each location, so their differences are small and compress best as a column.
    writeDifferences(
      writer,
      records.map(({ key }) => key),
    );
    writeSparse(
      writer,
      records.map(({ ordinal }) => ordinal),
    );
  });
  return { bytes, positionsBytes };
}

/** Throws MalformedBytesError. */
export function decodeTile(bytes: Uint8Array<ArrayBuffer>): Tile {
  return readEnvelope('tile', bytes, (reader) => {
    const positions = readPositions(reader);
    const records = positions.recordStarts[positions.recordStarts.length - 1];
    if (records > reader.remaining) throw new MalformedBytesError(`${records} records exceed the data`);
    return { ...positions, keys: readDifferences(reader, records), ordinals: readSparse(reader, records) };
  });
}

/** Decodes the positions alone, from the first bytes of a tile with `tileBytes` bytes. Throws MalformedBytesError. */
export function decodeTilePositions(bytes: Uint8Array<ArrayBuffer>, tileBytes: number): TilePositions {
  return readEnvelope('tile', bytes, readPositions, tileBytes);
}

function readPositions(reader: ByteReader): TilePositions {
  let firstRecord = 0;
  const shards = readReferences(reader).map((file) => {
    const records = reader.unsigned();
    firstRecord += records;
    return { ...file, records, firstRecord: firstRecord - records };
  });
  const locations = reader.count(1);
  const pointsPerLocation = reader.unsigned();
  if (locations * pointsPerLocation > reader.remaining) throw new MalformedBytesError('too many points for its data');
  const recordStarts = new Uint32Array(locations + 1);
  let records = 0;
  for (let location = 0; location < locations; location++) {
    records += reader.unsigned();
    recordStarts[location + 1] = records;
  }
  if (records !== firstRecord) {
    throw new MalformedBytesError(`its shards hold ${firstRecord} records, its locations ${records}`);
  }
  const longitudes = new Float64Array(locations * pointsPerLocation);
  const latitudes = new Float64Array(locations * pointsPerLocation);
  for (let point = 0; point < pointsPerLocation; point++) {
    for (const target of [longitudes, latitudes]) {
      const column = readDegrees(reader, locations);
      const limit = target === longitudes ? 180 : 90;
      for (let location = 0; location < locations; location++) {
        const degrees = column[location];
        // The condition is negated so that NaN is refused too.
        if (!(Math.abs(degrees) <= limit)) throw new MalformedBytesError(`a point at ${degrees} degrees`);
        target[location * pointsPerLocation + point] = degrees;
      }
    }
  }
  return { pointsPerLocation, longitudes, latitudes, recordStarts, shards };
}
