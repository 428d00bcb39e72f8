import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { rawDataRecord } from '../../../build-data/write/testing/stored-dataset.ts';
import { columnChunkOfRecords } from '../../../build-data/write/testing/column-records.ts';
import { type CoastalFeatureRecord, type RawDataRecord } from '../../../core/datasets/datasets.ts';
import { dateTimeToSeconds } from '../../../core/datasets/recorded-time.ts';
import { defaultRules } from '../../../core/datasets/testing/default-rules.ts';
import { trueDistance } from '../../../core/geo/testing/scenes.ts';
import { noFilters } from '../../view/view-state.ts';
import { kinds, type Mark } from '../../../core/datasets/kinds.ts';
import type { Result } from '../engine.ts';
import { dataIndexOfScene, inListOrder } from '../testing/data-index-of-scene.ts';
import { type FilterName, type Oracle, oracleFor } from '../testing/oracle.ts';
import { type EngineScene, engineScenes } from '../testing/scenes.ts';
import { centreOf, listRowsOf, runQuery } from './run-query.ts';
import { sizeOf } from '../../../tests/support/test-size.ts';

const resultOf = (scene: EngineScene): Result => {
  const dataIndex = dataIndexOfScene(scene, columnChunkOfRecords);
  const { query } = scene;
  const queryResult = runQuery(dataIndex, query);
  return { query, ...queryResult.result, ...listRowsOf(dataIndex, query, queryResult) };
};
const holds = (property: (scene: EngineScene, result: Result, oracle: Oracle) => void, numRuns = sizeOf(400)): void => {
  fc.assert(
    fc.property(engineScenes, (scene) => {
      property(scene, resultOf(scene), oracleFor(scene.rules));
    }),
    { numRuns },
  );
};
const idOf = (record: RawDataRecord | undefined): number | undefined => record?.RawDataId;
const nearest = <Item>(items: readonly Item[], distanceTo: (item: Item) => number): Item | undefined =>
  oracleFor(defaultRules).byDistance(items, distanceTo)[0];

describe('the result of a query equals a brute-force scan:', () => {
  it('the list, its order and its length', () => {
    holds((scene, result, oracle) => {
      const { records, features } = inListOrder(scene);
      const centre = centreOf(scene.query);
      const listedRecords = oracle.listedRecords(records, scene.query, centre).map(({ RawDataId }) => RawDataId);
      const listedFeatures = oracle
        .listedFeatures(features, scene.query, centre)
        .map(({ CoastalFeatureID }) => CoastalFeatureID);
      const isRecordsTab = scene.query.tab === 'records';
      const [listed, others] = isRecordsTab ? [listedRecords, listedFeatures] : [listedFeatures, listedRecords];
      expect(result.rows.map(({ id }) => id)).toEqual(listed);
      expect(result.found).toBe(listed.length);
      expect(result.foundInOtherTab).toBe(others.length);
    }, 800);
  });

  it('the content of each row', () => {
    holds((scene, result, oracle) => {
      const centre = centreOf(scene.query);
      for (const row of result.rows) {
        if (row.kind === 'place') {
          const feature = scene.features.find(({ CoastalFeatureID }) => CoastalFeatureID === row.id);
          if (!feature) throw new Error('a row without a feature');
          const [inshore, offshore] = oracle.pointsOf(feature);
          const near = scene.records.filter((record) => trueDistance(inshore, oracle.positionOf(record)) <= 1000);
          const { sighting, detection } = oracle.countMarks(near, scene.records);
          expect(row).toEqual({
            kind: 'place',
            id: feature.CoastalFeatureID,
            name: feature.CoastalFeatureDisplayName,
            featureType: feature.CoastalFeatureFeatureType ?? '',
            town: feature.CoastalFeatureTownProximityNEW ?? '',
            inshore,
            offshore,
            near: { sighting, detection },
            distanceInMetres: oracle.distanceToFeature(centre, feature),
            bearingInDegrees: row.bearingInDegrees,
          });
        } else if (row.kind === 'record') {
          const record = scene.records.find(({ RawDataId }) => RawDataId === row.id);
          if (!record) throw new Error('a row without a record');
          expect(row).toEqual({
            kind: 'record',
            id: record.RawDataId,
            mark: oracle.markOfRecord(record),
            interaction: oracle.shownInteractionOf(record),
            species: oracle.speciesOf(record),
            source: oracle.sourceOf(record),
            place: record.LocationValue ?? '',
            dateTime: oracle.localTimeOf(record, scene.records),
            position: oracle.positionOf(record),
            tag: oracle.tagOf(record),
            timeBasis: oracle.timeBasisOf(record, scene.records),
            timestamp: oracle.timestampOf(record, scene.records),
            details: oracle.detailsOf(record),
            distanceInMetres: trueDistance(centre, oracle.positionOf(record)),
            bearingInDegrees: row.bearingInDegrees,
          });
        }
      }
    });
  });

  it('the rows in which the detections of each visit are grouped', () => {
    fc.assert(
      fc.property(engineScenes, fc.array(fc.nat(60), { maxLength: 3 }), (scene, positions) => {
        const { query, records } = scene;
        const oracle = oracleFor(scene.rules);
        const listed = oracle.listedRecords(inListOrder(scene).records, query, centreOf(query));
        const expandedGroups = positions.flatMap((position) => listed[position]?.RawDataId ?? []);
        const groups = oracle.groupVisits(listed, records);
        const expected = groups.flatMap((group): readonly (readonly unknown[])[] => {
          const [first] = group;
          if (!first || group.length === 1) return [['record', first?.RawDataId, undefined]];
          const times = oracle.firstAndLastOf(group, records);
          const head = ['group', first.RawDataId, group.length, oracle.tagOf(first), times.first, times.last];
          const members = group.map((record) => ['record', record.RawDataId, true]);
          return expandedGroups.includes(first.RawDataId) ? [head, ...members] : [head];
        });
        const { rows, listLength, found } = resultOf({ ...scene, query: { ...query, tab: 'records', expandedGroups } });
        const shown = rows.map((row) => {
          if (row.kind === 'group') return ['group', row.id, row.records, row.tag, row.first, row.last];
          return [row.kind, row.id, row.kind === 'record' ? row.isInGroup : undefined];
        });
        expect(shown).toEqual(expected);
        expect(listLength).toBe(expected.length);
        expect(found).toBe(listed.length);
        expect(records.length).toBeGreaterThanOrEqual(found);
      }),
      { numRuns: sizeOf(400) },
    );
  });

  it('the total, matching and per-mark counts, and the number of tagged sharks', () => {
    holds((scene, result, oracle) => {
      const { records, features } = inListOrder(scene);
      const { tab, filters } = scene.query;
      const found = oracle.listedRecords(records, scene.query, centreOf(scene.query));
      const matching =
        tab === 'records'
          ? records.filter((record) => oracle.passes(record, filters, records))
          : features.filter((feature) => oracle.featurePasses(feature, filters));
      expect(result.all).toBe(tab === 'records' ? records.length : features.length);
      expect(result.matching).toBe(matching.length);
      expect(result.byMark).toEqual(oracle.countMarks(found, records));
      expect(result.sharks).toBe(new Set(found.flatMap((record) => oracle.sharkOf(record) ?? [])).size);
    });
  });

  it('the histogram of the area with all filters except the dates, or of the nearest records', () => {
    holds((scene, { histogram }, oracle) => {
      const { query, records } = scene;
      const isNearest = query.search?.mode === 'nearest';
      const counted = isNearest
        ? oracle.listedRecords(inListOrder(scene).records, query, centreOf(query))
        : records.filter(
            (record) =>
              oracle.passes(record, query.filters, records, 'dates') &&
              oracle.isInRegion([oracle.positionOf(record)], query),
          );
      const months = records.map((record) => oracle.monthOf(record, records));
      const firstMonth = records.length > 0 ? Math.min(...months) : 0;
      const lastMonth = records.length > 0 ? Math.max(...months) : -1;
      expect([histogram.firstMonth, histogram.lastMonth]).toEqual([firstMonth, lastMonth]);
      for (const [mark, counts] of Object.entries(histogram.counts) as [Mark, Uint32Array][]) {
        const expected = Array.from(counts, (_, month) => {
          const ofMonth = counted.filter((record) => oracle.monthOf(record, records) === firstMonth + month);
          return oracle.countMarks(ofMonth, records)[mark];
        });
        expect([...counts]).toEqual(expected);
      }
    });
  });

  it('the facets, each with all other filters applied', () => {
    holds((scene, { facets }, oracle) => {
      const { query, records, features } = scene;
      const inRegion = records.filter((record) => oracle.isInRegion([oracle.positionOf(record)], query));
      const inRegionWithout = (name: FilterName): RawDataRecord[] =>
        inRegion.filter((record) => oracle.passes(record, query.filters, records, name));
      expect(facets).toEqual({
        kinds: oracle.facet(records, inRegionWithout('kinds'), oracle.kindOfRecord, kinds),
        species: oracle
          .facet(oracle.onePerShark(records), oracle.onePerShark(inRegionWithout('species')), oracle.speciesOf)
          .map(({ key, count: sharks }) => {
            const count = inRegionWithout('species').filter((record) => oracle.speciesOf(record) === key).length;
            return { key, count, sharks };
          }),
        sources: oracle.facet(records, inRegionWithout('sources'), oracle.sourceOf),
        featureTypes: oracle.facet(
          features,
          features.filter((feature) => oracle.isInRegion(oracle.pointsOf(feature), query)),
          oracle.typeOf,
        ),
      });
    });
  });

  it('with a search, the nearest record and the nearest place that match the filters', () => {
    holds((scene, result, oracle) => {
      const { records, features } = inListOrder(scene);
      const { search, filters } = scene.query;
      const toRecord = (record: RawDataRecord): number =>
        search ? trueDistance(search.centre, oracle.positionOf(record)) : 0;
      const toFeature = (feature: CoastalFeatureRecord): number =>
        search ? oracle.distanceToFeature(search.centre, feature) : 0;
      const passingRecords = records.filter((record) => search && oracle.passes(record, filters, records));
      const passingFeatures = features.filter((feature) => search && oracle.featurePasses(feature, filters));
      expect(result.nearestRecord?.id).toBe(idOf(nearest(passingRecords, toRecord)));
      expect(result.nearestPlace?.id).toBe(nearest(passingFeatures, toFeature)?.CoastalFeatureID);
    });
  });

  it('the helpful changes when nothing is found', () => {
    holds((scene, { found, emptyReason }, oracle) => {
      expect(emptyReason === null).toBe(found > 0);
      if (!emptyReason) return;
      const { records, features } = inListOrder(scene);
      const { query } = scene;
      const centre = centreOf(query);
      const toRecord = (record: RawDataRecord): number => trueDistance(centre, oracle.positionOf(record));
      const inRegion = records.filter((record) => oracle.isInRegion([oracle.positionOf(record)], query));
      const featuresInRegion = features.filter((feature) => oracle.isInRegion(oracle.pointsOf(feature), query));
      const without =
        query.tab === 'places'
          ? [{ filter: 'featureTypes', count: featuresInRegion.length }]
          : oracle.filterNames.map((filter) => ({
              filter,
              count: inRegion.filter((record) => oracle.passes(record, query.filters, records, filter)).length,
            }));
      const helpful = without.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
      expect(emptyReason.inArea).toBe(query.tab === 'places' ? featuresInRegion.length : inRegion.length);
      expect(emptyReason.without).toEqual(helpful);
      const matching = records.filter((record) => oracle.passes(record, query.filters, records));
      expect(emptyReason.nearestRecord?.id).toBe(idOf(nearest(matching, toRecord)));

      const detections = records.filter((record) => oracle.tagOf(record) !== null);
      const receiver = nearest(detections, toRecord);
      expect(emptyReason.nearestReceiver?.distanceInMetres).toBe(receiver && toRecord(receiver));
    }, 800);
  });
});

describe('the dates of a filter', () => {
  const records = ['2020-01-01T23:59:59', '2020-01-02T00:00:00', '2020-01-02T23:59:59', '2020-01-03T00:00:00'].map(
    (text, index) => rawDataRecord(index + 1, dateTimeToSeconds(text), 115, -32),
  );
  const dataIndex = dataIndexOfScene({ records, features: [] }, columnChunkOfRecords);
  const area = { west: 110, south: -40, east: 130, north: -10 };
  const idsWithin = (from: string | null, to: string | null): number[] => {
    const filters = { ...noFilters, from, to };
    const query = {
      filters,
      tab: 'records',
      sort: 'oldest',
      search: null,
      council: null,
      area,
      rows: { start: 0, end: 9 },
    } as const;
    return listRowsOf(dataIndex, query, runQuery(dataIndex, query)).rows.map(({ id }) => id);
  };

  it.each([
    { from: '2020-01-02', to: '2020-01-02', ids: [2, 3] },
    { from: '2020-01-02', to: null, ids: [2, 3, 4] },
    { from: null, to: '2020-01-01', ids: [1] },
    { from: '2020-01-03', to: '2020-01-01', ids: [] },
    { from: '2030-01-01', to: null, ids: [] },
    { from: '2020-13-77', to: 'no day', ids: [1, 2, 3, 4] },
  ])('are inclusive days, and are ignored if they are not in the calendar: $from to $to', ({ from, to, ids }) => {
    expect(idsWithin(from, to)).toEqual(ids);
  });
});
