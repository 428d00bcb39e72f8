import { countGroups, countsOf, type Grouping } from '../../engine/count-groups.ts';
import type { FeatureQuery } from '../../engine/feature-query.ts';
import type { Snapshot } from '../../storage/snapshot/dataset-reader.ts';
import { type Cell, type OgcDocument, type OgcRequest, selfLinks } from './document.ts';

/** The number of selected features in each group, and in total. Throws StoredDataError and FilterError. */
export async function describeCounts(
  request: OgcRequest,
  selection: Pick<FeatureQuery, 'filter' | 'near'>,
  groupBy: readonly Grouping[],
  snapshot: Snapshot,
): Promise<OgcDocument> {
  const { collection } = request;
  const { numberMatched, groups: counted } = await countGroups(snapshot, collection, selection, groupBy);
  const groups = counted.map(({ values, ...counts }) => {
    const group: Record<string, Cell> = {};
    for (const [at, name] of groupBy.entries()) group[name] = values[at] ?? null;
    return Object.assign(group, counts);
  });
  const links = selfLinks(request);
  return {
    title: `Counts of ${collection.title}`,
    description: `Matching features: ${numberMatched}.`,
    json: { collection: collection.name, groupBy, numberMatched, groups, links },
    columns: [...groupBy, ...countsOf(collection)],
    get rows() {
      return groups.map((group) => Object.values(group));
    },
    links,
    headers: { 'OGC-NumberMatched': String(numberMatched) },
  };
}
