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

/** Part of a tile's records with all that the tile does not tell of them: see `record-columns`. */
export interface PlaceShardReference extends FileReference {
  /** Index in the tile of its first record. */
  readonly firstRecord: number;
  readonly records: number;
}

/**
 * Records that stand near each other: where, and at which positions of the list. All that a search needs before any
 * record is read. Records that stand at the same points follow each other, in list order, and make one *standing*.
 */
export interface PlaceTile {
  /** Points of each standing: one for a record that stands at one place, two for a feature, inshore and offshore. */
  readonly pointsPerStanding: number;
  /** In degrees, as published. The points of standing i are i * pointsPerStanding and those that follow. */
  readonly longitudes: Float64Array;
  readonly latitudes: Float64Array;
  /** The records of standing i are recordStarts[i] up to, not including, recordStarts[i + 1]. */
  readonly recordStarts: Uint32Array;
  /** For each record its position in the list. */
  readonly keys: Float64Array;
  readonly ordinals: Uint32Array;
  /** In the order of the tile's records. */
  readonly shards: readonly PlaceShardReference[];
}

/** What a tile is written from. */
export interface PlaceTileContent {
  readonly pointsPerStanding: number;
  /** Each with its points in turn, and its records in list order. */
  readonly standings: readonly {
    readonly longitudes: readonly number[];
    readonly latitudes: readonly number[];
    readonly records: readonly ListPosition[];
  }[];
  readonly shards: readonly Omit<PlaceShardReference, 'firstRecord'>[];
}

export function encodePlaceTile(content: PlaceTileContent): Uint8Array<ArrayBuffer> {
  const { pointsPerStanding, standings, shards } = content;
  return writeEnvelope('placeTile', (writer) => {
    writeReferences(writer, shards);
    for (const shard of shards) writer.unsigned(shard.records);
    writer.unsigned(standings.length);
    writer.unsigned(pointsPerStanding);
    for (const { records } of standings) writer.unsigned(records.length);
    for (let point = 0; point < pointsPerStanding; point++) {
      writeDegrees(
        writer,
        standings.map(({ longitudes }) => longitudes[point] ?? 0),
      );
      writeDegrees(
        writer,
        standings.map(({ latitudes }) => latitudes[point] ?? 0),
      );
    }
    const records = standings.flatMap((standing) => standing.records);
    // Keys fall within a standing and start again at the next: small differences, column by column, compress best.
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
export function decodePlaceTile(bytes: Uint8Array<ArrayBuffer>): PlaceTile {
  return readEnvelope('placeTile', bytes, (reader) => {
    let firstRecord = 0;
    const shards = readReferences(reader).map((file) => {
      const records = reader.unsigned();
      firstRecord += records;
      return { ...file, records, firstRecord: firstRecord - records };
    });
    const standings = reader.count(1);
    const pointsPerStanding = reader.unsigned();
    if (standings * pointsPerStanding > reader.remaining) throw new MalformedBytesError('too many points for its data');
    const recordStarts = new Uint32Array(standings + 1);
    let records = 0;
    for (let standing = 0; standing < standings; standing++) {
      records += reader.unsigned();
      if (records > reader.remaining) throw new MalformedBytesError(`${records} records exceed the data`);
      recordStarts[standing + 1] = records;
    }
    if (records !== firstRecord) {
      throw new MalformedBytesError(`its shards hold ${firstRecord} records, its standings ${records}`);
    }
    const longitudes = new Float64Array(standings * pointsPerStanding);
    const latitudes = new Float64Array(standings * pointsPerStanding);
    for (let point = 0; point < pointsPerStanding; point++) {
      for (const target of [longitudes, latitudes]) {
        const column = readDegrees(reader, standings);
        const limit = target === longitudes ? 180 : 90;
        for (let standing = 0; standing < standings; standing++) {
          const degrees = column[standing] ?? 0;
          // Written so that what is not a number fails too.
          if (!(Math.abs(degrees) <= limit)) throw new MalformedBytesError(`a point at ${degrees} degrees`);
          target[standing * pointsPerStanding + point] = degrees;
        }
      }
    }
    const keys = readDifferences(reader, records);
    const ordinals = readSparse(reader, records);
    return { pointsPerStanding, longitudes, latitudes, recordStarts, keys, ordinals, shards };
  });
}
