import type { Map as LeafletMap } from 'leaflet';

import type { Camera, ScreenPoint, ScreenSize } from '../camera.ts';
import { boxAround, isWithin, overlap, type Box } from './label-placement.ts';

/** Space taken by the frame and the controls of the map, in pixels from each side. */
const rim = { left: 44, top: 44, right: 84, bottom: 104 } as const;
/** A point is visible if it is at least this far from the edge of the view, in pixels. */
const minDistanceFromEdge = 22;

/** The view of a camera without the rim, which takes at most a quarter of the width or height on each side. */
export function freeArea({ width, height, margin }: Pick<Camera, 'width' | 'height' | 'margin'>): Box {
  const [x, y] = [width - 2 * margin.x, height - 2 * margin.y];
  return {
    left: margin.x + Math.min(rim.left, x / 4),
    top: margin.y + Math.min(rim.top, y / 4),
    right: margin.x + x - Math.min(rim.right, x / 4),
    bottom: margin.y + y - Math.min(rim.bottom, y / 4),
  };
}

/**
 * Where to move a point that should be visible: null if it is visible already; the nearest free point if it is covered
 * by a control or too close to the edge; the middle of the free area if it is outside the view.
 */
export function freePointFor(
  point: ScreenPoint,
  { x, y }: ScreenSize,
  mapControls: readonly Box[],
): ScreenPoint | null {
  const view: Box = { left: 0, top: 0, right: x, bottom: y };
  const free = freeArea({ width: x, height: y, margin: { x: 0, y: 0 } });
  if (!isWithin(boxAround(point, 0, 0), view)) {
    return { x: (free.left + free.right) / 2, y: (free.top + free.bottom) / 2 };
  }
  const isClear = !mapControls.some((each) => overlap(each, boxAround(point, 8, 8)));
  if (isClear && isWithin(boxAround(point, minDistanceFromEdge, minDistanceFromEdge), view)) return null;
  return {
    x: Math.min(Math.max(point.x, free.left), free.right),
    y: Math.min(Math.max(point.y, free.top), free.bottom),
  };
}

/** The boxes of the map controls, in pixels from the top left corner of the view. Measuring them forces a layout. */
export function controlsOf(map: LeafletMap): Box[] {
  const container = map.getContainer();
  const corner = container.getBoundingClientRect();
  const elements = container.parentElement?.querySelectorAll(
    '.map-tools > *, .map-legend > .button, .map-scale, .map-attribution',
  );
  return [...(elements ?? [])].map((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left: left - corner.left, top: top - corner.top, right: right - corner.left, bottom: bottom - corner.top };
  });
}

/** Converts a box of the view to a camera that extends beyond it. */
export function boxInCamera({ left, top, right, bottom }: Box, { margin: { x, y } }: Camera): Box {
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
}
