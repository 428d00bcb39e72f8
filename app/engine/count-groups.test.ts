import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { smallSizes, storedSnapshot, tableOf } from '../../build-data/write/testing/stored-dataset.ts';
import { columnChunkOfRecords } from '../../build-data/write/testing/column-records.ts';
import type { Expression } from '../../core/cql2/expression.ts';
import { coastalFeatures, rawData } from '../../core/datasets/datasets.ts';
import { type Collection, collections } from '../../core/engine/collections.ts';
import { type CountedGroup, countGroups } from '../../core/engine/count-groups.ts';
import { sizeOf } from '../../tests/support/test-size.ts';
import { noFilters } from '../view/view-state.ts';
import { runQuery } from './query/run-query.ts';
import { dataIndexOfScene } from './testing/data-index-of-scene.ts';
import { engineScenes } from './testing/scenes.ts';

/** The dates of the explorer are days in Western Australia, and so are those of filters. */
function filterOf(from: string | null, to: string | null): Expression {
  const property = { property: rawData.sortKey.field };
  return {
    op: 'and',
    args: [
      from === null || { op: '>=', args: [property, { date: from }] },
      to === null || { op: '<=', args: [property, { date: to }] },
    ],
  };
}

describe('the counts of groups', () => {
  it('equal those of the explorer: of kinds, of sightings and visits by month, and of tagged sharks', async () => {
    await fc.assert(
      fc.asyncProperty(engineScenes, async (scene) => {
        const { from, to } = scene.query.filters;
        const search = scene.query.search?.mode === 'radius' ? scene.query.search : null;
        const near = search ? { centre: search.centre, withinInMetres: search.radiusInMetres } : undefined;
        const area = { west: -180, south: -90, east: 180, north: 90 };
        const query = { ...scene.query, filters: { ...noFilters, from, to }, tab: 'records' as const, search, area };
        const { result } = runQuery(dataIndexOfScene(scene, columnChunkOfRecords), query);

        const tables = [tableOf(coastalFeatures, scene.features), tableOf(rawData, scene.records)];
        const { version } = await storedSnapshot(tables, { ...smallSizes, recordsPerColumnChunk: 7 }, scene.rules);
        const [collection] = collections as readonly [Collection];
        const count = (...groupBy: ('kind' | 'year' | 'month')[]) =>
          countGroups(version, collection, { filter: filterOf(from, to), near }, groupBy);

        const total = await count();
        expect(total.numberMatched).toBe(result.found);
        expect(total.groups.map(({ sightings, visits, taggedSharks }) => [sightings, visits, taggedSharks])).toEqual([
          [result.byMark.sighting, result.byMark.detection, result.sharks],
        ]);
        const kinds = await count('kind');
        expect(Object.fromEntries(kinds.groups.map(({ values: [kind], features }) => [kind, features]))).toEqual(
          Object.fromEntries(result.facets.kinds.flatMap(({ key, count }) => (count > 0 ? [[key, count]] : []))),
        );
        // The months of the histogram ignore the dates.
        if (from !== null || to !== null) return;
        const months = await count('year', 'month');
        const monthOf = ({ values: [year, month] }: CountedGroup): number =>
          Number(year) * 12 + Number(month) - 1 - result.histogram.firstMonth;
        const { sighting, detection } = result.histogram.counts;
        expect(months.groups.map(({ sightings, visits }) => [sightings, visits])).toEqual(
          months.groups.map((group) => [sighting[monthOf(group)], detection[monthOf(group)]]),
        );
      }),
      { numRuns: sizeOf(300) },
    );
  });

  it('add up to the records and to the values of the filters that the explorer finds by kind, species and owner', async () => {
    await fc.assert(
      fc.asyncProperty(engineScenes, async (scene) => {
        const { from, to, kinds, species, sources } = scene.query.filters;
        const filters = { ...noFilters, from, to, kinds, species, sources };
        const area = { west: -180, south: -90, east: 180, north: 90 };
        const query = { ...scene.query, filters, tab: 'records' as const, search: null, area };
        const { result } = runQuery(dataIndexOfScene(scene, columnChunkOfRecords), query);

        const tables = [tableOf(coastalFeatures, scene.features), tableOf(rawData, scene.records)];
        const { version } = await storedSnapshot(tables, { ...smallSizes, recordsPerColumnChunk: 7 }, scene.rules);
        const [collection] = collections as readonly [Collection];
        const { groups } = await countGroups(version, collection, { filter: filterOf(from, to) }, [
          ...(['kind', 'species', 'owner'] as const),
        ]);
        const wanted = [kinds, species, sources] as const;
        /** The features in groups whose value `except` is `value` and whose other values match the filters. */
        const countOf = (except?: number, value?: string): number =>
          groups
            .filter(({ values }) =>
              wanted.every((allowed: readonly string[], index) => {
                const key = String(values[index] ?? '');
                return index === except ? key === value : allowed.length === 0 || allowed.includes(key);
              }),
            )
            .reduce((sum, { features }) => sum + features, 0);
        expect(result.found).toBe(countOf());
        const facets = [result.facets.kinds, result.facets.species, result.facets.sources];
        for (const [index, values] of facets.entries()) {
          expect(values.map(({ count }) => count)).toEqual(values.map(({ key }) => countOf(index, key)));
        }
      }),
      { numRuns: sizeOf(300) },
    );
  });
});
