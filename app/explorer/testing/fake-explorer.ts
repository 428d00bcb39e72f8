import type {
  ChartCounts,
  GroupRow,
  Result,
  Engine,
  LoadedData,
  PlaceRow,
  Query,
  RecordRow,
} from '../../engine/engine.ts';
import { initialView, type ViewState } from '../../view/view-state.ts';
import { createViewStore } from '../../view/view-store.ts';
import { Explorer } from '../explorer.ts';

/*
 * A explorer with an engine that holds no data and returns what a test specifies.
 */

export const fakeData: LoadedData = {
  dataVersion: '0123456789abcdef',
  builtAt: '2021-08-01T00:00:00Z',
  sample: false,
  hasPlaceFeeds: true,
  records: 17_330,
  places: 1200,
  timeRule: 'Times are in local time.',
  newest: '2021-07-31T00:13:00',
  histogram: emptyHistogram(),
};

export const fakeRecord: RecordRow = {
  kind: 'record',
  id: 63755,
  mark: 'detection',
  interaction: 'Detected',
  species: 'white',
  source: 'fisheries advise',
  place: 'Cottesloe',
  dateTime: '2021-07-31T00:13:00',
  position: { longitude: 115.74312, latitude: -31.99596 },
  tag: '1160',
  timeBasis: 'local',
  timestamp: '2021-07-31T00:13:00+08:00',
  details: null,
  distanceInMetres: 1234,
  bearingInDegrees: 315,
};

export const fakeGroup: GroupRow = {
  kind: 'group',
  id: 63755,
  records: 6,
  isExpanded: false,
  tag: '2332',
  mark: 'detection',
  species: 'white',
  place: 'Cottesloe',
  position: fakeRecord.position,
  first: '2021-07-31T06:00:00',
  last: '2021-07-31T07:02:00',
  timeBasis: 'local',
  distanceInMetres: 1234,
  bearingInDegrees: 315,
};

export const fakePlace: PlaceRow = {
  kind: 'place',
  id: 7,
  name: 'Cottesloe',
  featureType: 'beach',
  town: 'Perth Metro',
  inshore: { longitude: 115.751, latitude: -31.994 },
  offshore: { longitude: 115.741, latitude: -31.994 },
  near: { sighting: 89, detection: 80 },
  distanceInMetres: 300,
  bearingInDegrees: 90,
};

export function fakeResult(query: Query, result: Partial<Result> = {}): Result {
  return {
    query,
    all: fakeData.records,
    matching: fakeData.records,
    found: 118,
    foundInOtherTab: 3,
    rows: [],
    listLength: result.found ?? 118,
    histogram: emptyHistogram(),
    byMark: { sighting: 0, detection: 9, handled: 0, other: 0 },
    sharks: 4,
    facets: { kinds: [], species: [], sources: [], featureTypes: [] },
    nearestRecord: null,
    nearestPlace: null,
    emptyReason: null,
    council: query.search ? null : query.council,
    ...result,
  };
}

export function fakeEngine(engine: Partial<Engine> = {}): Engine {
  return {
    load: () => Promise.resolve(fakeData),
    query: (query) => Promise.resolve(fakeResult(query)),
    counts: async (query) => {
      const { all, matching, found, foundInOtherTab } = await (engine.query?.(query) ?? fakeResult(query));
      return { all, matching, found, foundInOtherTab };
    },
    marks: () => Promise.resolve([]),
    journey: () => Promise.resolve({ sharks: [] }),
    placeNames: () => Promise.resolve([]),
    suggest: () => Promise.resolve({ groups: [], isClear: false }),
    record: () => Promise.resolve(null),
    place: () => Promise.resolve(null),
    neighbours: () => Promise.resolve({ index: null, previous: null, next: null }),
    location: () => Promise.resolve(null),
    nearby: () => Promise.resolve({ places: [], observedWithin: [] }),
    pointName: () => Promise.resolve(null),
    recordIdsWithin: () => Promise.resolve([]),
    countRecords: () => Promise.resolve({ sighting: 0, detection: 0, handled: 0, other: 0 }),
    export: () => Promise.resolve({ text: new Blob(), count: 0 }),
    loadDetails: () => Promise.resolve(),
    summarise: () => Promise.resolve(null),
    councilOf: () => Promise.resolve(''),
    cancelExport: () => Promise.resolve(),
    charts: () => Promise.resolve(fakeChartCounts()),
    ...engine,
  };
}

function fakeChartCounts(counts: Partial<ChartCounts> = {}): ChartCounts {
  const ofLength = (length: number) => ({
    ...{ sighting: new Uint32Array(length), detection: new Uint32Array(length) },
    ...{ handled: new Uint32Array(length), other: new Uint32Array(length) },
  });
  return {
    records: 118,
    recordsByMark: { sighting: 0, detection: 118, handled: 0, other: 0 },
    byMark: { sighting: 0, detection: 9, handled: 0, other: 0 },
    hasTimes: true,
    oldest: '2014-01-05T10:00:00',
    ...{ sharks: 4, speciesSighted: [], speciesOfSharks: [{ key: 'white', count: 4 }] },
    ...{ lastSighting: null, lastVisit: '2021-04-20T10:00:00' },
    months: ofLength(12),
    hours: { counts: ofLength(24), convertedFromUtc: 0, withoutTime: 0 },
    species: [{ key: 'white', count: 4 }],
    sizes: null,
    ...counts,
  };
}

/** A explorer whose data is loaded and whose first query has completed. */
export async function fakeExplorer(engine: Partial<Engine> = {}, view: Partial<ViewState> = {}): Promise<Explorer> {
  const explorer = new Explorer(
    'https://example.org/coast/',
    fakeEngine(engine),
    createViewStore({ ...initialView, ...view }),
  );
  await explorer.load();
  await Promise.resolve();
  return explorer;
}

function emptyHistogram(): LoadedData['histogram'] {
  const counts = { sighting: new Uint32Array(1), detection: new Uint32Array(1), handled: new Uint32Array(1) };
  return { firstMonth: 24_177, lastMonth: 24_177, counts: { ...counts, other: new Uint32Array(1) } };
}
