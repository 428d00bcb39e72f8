import { contentHash } from '../../core/storage/content-hash.ts';
import type { PlaceTileReference } from '../../core/storage/directory.ts';
import { dataFilePath } from '../../core/storage/layout.ts';
import type { ListPosition } from '../../core/storage/list-position.ts';
import { encodePlaceTile, type Place } from '../../core/storage/place-tile.ts';
import { cutPieces, hashOfNumber } from './cuts.ts';
import { hilbertNumber } from './hilbert.ts';
import type { RecordTable } from './record-table.ts';
import type { TreeSink } from './tree-sink.ts';

const placesPerTile = 256;
const entriesPerPiece = 2048;
const maximumEntriesPerTile = entriesPerPiece * 3;

/** Writes every place with its records, places near each other together. */
export async function writePlaceTiles(table: RecordTable, sink: TreeSink): Promise<PlaceTileReference[]> {
  const places = placesAlongHilbertCurve(table);
  const starts = cutPieces(
    places.length,
    (index) => hashOfPlace(places[index]),
    (index) => places[index]?.entries.length ?? 0,
    { target: placesPerTile, maximumWeight: maximumEntriesPerTile },
  );
  const references: PlaceTileReference[] = [];
  for (const [tile, start] of starts.entries()) {
    const members = places.slice(start, starts[tile + 1]);
    const bytes = encodePlaceTile(members);
    const hash = await contentHash(bytes);
    await sink.write(dataFilePath({ hash, extension: 'bin' }), bytes);
    references.push({ hash, bytes: bytes.length, ...boxOf(members) });
  }
  return references;
}

function hashOfPlace(place: Place | undefined): number {
  if (!place) return 0;
  // The first entry is newest, and would move the cuts with each new record; the coordinates stay.
  return (hashOfNumber(place.longitude) ^ (hashOfNumber(place.latitude) * 31)) >>> 0;
}

function boxOf(places: readonly Place[]): { west: number; south: number; east: number; north: number } {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const { longitude, latitude } of places) {
    box.west = Math.min(box.west, longitude);
    box.east = Math.max(box.east, longitude);
    box.south = Math.min(box.south, latitude);
    box.north = Math.max(box.north, latitude);
  }
  return box;
}

/** Distinct places in the order of the curve; one with very many records comes in several pieces. */
function placesAlongHilbertCurve(table: RecordTable): Place[] {
  const perRecord = table.positionsPerRecord;
  const standings = table.size * perRecord;
  const longitudes = new Float64Array(standings);
  const latitudes = new Float64Array(standings);
  const curve = new Float64Array(standings);
  for (let standing = 0; standing < standings; standing++) {
    const index = Math.floor(standing / perRecord);
    const longitude = table.longitude(index, standing % perRecord);
    const latitude = table.latitude(index, standing % perRecord);
    longitudes[standing] = longitude;
    latitudes[standing] = latitude;
    curve[standing] = hilbertNumber(longitude, latitude);
  }
  const at = (column: Float64Array, standing: number): number => column[standing] ?? 0;
  const isSamePlace = (a: number, b: number): boolean =>
    at(longitudes, a) === at(longitudes, b) && at(latitudes, a) === at(latitudes, b);
  const order = Uint32Array.from(curve, (_, standing) => standing).sort(
    (a, b) =>
      at(curve, a) - at(curve, b) ||
      at(longitudes, a) - at(longitudes, b) ||
      at(latitudes, a) - at(latitudes, b) ||
      a - b, // the default order of the records
  );

  const places: Place[] = [];
  for (let from = 0; from < order.length;) {
    const first = order[from] ?? 0;
    const entries: ListPosition[] = [];
    let previousIndex = -1;
    let to = from;
    for (; to < order.length && isSamePlace(first, order[to] ?? 0); to++) {
      const index = Math.floor((order[to] ?? 0) / perRecord);
      // A feature whose two points are the same stands there once.
      if (index !== previousIndex) entries.push({ key: table.key(index), identifier: table.identifier(index) });
      previousIndex = index;
    }
    const pieces = cutPieces(
      entries.length,
      (entry) => hashOfNumber(entries[entry]?.identifier ?? 0),
      () => 1,
      { target: entriesPerPiece, maximumWeight: maximumEntriesPerTile },
    );
    for (const [piece, start] of pieces.entries()) {
      const place = { longitude: at(longitudes, first), latitude: at(latitudes, first) };
      places.push({ ...place, entries: entries.slice(start, pieces[piece + 1]) });
    }
    from = to;
  }
  return places;
}
