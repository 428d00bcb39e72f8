import type { Map as LeafletMap } from 'leaflet';

import type { Frame, ScreenPoint } from './chart/frame.ts';
import { boxAround, overlap, type Box } from './overlay/label-placement.ts';

/** Space taken by the frame and the controls of the map, in pixels from each side. */
const rim = { left: 44, top: 44, right: 84, bottom: 104 } as const;
const aroundPoint = 22;
const visibleHandleRadiusInPixels = 9;

interface Size {
  readonly x: number;
  readonly y: number;
}

/** The view without its rim; on a small map the rim is at most a quarter of each side. */
export function freeArea({ x, y }: Size): Box {
  return {
    left: Math.min(rim.left, x / 4),
    top: Math.min(rim.top, y / 4),
    right: x - Math.min(rim.right, x / 4),
    bottom: y - Math.min(rim.bottom, y / 4),
  };
}

export const isWithin = (box: Box, outer: Box): boolean =>
  box.left >= outer.left && box.top >= outer.top && box.right <= outer.right && box.bottom <= outer.bottom;

export const isClear = (box: Box, taken: readonly Box[]): boolean => !taken.some((each) => overlap(each, box));

/**
 * Where to move a point that should be visible: null if it is visible already; the nearest free point if a control
 * covers it; the middle of the free area if it is outside the view.
 */
export function freePointFor(point: ScreenPoint, size: Size, mapControls: readonly Box[]): ScreenPoint | null {
  const view: Box = { left: 0, top: 0, right: size.x, bottom: size.y };
  const free = freeArea(size);
  if (!isWithin(boxAround(point, 0, 0), view)) {
    return { x: (free.left + free.right) / 2, y: (free.top + free.bottom) / 2 };
  }
  if (isWithin(boxAround(point, aroundPoint, aroundPoint), view) && isClear(boxAround(point, 8, 8), mapControls)) {
    return null;
  }
  return {
    x: Math.min(Math.max(point.x, free.left), free.right),
    y: Math.min(Math.max(point.y, free.top), free.bottom),
  };
}

/** The boxes of the map controls, in pixels from the top left corner of the view. */
export function controlsOf(map: LeafletMap): Box[] {
  return boxesOf(map, '.map-tools > *, .map-legend > .button, .map-scale, .map-attribution');
}

/** The boxes of circle handles (their visible part) and radius labels. */
export function circlePartsOf(map: LeafletMap): Box[] {
  const handles = boxesOf(map, '.map-handle').map(({ left, top, right, bottom }) =>
    boxAround(
      { x: (left + right) / 2, y: (top + bottom) / 2 },
      visibleHandleRadiusInPixels,
      visibleHandleRadiusInPixels,
    ),
  );
  return [...handles, ...boxesOf(map, '.map-radius-label > *')];
}

/** Converts a box of the view to a frame that extends beyond it. */
export function boxInFrame({ left, top, right, bottom }: Box, { beyond: { x, y } }: Frame): Box {
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
}

function boxesOf(map: LeafletMap, selector: string): Box[] {
  const container = map.getContainer();
  const corner = container.getBoundingClientRect();
  const parts = container.parentElement?.querySelectorAll(selector);
  return [...(parts ?? [])].map((part) => {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    return { left: left - corner.left, top: top - corner.top, right: right - corner.left, bottom: bottom - corner.top };
  });
}
