/*
 * The gestures of the map; each module adds its handler to every map when it is loaded. Leaflet's handlers for keys and
 * wheel are replaced by `use-map-keys.ts` and `use-wheel-zoom.ts`.
 */
import 'leaflet/src/map/handler/Map.BoxZoom.js';
import 'leaflet/src/map/handler/Map.DoubleClickZoom.js';
import 'leaflet/src/map/handler/Map.Drag.js';
import 'leaflet/src/map/handler/Map.TapHold.js';
import 'leaflet/src/map/handler/Map.TouchZoom.js';
