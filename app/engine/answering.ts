import type { Position } from '../../core/geo/wgs84.ts';
import { emptinessOf } from './emptiness.ts';
import { facetsOf } from './facets.ts';
import { regionOf, type Region } from './finding.ts';
import {
  listPlaces,
  listRecords,
  mostNearest,
  nearestPlace,
  nearestRecord,
  placesNearestFirst,
  recordsNearestFirst,
} from './listing.ts';
import type { ItemList } from './item-list.ts';
import { middleOf } from './map-box.ts';
import { indexesOf } from './ordering.ts';
import type { Overview, PassingPlaces } from './overview.ts';
import type { Answer, Question, Row } from './questions.ts';
import { recordRow } from './rows.ts';
import { countByMark, histogramOf, surveyOf } from './survey.ts';
import { mostDetectedOf } from './tags.ts';

/** What a question finds, whichever rows of it are wanted. */
export interface Finding {
  /** Distances and bearings are from here. */
  readonly centre: Position;
  /** Indexes of the records or places found, whichever the tab lists, in the order of the list. */
  readonly list: ItemList;
  readonly answer: Omit<Answer, 'question' | 'rows'>;
}

/** Questions with the same key find the same. */
export function keyOf({ filters, tab, sort, search, area }: Question): string {
  return JSON.stringify([filters, tab, sort, search ?? area]);
}

/** Where distances and bearings are taken from: the centre of the search, or else of the map. */
export function centreOf({ search, area }: Question): Position {
  return search ? search.centre : middleOf(area);
}

export function findingOf(overview: Overview, question: Question): Finding {
  const { filters, tab, search, area } = question;
  const { records: store, places } = overview;
  const centre = centreOf(question);
  const passing = overview.passing(filters);
  const region = regionOf(store.spots, places, search, area);
  const survey = surveyOf(store, passing.records.filter, region.spots);
  const isNearest = search?.mode === 'nearest';
  const records = isNearest
    ? recordsNearestFirst(overview, survey.found, centre, mostNearest).slice(0, mostNearest)
    : survey.found;
  const placesInRegion = passingPlacesIn(region, passing.places);
  const recordsFound = records.length;
  const placesFound = isNearest ? Math.min(mostNearest, placesInRegion.length) : placesInRegion.length;
  const found = tab === 'records' ? recordsFound : placesFound;
  const nearest = search ? nearestRecord(overview, passing.records, centre) : undefined;
  const place = search ? nearestPlace(overview, passing.places, centre) : undefined;
  return {
    centre,
    list: listOf(overview, question, tab === 'records' ? records : placesInRegion, centre),
    answer: {
      all: tab === 'records' ? store.size : places.places.length,
      passing: tab === 'records' ? passing.records.total : passing.places.total,
      found,
      foundInOtherTab: tab === 'records' ? placesFound : recordsFound,
      histogram: isNearest ? histogramOf(store, records) : survey.histogram,
      byMark: isNearest ? countByMark(store, records) : survey.foundByMark,
      facets: facetsOf(overview.facetOrder, store, passing.records.filter, survey, places, region.places),
      mostDetected: mostDetectedOf(store, records),
      nearestRecord: nearest === undefined ? null : recordRow(store, nearest, centre),
      nearestPlace: (place !== undefined && overview.placeRow(place, centre)) || null,
      emptiness: found > 0 ? null : emptinessOf(overview, tab, filters, passing.records, survey, region, centre),
    },
  };
}

/** Of a search for the nearest, the records are given nearest first and few enough, the places neither. */
function listOf(overview: Overview, { tab, sort, search }: Question, found: Uint32Array, centre: Position): ItemList {
  if (search?.mode !== 'nearest') return (tab === 'records' ? listRecords : listPlaces)(overview, found, sort, centre);
  return tab === 'records' ? found : placesNearestFirst(overview, found, centre, mostNearest).slice(0, mostNearest);
}

function passingPlacesIn({ places }: Region, { passes }: PassingPlaces): Uint32Array {
  const found = new Uint8Array(places.length);
  for (const [place, isInside] of places.entries()) found[place] = isInside & (passes[place] ?? 0);
  return indexesOf(found);
}

/** The rows of a list at the indexes `start` to `end` (exclusive). */
export function rowsOf(overview: Overview, { tab }: Question, finding: Finding, start: number, end: number): Row[] {
  const indexes = Array.from(finding.list.slice(Math.max(0, start), Math.max(0, start, end)));
  return tab === 'records'
    ? indexes.map((record) => recordRow(overview.records, record, finding.centre))
    : indexes.flatMap((place) => overview.placeRow(place, finding.centre) ?? []);
}
