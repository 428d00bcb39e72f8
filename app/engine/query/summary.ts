import { geodesicDirection } from '../../../core/geo/geodesic.ts';
import { forEachRunWithin } from '../../../core/geo/point-search.ts';
import type { Position } from '../../../core/geo/wgs84.ts';
import { isNamedShark, type Mark, marks } from '../../vocabulary/kinds.ts';
import type { MarkCounts, NearestReceiver, Summary } from '../engine.ts';
import { add } from '../load/columns.ts';
import { positionOfLocation } from '../load/record-store.ts';
import { aggregate, speciesAmong } from './aggregate.ts';
import type { DataIndex } from './data-index.ts';
import { nearestPlace } from './listing.ts';
import { pointsAround } from './nearest.ts';
import { dateTimeOf, mostFrequentSiteName, recordRow } from './rows.ts';
import { noFilters } from '../../view/view-state.ts';

const newestLimit = 5;

/** Summarises the records within a radius of a point, regardless of the filters. */
export function summarise(dataIndex: DataIndex, centre: Position, radiusInMetres: number): Summary {
  const { records: store } = dataIndex;
  const inside = new Uint8Array(store.locations.size);
  forEachRunWithin(store.locations, centre, radiusInMetres, (start, end) => {
    inside.fill(1, start, end);
  });
  const { found, foundByMark, histogram } = aggregate(store, dataIndex.everything().filter, inside);
  const countByCombination = new Uint32Array(store.combinations.marks.length);
  for (const record of found) add(countByCombination, store.combinationOf[record] ?? 0);
  const isSighting = (record: number): boolean =>
    store.combinations.marks[store.combinationOf[record] ?? 0] === 'sighting';
  const lastSighting = found.find(isSighting);
  const place = nearestPlace(dataIndex, dataIndex.matching(noFilters).places, centre);
  return {
    radiusInMetres,
    records: found.length,
    byMark: foundByMark,
    byMonth: byMonthOfYear(histogram.firstMonth, histogram.counts),
    firstYear: store.size === 0 ? null : Number(dateTimeOf(store, store.size - 1).slice(0, 4)),
    lastSighting: lastSighting === undefined ? null : recordRow(store, lastSighting, centre),
    species: speciesAmong(store.combinations, countByCombination).find(({ key }) => isNamedShark(key)) ?? null,
    newest: Array.from(found.subarray(0, newestLimit), (record) => recordRow(store, record, centre)),
    nearestPlace: (place !== undefined && dataIndex.placeRow(place, centre)) || null,
    nearestReceiver: findNearestReceiver(dataIndex, centre),
  };
}

/** The counts of each calendar month over all years, January first. */
function byMonthOfYear(firstMonth: number, counts: Readonly<Record<Mark, Uint32Array>>): readonly MarkCounts[] {
  const byMonth = Array.from({ length: 12 }, () => ({ sighting: 0, detection: 0, handled: 0, other: 0 }));
  for (const mark of marks) {
    for (const [index, count] of counts[mark].entries()) {
      const month = byMonth[(((firstMonth + index) % 12) + 12) % 12];
      if (month) month[mark] += count;
    }
  }
  return byMonth;
}

/**
 * The nearest point with detections of tagged animals, regardless of the filters. People report detections too, so a
 * detection without a tag does not show that there is a receiver.
 */
export function findNearestReceiver(dataIndex: DataIndex, centre: Position): NearestReceiver | null {
  const store = dataIndex.records;
  const tagged = dataIndex.taggedAtLocation();
  const detectionsAt = (location: number): number => tagged[location] ?? 0;
  const distances = dataIndex.distancesToLocations(centre);
  const [nearest] = pointsAround(store.locations, detectionsAt, centre, 1).sort(
    (a, b) => distances.to(a) - distances.to(b) || a - b,
  );
  if (nearest === undefined) return null;
  const position = positionOfLocation(store, nearest);
  return {
    name: mostFrequentSiteName(store, nearest),
    position,
    detections: detectionsAt(nearest),
    ...geodesicDirection(centre, position),
  };
}
