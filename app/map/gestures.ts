/*
 * The gestures that the map answers to: each adds itself to every map when it is loaded. Leaflet has two more, keys and
 * wheel, in whose place stand `use-map-keys.ts` and `use-wheel-zoom.ts`.
 */
import 'leaflet/src/map/handler/Map.BoxZoom.js';
import 'leaflet/src/map/handler/Map.DoubleClickZoom.js';
import 'leaflet/src/map/handler/Map.Drag.js';
import 'leaflet/src/map/handler/Map.TapHold.js';
import 'leaflet/src/map/handler/Map.TouchZoom.js';
