import type { DatasetRecord } from '../../../core/datasets/dataset-description.ts';
import { buildFeed, type FeedFacts, knownTimestamp } from '../../../core/feeds/feed.ts';
import { feedMediaTypes, formatFeed } from '../../../core/feeds/feed-formats.ts';
import { readPlaceFeed } from '../../../core/feeds/place-feed.ts';
import { feedFormats, feedPath, placeFeedPath } from '../../../core/storage/format/layout.ts';
import type { Snapshot } from '../../../core/storage/snapshot/dataset-reader.ts';
import type { LinkedFile } from '../../documents/service-document.ts';
import { describeRights } from '../../publication.ts';
import type { RecordTable } from '../../write/record-table.ts';
import type { TreeSink } from '../../write/tree-sink.ts';
import type { SiteFacts } from '../page-frame.ts';
import type { KnownTimes } from './newest-records.ts';
import { type LocalArea, localAreas, newestRecordsOf, readKnownTimes } from './newest-records.ts';

/** The feeds of all records. */
export const mainFeeds: readonly LinkedFile[] = [
  { path: feedPath('atom'), mediaType: feedMediaTypes.atom, title: 'The newest records as Atom with GeoRSS' },
  { path: feedPath('json'), mediaType: feedMediaTypes.json, title: 'The newest records as JSON Feed' },
];

/** What all feeds of a site share. It depends on the data and what the publisher states, not on the time of the build. */
export function feedFactsOf(
  { siteUrl, sample, publication, modifiedAt, tables }: FeedFactsInputs,
  knownTimes?: KnownTimes,
): FeedFacts {
  const records = recordTableOf(tables);
  const { publisher, licenceUrl } = publication;
  return {
    siteUrl,
    sample,
    rights: describeRights(publication),
    ...(publisher !== undefined && { publisher }),
    ...(licenceUrl !== undefined && { licenceUrl }),
    updated: (records && firstKnown(records, knownTimes ?? readKnownTimes(records))) ?? modifiedAt,
    ...(records?.midnightsAreDates && { midnightsAreDates: true }),
  };
}

type FeedFactsInputs = Pick<SiteFacts, 'siteUrl' | 'sample' | 'publication' | 'modifiedAt' | 'tables'>;

/** When the first of all records became known (RFC 3339); undefined without records. */
function firstKnown(records: RecordTable, { seconds }: KnownTimes): string | undefined {
  let first: number | undefined;
  for (const [index, time] of seconds.entries()) if (!(time >= (seconds[first ?? -1] ?? Infinity))) first = index;
  return first === undefined ? undefined : knownTimestamp(records.record(first), records.midnightsAreDates);
}

const recordTableOf = (tables: readonly RecordTable[]): RecordTable | undefined =>
  tables.find(({ dataset }) => dataset.name === 'RawData');

/** Writes the feed of all records and one for each local area, in both formats. Returns the areas. */
export async function writeFeeds(
  facts: SiteFacts,
  sink: TreeSink,
  knownTimes?: KnownTimes,
): Promise<readonly LocalArea[]> {
  const features = facts.tables.find(({ dataset }) => dataset.name === 'CoastalFeatures');
  const records = recordTableOf(facts.tables);
  if (features === undefined || records === undefined) return [];
  const newest = newestRecordsOf(records, knownTimes);
  const areas = localAreas(features, records, newest);
  const newestOverall = newest.byGroup(() => ['all']).get('all') ?? [];
  const all = [{ name: undefined, slug: undefined, newest: newestOverall }, ...areas];
  const feedFacts = feedFactsOf(facts, knownTimes);
  for (const { name, slug, newest: indexes } of all) {
    const newestRecords: readonly DatasetRecord[] = indexes.map((index) => records.record(index));
    const scope = name === undefined ? '' : `, ${name}`;
    for (const format of feedFormats) {
      const path = feedPath(format, slug);
      const feed = buildFeed(newestRecords, { path, pagePath: '', scope }, feedFacts);
      await sink.write(path, Buffer.from(formatFeed(feed, format)));
    }
  }
  return areas;
}

/** Writes the feeds of all places. A host with the API responds with the same bytes without these files. */
export async function writePlaceFeeds(features: RecordTable, snapshot: Snapshot, sink: TreeSink): Promise<void> {
  for (const index of features.byIdentifier) {
    const identifier = features.identifier(index);
    for (const format of feedFormats) {
      const text = await readPlaceFeed(snapshot, identifier, format);
      if (text === undefined) throw new Error(`no place ${identifier}`);
      await sink.write(placeFeedPath(format, identifier), Buffer.from(text));
    }
  }
}
