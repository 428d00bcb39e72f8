import { DomUtil, GridLayer } from 'leaflet';
import type { PMTiles } from 'pmtiles';
import { leafletLayer } from 'protomaps-leaflet';

/** Draws the vector tiles of an archive that has the layers of the Protomaps basemap schema. */
export function createVectorLayer(archive: PMTiles, maxDataZoom: number, isDark: boolean): GridLayer {
  // The library expects Leaflet in this global variable when a layer is created.
  Object.assign(globalThis, { L: { DomUtil, GridLayer } });
  const flavor = isDark ? 'dark' : 'light';
  const layer = leafletLayer({ url: archive, maxDataZoom, flavor, lang: 'en', noWrap: true });
  // Where the archive has no tile, the outline is visible.
  delete layer.backgroundColor;
  return layer as unknown as GridLayer;
}
