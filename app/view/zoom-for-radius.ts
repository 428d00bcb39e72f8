import { equatorialRadiusInMetres } from '../../core/geo/wgs84.ts';
import { usualTextSizeInPixels } from './text-size.ts';
import { zoomLimits } from './view-url.ts';

export interface ScreenSize {
  readonly widthInPixels: number;
  readonly heightInPixels: number;
}

/** Metres at the equator across one pixel of the whole-world map, 256 pixels wide, at zoom 0. */
const metresPerPixelAtZoom0 = (2 * Math.PI * equatorialRadiusInMetres) / 256;
/** How much of the shorter side of the map the circle may take. */
const share = 0.85;

/**
 * The largest whole zoom at which a circle around a latitude in degrees fits into a map of this size with some room
 * around it, within the map's limits of zoom.
 */
export function zoomForRadius(radiusInMetres: number, latitude: number, size: ScreenSize): number {
  const shorterSide = Math.max(1, Math.min(size.widthInPixels, size.heightInPixels));
  const metresPerPixel = (2 * radiusInMetres) / (share * shorterSide);
  // Mercator stretches by the secant of the latitude; near the poles it has no end, and the smallest zoom serves.
  const atZoom0 = metresPerPixelAtZoom0 * Math.cos((latitude * Math.PI) / 180);
  const zoom = Math.floor(Math.log2(atZoom0 / metresPerPixel) + 1e-9);
  return Math.min(zoomLimits.largest, Math.max(zoomLimits.smallest, zoom));
}

/**
 * The part of a window that the map has to itself, about: beside the panel on a wide screen, above the half-open sheet
 * on a narrow one.
 */
export function mapSizeIn(
  { innerWidth, innerHeight }: { readonly innerWidth: number; readonly innerHeight: number },
  textSizeInPixels = usualTextSizeInPixels,
): ScreenSize {
  return innerWidth >= Math.max(1024, 64 * textSizeInPixels)
    ? { widthInPixels: innerWidth - 25 * textSizeInPixels, heightInPixels: innerHeight - 260 }
    : { widthInPixels: innerWidth, heightInPixels: Math.round(innerHeight * 0.45) };
}
