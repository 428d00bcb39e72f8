import { countGroups } from '../../engine/count-groups.ts';
import type { FeatureQuery } from '../../engine/feature-query.ts';
import { selectFeatures } from '../../engine/select-features.ts';
import { openDataset } from '../../storage/reader/stored-dataset.ts';
import type { Snapshot } from '../../storage/snapshot/dataset-reader.ts';
import { type OgcDocument, type OgcRequest, selfLinks } from './document.ts';

/**
 * The number of selected features in each group. `numberMatched` is their number in total, which is not the sum of the
 * groups where a feature is in several local areas. Throws StoredDataError and FilterError.
 */
export async function describeCounts(
  request: OgcRequest,
  selection: Pick<FeatureQuery, 'filter' | 'near'>,
  groupBy: readonly string[],
  snapshot: Snapshot,
): Promise<OgcDocument> {
  const { collection } = request;
  const files = openDataset(snapshot, collection.dataset);
  const { numberMatched } = await selectFeatures(files, collection, { ...selection, order: [], start: 0, count: 0 });
  const counted = await countGroups(files, collection, selection, groupBy);
  const groups = counted.map(({ values, ...counts }) => ({
    ...Object.fromEntries(groupBy.map((name, at) => [name, values[at] ?? null])),
    ...counts,
  }));
  const links = selfLinks(request);
  return {
    title: `Counts of ${collection.title}`,
    description: `${numberMatched} features match.`,
    json: { collection: collection.name, groupBy, numberMatched, groups, links },
    columns: Object.keys(groups[0] ?? {}),
    rows: groups.map((group) => Object.values(group)),
    links,
    headers: { 'OGC-NumberMatched': String(numberMatched) },
  };
}
