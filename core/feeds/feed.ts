import type { DatasetRecord } from '../datasets/dataset-description.ts';
import { rawDataOutline } from '../datasets/outlines.ts';
import type { RecordedTimes, TimeBasis } from '../datasets/recorded-time.ts';
import { detectedTag } from '../datasets/tagged-sharks.ts';
import type { Site } from '../datasets/site.ts';
import { historicalNotice, shortNotice } from '../datasets/notices.ts';
import { apiRoot } from '../storage/format/layout.ts';
import { readRecordTimes } from './newest-records.ts';

/**
 * What all feeds of a site share. It is a document of the manifest, so that a host writes the same feed as a build,
 * byte for byte.
 */
export interface FeedFacts {
  /** The URL of the site's root, ending in a slash. */
  readonly siteUrl: string;
  readonly sample: boolean;
  readonly site: Pick<Site, 'title' | 'language' | 'positions'>;
  /** As in "newest seal sightings". */
  readonly records: string;
  /** A sentence that says how the time rule of the site is known. */
  readonly timeBasis?: string;
  /** The terms of use, and the rights that the publisher has stated. */
  readonly rights: string;
  readonly publisher?: { readonly name: string; readonly url?: string };
  readonly licenceUrl?: string;
  /**
   * The `updated` time of a feed without entries (RFC 3339): when the first of all records became known, so that new
   * records elsewhere do not change the feed.
   */
  readonly updated: string;
}

/** A record in a feed. All texts are plain text. */
export interface FeedEntry {
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

export interface Feed {
  readonly title: string;
  readonly subtitle: string;
  readonly url: string;
  /** The URL of the page about the same records. */
  readonly homeUrl: string;
  /** The `updated` time of the first entry. */
  readonly updated: string;
  readonly facts: FeedFacts;
  readonly entries: readonly FeedEntry[];
}

export interface FeedSubject {
  /** The path of the feed, and that of the page about the same records, both relative to the root of the site. */
  readonly path: string;
  readonly pagePath: string;
  /** Which records the feed has, after "newest seal sightings", such as " within 1 km of Sligo"; empty for all records. */
  readonly scope: string;
}

/** The feed of these records, which are the newest first. `times` are those of their dataset. */
export function buildFeed(
  records: readonly DatasetRecord[],
  { path, pagePath, scope }: FeedSubject,
  facts: FeedFacts,
  times: RecordedTimes,
): Feed {
  const { siteUrl, sample, site } = facts;
  const entries = records.map((record) => buildEntry(record, facts, times));
  return {
    title: `${site.title}: newest ${facts.records}${shorten(scope)}${sample ? ' (sample data)' : ''}`,
    subtitle: `${sample ? `${shortNotice} ` : ''}${noticesOf(facts)}`,
    url: siteUrl + path,
    homeUrl: siteUrl + pagePath,
    updated: entries.at(0)?.updated ?? facts.updated,
    facts,
    entries,
  };
}

const [position] = rawDataOutline.positions;

const noticesOf = ({ site: { positions } }: FeedFacts): string =>
  positions ? `${historicalNotice} ${positions.notice}` : historicalNotice;

function buildEntry(record: DatasetRecord, facts: FeedFacts, recorded: RecordedTimes): FeedEntry {
  const { siteUrl, sample, timeBasis } = facts;
  const identifier = String(record[rawDataOutline.identifierField]);
  const readText = (field: string): string => {
    const value = record[field];
    const text = typeof value === 'string' ? value.trim() : '';
    return text === 'NULL' ? '' : shorten(text);
  };
  const kind = readText('InteractionValue') || 'recorded';
  const tag = detectedTag(kind, String(record['ObjectId']));
  const event = [
    kind.charAt(0).toUpperCase() + kind.slice(1),
    readText('SightingSpeciesValue') || 'species not recorded',
    ...(tag === null ? [] : [`tag ${tag}`]),
  ].join(', ');
  const place = readText('LocationValue') || 'place not recorded';
  const { basis, sighted, reported, reportedBasis } = readRecordTimes(record, recorded);
  const times = [formatTime(sighted, basis, recorded)];
  if (reported !== null) times.push(`reported ${formatTime(reported, reportedBasis, recorded)}`);
  const offshore = [readText('Distance'), readText('DistanceUnit')].filter((part) => part !== '').join(' ');
  const details = [
    `${asSentence(event)} ${asSentence(`${place}${offshore === '' ? '' : `, ${offshore}`}`)}`,
    `${times.join('; ')}.${timeBasis === undefined ? '' : ` ${timeBasis}`}`,
    ...(readText('OwnerValue') === '' ? [] : [asSentence(`Source: ${readText('OwnerValue')}`)]),
    ...(readText('LocationDetail') === '' ? [] : [asSentence(readText('LocationDetail'))]),
    noticesOf(facts),
  ];
  return {
    id: `${siteUrl}${apiRoot}/${rawDataOutline.name}/${identifier}`,
    url: `${siteUrl}?record=${identifier}`,
    title: `${sample ? 'Sample: ' : ''}${event}: ${place}`,
    text: `${sample ? `${shortNotice} ` : ''}${details.join(' ')}`,
    published: recorded.timestampOf(sighted, basis),
    updated: knownTimestamp(record, recorded),
    latitude: Number(record[position.latitudeField]),
    longitude: Number(record[position.longitudeField]),
  };
}

function formatTime(time: string, basis: TimeBasis, times: RecordedTimes): string {
  if (basis === 'date') return `${time.slice(0, 10)}, time not recorded`;
  const offset = times.timestampOf(time, basis).slice(time.length);
  return `${time.replace('T', ', ')} ${basis === 'UTC' ? 'UTC' : `${times.rule.name} (${offset})`}`;
}

/** When a record became known, as recorded (RFC 3339). */
export function knownTimestamp(record: DatasetRecord, times: RecordedTimes): string {
  const { basis, sighted, reported, reportedBasis, knownAt } = readRecordTimes(record, times);
  return reported !== null && times.instantOf(reported, reportedBasis) === knownAt
    ? times.timestampOf(reported, reportedBasis)
    : times.timestampOf(sighted, basis);
}

/** Ends a text with a full stop, unless it ends a sentence already, as abbreviations do. */
function asSentence(text: string): string {
  return /[.!?…]['"’”)]?$/.test(text) ? text : `${text}.`;
}

/** Longer than any text in the published data. */
const maxTextLength = 1000;

function shorten(text: string): string {
  if (text.length <= maxTextLength) return text;
  // Do not cut a surrogate pair in half.
  return `${text.slice(0, maxTextLength).replace(/[\ud800-\udbff]$/, '')}…`;
}
