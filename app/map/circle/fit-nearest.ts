import type { Position } from '../../../core/geo/wgs84.ts';
import { type Frame, mercatorX, mercatorY, pointIn, positionAt, unwrapLongitude, worldSizeAt } from '../chart/frame.ts';
import { freeArea, isWithin } from '../free-area.ts';
import { smallestZoom } from '../map-options.ts';
import { boxAround } from '../overlay/label-placement.ts';

const closestZoom = 15;
const shortestReadableLine = 40;
/** Beyond the end of each line, for its label: in pixels, and of the free area at most. */
const labelRoom = { x: 100, y: 36, share: 0.2 } as const;

interface MapView {
  readonly centre: Position;
  readonly zoom: number;
}

/**
 * The view that shows a centre and the targets nearest to it, each at a readable distance from the centre as far as
 * zoom 15 allows; null if the current view shows all of that. `size` is the size of the map in pixels.
 */
export function fitNearest(
  centre: Position,
  targets: readonly Position[],
  now: MapView,
  size: { readonly x: number; readonly y: number },
): MapView | null {
  if (targets.length === 0) return null;
  const free = freeArea(size);
  const points = [centre, ...targets.map((target) => unwrapLongitude(centre, target))];
  const frame = frameOf({ ...now, centre: unwrapLongitude(centre, now.centre) }, size);
  const [start, ...ends] = points.map((point) => pointIn(frame, point));
  const isReadable = ends.every(
    (end) =>
      start &&
      isWithin(boxAround(end, 0, 0), free) &&
      Math.hypot(end.x - start.x, end.y - start.y) > shortestReadableLine,
  );
  if (start && isReadable && isWithin(boxAround(start, 0, 0), free)) return null;

  const [xs, ys] = [
    points.map(({ longitude }) => mercatorX(longitude)),
    points.map(({ latitude }) => mercatorY(latitude)),
  ];
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [freeWidth, freeHeight] = [free.right - free.left, free.bottom - free.top];
  const width = freeWidth - 2 * Math.min(labelRoom.x, freeWidth * labelRoom.share);
  const height = freeHeight - 2 * Math.min(labelRoom.y, freeHeight * labelRoom.share);
  const worldSize = Math.min(width / Math.max(east - west, 1e-12), height / Math.max(south - north, 1e-12));
  const fitting = Math.floor(Math.log2(worldSize / 256) * 100) / 100;
  const zoom = Math.min(Math.max(fitting, smallestZoom), closestZoom);
  const scale = worldSizeAt(zoom);
  // The middle of the targets moves to the middle of the free area.
  const middle = {
    x: ((west + east) / 2) * scale + size.x / 2 - (free.left + free.right) / 2,
    y: ((north + south) / 2) * scale + size.y / 2 - (free.top + free.bottom) / 2,
  };
  const { longitude, latitude } = positionAt({ ...frame, zoom, worldSize: scale, left: 0, top: 0 }, middle);
  return { centre: unwrapLongitude({ longitude: 0, latitude }, { longitude, latitude }), zoom };
}

/** What a view shows on a map of a size. */
export function frameOf({ centre, zoom }: MapView, { x, y }: { readonly x: number; readonly y: number }): Frame {
  const worldSize = worldSizeAt(zoom);
  return {
    zoom,
    worldSize,
    left: mercatorX(centre.longitude) * worldSize - x / 2,
    top: mercatorY(centre.latitude) * worldSize - y / 2,
    width: x,
    height: y,
    beyond: { x: 0, y: 0 },
  };
}
