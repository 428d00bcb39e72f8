import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { smallSizes, storedSnapshot, tableOf } from '../../build-data/write/testing/stored-dataset.ts';
import { sizeOf } from '../../tests/support/test-size.ts';
import type { DatasetDescription, DatasetRecord } from '../datasets/dataset-description.ts';
import { coastalFeatures, rawData } from '../datasets/datasets.ts';
import { defaultRules, otherRules } from '../datasets/testing/default-rules.ts';
import { sortKeyComparator } from '../datasets/outlines.ts';
import type { SiteRules } from '../datasets/site.ts';
import { openDataset } from '../storage/reader/stored-dataset.ts';
import { type Collection, collections } from './collections.ts';
import { countGroups, type Grouping, groupingsOf, maximumGroupings } from './count-groups.ts';
import { selectFeatures } from './select-features.ts';
import { count } from './testing/group-oracle.ts';
import { select } from './testing/oracle.ts';
import { queriesOf, type Scene, scenes } from './testing/queries.ts';

/** In the soak, at least 3 collections * 160 scenes * 11 queries = 5,280 queries. */
const [scenesInSoak, minimumQueries, maximumQueries] = [160, 11, 20];

async function snapshotOf({ records, features, recordsPerColumnChunk }: Scene, rules: SiteRules) {
  const tables = [tableOf(coastalFeatures, features), tableOf(rawData, records)];
  const { version } = await storedSnapshot(tables, { ...smallSizes, recordsPerColumnChunk }, rules);
  return version;
}

/** Descending by sort key, ties by ascending identifier. */
function inListOrder<Item extends DatasetRecord>(dataset: DatasetDescription, records: readonly Item[]): Item[] {
  const { identifierField, sortKey } = dataset;
  const compare = sortKeyComparator(dataset);
  return [...records].sort(
    (a, b) =>
      compare(String(b[sortKey.field]), String(a[sortKey.field])) ||
      Number(a[identifierField]) - Number(b[identifierField]),
  );
}

const groupingsIn = (collection: Collection): fc.Arbitrary<Grouping[]> =>
  fc.uniqueArray(fc.constantFrom(...groupingsOf(collection)), { maxLength: maximumGroupings });

describe.each(collections)('the engine for $name', (collection) => {
  const { dataset } = collection;
  const queries = fc.array(fc.record({ query: queriesOf(collection), groupBy: groupingsIn(collection) }), {
    ...{ minLength: minimumQueries, maxLength: maximumQueries, size: 'max' as const },
  });

  it('finds, sorts, pages and counts what a scan of all records does', async () => {
    await fc.assert(
      fc.asyncProperty(scenes, fc.constantFrom(defaultRules, otherRules), queries, async (scene, rules, all) => {
        const snapshot = await snapshotOf(scene, rules);
        const records = inListOrder<DatasetRecord>(dataset, dataset === rawData ? scene.records : scene.features);
        const data = { collection, records, rules };
        for (const { query, groupBy } of all) {
          const { numberMatched, indexes, distancesInMetres } = await selectFeatures(
            openDataset(snapshot, dataset),
            collection,
            query,
          );
          const distances = distancesInMetres && [...distancesInMetres];
          expect({ numberMatched, indexes: [...indexes], distances }).toEqual(select(data, query));
          expect(await countGroups(snapshot, collection, query, groupBy)).toEqual(
            count(data, query, groupBy, scene.features),
          );
        }
      }),
      { numRuns: sizeOf(scenesInSoak) },
    );
  }, 300_000);
});
