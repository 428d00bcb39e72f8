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

/** A publisher's map tiles, as configured in the page. */
export interface TileSource {
  /** For tiles, a URL template with {z}, {x} and {y}; for an archive, the URL of the file. */
  readonly url: string;
  readonly kind: 'tiles' | 'archive';
  readonly host: string;
  readonly attribution: string;
}

/**
 * Reads `<meta name="coastwatch-tiles" content="https://…/{z}/{x}/{y}.png" data-attribution="…">`. The content may also
 * be the URL of a PMTiles archive of raster tiles. Null without such an element or with any other content. Nothing is
 * requested from the host before the user selects the tiles.
 */
export function readTileSource(page: Document): TileSource | null {
  const meta = page.querySelector<HTMLMetaElement>('meta[name="coastwatch-tiles"]');
  const url = meta?.content.trim() ?? '';
  try {
    // A template may contain {s}, for several hosts. A URL with braces in its host cannot be parsed.
    const { protocol, host, pathname } = new URL(url.replace('{s}', 'a'), page.baseURI);
    if (url === '' || (protocol !== 'https:' && protocol !== 'http:')) return null;
    const isTemplate = ['{z}', '{x}', '{y}'].every((part) => url.includes(part));
    if (!isTemplate && !pathname.endsWith('.pmtiles')) return null;
    const kind = isTemplate ? 'tiles' : 'archive';
    return { url, kind, host, attribution: meta?.dataset['attribution']?.trim() ?? '' };
  } catch {
    return null;
  }
}
