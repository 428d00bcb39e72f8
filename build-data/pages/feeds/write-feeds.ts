import { feedFormats, feedPath, type FeedFormat } from '../../../core/storage/layout.ts';
import type { LinkedFile } from '../../documents/service-document.ts';
import type { TreeSink } from '../../write/tree-sink.ts';
import type { SiteFacts } from '../site-facts.ts';
import { atomFeed } from './atom.ts';
import { feedOf, type Feed } from './feed-entries.ts';
import { jsonFeed } from './json-feed.ts';
import { localAreas, type LocalArea } from './local-areas.ts';
import { NewestRecords } from './newest-records.ts';

const formats: Readonly<Record<FeedFormat, (feed: Feed) => string>> = { atom: atomFeed, json: jsonFeed };

/** The feeds of all records. */
export const mainFeeds: readonly LinkedFile[] = [
  { path: feedPath('atom'), mediaType: 'application/atom+xml', title: 'The newest records as Atom with GeoRSS' },
  { path: feedPath('json'), mediaType: 'application/feed+json', title: 'The newest records as JSON Feed' },
];

/** Writes the feed of all records and that of each local area, in both forms. Returns the areas. */
export async function writeFeeds(facts: SiteFacts, sink: TreeSink): Promise<readonly LocalArea[]> {
  const tableNamed = (name: string) => facts.tables.find(({ dataset }) => dataset.name === name);
  const [features, records] = [tableNamed('CoastalFeatures'), tableNamed('RawData')];
  if (features === undefined || records === undefined) return [];
  const newest = new NewestRecords(records);
  const areas = localAreas(features, records, newest);
  const ofAll = newest.byGroup(() => ['all']).get('all') ?? [];
  const all = [{ name: undefined, slug: undefined, newest: ofAll }, ...areas];
  for (const { name, slug, newest: indexes } of all) {
    for (const format of feedFormats) {
      const path = feedPath(format, slug);
      await sink.write(path, Buffer.from(formats[format](feedOf(records, indexes, { path, area: name, facts }))));
    }
  }
  return areas;
}
