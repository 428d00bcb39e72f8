import type { LocationIndex } from '../../../core/geo/location-index.ts';
import type { PointIndex } from '../../../core/geo/point-index.ts';
import { forEachRunWithin } from '../../../core/geo/point-search.ts';
import type { Position } from '../../../core/geo/wgs84.ts';
import type { LocationSearch } from '../../view/view-state.ts';
import type { MapBox } from '../engine.ts';
import type { PlaceStore } from '../load/place-store.ts';
import { boxTest } from '../map-box.ts';

/** The locations and places that a query covers: 1 for each one inside, 0 for the others. */
export interface Region {
  readonly locations: Uint8Array;
  readonly places: Uint8Array;
}

/** A council area: the records and places in it, and the extent of its coastal features. */
export interface CouncilRegion extends Region {
  /** As published. */
  readonly name: string;
  readonly box: MapBox;
}

/** Finds the region of a council area by its name. Null if no coastal feature is in it. */
export interface CouncilRegions {
  region(name: string): CouncilRegion | null;
}

/**
 * The region within the radius of a search or, without a search, in the map's area. A search for the nearest items
 * covers everything. A place is inside if either of its points is.
 */
export function regionOf(
  locations: PointIndex,
  { points, places }: PlaceStore,
  search: LocationSearch | null,
  area: MapBox,
): Region {
  const region = { locations: new Uint8Array(locations.size), places: new Uint8Array(places.length) };
  if (search?.mode === 'nearest') {
    region.locations.fill(1);
    region.places.fill(1);
  } else if (search) {
    const { centre, radiusInMetres } = search;
    region.locations.set(locationsWithin(locations, centre, radiusInMetres));
    forEachRunWithin(points.locations, centre, radiusInMetres, (start, end) => {
      for (let slot = start; slot < end; slot++) {
        forEachPlaceAt(points, slot, (place) => (region.places[place] = 1));
      }
    });
  } else {
    const isInside = boxTest(area);
    forEachInside(locations, isInside, (location) => (region.locations[location] = 1));
    forEachInside(points.locations, isInside, (slot) => {
      forEachPlaceAt(points, slot, (place) => (region.places[place] = 1));
    });
  }
  return region;
}

/** 1 for each location within a radius of a point. */
export function locationsWithin(locations: PointIndex, centre: Position, radiusInMetres: number): Uint8Array {
  const inside = new Uint8Array(locations.size);
  forEachRunWithin(locations, centre, radiusInMetres, (start, end) => inside.fill(1, start, end));
  return inside;
}

/** Visits the places with a point at a slot. In `points.records`, 2i and 2i + 1 are the two points of place i. */
export function forEachPlaceAt(points: LocationIndex, slot: number, visit: (place: number) => void): void {
  const end = points.recordStarts[slot + 1];
  for (let next = points.recordStarts[slot]; next < end; next++) visit(points.records[next] >>> 1);
}

function forEachInside(
  { longitudes, latitudes, size }: PointIndex,
  isInside: (longitude: number, latitude: number) => boolean,
  visit: (point: number) => void,
): void {
  for (let point = 0; point < size; point++) {
    if (isInside(longitudes[point], latitudes[point])) visit(point);
  }
}
