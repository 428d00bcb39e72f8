import { fromMercator, mercatorX, mercatorY } from '../../core/geo/web-mercator.ts';
import type { Position } from '../../core/geo/wgs84.ts';
import { zoomLimits } from './view-url.ts';
import type { ViewState } from './view-state.ts';

/*
 * Views of the map that show positions clear of its frame and controls.
 */

export type MapView = ViewState['map'];

interface SizeInPixels {
  readonly x: number;
  readonly y: number;
}

/** A box in degrees; west may exceed east where the map crosses the antimeridian. */
export interface MapBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Width of the world in CSS pixels at zoom 0. */
const tileSize = 256;

/** Space taken by the frame and the controls of the map, in pixels from each side. */
const rim = { left: 44, top: 44, right: 84, bottom: 104 } as const;
/** The view of the map without the rim, which takes at most a quarter of the width or height on each side. */
export function freeAreaOf({ x, y }: SizeInPixels): {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
} {
  return {
    left: Math.min(rim.left, x / 4),
    top: Math.min(rim.top, y / 4),
    right: x - Math.min(rim.right, x / 4),
    bottom: y - Math.min(rim.bottom, y / 4),
  };
}

/**
 * The closest view, in hundredths of a zoom level, that shows all positions in the free area, with `padding`.
 */
export function fitPositions(
  positions: readonly Position[],
  size: SizeInPixels,
  padding: { readonly x: number; readonly y: number; readonly share: number },
  closestZoom: number,
): MapView {
  const free = freeAreaOf(size);
  const xs = positions.map(({ longitude }) => mercatorX(longitude));
  const ys = positions.map(({ latitude }) => mercatorY(latitude));
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [freeWidth, freeHeight] = [free.right - free.left, free.bottom - free.top];
  const width = freeWidth - 2 * Math.min(padding.x, freeWidth * padding.share);
  const height = freeHeight - 2 * Math.min(padding.y, freeHeight * padding.share);
  const worldSize = Math.min(width / Math.max(east - west, 1e-12), height / Math.max(south - north, 1e-12));
  const fitting = Math.floor(Math.log2(worldSize / tileSize) * 100) / 100;
  const zoom = Math.min(Math.max(fitting, zoomLimits.smallest), closestZoom);
  const scale = tileSize * 2 ** zoom;
  // The middle of the positions moves to the middle of the free area.
  const { longitude, latitude } = fromMercator(
    (west + east) / 2 + (size.x - free.left - free.right) / 2 / scale,
    (north + south) / 2 + (size.y - free.top - free.bottom) / 2 / scale,
  );
  // The middle of positions beyond the antimeridian may be, too.
  return { centre: { longitude: longitude - 360 * Math.round(longitude / 360), latitude }, zoom };
}

/** Space for the marks at the edges of a box. */
export const boxPadding = { x: 12, y: 12, share: 0.1 } as const;
const closestZoomOfAreas = 14;

/** Returns a view of a council area that is clear of the map controls. */
export function fitArea(box: MapBox, size: SizeInPixels): MapView {
  return fitPositions(cornersOf(box), size, boxPadding, closestZoomOfAreas);
}

export const cornersOf = ({ west, south, east, north }: MapBox): readonly Position[] => [
  { longitude: west, latitude: south },
  { longitude: east, latitude: north },
];
