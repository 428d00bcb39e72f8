import fc from 'fast-check';
import { expect, it } from 'vitest';

import { addCount } from '../../../core/collections/add-count.ts';
import { columnChunkOfRecords } from '../../../build-data/write/testing/column-records.ts';
import type { RawDataRecord } from '../../../core/datasets/datasets.ts';
import { trueDistance } from '../../../core/geo/testing/scenes.ts';
import { listeningStates } from '../../vocabulary/listening.ts';
import { marks } from '../../../core/datasets/kinds.ts';
import { positionsForExtent } from '../../vocabulary/positions.ts';
import { keyOfText } from '../../../core/datasets/text-key.ts';
import { dataIndexOfScene, inListOrder } from '../testing/data-index-of-scene.ts';
import { type Oracle, oracleFor } from '../testing/oracle.ts';
import { type FacetValue, monthsOfYear } from '../engine.ts';
import { type EngineScene, engineScenes } from '../testing/scenes.ts';
import { boxAround, middleOf } from '../map-box.ts';
import { Councils } from './councils.ts';
import { listRowsOf, runQuery } from './run-query.ts';
import { summarise } from './summary.ts';
import { pointNameOf } from './towns.ts';
import { sizeOf } from '../../../tests/support/test-size.ts';

/** Scenes with a circle around a record, a feature or any other point. */
const circles = fc
  .tuple(engineScenes, fc.nat(), fc.constantFrom(50, 1000, 25_000, 3_000_000), fc.boolean())
  .map(([scene, pick, radiusInMetres, isAtItem]) => {
    const oracle = oracleFor(scene.rules);
    const points = [...scene.records.map(oracle.positionOf), ...scene.features.flatMap(oracle.pointsOf)];
    const other = { longitude: 115.75, latitude: -31.99 };
    const centre = (isAtItem ? points[pick % Math.max(1, points.length)] : scene.query.search?.centre) ?? other;
    return { scene, centre, radiusInMetres };
  });

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) addCount(counts, keyOf(item));
  return counts;
}

/** The identifiers of the first five rows in which visits are grouped, and of the records of the first. */
function idsOfNewestRows(
  oracle: Oracle,
  records: readonly RawDataRecord[],
  all: readonly RawDataRecord[],
  isFirstExpanded: boolean,
): readonly number[] {
  return oracle
    .groupVisits(records, all)
    .slice(0, 5)
    .flatMap((group, index) => {
      const ids = group.map(({ RawDataId }) => RawDataId);
      return isFirstExpanded && index === 0 && ids.length > 1 ? [...ids.slice(0, 1), ...ids] : ids.slice(0, 1);
    });
}

const countsOf = (facet: readonly FacetValue[]): ReadonlyMap<string, number> =>
  new Map(facet.map(({ key, count }) => [key, count]));

/** The days of a half of a month, `YYYY-MM-DD`. */
function daysOfHalf(year: number, half: number): readonly string[] {
  const month = String(Math.floor(half / 2) + 1).padStart(2, '0');
  return Array.from(
    { length: 31 },
    (_, index) => `${String(year).padStart(4, '0')}-${month}-${String(index + 1).padStart(2, '0')}`,
  )
    .filter((day) => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day))
    .filter((day) => Number(day.slice(8)) > 15 === (half % 2 === 1));
}

function isInCoveredHalf(day: string, first: string, last: string): boolean {
  const half = (Number(day.slice(5, 7)) - 1) * 2 + Number(Number(day.slice(8)) > 15);
  return daysOfHalf(Number(day.slice(0, 4)), half).every((each) => each >= first && each <= last);
}

const idsOf = (rows: readonly { readonly id: number }[]): readonly number[] => rows.map(({ id }) => id);

it('every statement of a summary equals a brute-force scan', () => {
  fc.assert(
    fc.property(circles, ({ scene, centre, radiusInMetres }) => {
      const oracle = oracleFor(scene.rules);
      const { records } = inListOrder(scene);
      const within = records.filter((record) => trueDistance(centre, oracle.positionOf(record)) <= radiusInMetres);
      const dataIndex = dataIndexOfScene(scene, columnChunkOfRecords);
      const summary = summarise(dataIndex, { centre, radiusInMetres }, null);
      if (!summary) throw new Error('a circle without a summary');

      expect(summary.records).toBe(within.length);
      for (const mark of marks) {
        const ofMark = within.filter((record) => oracle.markOfRecord(record) === mark);
        expect(summary.recordsByMark[mark]).toBe(ofMark.length);
        expect(summary.byMark[mark]).toBe(oracle.countMarks(within, records)[mark]);
        const expected = Array.from({ length: 12 }, (_, month) => {
          const ofMonth = within.filter((record) => oracle.monthOf(record, records) % 12 === month);
          return oracle.countMarks(ofMonth, records)[mark];
        });
        expect([...monthsOfYear(summary.histogram)[mark]]).toEqual(expected);
      }
      expect(summary.firstMonth).toBe(
        records.length === 0 ? null : Math.min(...records.map((record) => oracle.monthOf(record, records))),
      );
      expect(idsOf(summary.newest)).toEqual(idsOfNewestRows(oracle, within, records, false));
      const expanded = summarise(
        dataIndex,
        { centre, radiusInMetres },
        null,
        within.slice(0, 1).map(({ RawDataId }) => RawDataId),
      );
      expect(idsOf(expanded?.newest ?? [])).toEqual(idsOfNewestRows(oracle, within, records, true));
      const sightings = within.filter((record) => oracle.markOfRecord(record) === 'sighting');
      expect(summary.lastSighting).toBe(oracle.firstAndLastOf(sightings, records).last);
      const detections = within.filter((record) => oracle.sharkOf(record) !== null);
      expect(detections).toHaveLength(summary.recordsByMark.detection);
      expect(summary.lastVisit).toBe(oracle.firstAndLastOf(detections, records).last);
      const localDay = (record: RawDataRecord): string => oracle.localDayOf(record, records);
      const visits = countBy(detections, (record) => `${oracle.sharkOf(record) ?? ''} ${localDay(record)}`);
      expect(summary.byMark.detection).toBe(visits.size);
      const sharks = new Set(detections.map((record) => oracle.sharkOf(record) ?? ''));
      expect(summary.sharks).toBe(sharks.size);
      expect(countsOf(summary.speciesSighted)).toEqual(countBy(sightings, oracle.speciesOf));
      expect(countsOf(summary.speciesOfSharks)).toEqual(countBy([...sharks], (shark) => shark.replace(/^\d+ /, '')));

      const days = new Set(sightings.map(localDay));
      // The days of the list are not quite sorted.
      const allDays = records.map(localDay).sort();
      const [first, last] = [allDays[0] ?? '', allDays.at(-1) ?? ''];
      for (const { year, halves } of summary.sightingDays) {
        for (const [half, count] of halves.entries()) {
          const ofHalf = daysOfHalf(year, half);
          const isCovered = ofHalf.every((day) => day >= first && day <= last);
          expect(count).toBe(isCovered ? ofHalf.filter((day) => days.has(day)).length : null);
        }
      }
      const counted = summary.sightingDays.flatMap(({ halves }) => halves.map((count) => count ?? 0));
      const inCovered = [...days].filter((day) => isInCoveredHalf(day, first, last));
      expect(counted.reduce((sum, count) => sum + count, 0)).toBe(inCovered.length);
    }),
    { numRuns: sizeOf(300) },
  );
});

it('with filters, a summary counts what matches them, and knows how many more there are', () => {
  fc.assert(
    fc.property(circles, ({ scene, centre, radiusInMetres }) => {
      const oracle = oracleFor(scene.rules);
      const { records } = inListOrder(scene);
      const { filters } = scene.query;
      const within = records.filter((record) => trueDistance(centre, oracle.positionOf(record)) <= radiusInMetres);
      const matching = within.filter((record) => oracle.passes(record, filters, records));
      const summary = summarise(
        dataIndexOfScene(scene, columnChunkOfRecords),
        { centre, radiusInMetres },
        null,
        [],
        filters,
      );
      expect(summary).toMatchObject({
        inArea: within.length,
        records: matching.length,
        byMark: oracle.countMarks(matching, records),
        lastSighting: oracle.firstAndLastOf(
          matching.filter((record) => oracle.markOfRecord(record) === 'sighting'),
          records,
        ).last,
      });
      expect(idsOf(summary?.newest ?? [])).toEqual(idsOfNewestRows(oracle, matching, records, false));
      if (matching.length > 0) return;
      for (const { filter, count } of summary?.without ?? []) {
        const name = oracle.filterNames.find((each) => each === filter);
        expect(count).toBe(within.filter((record) => oracle.passes(record, filters, records, name)).length);
      }
    }),
    { numRuns: sizeOf(300) },
  );
});

/** The number of visits among detections at one location. */
const visitsOf = (oracle: Oracle, detections: readonly RawDataRecord[], all: readonly RawDataRecord[]): number =>
  new Set(detections.map((record) => `${String(oracle.sharkOf(record))} ${oracle.localDayOf(record, all)}`)).size;

it('what is recorded under the name of a place outside its circle is counted', () => {
  fc.assert(
    fc.property(circles, fc.nat(), ({ scene, radiusInMetres }, pick) => {
      const oracle = oracleFor(scene.rules);
      const dataIndex = dataIndexOfScene(scene, columnChunkOfRecords);
      const [feature] = scene.features.slice(pick % Math.max(scene.features.length, 1));
      if (!feature) return;
      const centre = {
        longitude: feature.CoastalFeatureInshoreLongitude,
        latitude: feature.CoastalFeatureInshoreLatitude,
      };
      const name = pointNameOf(dataIndex, centre);
      const expected = scene.records.filter(
        (record) =>
          `${keyOfText(record.LocationValue ?? '')}, `.startsWith(`${keyOfText(name?.name ?? '')}, `) &&
          trueDistance(centre, oracle.positionOf(record)) > radiusInMetres &&
          trueDistance(centre, oracle.positionOf(record)) <= 5000,
      );
      const elsewhere = summarise(dataIndex, { centre, radiusInMetres }, null)?.elsewhere;
      if (name?.isExact !== true) expect(elsewhere).toBeNull();
      else {
        const sightings = expected.filter((record) => oracle.markOfRecord(record) === 'sighting').length;
        expect(elsewhere?.byMark.sighting).toBe(sightings);
        expect(elsewhere?.newest === null).toBe(expected.length === 0);
      }
    }),
    { numRuns: sizeOf(300) },
  );
});

it('the nearest receiver and the nearest place are the nearest of all', () => {
  fc.assert(
    fc.property(circles, ({ scene, centre, radiusInMetres }) => {
      const oracle = oracleFor(scene.rules);
      const summary = summarise(dataIndexOfScene(scene, columnChunkOfRecords), { centre, radiusInMetres }, null);
      const tagged = scene.records.filter((record) => oracle.tagOf(record) !== null);
      const distances = tagged.map((record) => trueDistance(centre, oracle.positionOf(record)));
      const receiver = summary?.nearestReceiver;
      expect(receiver === null).toBe(tagged.length === 0);
      if (receiver) {
        expect(receiver.distanceInMetres).toBeCloseTo(Math.min(...distances), 6);
        const there = tagged.filter(
          ({ LocationX, LocationY }) =>
            LocationX === receiver.position.longitude && LocationY === receiver.position.latitude,
        );
        expect(receiver.visits).toBe(visitsOf(oracle, there, scene.records));
      }
      const inside = tagged.filter((_, index) => (distances[index] ?? Infinity) <= radiusInMetres);
      const points = new Set(inside.map(({ LocationX, LocationY }) => `${LocationX} ${LocationY}`));
      expect(summary?.receiverPoints).toBe(points.size);
      const toFeatures = scene.features.map((feature) => oracle.distanceToFeature(centre, feature));
      expect(summary?.nearestPlace === null).toBe(toFeatures.length === 0);
      if (summary?.nearestPlace) {
        expect(summary.nearestPlace.distanceInMetres).toBeCloseTo(Math.min(...toFeatures), 6);
      }
    }),
    { numRuns: sizeOf(300) },
  );
});

/** What is known of each month, by brute force, for the receivers that made these detections. */
function statesOf(
  oracle: Oracle,
  detections: readonly RawDataRecord[],
  all: readonly RawDataRecord[],
  months: number,
  first: number,
) {
  const pointOf = ({ LocationX, LocationY }: RawDataRecord): string => `${LocationX} ${LocationY}`;
  return Array.from({ length: months }, (_, index) => {
    const ofPoints = [...new Set(detections.map(pointOf))].map((point) => {
      const heard = detections
        .filter((record) => pointOf(record) === point)
        .map((record) => oracle.monthOf(record, all) - first);
      if (heard.includes(index)) return 'known';
      return index > Math.min(...heard) && index < Math.max(...heard) ? 'probable' : 'unknown';
    });
    return ofPoints.includes('known') ? 'known' : ofPoints.includes('probable') ? 'probable' : 'unknown';
  });
}

it('receivers are known to have listened in months with a detection, and probably between these', () => {
  fc.assert(
    fc.property(circles, ({ scene, centre, radiusInMetres }) => {
      const oracle = oracleFor(scene.rules);
      const { records } = inListOrder(scene);
      const summary = summarise(dataIndexOfScene(scene, columnChunkOfRecords), { centre, radiusInMetres }, null);
      if (!summary) throw new Error('a circle without a summary');
      const { states, firstMonth, receivers, radiusInMetres: reach, knownMonthsInArea } = summary.listening;
      expect(reach).toBe(Math.max(5000, radiusInMetres));
      expect(states.length > 0).toBe(records.some((record) => oracle.tagOf(record) !== null));
      const detectedWithin = (radius: number): RawDataRecord[] =>
        records.filter(
          (record) => oracle.tagOf(record) !== null && trueDistance(centre, oracle.positionOf(record)) <= radius,
        );
      const near = detectedWithin(reach ?? Number.NaN);
      const expected = statesOf(oracle, near, records, states.length, firstMonth);
      expect([...states].map((state) => listeningStates[state])).toEqual(expected);
      expect(receivers).toBe(new Set(near.map(({ LocationX, LocationY }) => `${LocationX} ${LocationY}`)).size);
      const inCircle = statesOf(oracle, detectedWithin(radiusInMetres), records, states.length, firstMonth);
      expect(knownMonthsInArea).toBe(inCircle.filter((state) => state === 'known').length);
    }),
    { numRuns: sizeOf(300) },
  );
});

const names = ['Town of Cottesloe', 'Shire of Exmouth', ' town of cottesloe '];
/** The council of a feature, by its identifier. */
const councilOf = (id: number): string => names[id % names.length] ?? '';
/** Whether two distances on the plane that the rule uses are equal. */
function areasOf(scene: EngineScene, longitude: number, latitude: number): ReadonlySet<string> {
  const scale = Math.cos((latitude * Math.PI) / 180);
  const points = scene.features.flatMap((feature) =>
    oracleFor(scene.rules)
      .pointsOf(feature)
      .map((point) => {
        const across = Math.abs(point.longitude - longitude);
        const square = (point.latitude - latitude) ** 2 + (Math.min(across, 360 - across) * scale) ** 2;
        return { square, area: councilOf(feature.CoastalFeatureID).trim().toLowerCase() };
      }),
  );
  const least = Math.min(0.25, ...points.map(({ square }) => square));
  return new Set(points.filter(({ square }) => square === least).map(({ area }) => area));
}

it('the summary and the list of a council area have the records whose nearest coastal feature is in it', () => {
  fc.assert(
    fc.property(engineScenes, (scene) => {
      const oracle = oracleFor(scene.rules);
      const dataIndex = dataIndexOfScene(scene, columnChunkOfRecords);
      const values = dataIndex.places.places.map(({ id }) => councilOf(id));
      const chunk = { CoastalFeatureLGAName: { values, codes: Uint32Array.from(values.keys()) } };
      const councils = new Councils(dataIndex, [chunk]);
      for (const council of ['Town of Cottesloe', 'Shire of Exmouth']) {
        const region = councils.region(council.toUpperCase());
        for (const damaged of [`${council}).`, encodeURIComponent(council), `${council.toLowerCase()}”`]) {
          expect(councils.region(damaged)?.name).toBe(region?.name);
        }
        const hasFeature = values.some((name) => name.trim().toLowerCase() === council.toLowerCase());
        expect(region !== null).toBe(hasFeature);
        if (!region) continue;
        expect(values.map((name) => name.trim())).toContain(region.name);
        expect(region.name.toLowerCase()).toBe(council.toLowerCase());
        const expected = inListOrder(scene).records.filter(({ LocationX, LocationY }) =>
          areasOf(scene, LocationX, LocationY).has(council.toLowerCase()),
        );
        const summary = summarise(dataIndex, { council }, region);
        expect(summary?.records).toBe(expected.length);
        expect(idsOf(summary?.newest ?? [])).toEqual(idsOfNewestRows(oracle, expected, scene.records, false));

        const detections = expected.filter((record) => oracle.tagOf(record) !== null);
        const pointOf = ({ LocationX, LocationY }: RawDataRecord): string => `${LocationX} ${LocationY}`;
        const visits = detections.map(pointOf).map((point): [string, number] => {
          const there = detections.filter((record) => pointOf(record) === point);
          return [point, visitsOf(oracle, there, scene.records)];
        });
        const receivers = summary?.receivers.map(({ position: { longitude, latitude }, visits: count }) => [
          `${longitude} ${latitude}`,
          count,
        ]);
        expect(new Map(receivers as [string, number][])).toEqual(new Map(visits));
        expect(summary?.receiverPoints).toBe(new Set(visits.map(([point]) => point)).size);
        const counts = summary?.receivers.map((receiver) => receiver.visits) ?? [];
        expect(counts).toEqual(counts.toSorted((a, b) => b - a));
        const tagged = scene.records.filter((record) => oracle.tagOf(record) !== null).map(oracle.positionOf);
        if (expected.length > 0 && tagged.length > 0) {
          const middle = middleOf(boxAround(positionsForExtent(expected.map(oracle.positionOf))));
          const distances = tagged.map((position) => trueDistance(middle, position));
          expect(summary?.nearestReceiver?.distanceInMetres).toBeCloseTo(Math.min(...distances), 6);
        }

        dataIndex.councils = councils;
        const query = { ...scene.query, sort: 'newest', search: null, council } as const;
        const listed = expected.filter((record) => oracle.passes(record, query.filters, scene.records));
        const features = scene.features.filter(
          (feature) =>
            oracle.featurePasses(feature, query.filters) &&
            councilOf(feature.CoastalFeatureID).trim().toLowerCase() === council.toLowerCase(),
        );
        const records = runQuery(dataIndex, { ...query, tab: 'records' });
        expect(records.result.council).toBe(region.name);
        expect(records.result.found).toBe(listed.length);
        expect(records.result.foundInOtherTab).toBe(features.length);
        expect(
          idsOf(
            listRowsOf(dataIndex, { ...query, tab: 'records', rows: { start: 0, end: listed.length } }, records).rows,
          ),
        ).toEqual(listed.map(({ RawDataId }) => RawDataId));
      }
      expect(councils.region('Shire of Nowhere')).toBeNull();
    }),
    { numRuns: sizeOf(300) },
  );
});
