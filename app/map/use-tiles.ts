import { TileLayer, type Map as LeafletMap } from 'leaflet';
import { useEffect } from 'react';

import type { TileSource } from './controls/tile-source.ts';
import { largestZoom } from './map-options.ts';

/** Lays a publisher's tiles under the marks while they are chosen. */
export function useTiles(map: LeafletMap | null, tiles: TileSource | null): void {
  useEffect(() => {
    if (!map || !tiles) return;
    const layer = new TileLayer(tiles.address, { maxZoom: largestZoom, noWrap: true });
    layer.addTo(map);
    return () => {
      layer.remove();
    };
  }, [map, tiles]);
}
