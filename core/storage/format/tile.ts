import { MalformedBytesError } from './bytes.ts';
import { readEnvelope, writeEnvelope } from './envelope.ts';
import { readReferences, writeReferences, type FileReference } from './file-reference.ts';
import type { ListPosition } from './list-position.ts';
import {
  readDegrees,
  readDifferences,
  readSparse,
  writeDegrees,
  writeDifferences,
  writeSparse,
} from './number-columns.ts';

/** Part of a tile's records with everything that the tile itself does not hold: see `record-columns`. */
export interface TileShardReference extends FileReference {
  /** Index in the tile of its first record. */
  readonly firstRecord: number;
  readonly records: number;
}

/**
 * Records near each other: where they are, and their positions in the list. All that a search needs before any record
 * is read. Records at the same points follow each other, in list order, and make one *location*.
 */
export interface Tile {
  /** Points of each location: one for a record at one point, two for a feature, inshore and offshore. */
  readonly pointsPerLocation: number;
  /** In degrees, as published. The points of location i are i * pointsPerLocation and those that follow. */
  readonly longitudes: Float64Array;
  readonly latitudes: Float64Array;
  /** The records of location i are recordStarts[i] up to, not including, recordStarts[i + 1]. */
  readonly recordStarts: Uint32Array;
  /** For each record its position in the list. */
  readonly keys: Float64Array;
  readonly ordinals: Uint32Array;
  /** In the order of the tile's records. */
  readonly shards: readonly TileShardReference[];
}

/** What a tile is written from. */
export interface TileContent {
  readonly pointsPerLocation: number;
  /** Each with its points in turn, and its records in list order. */
  readonly locations: readonly {
    readonly longitudes: readonly number[];
    readonly latitudes: readonly number[];
    readonly records: readonly ListPosition[];
  }[];
  readonly shards: readonly Omit<TileShardReference, 'firstRecord'>[];
}

export function encodeTile(content: TileContent): Uint8Array<ArrayBuffer> {
  const { pointsPerLocation, locations, shards } = content;
  return writeEnvelope('placeTile', (writer) => {
    writeReferences(writer, shards);
    for (const shard of shards) writer.unsigned(shard.records);
    writer.unsigned(locations.length);
    writer.unsigned(pointsPerLocation);
    for (const { records } of locations) writer.unsigned(records.length);
    for (let point = 0; point < pointsPerLocation; point++) {
      writeDegrees(
        writer,
        locations.map(({ longitudes }) => longitudes[point] ?? 0),
      );
      writeDegrees(
        writer,
        locations.map(({ latitudes }) => latitudes[point] ?? 0),
      );
    }
    const records = locations.flatMap((location) => location.records);
    // Keys fall within a location and start again at the next: small differences, column by column, compress best.
    writeDifferences(
      writer,
      records.map(({ key }) => key),
    );
    writeSparse(
      writer,
      records.map(({ ordinal }) => ordinal),
    );
  });
}

/** Throws MalformedBytesError. */
export function decodeTile(bytes: Uint8Array<ArrayBuffer>): Tile {
  return readEnvelope('placeTile', bytes, (reader) => {
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
      if (records > reader.remaining) throw new MalformedBytesError(`${records} records exceed the data`);
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
          const degrees = column[location] ?? 0;
          // Written so that what is not a number fails too.
          if (!(Math.abs(degrees) <= limit)) throw new MalformedBytesError(`a point at ${degrees} degrees`);
          target[location * pointsPerLocation + point] = degrees;
        }
      }
    }
    const keys = readDifferences(reader, records);
    const ordinals = readSparse(reader, records);
    return { pointsPerLocation, longitudes, latitudes, recordStarts, keys, ordinals, shards };
  });
}
