import Flatbush from 'flatbush';

import type { SearchBox } from '../geo/search-box.ts';
import type { PlaceTable, PlaceTileReference } from '../storage/place-table.ts';

const trees = new WeakMap<PlaceTable, Flatbush>();

/** The tiles whose box meets any of the boxes, each once, in the order of the table. */
export function tilesMeeting(table: PlaceTable, boxes: readonly SearchBox[]): PlaceTileReference[] {
  const { tiles } = table;
  if (tiles.length === 0) return []; // Flatbush refuses to index nothing.
  let tree = trees.get(table);
  if (!tree) {
    tree = new Flatbush(tiles.length);
    for (const { west, south, east, north } of tiles) tree.add(west, south, east, north);
    tree.finish();
    trees.set(table, tree);
  }
  const indexes = new Set<number>();
  for (const { west, south, east, north } of boxes) {
    for (const index of tree.search(west, south, east, north)) indexes.add(index);
  }
  return tiles.filter((_, index) => indexes.has(index));
}
