import { boxesAround, distanceToBoxAtMost } from '../geo/search-box.ts';
import type { Position } from '../geo/wgs84.ts';
import type { DatasetFiles } from '../storage/dataset-files.ts';
import { towardsFront, type SortDirection } from '../storage/list-position.ts';
import { frontOf, type PlaceTileReference } from '../storage/place-table.ts';
import { PlacedRecords } from './placed-records.ts';
import { recordsWithin } from './tile-search.ts';
import { tilesMeeting } from './tile-tree.ts';

export interface RadiusResult {
  /** The records within the radius. */
  readonly total: number;
  readonly records: PlacedRecords;
  /** Which of `records` are asked for, in the order asked for. */
  readonly indexes: Uint32Array;
}

/**
 * The records within `radiusInMetres` of the centre, the edge included: how many, and which of them stand at `start`
 * to `end` (exclusive) of the order. Throws StoredDataError.
 *
 * A tile that lies inside as a whole need not be read to be counted. It is read when a record of the part asked for
 * may stand in it, which its newest and oldest key tell.
 */
export async function findWithinRadius(
  files: DatasetFiles,
  centre: Position,
  radiusInMetres: number,
  direction: SortDirection,
  start = 0,
  end = Infinity,
): Promise<RadiusResult> {
  const { inside, crossing } = tilesAround(await files.placeTable(), centre, radiusInMetres);
  if (start === 0 && end === Infinity) return findAll(files, inside, crossing, centre, radiusInMetres, direction);
  inside.sort((a, b) => frontOf(b, direction) - frontOf(a, direction));

  const records = new PlacedRecords();
  const readInside = async (references: readonly PlaceTileReference[]): Promise<void> => {
    for (const tile of await Promise.all(references.map((reference) => files.placeTile(reference)))) {
      records.addRun(tile, 0, tile.keys.length);
    }
  };
  const readCrossing = async (): Promise<void> => {
    for (const tile of await Promise.all(crossing.map((reference) => files.placeTile(reference)))) {
      recordsWithin(tile, centre, radiusInMetres, (from, to) => {
        records.addRun(tile, from, to);
      });
    }
  };

  // A page beyond the last one is answered by a count alone.
  const isBeyond = start >= recordsOf(inside) + recordsOf(crossing);
  const first = isBeyond ? [] : leadingTiles(inside, end);
  await Promise.all([readCrossing(), readInside(first)]);
  const rest = inside.slice(first.length);
  const total = records.length + recordsOf(rest);
  if (start >= total) return { total, records, indexes: new Uint32Array() };
  // What has been read holds `end` records, if there are as many: only those in front of the last of them can matter.
  const [last] = rest.length > 0 ? records.inOrder(direction, end - 1, end) : [];
  if (last !== undefined) {
    const reached = towardsFront(records.position(last).key, direction);
    await readInside(rest.filter((tile) => frontOf(tile, direction) >= reached));
  }
  return { total, records, indexes: records.inOrder(direction, start, end) };
}

/**
 * All records of some tiles and those within the radius of others. A result may have a million records, and as many
 * readers at once as there are people at a beach: it is remembered, and shared while it is.
 */
async function findAll(
  files: DatasetFiles,
  inside: readonly PlaceTileReference[],
  crossing: readonly PlaceTileReference[],
  centre: Position,
  radiusInMetres: number,
  direction: SortDirection,
): Promise<RadiusResult> {
  const [whole, parts] = await Promise.all(
    [inside, crossing].map((references) => Promise.all(references.map((reference) => files.placeTile(reference)))),
  );
  const question = `within ${radiusInMetres} of ${centre.longitude} ${centre.latitude} ${direction}`;
  return files.derivedFromPlaces(question, () => {
    const records = new PlacedRecords();
    for (const tile of whole ?? []) records.addRun(tile, 0, tile.keys.length);
    for (const tile of parts ?? []) {
      recordsWithin(tile, centre, radiusInMetres, (from, to) => {
        records.addRun(tile, from, to);
      });
    }
    const content = { total: records.length, records, indexes: records.inOrder(direction, 0, records.length) };
    return { content, bytes: records.memoryInBytes + content.indexes.byteLength };
  });
}

/** As many of the tiles, from the first on, as it takes to hold a number of records. */
function leadingTiles(tiles: readonly PlaceTileReference[], records: number): readonly PlaceTileReference[] {
  let held = 0;
  const enough = tiles.findIndex((tile) => (held += tile.records) >= records);
  return enough < 0 ? tiles : tiles.slice(0, enough + 1);
}

function recordsOf(tiles: readonly PlaceTileReference[]): number {
  return tiles.reduce((sum, tile) => sum + tile.records, 0);
}

/** The tiles that lie within the radius as a whole, and those of which that is not known. */
function tilesAround(
  table: Parameters<typeof tilesMeeting>[0],
  centre: Position,
  radiusInMetres: number,
): { readonly inside: PlaceTileReference[]; readonly crossing: PlaceTileReference[] } {
  const inside: PlaceTileReference[] = [];
  const crossing: PlaceTileReference[] = [];
  for (const tile of tilesMeeting(table, boxesAround(centre, radiusInMetres))) {
    (distanceToBoxAtMost(centre, tile) <= radiusInMetres ? inside : crossing).push(tile);
  }
  return { inside, crossing };
}
