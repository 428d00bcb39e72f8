import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { columnChunkOfRecords } from '../../../build-data/write/testing/column-records.ts';
import type { RawDataRecord } from '../../../core/datasets/datasets.ts';
import { trueDistance } from '../../../core/geo/testing/scenes.ts';
import { sizeOf } from '../../../tests/support/test-size.ts';
import type { ListRow } from '../engine.ts';
import { dataIndexOfScene, inListOrder } from '../testing/data-index-of-scene.ts';
import { oracleFor } from '../testing/oracle.ts';
import { type EngineScene, engineScenes } from '../testing/scenes.ts';
import { findJourney } from './journey.ts';
import { listRowsOf, runQuery } from './run-query.ts';

const tag = '1160';

/**
 * Scenes in which most records are detections of two sharks with one tag at a few points, and a query for the tag, in any
 * order and with other filters.
 */
const scenes: fc.Arbitrary<EngineScene> = engineScenes.map(({ records, features, query, rules }) => ({
  ...{ features, rules },
  records: records.map((record, index) => {
    if (index % 4 === 0) return record;
    const { LocationX, LocationY } = records[index % 3] ?? record;
    const SightingSpeciesValue = index % 7 === 0 ? 'tiger' : 'white';
    return { ...record, LocationX, LocationY, SightingSpeciesValue, InteractionValue: 'detected', ObjectId: tag };
  }),
  query: { ...query, tab: 'records', filters: { ...query.filters, tag }, expandedGroups: [] },
}));

interface ExpectedVisit {
  readonly shark: string;
  readonly ids: readonly number[];
  readonly stop: number;
  readonly sinceLast: { readonly distanceInMetres: number; readonly days: number } | null;
  readonly records: readonly RawDataRecord[];
}

/** The visits of the journey by brute force, shark by shark. */
function expectedVisits(scene: EngineScene): readonly ExpectedVisit[] {
  const { records } = inListOrder(scene);
  const oracle = oracleFor(scene.rules);
  const matching = records.filter((record) => oracle.passes(record, scene.query.filters, records));
  const timeOf = (record: RawDataRecord): string => oracle.localTimeOf(record, records);
  const dayOf = (record: RawDataRecord): number => Date.parse(oracle.localDayOf(record, records)) / 86_400_000;
  // The sort is stable: in a tie, the visit of the record that is first in the list is first.
  const oldestFirst = [...matching].sort((a, b) => Number(timeOf(a) > timeOf(b)) - Number(timeOf(a) < timeOf(b)));
  const visits = oracle.groupVisits(oldestFirst, records);
  const sharks = [...new Set(oldestFirst.map(oracle.sharkOf))];
  let stop = 0;
  return sharks.flatMap((shark) => {
    let previous: RawDataRecord | undefined;
    return visits
      .filter(([first]) => first && oracle.sharkOf(first) === shark)
      .map((visit): ExpectedVisit => {
        const [first] = visit;
        if (!first || shark === null) throw new Error('a visit without a detection');
        const before = previous;
        previous = first;
        const distanceInMetres = before ? trueDistance(oracle.positionOf(before), oracle.positionOf(first)) : 0;
        const isSameLocation = before?.LocationX === first.LocationX && before.LocationY === first.LocationY;
        if (!isSameLocation) stop++;
        return {
          shark,
          ids: visit.map(({ RawDataId }) => RawDataId),
          stop,
          sinceLast: before ? { distanceInMetres, days: dayOf(first) - dayOf(before) } : null,
          records: visit,
        };
      });
  });
}

const found = (scene: EngineScene) => {
  const dataIndex = dataIndexOfScene(scene, columnChunkOfRecords);
  return { dataIndex, ...findJourney(dataIndex.records, dataIndex.matching(scene.query.filters).records.filter) };
};

describe('a journey equals one by brute force:', () => {
  it('the step of each listed visit, in any order of the list', () => {
    fc.assert(
      fc.property(scenes, (scene) => {
        const { dataIndex, withSteps } = found(scene);
        const visits = expectedVisits(scene);
        const rows = withSteps(
          listRowsOf(dataIndex, scene.query, runQuery(dataIndex, scene.query)).rows,
        ) as readonly Exclude<ListRow, { kind: 'place' }>[];
        for (const { id, step } of rows) {
          const visit = visits.find(({ ids }) => ids.includes(id));
          expect(step).toEqual({
            stop: visit?.stop,
            sinceLast: visit?.sinceLast && { ...visit.sinceLast, bearingInDegrees: expect.any(Number) as number },
          });
        }
      }),
      { numRuns: sizeOf(2000) },
    );
  });

  it('the visits, locations, times and stops of each shark', () => {
    fc.assert(
      fc.property(scenes, (scene) => {
        const oracle = oracleFor(scene.rules);
        const visits = expectedVisits(scene);
        const expected = [...new Set(visits.map(({ shark }) => shark))].map((shark) => {
          const ofShark = visits.filter((visit) => visit.shark === shark);
          const records = ofShark.flatMap((visit) => visit.records);
          const stops = ofShark.filter((visit, index) => visit.stop !== ofShark[index - 1]?.stop);
          return {
            species: records[0] && oracle.speciesOf(records[0]),
            visits: ofShark.length,
            locations: new Set(records.map((record) => JSON.stringify(oracle.positionOf(record)))).size,
            ...oracle.firstAndLastOf(records, scene.records),
            firstStop: ofShark[0]?.stop,
            lastStop: ofShark.at(-1)?.stop,
            stops: stops.map((visit) => visit.records[0] && oracle.positionOf(visit.records[0])),
          };
        });
        expect(found(scene).journey).toEqual({ sharks: expected });
      }),
      { numRuns: sizeOf(2000) },
    );
  });
});
