import type { Map as LeafletMap } from 'leaflet';

import type { Position } from '../../../core/geo/wgs84.ts';
import type { MapBox, MapMark } from '../../engine/engine.ts';
import { boxPadding, cornersOf, fitPositions, freeAreaOf, type MapView } from '../../view/fit-positions.ts';
import { closestUsefulZoom } from '../../view/search-around.ts';
import { type Camera, cameraAt, pointIn, type ScreenPoint, type ScreenSize, unwrapLongitude } from '../camera.ts';
import { largestZoom } from '../map-options.ts';
import { type Box, boxAround, isWithin, overlap } from './label-placement.ts';

const closestZoomOfLines = 15;
const shortestReadableLineInPixels = 40;
/** Padding for the labels at the ends of lines: in pixels, but at most `share` of the free area. */
const labelPadding = { x: 100, y: 36, share: 0.2 } as const;

/** If showing all of a cluster zooms in by fewer levels, only its busiest locations are shown. */
const minZoomStep = 2;

/**
 * Returns a view of a map of the given size that shows a search centre and the nearest items (`targets`), as close as
 * possible up to zoom 15. Null if there are no targets, or if the current view shows them with lines from the centre
 * that are long enough to be read.
 */
export function fitNearest(
  centre: Position,
  targets: readonly Position[],
  now: MapView,
  size: ScreenSize,
): MapView | null {
  if (targets.length === 0) return null;
  const free = freeArea(cameraAt(now, size));
  const points = [centre, ...targets.map((target) => unwrapLongitude(centre, target))];
  const camera = cameraAt({ ...now, centre: unwrapLongitude(centre, now.centre) }, size);
  const [start, ...ends] = points.map((point) => pointIn(camera, point));
  const isReadable = ends.every(
    (end) =>
      start &&
      isWithin(boxAround(end, 0, 0), free) &&
      Math.hypot(end.x - start.x, end.y - start.y) > shortestReadableLineInPixels,
  );
  if (start && isReadable && isWithin(boxAround(start, 0, 0), free)) return null;
  return fitPositions(points, size, labelPadding, closestZoomOfLines);
}

/** Marks that are closer together are still one cluster. */
const minSpaceInPixels = 20;

/** Whether the locations of a cluster are so close together that zooming in would not separate their marks. */
export function isNearlyCoincident({ box }: Pick<MapMark, 'box'>): boolean {
  const camera = cameraAt(
    { centre: { longitude: box.west, latitude: box.north }, zoom: closestUsefulZoom },
    { x: 0, y: 0 },
  );
  const { x, y } = pointIn(camera, { longitude: box.east, latitude: box.south });
  return Math.hypot(x, y) < minSpaceInPixels;
}

/**
 * Returns a view of a cluster's locations, at least one zoom level closer than now and otherwise up to zoom 16. If
 * showing all locations would zoom in by less than two levels, the view shows only the busiest ones: otherwise, zooming
 * in on a cluster of the whole coast would take many clicks on a small map.
 */
export function fitCluster(
  { box, busiestBox }: Pick<MapMark, 'box' | 'busiestBox'>,
  now: MapView,
  size: ScreenSize,
): MapView {
  const viewOfAll = fitBox(box, now, size);
  const isClose = viewOfAll.zoom - now.zoom >= minZoomStep || viewOfAll.zoom >= closestUsefulZoom;
  return isClose ? viewOfAll : fitBox(busiestBox, now, size);
}

function fitBox(box: MapBox, now: MapView, size: ScreenSize): MapView {
  const { centre, zoom } = fitPositions(cornersOf(box), size, boxPadding, closestUsefulZoom);
  return { centre, zoom: Math.min(Math.max(zoom, now.zoom + 1), largestZoom) };
}

/** A point is visible if it is at least this far from the edge of the view, in pixels. */
const minDistanceFromEdge = 22;

/** The view of a camera without the frame and the controls of the map. */
export function freeArea({ width, height, margin }: Pick<Camera, 'width' | 'height' | 'margin'>): Box {
  const { left, top, right, bottom } = freeAreaOf({ x: width - 2 * margin.x, y: height - 2 * margin.y });
  return { left: left + margin.x, top: top + margin.y, right: right + margin.x, bottom: bottom + margin.y };
}

/**
 * Returns where to move a circle so that it is visible: null if it already is; the nearest point at which all of it is
 * in the view, or as much of it as possible, with its middle clear of the controls; the middle of the free area if its
 * middle is outside the view. `radius` is 0 for a point.
 */
export function freePointFor(
  point: ScreenPoint,
  size: ScreenSize,
  mapControls: readonly Box[],
  radius = 0,
): ScreenPoint | null {
  const middle = freeCentreFor(point, size, mapControls) ?? point;
  const moved = { x: clampCircle(radius, middle.x, size.x), y: clampCircle(radius, middle.y, size.y) };
  return moved.x === point.x && moved.y === point.y ? null : moved;
}

/** The coordinate closest to `value` at which a circle is within a length, or is in its middle if it is longer. */
function clampCircle(radius: number, value: number, length: number): number {
  const reach = Math.min(radius === 0 ? 0 : radius + circleClearance, length / 2);
  return Math.min(Math.max(value, reach), length - reach);
}

const circleClearance = 12;

function freeCentreFor(point: ScreenPoint, { x, y }: ScreenSize, mapControls: readonly Box[]): ScreenPoint | null {
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

/** Converts a box from pixels of the view to pixels of a camera with a margin around the view. */
export function boxInCamera({ left, top, right, bottom }: Box, { margin: { x, y } }: Camera): Box {
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
}
