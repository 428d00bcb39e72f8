import Supercluster from 'supercluster';

import { marks } from '../vocabulary/kinds.ts';
import { boxTest, inRange } from './map-box.ts';
import { mergeClose, mostOf } from './merge-marks.ts';
import type { PassingRecords } from './passing.ts';
import type { MapBox, MapMark } from './questions.ts';
import { positionOfSpot, type RecordStore } from './record-store.ts';

/** More than this cannot be told apart, or drawn in time. */
const mostGroups = 60;
const mostSpots = 2000;
/** Spots whose symbols would overlap make a group; of map tiles of 256 pixels. */
const groupRadiusInPixels = 52;
const tileInPixels = 256;
/** At larger zooms spots are grouped only where one would lie upon another. */
const largestZoomWithGroups = 16;
/** Groups are worked out for zooms so far below the smallest of maps: at the last of them hardly more than one is left. */
const zoomsBelowNone = 3;
/** From here on receivers are read one by one, each with its count. */
const smallestZoomOfStations = 13;
const leastDetectionsOfStation = 20;

/** A group's records by mark, and where they stand on average. */
interface Weight {
  readonly spot: number;
  records: number;
  longitudes: number;
  latitudes: number;
  byMark: number[];
}

type Index = Supercluster<Weight, Weight>;

/**
 * The marks of the records that pass some filters. Spots near one another are drawn as one group that stands at the
 * average of its records and falls apart as one comes closer.
 *
 * A receiver is a landmark: people look for it by its place and read its count. From a zoom at which a few beaches fill the
 * screen, spots that are mostly detections, and at least twenty, are therefore kept out of the groups, and may stand
 * close to one; but a receiver published twice, at points that differ by rounding, is one mark until there is room for
 * two. Further out they are grouped like everything else, or the receivers of a city would hide each other.
 */
export class MapMarks {
  readonly #store: RecordStore;
  readonly #passing: PassingRecords;
  readonly #all: Index;
  readonly #stations: readonly number[];
  readonly #others: readonly number[];
  #withoutStations: Index | undefined;

  constructor(store: RecordStore, passing: PassingRecords) {
    this.#store = store;
    this.#passing = passing;
    const spots = Array.from(passing.atSpot.keys()).filter((spot) => passing.atSpot[spot] !== 0);
    this.#stations = spots.filter((spot) => this.#isStation(spot));
    this.#others = spots.filter((spot) => !this.#isStation(spot));
    this.#all = this.#indexOf(spots);
  }

  /** Never more than 60 groups and 2,000 spots: where there would be, they are grouped as from further away. */
  within(area: MapBox, zoom: number): readonly MapMark[] {
    const zoomOfMap = Math.floor(zoom);
    if (zoomOfMap >= smallestZoomOfStations && this.#stations.length > 0) {
      const isInside = boxTest(area);
      const { longitudes, latitudes } = this.#store.spots;
      const stations = this.#stations.filter((spot) => isInside(longitudes[spot] ?? 0, latitudes[spot] ?? 0));
      this.#withoutStations ??= this.#indexOf(this.#others);
      const found = this.#marksOf(this.#withoutStations, area, zoomOfMap, zoomOfMap);
      const marksOfStations = stations.map((spot) => this.#markOf(this.#weightOf(spot)));
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

  /** Grouped as for one zoom, to be seen at another, which is no smaller. */
  #marksOf(index: Index, area: MapBox, zoom: number, seenAtZoom: number): MapMark[] {
    const isWhole = area.east - area.west >= 360;
    const [west, east] = isWhole ? [-180, 180] : [inRange(area.west), inRange(area.east)];
    const features = index.getClusters([west, area.south, east, area.north], zoom + zoomsBelowNone);
    const found = features.map((feature) => {
      const { properties } = feature;
      if (!('cluster_id' in properties)) return this.#markOf(properties);
      const splitsAtZoom = index.getClusterExpansionZoom(properties.cluster_id) - zoomsBelowNone;
      return this.#markOf(properties, properties.point_count, Math.max(splitsAtZoom, seenAtZoom + 1));
    });
    return zoom > largestZoomWithGroups ? mergeClose(found, zoom, seenAtZoom) : found;
  }

  #markOf(weight: Weight, spots = 1, splitsAtZoom: number | null = null): MapMark {
    const { records, longitudes, latitudes, byMark, spot } = weight;
    const [sighting = 0, detection = 0, handled = 0, other = 0] = byMark;
    const isOne = spots === 1;
    const counts = { sighting, detection, handled, other };
    return {
      position: isOne
        ? positionOfSpot(this.#store, spot)
        : { longitude: longitudes / records, latitude: latitudes / records },
      spots,
      records,
      mark: mostOf(counts),
      byMark: counts,
      onlyRecord:
        isOne && records === 1 ? (this.#store.identifiers[this.#passing.firstAtSpot[spot] ?? 0] ?? null) : null,
      splitsAtZoom,
    };
  }

  #indexOf(spots: readonly number[]): Index {
    const index: Index = new Supercluster<Weight, Weight>({
      radius: groupRadiusInPixels * 2 ** zoomsBelowNone,
      extent: tileInPixels,
      maxZoom: largestZoomWithGroups + zoomsBelowNone,
      // What is accumulated is a copy of one of those below, so that its list must not be shared.
      reduce: (sum, one) => {
        sum.records += one.records;
        sum.longitudes += one.longitudes;
        sum.latitudes += one.latitudes;
        sum.byMark = sum.byMark.map((count, mark) => count + (one.byMark[mark] ?? 0));
      },
    });
    return index.load(
      spots.map((spot) => {
        const { longitude, latitude } = positionOfSpot(this.#store, spot);
        const geometry = { type: 'Point' as const, coordinates: [longitude, latitude] };
        return { type: 'Feature' as const, properties: this.#weightOf(spot), geometry };
      }),
    );
  }

  #weightOf(spot: number): Weight {
    const records = this.#passing.atSpot[spot] ?? 0;
    const { longitude, latitude } = positionOfSpot(this.#store, spot);
    const start = spot * marks.length;
    return {
      spot,
      records,
      longitudes: longitude * records,
      latitudes: latitude * records,
      byMark: Array.from(this.#passing.byMarkAtSpot.subarray(start, start + marks.length)),
    };
  }

  #isStation(spot: number): boolean {
    const detections = this.#passing.byMarkAtSpot[spot * marks.length + marks.indexOf('detection')] ?? 0;
    return detections >= leastDetectionsOfStation && 2 * detections > (this.#passing.atSpot[spot] ?? 0);
  }
}

function isDrawable(found: readonly MapMark[]): boolean {
  const groups = found.reduce((count, { spots }) => (spots > 1 ? count + 1 : count), 0);
  return groups <= mostGroups && found.length - groups <= mostSpots;
}
