import Supercluster from 'supercluster';

import { type Mark, marks } from '../../vocabulary/kinds.ts';
import type { MapBox, MapMark } from '../engine.ts';
import { positionOfLocation, type RecordStore } from '../load/record-store.ts';
import { boxTest, inRange, mercatorFraction } from '../map-box.ts';
import type { MatchingRecords } from './record-filter.ts';

/** More than this cannot be distinguished, or drawn in time. */
const mostGroups = 60;
const mostLocations = 2000;
/** Locations whose marks would overlap form a group; in pixels of map tiles of 256 pixels. */
const groupRadiusInPixels = 52;
const tileInPixels = 256;
/** At larger zooms locations are grouped only where their marks would overlap. */
const largestZoomWithGroups = 16;
/** Groups are computed for this many zooms below 0: at the last of them hardly more than one group is left. */
const zoomsBelowNone = 3;
/** From this zoom on receivers are shown one by one, each with its count. */
const smallestZoomOfStations = 13;
const leastDetectionsOfStation = 20;

/** A group's records by mark, and the sums from which its average position is computed. */
interface LocationWeight {
  readonly location: number;
  records: number;
  longitudes: number;
  latitudes: number;
  byMark: number[];
}

type Index = Supercluster<LocationWeight, LocationWeight>;

/**
 * The marks of the records that match the filters. Locations near one another are clustered: a group is drawn at the
 * average position of its records, and splits as the map is zoomed in.
 *
 * A receiver is a landmark: people look for it at its place and read its count. So from a zoom at which a few beaches fill
 * the screen, locations that are mostly detections, at least twenty of them, are never grouped and may be close to a
 * group. But a receiver published twice, at points that differ by rounding, is one mark until there is space for two. At
 * smaller zooms receivers are grouped like all other locations, or the receivers of a city would hide each other.
 */
export class MapMarks {
  readonly #store: RecordStore;
  readonly #matching: MatchingRecords;
  readonly #all: Index;
  readonly #stations: readonly number[];
  readonly #others: readonly number[];
  #withoutStations: Index | undefined;

  constructor(store: RecordStore, matching: MatchingRecords) {
    this.#store = store;
    this.#matching = matching;
    const locations = Array.from(matching.atLocation.keys()).filter((location) => matching.atLocation[location] !== 0);
    this.#stations = locations.filter((location) => this.#isStation(location));
    this.#others = locations.filter((location) => !this.#isStation(location));
    this.#all = this.#indexOf(locations);
  }

  /** At most 60 groups and 2,000 locations: if there would be more, they are grouped as at a smaller zoom. */
  within(area: MapBox, zoom: number): readonly MapMark[] {
    const zoomOfMap = Math.floor(zoom);
    if (zoomOfMap >= smallestZoomOfStations && this.#stations.length > 0) {
      const isInside = boxTest(area);
      const { longitudes, latitudes } = this.#store.locations;
      const stations = this.#stations.filter((location) =>
        isInside(longitudes[location] ?? 0, latitudes[location] ?? 0),
      );
      this.#withoutStations ??= this.#indexOf(this.#others);
      const found = this.#marksOf(this.#withoutStations, area, zoomOfMap, zoomOfMap);
      const marksOfStations = stations.map((location) => this.#markOf(this.#weightOf(location)));
      found.push(...mergeClose(marksOfStations, zoomOfMap));
      if (isDrawable(found)) return found;
    }
    let found: MapMark[] = [];
    for (let tried = zoomOfMap; tried >= -zoomsBelowNone; tried--) {
      found = this.#marksOf(this.#all, area, tried, zoomOfMap);
      if (isDrawable(found)) break;
    }
    return found;
  }

  /** Marks grouped as at `zoom`, to be shown at `seenAtZoom`, which is not smaller. */
  #marksOf(index: Index, area: MapBox, zoom: number, seenAtZoom: number): MapMark[] {
    const isWholeWorld = area.east - area.west >= 360;
    const [west, east] = isWholeWorld ? [-180, 180] : [inRange(area.west), inRange(area.east)];
    const features = index.getClusters([west, area.south, east, area.north], zoom + zoomsBelowNone);
    const found = features.map((feature) => {
      const { properties } = feature;
      if (!('cluster_id' in properties)) return this.#markOf(properties);
      const splitsAtZoom = index.getClusterExpansionZoom(properties.cluster_id) - zoomsBelowNone;
      return this.#markOf(properties, properties.point_count, Math.max(splitsAtZoom, seenAtZoom + 1));
    });
    return zoom > largestZoomWithGroups ? mergeClose(found, zoom, seenAtZoom) : found;
  }

  #markOf(weight: LocationWeight, locations = 1, splitsAtZoom: number | null = null): MapMark {
    const { records, longitudes, latitudes, byMark, location } = weight;
    const [sighting = 0, detection = 0, handled = 0, other = 0] = byMark;
    const isOne = locations === 1;
    const counts = { sighting, detection, handled, other };
    return {
      position: isOne
        ? positionOfLocation(this.#store, location)
        : { longitude: longitudes / records, latitude: latitudes / records },
      locations,
      records,
      mark: mostOf(counts),
      byMark: counts,
      onlyRecord:
        isOne && records === 1
          ? (this.#store.identifiers[this.#matching.firstAtLocation[location] ?? 0] ?? null)
          : null,
      splitsAtZoom,
    };
  }

  #indexOf(locations: readonly number[]): Index {
    const index: Index = new Supercluster<LocationWeight, LocationWeight>({
      radius: groupRadiusInPixels * 2 ** zoomsBelowNone,
      extent: tileInPixels,
      maxZoom: largestZoomWithGroups + zoomsBelowNone,
      // The accumulator is a shallow copy of one of the properties below, so its array must not be changed in place.
      reduce: (sum, one) => {
        sum.records += one.records;
        sum.longitudes += one.longitudes;
        sum.latitudes += one.latitudes;
        sum.byMark = sum.byMark.map((count, mark) => count + (one.byMark[mark] ?? 0));
      },
    });
    return index.load(
      locations.map((location) => {
        const { longitude, latitude } = positionOfLocation(this.#store, location);
        const geometry = { type: 'Point' as const, coordinates: [longitude, latitude] };
        return { type: 'Feature' as const, properties: this.#weightOf(location), geometry };
      }),
    );
  }

  #weightOf(location: number): LocationWeight {
    const records = this.#matching.atLocation[location] ?? 0;
    const { longitude, latitude } = positionOfLocation(this.#store, location);
    const start = location * marks.length;
    return {
      location,
      records,
      longitudes: longitude * records,
      latitudes: latitude * records,
      byMark: Array.from(this.#matching.byMarkAtLocation.subarray(start, start + marks.length)),
    };
  }

  #isStation(location: number): boolean {
    const detections = this.#matching.byMarkAtLocation[location * marks.length + marks.indexOf('detection')] ?? 0;
    return detections >= leastDetectionsOfStation && 2 * detections > (this.#matching.atLocation[location] ?? 0);
  }
}

function isDrawable(found: readonly MapMark[]): boolean {
  const groups = found.reduce((count, { locations }) => (locations > 1 ? count + 1 : count), 0);
  return groups <= mostGroups && found.length - groups <= mostLocations;
}

/** Marks of locations are at most this wide: closer together, they overlap. */
const markWidthInPixels = 20;

interface Placed {
  readonly mark: MapMark;
  readonly x: number;
  readonly y: number;
}

/**
 * Locations as they can be distinguished at a zoom: those whose marks would overlap form one group, which splits at the
 * zoom at which they no longer do. `seenAtZoom` may be larger than the zoom for which they are grouped.
 */
function mergeClose(locations: readonly MapMark[], zoom: number, seenAtZoom = zoom): MapMark[] {
  const worldInPixels = tileInPixels * 2 ** zoom;
  /** The first of each group, by the cell of a grid as wide as a mark. */
  const cells = new Map<string, Placed[][]>();
  const groups: Placed[][] = [];
  for (const mark of locations) {
    const at = mercatorFraction(mark.position);
    const placed = { mark, x: at.x * worldInPixels, y: at.y * worldInPixels };
    const [column, row] = [Math.floor(placed.x / markWidthInPixels), Math.floor(placed.y / markWidthInPixels)];
    const near = [-1, 0, 1].flatMap((right) =>
      [-1, 0, 1].flatMap((down) => cells.get(`${column + right} ${row + down}`) ?? []),
    );
    const group = near.find(([first]) => first !== undefined && distanceOf(first, placed) < markWidthInPixels);
    if (group) {
      group.push(placed);
      continue;
    }
    const own = [placed];
    groups.push(own);
    cells.set(`${column} ${row}`, [...(cells.get(`${column} ${row}`) ?? []), own]);
  }
  return groups.flatMap((group) =>
    group.length > 1 ? groupOf(group, zoom, seenAtZoom) : group.map(({ mark }) => mark),
  );
}

const distanceOf = (a: Placed, b: Placed): number => Math.hypot(a.x - b.x, a.y - b.y);

function groupOf(group: readonly Placed[], zoom: number, seenAtZoom: number): MapMark[] {
  const [first] = group;
  if (!first) return [];
  const sum = (valueOf: (mark: MapMark) => number): number =>
    group.reduce((total, { mark }) => total + valueOf(mark), 0);
  const records = sum((mark) => mark.records);
  const byMark = {
    sighting: sum((mark) => mark.byMark.sighting),
    detection: sum((mark) => mark.byMark.detection),
    handled: sum((mark) => mark.byMark.handled),
    other: sum((mark) => mark.byMark.other),
  };
  const widest = Math.max(...group.map((placed) => distanceOf(first, placed)));
  return [
    {
      position: {
        longitude: sum((mark) => mark.position.longitude * mark.records) / records,
        latitude: sum((mark) => mark.position.latitude * mark.records) / records,
      },
      locations: group.length,
      records,
      mark: mostOf(byMark),
      byMark,
      onlyRecord: null,
      splitsAtZoom: Math.max(seenAtZoom + 1, Math.ceil(zoom + Math.log2(markWidthInPixels / widest))),
    },
  ];
}

/** The most frequent mark; of ties, the first in `marks`. */
function mostOf(byMark: Readonly<Record<Mark, number>>): Mark {
  return marks.reduce((most, mark) => (byMark[mark] > byMark[most] ? mark : most));
}
