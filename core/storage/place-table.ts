import { MalformedBytesError } from './bytes.ts';
import { readEnvelope, writeEnvelope } from './envelope.ts';
import { readReferences, writeReferences, type FileReference } from './file-reference.ts';
import { towardsFront, type SortDirection } from './list-position.ts';
import { readDegrees, readDifferences, writeDegrees, writeDifferences } from './number-columns.ts';

export interface PlaceTileReference extends FileReference {
  readonly records: number;
  /** The largest and the smallest sort key of its records. */
  readonly newestKey: number;
  readonly oldestKey: number;
  /** The smallest box that holds every point at which its records stand, in degrees; never across the antimeridian. */
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** How far towards the front of the list, in a direction, the foremost record of a tile stands. */
export function frontOf({ newestKey, oldestKey }: PlaceTileReference, direction: SortDirection): number {
  return towardsFront(direction === 'desc' ? newestKey : oldestKey, direction);
}

/** Where the records of a dataset stand, tile by tile. */
export interface PlaceTable {
  readonly records: number;
  readonly tiles: readonly PlaceTileReference[];
}

export function encodePlaceTable(tiles: readonly PlaceTileReference[]): Uint8Array<ArrayBuffer> {
  return writeEnvelope('placeTable', (writer) => {
    writeReferences(writer, tiles);
    for (const tile of tiles) writer.unsigned(tile.records);
    writeDifferences(
      writer,
      tiles.map(({ newestKey }) => newestKey),
    );
    for (const tile of tiles) writer.unsigned(tile.newestKey - tile.oldestKey);
    for (const edge of ['west', 'south', 'east', 'north'] as const) {
      writeDegrees(
        writer,
        tiles.map((tile) => tile[edge]),
      );
    }
  });
}

/** Throws MalformedBytesError. */
export function decodePlaceTable(bytes: Uint8Array<ArrayBuffer>): PlaceTable {
  return readEnvelope('placeTable', bytes, (reader) => {
    const files = readReferences(reader);
    const counts = files.map(() => reader.unsigned());
    const newest = readDifferences(reader, files.length);
    const spans = files.map(() => reader.unsigned());
    const column = (): Float64Array => readDegrees(reader, files.length);
    const edges = { west: column(), south: column(), east: column(), north: column() };
    const at = (values: ArrayLike<number>, index: number): number => values[index] ?? 0;
    const tiles = files.map((file, index) => ({
      ...file,
      records: at(counts, index),
      newestKey: at(newest, index),
      oldestKey: at(newest, index) - at(spans, index),
      west: at(edges.west, index),
      south: at(edges.south, index),
      east: at(edges.east, index),
      north: at(edges.north, index),
    }));
    for (const { west, south, east, north } of tiles) {
      // Written so that what is not a number fails too.
      const isBox = west >= -180 && west <= east && east <= 180 && south >= -90 && south <= north && north <= 90;
      if (!isBox) throw new MalformedBytesError(`a box from ${west}, ${south} to ${east}, ${north}`);
    }
    return { records: counts.reduce((sum, count) => sum + count, 0), tiles };
  });
}
