import { zoomLimits } from '../view/view-url.ts';

export const smallestZoom = zoomLimits.smallest;
export const largestZoom = zoomLimits.largest;
/** What the path of a tag on the map is, and is not. */
export const pathNote = 'straight lines between its stops, not its route.';

/** The extent in which the map can be moved: south-west and north-east corner, in Leaflet's order. */
export const mapLimits: [[number, number], [number, number]] = [
  [-85, -180],
  [85, 180],
];
/** Distance by which a touch may miss a mark. */
export const touchToleranceInPixels = 22;
/** Distance by which a touch may miss the dot of a place: on the coast, the sea next to it must remain free. */
export const touchToleranceOfPlacesInPixels = 12;
/** Duration of a pan or zoom animation. */
export const animationInSeconds = 0.2;

export const prefersReducedMotion = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The area that the view of the whole coast must show: the coast with some sea around it. */
export const coastBox = { west: 112, south: -35.6, east: 129.2, north: -13.4 } as const;
/** The list at the crosshair contains the hit targets within this distance. */
export const crosshairReachInPixels = 30;
