import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { overviewOf } from '../../build-data/write/overview-of.ts';
import type { CoastalFeatureRecord } from '../../core/datasets/coastal-features.ts';
import type { RawDataRecord } from '../../core/datasets/raw-data.ts';
import { trueDistance } from '../../core/geo/testing/true-distance.ts';
import { kinds, type Mark } from '../vocabulary/kinds.ts';
import { centreOf, findingOf, rowsOf } from './answering.ts';
import type { Answer } from './questions.ts';
import * as oracle from './testing/oracle.ts';
import { engineScenes, type EngineScene } from './testing/scenes.ts';
import { inListOrder, overviewOfScene } from './testing/overview-of-scene.ts';

const answered = (scene: EngineScene): Answer => {
  const overview = overviewOfScene(scene, overviewOf);
  const { question } = scene;
  const finding = findingOf(overview, question);
  return { question, ...finding.answer, rows: rowsOf(overview, question, finding, 0, 1000) };
};
const holds = (property: (scene: EngineScene, answer: Answer) => void, numRuns = 400): void => {
  fc.assert(
    fc.property(engineScenes, (scene) => {
      property(scene, answered(scene));
    }),
    { numRuns },
  );
};
const idOf = (record: RawDataRecord | undefined): number | undefined => record?.RawDataId;
const nearest = <Item>(items: readonly Item[], distanceTo: (item: Item) => number): Item | undefined =>
  oracle.byDistance(items, distanceTo)[0];

describe('the answer to a question is what looking at everything gives:', () => {
  it('the list, its order and its length', () => {
    holds((scene, answer) => {
      const { records, features } = inListOrder(scene);
      const centre = centreOf(scene.question);
      const listedRecords = oracle.listedRecords(records, scene.question, centre).map(({ RawDataId }) => RawDataId);
      const listedFeatures = oracle
        .listedFeatures(features, scene.question, centre)
        .map(({ CoastalFeatureID }) => CoastalFeatureID);
      const isOfRecords = scene.question.tab === 'records';
      const [listed, others] = isOfRecords ? [listedRecords, listedFeatures] : [listedFeatures, listedRecords];
      expect(answer.rows.map(({ id }) => id)).toEqual(listed);
      expect(answer.found).toBe(listed.length);
      expect(answer.foundInOtherTab).toBe(others.length);
    }, 800);
  });

  it('what each row says', () => {
    holds((scene, answer) => {
      const centre = centreOf(scene.question);
      for (const row of answer.rows) {
        if (row.kind === 'place') {
          const feature = scene.features.find(({ CoastalFeatureID }) => CoastalFeatureID === row.id);
          if (!feature) throw new Error('a row of no feature');
          const [inshore, offshore] = oracle.pointsOf(feature);
          expect(row).toEqual({
            kind: 'place',
            id: feature.CoastalFeatureID,
            name: feature.CoastalFeatureDisplayName,
            featureType: feature.CoastalFeatureFeatureType ?? '',
            town: feature.CoastalFeatureTownProximityNEW ?? '',
            inshore,
            offshore,
            recordsNear: scene.records.filter((record) => trueDistance(inshore, oracle.positionOf(record)) <= 1000)
              .length,
            distanceInMetres: oracle.distanceToFeature(centre, feature),
            bearingInDegrees: row.bearingInDegrees,
          });
        } else {
          const record = scene.records.find(({ RawDataId }) => RawDataId === row.id);
          if (!record) throw new Error('a row of no record');
          expect(row).toEqual({
            kind: 'record',
            id: record.RawDataId,
            mark: oracle.markOfRecord(record),
            interaction: oracle.kindOfRecord(record),
            species: oracle.speciesOf(record),
            source: oracle.sourceOf(record),
            place: record.LocationValue ?? '',
            dateTime: record.SightingDateTime,
            position: oracle.positionOf(record),
            tag: oracle.tagOf(record),
            distanceInMetres: trueDistance(centre, oracle.positionOf(record)),
            bearingInDegrees: row.bearingInDegrees,
          });
        }
      }
    });
  });

  it('the counts of all, of what passes and of each mark, and the animal detected most', () => {
    holds((scene, answer) => {
      const { records, features } = inListOrder(scene);
      const { tab, filters } = scene.question;
      const found = oracle.listedRecords(records, scene.question, centreOf(scene.question));
      const passing =
        tab === 'records'
          ? records.filter((record) => oracle.passes(record, filters))
          : features.filter((feature) => oracle.featurePasses(feature, filters));
      expect(answer.all).toBe(tab === 'records' ? records.length : features.length);
      expect(answer.passing).toBe(passing.length);
      expect(answer.byMark).toEqual(oracle.countMarks(found));
      expect(answer.mostDetected).toEqual(oracle.mostDetected(records, found));
    });
  });

  it('the histogram of the area, all filters applied but the dates; of what is nearest alone, when that is asked for', () => {
    holds((scene, { histogram }) => {
      const { question, records } = scene;
      const isNearest = question.search?.mode === 'nearest';
      const counted = isNearest
        ? oracle.listedRecords(inListOrder(scene).records, question, centreOf(question))
        : records.filter(
            (record) =>
              oracle.passes(record, question.filters, 'dates') &&
              oracle.isInRegion([oracle.positionOf(record)], question),
          );
      const months = records.map(oracle.monthOf);
      const firstMonth = records.length > 0 ? Math.min(...months) : 0;
      const lastMonth = records.length > 0 ? Math.max(...months) : -1;
      expect([histogram.firstMonth, histogram.lastMonth]).toEqual([firstMonth, lastMonth]);
      for (const [mark, counts] of Object.entries(histogram.counts) as [Mark, Uint32Array][]) {
        const expected = new Uint32Array(lastMonth - firstMonth + 1);
        for (const record of counted) {
          if (oracle.markOfRecord(record) !== mark) continue;
          const month = oracle.monthOf(record) - firstMonth;
          expected[month] = (expected[month] ?? 0) + 1;
        }
        expect(counts).toEqual(expected);
      }
    });
  });

  it('the facets, each with all other filters applied', () => {
    holds((scene, { facets }) => {
      const { question, records, features } = scene;
      const inRegion = records.filter((record) => oracle.isInRegion([oracle.positionOf(record)], question));
      const besides = (name: oracle.FilterName): RawDataRecord[] =>
        inRegion.filter((record) => oracle.passes(record, question.filters, name));
      expect(facets).toEqual({
        kinds: oracle.facet(records, besides('kinds'), oracle.kindOfRecord, kinds),
        species: oracle.facet(records, besides('species'), oracle.speciesOf),
        sources: oracle.facet(records, besides('sources'), oracle.sourceOf),
        featureTypes: oracle.facet(
          features,
          features.filter((feature) => oracle.isInRegion(oracle.pointsOf(feature), question)),
          oracle.typeOf,
        ),
      });
    });
  });

  it('with a search, the nearest record that passes and the nearest place that does', () => {
    holds((scene, answer) => {
      const { records, features } = inListOrder(scene);
      const { search, filters } = scene.question;
      const toRecord = (record: RawDataRecord): number =>
        search ? trueDistance(search.centre, oracle.positionOf(record)) : 0;
      const toFeature = (feature: CoastalFeatureRecord): number =>
        search ? oracle.distanceToFeature(search.centre, feature) : 0;
      const passingRecords = records.filter((record) => search && oracle.passes(record, filters));
      const passingFeatures = features.filter((feature) => search && oracle.featurePasses(feature, filters));
      expect(answer.nearestRecord?.id).toBe(idOf(nearest(passingRecords, toRecord)));
      expect(answer.nearestPlace?.id).toBe(nearest(passingFeatures, toFeature)?.CoastalFeatureID);
    });
  });

  it('where nothing is found, what would help', () => {
    holds((scene, { found, emptiness }) => {
      expect(emptiness === null).toBe(found > 0);
      if (!emptiness) return;
      const { records, features } = inListOrder(scene);
      const { question } = scene;
      const centre = centreOf(question);
      const toRecord = (record: RawDataRecord): number => trueDistance(centre, oracle.positionOf(record));
      const inRegion = records.filter((record) => oracle.isInRegion([oracle.positionOf(record)], question));
      const featuresInRegion = features.filter((feature) => oracle.isInRegion(oracle.pointsOf(feature), question));
      const without =
        question.tab === 'places'
          ? [{ filter: 'featureTypes', count: featuresInRegion.length }]
          : oracle.filterNames.map((filter) => ({
              filter,
              count: inRegion.filter((record) => oracle.passes(record, question.filters, filter)).length,
            }));
      const helpful = without.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
      expect(emptiness.inArea).toBe(question.tab === 'places' ? featuresInRegion.length : inRegion.length);
      expect(emptiness.without).toEqual(helpful);
      const passing = records.filter((record) => oracle.passes(record, question.filters));
      expect(emptiness.nearestRecord?.id).toBe(idOf(nearest(passing, toRecord)));

      const detections = records.filter((record) => oracle.tagOf(record) !== null);
      const receiver = nearest(detections, toRecord);
      expect(emptiness.nearestReceiver?.distanceInMetres).toBe(receiver && toRecord(receiver));
    }, 800);
  });
});
