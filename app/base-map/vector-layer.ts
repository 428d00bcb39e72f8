import { DomUtil, GridLayer } from 'leaflet';
import type { PMTiles } from 'pmtiles';
import { leafletLayer } from 'protomaps-leaflet';

/** Draws the vector tiles of an archive that has the layers of the Protomaps basemap schema. */
export function createVectorLayer(archive: PMTiles, maxDataZoom: number, isDark: boolean): GridLayer {
  // The library expects Leaflet in this global variable when a layer is created.
  Object.assign(globalThis, { L: { DomUtil, GridLayer } });
  const flavor = isDark ? 'dark' : 'light';
  return leafletLayer({ url: archive, maxDataZoom, flavor, lang: 'en', noWrap: true }) as unknown as GridLayer;
}
