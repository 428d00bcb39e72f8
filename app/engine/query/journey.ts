import { secondsToDateTime } from '../../../core/datasets/recorded-time.ts';
import { geodesicDirection } from '../../../core/geo/geodesic.ts';
import type { Journey, JourneyStep, ListRow, SharkJourney } from '../engine.ts';
import { locationOf, positionOfLocation, type RecordStore } from '../load/record-store.ts';
import type { RecordFilter } from './record-filter.ts';

/** More than a person can follow on a map. The tags in the published data have at most 13 stops. */
export const maxStops = 200;

/** The visit of one tagged shark to a location on one day in local time. */
interface Visit {
  readonly shark: number;
  readonly location: number;
  readonly day: number;
  /** The times of its first and its last matching detection, in local time. */
  first: number;
  last: number;
  /** The first of them; in a tie, the first in the list. */
  firstRecord: number;
  readonly records: number[];
}

export interface FoundJourney {
  readonly journey: Journey;
  /** Adds to each row that is a visit its step, whatever the order of the rows. */
  readonly withSteps: (rows: readonly ListRow[]) => readonly ListRow[];
}

/** The visits that match a filter by tag, anywhere: see `Journey`. */
export function findJourney(store: RecordStore, filter: RecordFilter): FoundJourney {
  const visits = matchingVisits(store, filter).sort((a, b) => a.first - b.first || a.firstRecord - b.firstRecord);
  /** For the identifier of each record, the step that is its visit. */
  const steps = new Map<number, JourneyStep>();
  let stop = 0;
  const sharks = [...new Set(visits.map(({ shark }) => shark))].map((shark): SharkJourney => {
    const ofShark = visits.filter((visit) => visit.shark === shark);
    const firstStop = stop + 1;
    const stops: number[] = [];
    for (const [index, { location, day, records }] of ofShark.entries()) {
      const before = index === 0 ? null : ofShark[index - 1];
      if (before?.location !== location) {
        stop++;
        stops.push(location);
      }
      const sinceLast = before && {
        ...geodesicDirection(positionOfLocation(store, before.location), positionOfLocation(store, location)),
        days: day - before.day,
      };
      for (const record of records) steps.set(store.identifiers[record], { stop, sinceLast });
    }
    return {
      species: store.sharks.species[shark],
      visits: ofShark.length,
      locations: new Set(stops).size,
      first: secondsToDateTime(ofShark[0].first),
      last: secondsToDateTime(ofShark.reduce((latest, { last }) => Math.max(latest, last), -Infinity)),
      firstStop,
      lastStop: stop,
      stops: stops.slice(0, Math.max(0, maxStops + 1 - firstStop)).map((each) => positionOfLocation(store, each)),
    };
  });
  const withStep = (row: ListRow): ListRow => {
    if (row.kind === 'place' || (row.kind === 'record' && row.isInGroup)) return row;
    const step = steps.get(row.id);
    return step ? { ...row, step } : row;
  };
  return { journey: { sharks }, withSteps: (rows) => rows.map(withStep) };
}

function matchingVisits(store: RecordStore, { failures, recordFailures, ranges }: RecordFilter): Visit[] {
  const { combinationOf, sharkOf, visitOf, localDays, localSecondsOf } = store;
  const visits = new Map<number, Visit>();
  for (const { start, end } of ranges) {
    for (let record = start; record < end; record++) {
      if (failures[combinationOf[record]] !== 0 || recordFailures?.[record] !== 0) continue;
      const seconds = localSecondsOf(record);
      const visit = visits.get(visitOf[record]) ?? {
        shark: sharkOf[record],
        location: locationOf(store, record),
        day: localDays[record],
        first: seconds,
        last: seconds,
        firstRecord: record,
        records: [],
      };
      visits.set(visitOf[record], visit);
      visit.records.push(record);
      visit.last = Math.max(visit.last, seconds);
      if (seconds >= visit.first) continue;
      visit.first = seconds;
      visit.firstRecord = record;
    }
  }
  return [...visits.values()];
}
