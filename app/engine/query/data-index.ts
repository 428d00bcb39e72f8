import type { SiteRules } from '../../../core/datasets/site.ts';
import type { PointIndex } from '../../../core/geo/point-index.ts';
import type { Position } from '../../../core/geo/wgs84.ts';
import { forEachRunWithin } from '../../../core/geo/point-search.ts';
import type { DatasetColumns } from '../../../core/storage/reader/stored-columns.ts';
import { type Filters, noFilters } from '../../view/view-state.ts';
import type { PlaceRow, SightingsAndVisits } from '../engine.ts';
import { createPlaceStore, type PlaceStore } from '../load/place-store.ts';
import { createRecordStore, type RecordStore, locationOf } from '../load/record-store.ts';
import { type FacetOrder, computeFacetOrder, countByMark } from './aggregate.ts';
import { PointDistances } from './nearest.ts';
import { type MatchingRecords, findMatchingRecords, createRecordFilter } from './record-filter.ts';
import { type CouncilRegions, forEachPlaceAt } from './region.ts';
import { placeRow } from './rows.ts';

const nearInMetres = 1000;

/** The places of the feature types that the filters select. */
export interface MatchingPlaces {
  readonly total: number;
  /** 1 for each place that matches. */
  readonly passes: Uint8Array;
  /** The number of matching places with a point at each of the distinct points. */
  readonly atPoint: Uint32Array;
}

/** All records and places of one data version, and caches of the latest computations on them. */
export class DataIndex {
  readonly records: RecordStore;
  readonly places: PlaceStore;
  readonly facetOrder: FacetOrder;
  /** Set before the first query of a council area, because the names of the areas are loaded later than the columns. */
  councils: CouncilRegions | undefined;
  readonly #recordsNear: Int32Array;
  readonly #observed = new Map<string, SightingsAndVisits>();
  #recordsByLocation: RecordsByLocation | undefined;
  #matching: { readonly key: string; readonly records: MatchingRecords; readonly places: MatchingPlaces } | undefined;
  #everything: MatchingRecords | undefined;
  #taggedAtLocation: Uint32Array | undefined;
  #toLocations: PointDistances | undefined;
  #toPlaces: PointDistances | undefined;

  constructor(records: DatasetColumns, places: DatasetColumns, rules: SiteRules) {
    this.records = createRecordStore(records, rules);
    this.places = createPlaceStore(places);
    this.facetOrder = computeFacetOrder(this.records, this.places);
    this.#recordsNear = new Int32Array(this.places.places.length).fill(-1);
  }

  /** The records and places that match the filters, anywhere. */
  matching(filters: Filters): { readonly records: MatchingRecords; readonly places: MatchingPlaces } {
    const key = JSON.stringify(filters);
    if (this.#matching?.key !== key) {
      const records = findMatchingRecords(this.records, createRecordFilter(this.records, filters));
      this.#matching = { key, records, places: findMatchingPlaces(this.places, filters) };
    }
    return this.#matching;
  }

  /** All records, grouped by location. */
  everything(): MatchingRecords {
    return (this.#everything ??= findMatchingRecords(this.records, createRecordFilter(this.records, noFilters)));
  }

  distancesToLocations(centre: Position): PointDistances {
    return (this.#toLocations = distancesFrom(this.#toLocations, this.records.locations, centre));
  }

  /** To the distinct points of the places. */
  distancesToPlaces(centre: Position): PointDistances {
    return (this.#toPlaces = distancesFrom(this.#toPlaces, this.places.points.locations, centre));
  }

  /**
   * The number of records within 1 km of a place's inshore point, regardless of the filters: as many as a search around
   * this point with this radius finds.
   */
  recordsNear(place: number): number {
    if (this.#recordsNear[place] < 0) {
      this.#recordsNear[place] = this.recordsWithin(this.places.places[place].inshore, nearInMetres);
    }
    return this.#recordsNear[place];
  }

  /** The number of records within a radius of a point, regardless of the filters. */
  recordsWithin(centre: Position, radiusInMetres: number): number {
    let count = 0;
    forEachRunWithin(this.records.locations, centre, radiusInMetres, (start, end) => {
      for (let location = start; location < end; location++) count += this.records.recordsAtLocation[location];
    });
    return count;
  }

  /** The number of detections of tagged sharks at each location. A location with at least one has a receiver. */
  taggedAtLocation(): Uint32Array {
    if (this.#taggedAtLocation) return this.#taggedAtLocation;
    const counts = new Uint32Array(this.records.locations.size);
    for (let record = 0; record < this.records.size; record++) {
      if (this.records.sharkOf[record] !== 0) counts[locationOf(this.records, record)]++;
    }
    return (this.#taggedAtLocation = counts);
  }

  /** The sightings and visits within a radius of a point, regardless of the filters, as a summary counts them. */
  observedWithin(centre: Position, radiusInMetres: number): SightingsAndVisits {
    const key = `${centre.longitude},${centre.latitude},${radiusInMetres}`;
    const known = this.#observed.get(key);
    if (known) return known;
    const found: number[] = [];
    forEachRunWithin(this.records.locations, centre, radiusInMetres, (start, end) => {
      for (const record of this.recordsAt(start, end)) found.push(record);
    });
    const { sighting, detection } = countByMark(this.records, found);
    this.#observed.set(key, { sighting, detection });
    return { sighting, detection };
  }

  /** The records at some consecutive locations. */
  recordsAt(start: number, end: number): Uint32Array {
    this.#recordsByLocation ??= groupByLocation(this.records);
    const { starts, records } = this.#recordsByLocation;
    return records.subarray(starts[start], starts[end]);
  }

  /** The row of a place, by its index. */
  placeRow(index: number, from: Position): PlaceRow {
    const place = this.places.places[index];
    return placeRow(place, this.observedWithin(place.inshore, nearInMetres), from);
  }
}

/** All records sorted by location: those at location i are from `starts[i]` to `starts[i + 1]`. */
interface RecordsByLocation {
  readonly starts: Uint32Array;
  readonly records: Uint32Array;
}

function groupByLocation(store: RecordStore): RecordsByLocation {
  const { recordsAtLocation, size } = store;
  const starts = new Uint32Array(recordsAtLocation.length + 1);
  for (const [location, count] of recordsAtLocation.entries()) starts[location + 1] = starts[location] + count;
  const next = starts.slice();
  const records = new Uint32Array(size);
  for (let record = 0; record < size; record++) records[next[locationOf(store, record)]++] = record;
  return { starts, records };
}

function distancesFrom(cached: PointDistances | undefined, index: PointIndex, centre: Position): PointDistances {
  const isSame = cached?.centre.longitude === centre.longitude && cached.centre.latitude === centre.latitude;
  return isSame ? cached : new PointDistances(index, centre);
}

function findMatchingPlaces({ places, points, types, typeOf }: PlaceStore, { featureTypes }: Filters): MatchingPlaces {
  const isWanted = types.map((type) => featureTypes.length === 0 || featureTypes.includes(type));
  const passes = new Uint8Array(places.length);
  for (const [place, type] of typeOf.entries()) passes[place] = isWanted[type] === true ? 1 : 0;
  const atPoint = new Uint32Array(points.locations.size);
  for (let point = 0; point < atPoint.length; point++) {
    let matching = 0;
    forEachPlaceAt(points, point, (place) => (matching += passes[place]));
    atPoint[point] = matching;
  }
  return { total: passes.reduce((sum, one) => sum + one, 0), passes, atPoint };
}
