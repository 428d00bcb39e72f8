import { nearestPoints } from '../geo/nearest-search.ts';
import { PointSet } from '../geo/point-set.ts';
import { pointsWithinRadius } from '../geo/radius-search.ts';
import { boxesAround, distanceToBoxAtLeast } from '../geo/search-box.ts';
import type { Position } from '../geo/wgs84.ts';
import type { DatasetFiles } from '../storage/dataset-files.ts';
import type { ListPosition } from '../storage/list-position.ts';
import type { PlaceTile } from '../storage/place-tile.ts';

/**
 * The records with a place within `radiusInMetres` of the centre, the edge included, each once, in no order.
 * Throws StoredDataError.
 */
export async function findWithinRadius(
  files: DatasetFiles,
  centre: Position,
  radiusInMetres: number,
): Promise<ListPosition[]> {
  const { placeTileTree, placeTiles } = files.directory;
  const tileIndexes = new Set<number>();
  for (const box of boxesAround(centre, radiusInMetres)) {
    for (const index of placeTileTree?.search(box.west, box.south, box.east, box.north) ?? []) tileIndexes.add(index);
  }
  const references = placeTiles.filter((_, index) => tileIndexes.has(index));
  const tiles = await Promise.all(references.map((reference) => files.placeTile(reference)));
  const found: ListPosition[] = [];
  for (const tile of tiles) {
    for (const place of pointsWithinRadius(pointsOf(tile), centre, radiusInMetres)) collect(tile, place, found);
  }
  return eachOnce(found);
}

export interface NearestRecords {
  readonly distanceInMetres: number;
  /** All records at exactly this distance, each once, in no order. */
  readonly positions: ListPosition[];
}

/**
 * The records nearest to the centre, no further than `atMostInMetres`; undefined when there are none.
 * Tiles are read in the order of the least distance at which they could hold anything, until that exceeds what has
 * been found. Throws StoredDataError.
 */
export async function findNearest(
  files: DatasetFiles,
  centre: Position,
  atMostInMetres: number,
): Promise<NearestRecords | undefined> {
  const tiles = files.directory.placeTiles
    .map((reference) => ({ reference, atLeast: distanceToBoxAtLeast(centre, reference) }))
    .sort((a, b) => a.atLeast - b.atLeast);
  let least = atMostInMetres;
  let found: ListPosition[] = [];
  for (const { reference, atLeast } of tiles) {
    if (atLeast > least) break;
    const tile = await files.placeTile(reference);
    const nearest = nearestPoints(pointsOf(tile), centre, least);
    if (!nearest) continue;
    if (nearest.distanceInMetres < least) found = [];
    least = nearest.distanceInMetres;
    for (const place of nearest.points) collect(tile, place, found);
  }
  return found.length === 0 ? undefined : { distanceInMetres: least, positions: eachOnce(found) };
}

const pointSets = new WeakMap<PlaceTile, PointSet>();

function pointsOf(tile: PlaceTile): PointSet {
  let points = pointSets.get(tile);
  if (!points) pointSets.set(tile, (points = new PointSet(tile.longitudes, tile.latitudes)));
  return points;
}

function collect(tile: PlaceTile, place: number, found: ListPosition[]): void {
  const end = tile.entryStarts[place + 1] ?? 0;
  for (let entry = tile.entryStarts[place] ?? 0; entry < end; entry++) {
    found.push({ key: tile.keys[entry] ?? Number.NaN, identifier: tile.identifiers[entry] ?? Number.NaN });
  }
}

/** A record with several places can be met at each of them. */
function eachOnce(found: ListPosition[]): ListPosition[] {
  const met = new Set<number>();
  for (const { identifier } of found) met.add(identifier);
  if (met.size === found.length) return found;
  return found.filter(({ identifier }) => met.delete(identifier));
}
