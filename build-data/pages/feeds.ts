import type { Site } from '../../core/datasets/site.ts';
import type { TimeRule } from '../../core/datasets/recorded-time.ts';
import { buildFeed, type FeedFacts, knownTimestamp } from '../../core/feeds/feed.ts';
import { feedMediaTypes, formatFeed } from '../../core/feeds/feed-formats.ts';
import { newestRecords } from '../../core/feeds/newest-records.ts';
import { feedFormats, feedPath } from '../../core/storage/format/layout.ts';
import type { LinkedFile } from '../documents/service-document.ts';
import { describeRights } from '../publication.ts';
import { knownTimesOf } from '../validate/record-statistics.ts';
import { mainRecords } from '../site/words.ts';
import type { RecordTable } from '../write/record-table.ts';
import type { TreeSink } from '../write/tree-sink.ts';
import type { SiteFacts } from './page-frame.ts';

/** The feeds of all records. The handler answers the feeds of places. */
export const mainFeedsOf = (site: Site): readonly LinkedFile[] =>
  (['atom', 'json'] as const).map((format) => ({
    path: feedPath(format),
    mediaType: feedMediaTypes[format],
    title: `The newest ${mainRecords(site)} as ${format === 'atom' ? 'Atom with GeoRSS' : 'JSON Feed'}`,
  }));

/** What all feeds of a site share. It depends on the data and what the publisher states, not on the time of the build. */
export function feedFactsOf(
  { siteUrl, sample, rules, publication, modifiedAt, tables }: FeedFactsInputs,
  knownTimes?: Float64Array,
): FeedFacts {
  const records = recordTableOf(tables);
  const { publisher, licenceUrl } = publication;
  const { site } = publication;
  const { title, language, positions } = site;
  return {
    siteUrl,
    sample,
    site: { title, language, ...(positions && { positions: { notice: positions.notice } }) },
    records: `${site.subject.one} ${mainRecords(site)}`,
    ...(site.time.basis !== undefined && { timeBasis: site.time.basis }),
    rights: describeRights(publication),
    ...(publisher !== undefined && { publisher }),
    ...(licenceUrl !== undefined && { licenceUrl }),
    updated:
      (records && firstKnown(records, rules.times, knownTimes ?? knownTimesOf(records, rules.times))) ?? modifiedAt,
  };
}

type FeedFactsInputs = Pick<SiteFacts, 'siteUrl' | 'sample' | 'rules' | 'publication' | 'modifiedAt' | 'tables'>;

/** When the first of all records became known (RFC 3339); undefined without records. */
function firstKnown(records: RecordTable, rule: TimeRule, seconds: Float64Array): string | undefined {
  const first = seconds.indexOf(seconds.reduce((least, time) => Math.min(least, time), Infinity));
  return first < 0 ? undefined : knownTimestamp(records.record(first), records.timesBy(rule));
}

const recordTableOf = (tables: readonly RecordTable[]): RecordTable | undefined =>
  tables.find(({ dataset }) => dataset.name === 'RawData');

export async function writeFeeds(facts: SiteFacts, sink: TreeSink, knownTimes?: Float64Array): Promise<void> {
  const table = recordTableOf(facts.tables);
  if (table === undefined) return;
  const times = knownTimes ?? knownTimesOf(table, facts.rules.times);
  const identifiers = Float64Array.from({ length: table.size }, (_, index) => table.identifier(index));
  const records = newestRecords(identifiers, times).map((index) => table.record(index));
  const feedFacts = feedFactsOf(facts, times);
  for (const format of feedFormats) {
    const path = feedPath(format);
    const feed = buildFeed(records, { path, pagePath: '', scope: '' }, feedFacts, table.timesBy(facts.rules.times));
    await sink.write(path, Buffer.from(formatFeed(feed, format)));
  }
}
