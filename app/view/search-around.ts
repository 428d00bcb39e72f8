import type { StoreApi } from 'zustand/vanilla';

import { equatorialRadiusInMetres, type Position } from '../../core/geo/wgs84.ts';
import { radiusLimitsInMetres } from '../vocabulary/radii.ts';
import type { MapBox } from './fit-positions.ts';
import { textSizeInPixels, usualTextSizeInPixels } from './text-size.ts';
import {
  defaultRadiusInMetres,
  type LocationSearch,
  noFilters,
  roundedSearch,
  sortAfter,
  type ViewState,
} from './view-state.ts';
import type { ViewStore } from './view-store.ts';
import { zoomLimits } from './view-url.ts';

/** A search around a point with the mode and radius of the current search, or the defaults. */
function searchWithCurrentSettings({ search }: ViewStore, centre: Position): LocationSearch {
  const { mode = 'radius', radiusInMetres = defaultRadiusInMetres } = search ?? {};
  return { mode, radiusInMetres, centre };
}

/** Moves the search to a point, and moves the map so that the circle fits. */
export function searchAround(view: ViewStore, centre: Position): void {
  showSearch(view, searchWithCurrentSettings(view, centre));
}

/** The list of the records of a search or a council area, without details, as a change of the view. */
export function listOf(
  view: ViewState,
  { search, council }: Pick<ViewState, 'search' | 'council'>,
): Pick<ViewState, 'search' | 'council' | 'tab' | 'sort' | 'selection' | 'comparison'> {
  const sort = sortAfter(view, { tab: 'records', search });
  return { search, council, tab: 'records', sort, selection: null, comparison: null };
}

/** Closes any details and lists the records at a point: those within the smallest radius. */
export function listRecordsAt({ setState, getState }: StoreApi<ViewStore>, centre: Position): void {
  const search = roundedSearch({ mode: 'radius', centre, radiusInMetres: radiusLimitsInMetres.smallest });
  // One change, so that the search belongs to the history entry of the list and not to the previous one.
  setState((state) => ({ ...listOf(state, { search, council: null }), latestEntry: 'new' }));
  bringIntoView(getState(), search);
}

/** The list of the records of a summary: by default without filters, so that it has all records of the summary. */
export function listOfSummary(
  view: ViewState,
  scope: Circle | { readonly council: string },
  filters = noFilters,
): Partial<ViewState> {
  const limits =
    'council' in scope
      ? { search: null, council: scope.council }
      : { search: roundedSearch({ mode: 'radius', ...scope }), council: null };
  return { ...listOf(view, limits), filters };
}

/** Moves the map so that a circle is in the middle and fits. */
export function showCircle(view: ViewStore, circle: Circle): void {
  view.moveMap({ centre: circle.centre, zoom: zoomOf(circle) });
}

/** From this zoom on, the user can aim at a beach. The circle around a point is then a few pixels wide or more. */
export const smallestZoomToSelect = 10;

/** Sets a search and moves the map so that its circle fits. */
export function showSearch(view: ViewStore, search: LocationSearch): void {
  view.setSearch(search);
  showCircle(view, search);
}

/** A circle on the map, of a search or of a place. */
export type Circle = Pick<LocationSearch, 'centre' | 'radiusInMetres'>;

/**
 * Moves the map if a circle does not fit, or is so small that it is hard to see. With the area that the map shows, also
 * if part of the circle is outside it.
 */
export function bringIntoView(view: ViewStore, circle: Circle, area?: MapBox): void {
  const zoom = zoomToSee(circle, view.map.zoom);
  const isOutside = area !== undefined && !isCircleWithin(circle, area);
  if (zoom !== null || isOutside) view.moveMap({ centre: circle.centre, zoom: zoom ?? view.map.zoom });
}

/** Approximate: a degree of latitude is 0.5 % longer near the poles. */
export const metresPerDegree = 111_195;

function isCircleWithin({ centre, radiusInMetres }: Circle, { west, south, east, north }: MapBox): boolean {
  const reach = radiusInMetres / metresPerDegree;
  const sideways = reach / Math.max(Math.cos((centre.latitude * Math.PI) / 180), 1e-6);
  return (
    centre.latitude - reach >= south &&
    centre.latitude + reach <= north &&
    centre.longitude - sideways >= west &&
    centre.longitude + sideways <= east
  );
}

/** Closer than this, the map shows hardly anything by which a place can be recognised. */
export const closestUsefulZoom = 16;

/** The zoom at which a circle fits, if it is too large or too small at the current zoom; else null. */
export function zoomToSee(circle: Circle, zoomNow: number): number | null {
  const fitting = zoomOf(circle);
  const closest = Math.min(fitting, closestUsefulZoom);
  return zoomNow > fitting || zoomNow < closest - 3 ? closest : null;
}

function zoomOf({ radiusInMetres, centre }: Circle): number {
  return zoomForRadius(radiusInMetres, centre.latitude, mapSizeNow());
}

/** The approximate size of the map in this window. */
export const mapSizeNow = (): ScreenSize => mapSizeIn(window, textSizeInPixels());

export interface ScreenSize {
  readonly widthInPixels: number;
  readonly heightInPixels: number;
}

/** The metres that a pixel covers at the equator at zoom 0, where the whole world is 256 pixels wide. */
const metresPerPixelAtZoom0 = (2 * Math.PI * equatorialRadiusInMetres) / 256;
/** The largest share of the map's shorter side that the circle may fill. */
const maxShare = 0.85;

/**
 * The largest whole zoom at which a circle around a latitude in degrees fits into a map of this size with some space
 * around it, within the zoom limits of the map.
 */
export function zoomForRadius(radiusInMetres: number, latitude: number, size: ScreenSize): number {
  const shorterSide = Math.max(1, Math.min(size.widthInPixels, size.heightInPixels));
  const metresPerPixel = (2 * radiusInMetres) / (maxShare * shorterSide);
  // Mercator stretches by the secant of the latitude. It is unbounded near the poles, where the smallest zoom is used.
  const atZoom0 = metresPerPixelAtZoom0 * Math.cos((latitude * Math.PI) / 180);
  const zoom = Math.floor(Math.log2(atZoom0 / metresPerPixel) + 1e-9);
  return Math.min(zoomLimits.largest, Math.max(zoomLimits.smallest, zoom));
}

/**
 * The approximate size of the map in a window: next to the panel on a wide screen, above the half-open sheet on a
 * narrow one.
 */
export function mapSizeIn(
  { innerWidth, innerHeight }: { readonly innerWidth: number; readonly innerHeight: number },
  textSizeInPixels = usualTextSizeInPixels,
): ScreenSize {
  return innerWidth >= Math.max(1024, 64 * textSizeInPixels)
    ? { widthInPixels: innerWidth - 25 * textSizeInPixels, heightInPixels: innerHeight - 260 }
    : { widthInPixels: innerWidth, heightInPixels: Math.round(innerHeight * 0.45) };
}
