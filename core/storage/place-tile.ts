import { MalformedBytesError } from './bytes.ts';
import { readEnvelope, writeEnvelope } from './envelope.ts';
import type { ListPosition } from './list-position.ts';

/**
 * Places near each other, and which records stand there: what a search needs before any record is read.
 * Coordinates are kept as the doubles that were published.
 */
export interface PlaceTile {
  /** In degrees; a place is one pair. A place with very many records may go on in the next tile. */
  readonly longitudes: Float64Array;
  readonly latitudes: Float64Array;
  /** The entries of place i are entryStarts[i] up to, not including, entryStarts[i + 1]. */
  readonly entryStarts: Uint32Array;
  /** For each entry the record's position in the list; within a place in the default order. */
  readonly keys: Float64Array;
  readonly identifiers: Float64Array;
}

/** One place with its records, as the writer has them. */
export interface Place {
  readonly longitude: number;
  readonly latitude: number;
  /** In the default order. */
  readonly entries: readonly ListPosition[];
}

export function encodePlaceTile(places: readonly Place[]): Uint8Array<ArrayBuffer> {
  return writeEnvelope('placeTile', (writer) => {
    writer.unsigned(places.length);
    for (const place of places) writer.unsigned(place.entries.length);
    writer.align(8);
    for (const place of places) writer.float64(place.longitude);
    for (const place of places) writer.float64(place.latitude);
    // Keys fall within a place and start again at the next: small differences, column by column, compress best.
    let key = 0;
    for (const { entries } of places) {
      for (const entry of entries) {
        writer.signed(entry.key - key);
        key = entry.key;
      }
    }
    let identifier = 0;
    for (const { entries } of places) {
      for (const entry of entries) {
        writer.signed(entry.identifier - identifier);
        identifier = entry.identifier;
      }
    }
  });
}

/** Throws MalformedBytesError. */
export function decodePlaceTile(bytes: Uint8Array<ArrayBuffer>): PlaceTile {
  return readEnvelope('placeTile', bytes, (reader) => {
    const placeCount = reader.count(17);
    const entryStarts = new Uint32Array(placeCount + 1);
    let entryCount = 0;
    for (let place = 0; place < placeCount; place++) {
      entryCount += reader.unsigned();
      entryStarts[place + 1] = entryCount;
    }
    if (entryCount * 2 > reader.remaining) throw new MalformedBytesError(`${entryCount} entries exceed the data`);
    reader.align(8);
    const longitudes = new Float64Array(placeCount);
    const latitudes = new Float64Array(placeCount);
    for (let place = 0; place < placeCount; place++) longitudes[place] = reader.float64();
    for (let place = 0; place < placeCount; place++) latitudes[place] = reader.float64();
    const keys = new Float64Array(entryCount);
    const identifiers = new Float64Array(entryCount);
    for (const column of [keys, identifiers]) {
      let value = 0;
      for (let entry = 0; entry < entryCount; entry++) column[entry] = value += reader.signed();
    }
    return { longitudes, latitudes, entryStarts, keys, identifiers };
  });
}
