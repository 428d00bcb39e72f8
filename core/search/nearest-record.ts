import { geodesicDistanceInMetres } from '../geo/geodesic.ts';
import { distanceToBoxAtLeast } from '../geo/search-box.ts';
import type { Position } from '../geo/wgs84.ts';
import type { DatasetFiles } from '../storage/dataset-files.ts';
import { towardsFront, type SortDirection } from '../storage/list-position.ts';
import { frontOf, type PlaceTileReference } from '../storage/place-table.ts';
import { PlacedRecords } from './placed-records.ts';
import { recordsNearest } from './tile-search.ts';

export interface NearestRecord {
  readonly records: PlacedRecords;
  /** Which of `records` it is. */
  readonly index: number;
}

/**
 * The record nearest to the centre, no further than `atMostInMetres`; of several equally near the first in the order;
 * undefined when there is none. Throws StoredDataError.
 *
 * Tiles are visited in the order of the least distance at which they could hold anything, until that exceeds what has
 * been found. Where all of a tile stands at one point, its distance is known without reading it: a place with very
 * many records fills many such tiles, of which only the one at the front of the order is read.
 */
export async function findNearest(
  files: DatasetFiles,
  centre: Position,
  atMostInMetres: number,
  direction: SortDirection,
): Promise<NearestRecord | undefined> {
  const { tiles } = await files.placeTable();
  const candidates = tiles
    .map((tile) => ({ tile, atLeast: distanceToBoxAtLeast(centre, tile) }))
    .sort((a, b) => a.atLeast - b.atLeast);
  readAhead(
    files,
    candidates.filter(({ tile, atLeast }) => atLeast === 0 && !isOnePlace(tile)).map(({ tile }) => tile),
  );

  let least = atMostInMetres;
  let records = new PlacedRecords();
  let unread: PlaceTileReference[] = [];
  const comeNearer = (distanceInMetres: number): void => {
    if (distanceInMetres < least) {
      records = new PlacedRecords();
      unread = [];
    }
    least = distanceInMetres;
  };
  for (const [place, { tile: reference, atLeast }] of candidates.entries()) {
    if (atLeast > least) break;
    const next = candidates[place + 1];
    // Whether the next one is needed is not known yet; more often than not it is, where none holds the centre.
    if (next && next.atLeast <= least && !isOnePlace(next.tile)) readAhead(files, [next.tile]);
    if (isOnePlace(reference)) {
      const { longitude, latitude } = centre;
      const distance = geodesicDistanceInMetres(longitude, latitude, reference.west, reference.south);
      if (distance > least) continue;
      comeNearer(distance);
      unread.push(reference);
    } else {
      const tile = await files.placeTile(reference);
      const nearest = recordsNearest(tile, centre, least);
      if (!nearest) continue;
      comeNearer(nearest.distanceInMetres);
      nearest.forEachRun((start, end) => {
        records.addRun(tile, start, end);
      });
    }
  }
  await readFront(files, unread, records, direction);
  const index = records.first(direction);
  return index === undefined ? undefined : { records, index };
}

function isOnePlace({ west, south, east, north }: PlaceTileReference): boolean {
  return west === east && south === north;
}

/** Begins to read what will be needed soon. A failure is met when its turn comes. */
function readAhead(files: DatasetFiles, tiles: readonly PlaceTileReference[]): void {
  for (const tile of tiles) files.placeTile(tile).catch(() => undefined);
}

/** Adds the records of those tiles that may hold the first of all in the order. */
async function readFront(
  files: DatasetFiles,
  unread: readonly PlaceTileReference[],
  records: PlacedRecords,
  direction: SortDirection,
): Promise<void> {
  if (unread.length === 0) return;
  const first = records.first(direction);
  const found = first === undefined ? -Infinity : towardsFront(records.position(first).key, direction);
  const foremost = unread.reduce((front, tile) => Math.max(front, frontOf(tile, direction)), found);
  const tiles = unread.filter((tile) => frontOf(tile, direction) === foremost);
  for (const tile of await Promise.all(tiles.map((reference) => files.placeTile(reference)))) {
    records.addRun(tile, 0, tile.keys.length);
  }
}
