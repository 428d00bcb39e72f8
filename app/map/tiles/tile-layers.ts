import { TileLayer, type GridLayer, type Map as LeafletMap } from 'leaflet';

import { largestZoom } from '../map-options.ts';
import { ArchiveLayer } from './archive-layer.ts';
import type { TileSource } from './tile-source.ts';

/** This many failed tiles in a row count as a failure, not as gaps in the map. */
const failuresUntilSaid = 4;

/** Adds a publisher's tiles to the map; returns a function that removes them. Reports the first problem. */
export function layTiles(map: LeafletMap, tiles: TileSource, onProblem: (words: string) => void): () => void {
  const options = { maxZoom: largestZoom, noWrap: true };
  const layer: GridLayer =
    tiles.kind === 'tiles'
      ? new TileLayer(tiles.address, options)
      : new ArchiveLayer(tiles.address, options, onProblem);
  let failures = 0;
  layer.on('tileerror', () => {
    failures++;
    if (failures === failuresUntilSaid)
      onProblem(`Tiles from ${tiles.host} do not come. The bundled chart is at hand.`);
  });
  layer.on('tileload', () => {
    failures = 0;
  });
  layer.addTo(map);
  return () => {
    layer.remove();
  };
}
