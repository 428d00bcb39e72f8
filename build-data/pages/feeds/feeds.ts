import { positionNotice } from '../../../core/datasets/outlines.ts';
import { instantOf, type TimeBasis, timestampOf } from '../../../core/datasets/recorded-time.ts';
import { apiRoot, type FeedFormat, feedFormats, feedPath } from '../../../core/storage/format/layout.ts';
import type { LinkedFile } from '../../documents/service-document.ts';
import { escapeMarkup } from '../../format-text.ts';
import { describeRights, type Publication } from '../../publication.ts';
import type { RecordTable } from '../../write/record-table.ts';
import type { TreeSink } from '../../write/tree-sink.ts';
import { historicalNotice, shortNotice, type SiteFacts, siteName } from '../page-frame.ts';
import { type KnownTimes, type LocalArea, localAreas, NewestRecords, readRecordTimes } from './newest-records.ts';

const formats: Readonly<Record<FeedFormat, (feed: Feed) => string>> = { atom: atomFeed, json: jsonFeed };

/** The feeds of all records. */
export const mainFeeds: readonly LinkedFile[] = [
  { path: feedPath('atom'), mediaType: 'application/atom+xml', title: 'The newest records as Atom with GeoRSS' },
  { path: feedPath('json'), mediaType: 'application/feed+json', title: 'The newest records as JSON Feed' },
];

/** Writes the feed of all records and one for each local area, in both formats. Returns the areas. */
export async function writeFeeds(
  facts: SiteFacts,
  sink: TreeSink,
  knownTimes?: KnownTimes,
): Promise<readonly LocalArea[]> {
  const tableNamed = (name: string) => facts.tables.find(({ dataset }) => dataset.name === name);
  const [features, records] = [tableNamed('CoastalFeatures'), tableNamed('RawData')];
  if (features === undefined || records === undefined) return [];
  const newest = new NewestRecords(records, knownTimes);
  const areas = localAreas(features, records, newest);
  const newestOverall = newest.byGroup(() => ['all']).get('all') ?? [];
  const all = [{ name: undefined, slug: undefined, newest: newestOverall }, ...areas];
  for (const { name, slug, newest: indexes } of all) {
    for (const format of feedFormats) {
      const path = feedPath(format, slug);
      await sink.write(path, Buffer.from(formats[format](buildFeed(records, indexes, { path, area: name, facts }))));
    }
  }
  return areas;
}

/** A record in a feed. All texts are plain text. */
interface FeedEntry {
  /** The URL of the record in the API, which is stable. */
  readonly id: string;
  /** The URL of the record on the map. */
  readonly url: string;
  readonly title: string;
  readonly text: string;
  /** When the event happened (RFC 3339). */
  readonly published: string;
  /** The earliest time at which the event could be known: the later of the event and its report (RFC 3339). */
  readonly updated: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** The newest records, overall or of one area. */
interface Feed {
  readonly title: string;
  readonly subtitle: string;
  /** The URL of the feed in this format. */
  readonly url: string;
  readonly homeUrl: string;
  /** The `updated` time of the first entry; in an empty feed, when the data was first built (RFC 3339). */
  readonly updated: string;
  /** The terms of use, and the rights that the publisher has stated. */
  readonly rights: string;
  readonly publication: Publication;
  readonly entries: readonly FeedEntry[];
}

/** `path` is the path of the feed; `indexes` are the indexes of its records in the table, newest first. */
function buildFeed(
  table: RecordTable,
  indexes: readonly number[],
  { path, area, facts }: { readonly path: string; readonly area?: string | undefined; readonly facts: SiteFacts },
): Feed {
  const { siteUrl, sample, modifiedAt, publication } = facts;
  const entries = indexes.map((index) => buildEntry(table, index, facts));
  return {
    title: `${siteName}: newest shark records${area === undefined ? '' : `, ${shorten(area)}`}${sample ? ' (sample data)' : ''}`,
    subtitle: `${sample ? `${shortNotice} ` : ''}${historicalNotice} ${positionNotice}`,
    url: siteUrl + path,
    homeUrl: siteUrl,
    updated: entries[0]?.updated ?? modifiedAt,
    rights: describeRights(publication),
    publication,
    entries,
  };
}

function buildEntry(table: RecordTable, index: number, { siteUrl, sample }: SiteFacts): FeedEntry {
  const record = table.record(index);
  const identifier = table.identifier(index);
  const readText = (field: string): string => {
    const value = record[field];
    const text = typeof value === 'string' ? value.trim() : '';
    return text === 'NULL' ? '' : shorten(text);
  };
  const kind = readText('InteractionValue') || 'recorded';
  const event = [
    kind.charAt(0).toUpperCase() + kind.slice(1),
    readText('SightingSpeciesValue') || 'species not given',
  ].join(', ');
  const place = readText('LocationValue') || 'place not given';
  const { basis, sighted, reported, reportedBasis, knownAt } = readRecordTimes(record);
  const formatTime = (time: string, zone: TimeBasis): string =>
    `${time.replace('T', ', ')} ${zone === 'UTC' ? 'UTC' : 'Western Australian time (+08:00)'}`;
  const times = [formatTime(sighted, basis)];
  if (reported !== null) times.push(`reported ${formatTime(reported, reportedBasis)}`);
  const offshore = [readText('Distance'), readText('DistanceUnit')].filter((part) => part !== '').join(' ');
  const details = [
    `${event}. ${place}${offshore === '' ? '' : `, ${offshore}`}.`,
    `${times.join('; ')}. The time zone is derived from the records, which state none.`,
    ...(readText('OwnerValue') === '' ? [] : [`Source: ${readText('OwnerValue')}.`]),
    ...(readText('LocationDetail') === '' ? [] : [readText('LocationDetail')]),
    `${historicalNotice} ${positionNotice}`,
  ];
  return {
    id: `${siteUrl}${apiRoot}/${table.dataset.name}/${identifier}`,
    url: `${siteUrl}?record=${identifier}`,
    title: `${sample ? 'Sample: ' : ''}${event}: ${place}`,
    text: `${sample ? `${shortNotice} ` : ''}${details.join(' ')}`,
    published: timestampOf(sighted, basis),
    updated:
      reported !== null && instantOf(reported, reportedBasis) === knownAt
        ? timestampOf(reported, reportedBasis)
        : timestampOf(sighted, basis),
    latitude: table.latitude(index, 0),
    longitude: table.longitude(index, 0),
  };
}

/** Longer than any text in the published data. */
const maxTextLength = 1000;

function shorten(text: string): string {
  if (text.length <= maxTextLength) return text;
  // Do not cut a surrogate pair in half.
  return `${text.slice(0, maxTextLength).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** A feed as Atom (RFC 4287), with the point of each entry in GeoRSS Simple: latitude, then longitude. */
function atomFeed(feed: Feed): string {
  const { title, subtitle, url, homeUrl, updated, rights, publication, entries } = feed;
  const { publisher, licenceUrl } = publication;
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:georss="http://www.georss.org/georss" xml:lang="en-AU">
<id>${escapeXml(url)}</id>
<title>${escapeXml(title)}</title>
<subtitle>${escapeXml(subtitle)}</subtitle>
<updated>${updated}</updated>
<rights>${escapeXml(rights)}</rights>
<author>${atomAuthor(publisher)}</author>
<link rel="self" type="application/atom+xml" href="${escapeXml(url)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(homeUrl)}"/>
${licenceUrl === undefined ? '' : `<link rel="license" href="${escapeXml(licenceUrl)}"/>\n`}${entries.map(atomEntry).join('')}</feed>
`;
}

/** Atom requires an author. If there is no publisher, the author is the service. */
function atomAuthor(publisher: Publication['publisher']): string {
  if (publisher === undefined) return `<name>${siteName}</name>`;
  const uri = publisher.url === undefined ? '' : `<uri>${escapeXml(publisher.url)}</uri>`;
  return `<name>${escapeXml(publisher.name)}</name>${uri}`;
}

function atomEntry({ id, url, title, text, published, updated, latitude, longitude }: FeedEntry): string {
  return `<entry>
<id>${escapeXml(id)}</id>
<title>${escapeXml(title)}</title>
<updated>${updated}</updated>
<published>${published}</published>
<link rel="alternate" type="text/html" href="${escapeXml(url)}"/>
<content type="text">${escapeXml(text)}</content>
<georss:point>${formatDegrees(latitude)} ${formatDegrees(longitude)}</georss:point>
</entry>
`;
}

/** Formats degrees without an exponent, which some feed readers do not expect in a GeoRSS point. */
function formatDegrees(degrees: number): string {
  const text = String(degrees);
  return text.includes('e') ? degrees.toFixed(12).replace(/\.?0+$/, '') : text;
}

function escapeXml(text: string): string {
  return escapeMarkup(text, 'xml');
}

/** A feed as JSON Feed 1.1. Points are in an extension object, which the format allows. */
function jsonFeed({ title, subtitle, url, homeUrl, rights, publication, entries }: Feed): string {
  const { publisher, licenceUrl } = publication;
  const items = entries.map(({ id, url: page, title: entryTitle, text, published, updated, latitude, longitude }) => ({
    id,
    url: page,
    title: entryTitle,
    content_text: text,
    date_published: published,
    ...(updated !== published && { date_modified: updated }),
    _coastwatch: { about: `${homeUrl}docs/downloads/#feeds`, latitude, longitude },
  }));
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description: subtitle,
    home_page_url: homeUrl,
    feed_url: url,
    language: 'en-AU',
    authors: [publisher ?? { name: siteName, url: homeUrl }],
    _coastwatch: {
      about: `${homeUrl}docs/downloads/#feeds`,
      rights,
      ...(licenceUrl !== undefined && { licence: licenceUrl }),
    },
    items,
  });
}
