import type { Position } from '../../core/geo/wgs84.ts';
import type { Filters, Tab } from '../view/view-state.ts';
import type { Region } from './finding.ts';
import { nearestRecord } from './listing.ts';
import { pointsAround } from './nearest.ts';
import type { Overview } from './overview.ts';
import type { PassingRecords } from './passing.ts';
import type { Emptiness } from './questions.ts';
import { failsBy } from './record-filter.ts';
import { positionOfSpot } from './record-store.ts';
import { recordRow } from './rows.ts';
import { mostFrequentSiteName } from './site-names.ts';
import { geodesicDirection } from '../../core/geo/geodesic-direction.ts';
import type { Survey } from './survey.ts';

/** What helps where nothing was found, of records or of places, whichever the tab lists. */
export function emptinessOf(
  overview: Overview,
  tab: Tab,
  filters: Filters,
  passing: PassingRecords,
  survey: Survey,
  region: Region,
  centre: Position,
): Emptiness {
  const nearest = nearestRecord(overview, passing, centre);
  return {
    ...(tab === 'places' ? ofPlaces(filters, region) : ofRecords(passing, survey)),
    nearestRecord: nearest === undefined ? null : recordRow(overview.records, nearest, centre),
    nearestReceiver: nearestReceiver(overview, centre),
  };
}

function ofPlaces({ featureTypes }: Filters, { places }: Region): Pick<Emptiness, 'inArea' | 'without'> {
  const inArea = places.reduce((sum, one) => sum + one, 0);
  const helps = featureTypes.length > 0 && inArea > 0;
  return { inArea, without: helps ? [{ filter: 'featureTypes', count: inArea }] : [] };
}

function ofRecords({ filter }: PassingRecords, { inDates, outOfDates }: Survey): Pick<Emptiness, 'inArea' | 'without'> {
  /** Records that pass whatever remains of the filters. */
  const passing = (counts: Uint32Array, remaining: number): number =>
    counts.reduce((sum, count, trait) => (((filter.failures[trait] ?? 0) & remaining) === 0 ? sum + count : sum), 0);
  const without = [
    ...(['kinds', 'species', 'sources'] as const).map((name) => ({
      filter: name,
      count: passing(inDates, ~failsBy[name]),
    })),
    { filter: 'dates' as const, count: passing(outOfDates, ~0) },
  ];
  return {
    inArea: passing(inDates, 0) + passing(outOfDates, 0),
    without: without.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count),
  };
}

/** The nearest of the points at which tagged animals were detected, whatever the filters: people report detections too. */
function nearestReceiver(overview: Overview, centre: Position): Emptiness['nearestReceiver'] {
  const store = overview.records;
  const tagged = overview.taggedAtSpot();
  const detectionsAt = (spot: number): number => tagged[spot] ?? 0;
  const distances = overview.distancesToSpots(centre);
  const [nearest] = pointsAround(store.spots, detectionsAt, centre, 1).sort(
    (a, b) => distances.to(a) - distances.to(b) || a - b,
  );
  if (nearest === undefined) return null;
  const position = positionOfSpot(store, nearest);
  return { name: mostFrequentSiteName(store, nearest), position, ...geodesicDirection(centre, position) };
}
