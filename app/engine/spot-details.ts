import { nearestPoints } from '../../core/geo/nearest.ts';
import type { Position } from '../../core/geo/wgs84.ts';
import type { Filters } from '../view/view-state.ts';
import { speciesAmong } from './facets.ts';
import { add } from './numbering.ts';
import type { Overview } from './overview.ts';
import type { SpotDetails } from './questions.ts';
import { positionOfSpot } from './record-store.ts';
import { dateTimeOf, recordRow } from './rows.ts';
import { mostFrequentSiteName } from './site-names.ts';
import { histogramOf, surveyOf } from './survey.ts';
import { countAnimals, mostDetectedOf } from './tags.ts';

/** Addresses round a position to some millimetres. */
const roundingInMetres = 1;
const mostRows = 200;

/**
 * The records at one point that pass the filters; there may be none of them. Null where no record stands at all. The
 * rows are seen from `from`.
 */
export function spotDetailsOf(
  overview: Overview,
  position: Position,
  filters: Filters,
  from: Position,
): SpotDetails | null {
  const store = overview.records;
  // The point itself is the nearest, where there is one.
  const spot = nearestPoints(store.spots, position, roundingInMetres)?.points[0];
  if (spot === undefined) return null;
  const isHere = new Uint8Array(store.spots.size);
  isHere[spot] = 1;
  const { found, foundByMark } = surveyOf(store, overview.passing(filters).records.filter, isHere);
  const ofTrait = new Uint32Array(store.traits.kinds.length);
  for (const record of found) add(ofTrait, store.traitOf[record] ?? 0);
  const [newest, oldest] = [found[0], found.at(-1)];
  return {
    position: positionOfSpot(store, spot),
    name: mostFrequentSiteName(store, spot),
    records: found.length,
    byMark: foundByMark,
    first: oldest === undefined ? null : dateTimeOf(store, oldest),
    last: newest === undefined ? null : dateTimeOf(store, newest),
    species: speciesAmong(store.traits, ofTrait),
    animals: countAnimals(store, found),
    mostDetected: mostDetectedOf(store, found),
    histogram: histogramOf(store, found),
    rows: Array.from(found.subarray(0, mostRows), (record) => recordRow(store, record, from)),
  };
}
