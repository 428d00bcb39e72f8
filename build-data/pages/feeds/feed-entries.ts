import { instantOf, timestampOf, type TimeBasis } from '../../../core/datasets/recorded-time.ts';
import { apiRoot } from '../../../core/storage/layout.ts';
import { rightsInWords, type Publication } from '../../publication.ts';
import type { RecordTable } from '../../write/record-table.ts';
import { historicalWords, positionWords, sampleWords, siteName, type SiteFacts } from '../site-facts.ts';
import { recordTimesOf } from './newest-records.ts';

/** A record as feeds tell of it. All texts are plain text. */
export interface FeedEntry {
  /** Stays the same for as long as the site stands at its address: the record's own in the interface. */
  readonly id: string;
  /** Where a person sees it on the map. */
  readonly url: string;
  readonly title: string;
  readonly text: string;
  /** When the event was, in RFC 3339. */
  readonly published: string;
  /** When it could first be known: the later of the event and its report, in RFC 3339. */
  readonly updated: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** The newest records of all, or of one area. */
export interface Feed {
  readonly title: string;
  readonly subtitle: string;
  /** Its own address, in the form at hand. */
  readonly url: string;
  readonly homeUrl: string;
  /** RFC 3339: that of the first entry. In an empty feed, when its data was first built. */
  readonly updated: string;
  /** The terms of use, and what the publisher stated. */
  readonly rights: string;
  readonly publication: Publication;
  readonly entries: readonly FeedEntry[];
}

/** `path` is that of the feed, `indexes` those of its records, the newest first. */
export function feedOf(
  table: RecordTable,
  indexes: readonly number[],
  { path, area, facts }: { readonly path: string; readonly area?: string | undefined; readonly facts: SiteFacts },
): Feed {
  const { siteUrl, sample, modifiedAt, publication } = facts;
  const entries = indexes.map((index) => entryOf(table, index, facts));
  return {
    title: `${siteName}: newest shark records${area === undefined ? '' : `, ${shortened(area)}`}${sample ? ' (sample data)' : ''}`,
    subtitle: `${sample ? `${sampleWords} ` : ''}${historicalWords} ${positionWords}`,
    url: siteUrl + path,
    homeUrl: siteUrl,
    updated: entries[0]?.updated ?? modifiedAt,
    rights: rightsInWords(publication),
    publication,
    entries,
  };
}

function entryOf(table: RecordTable, index: number, { siteUrl, sample }: SiteFacts): FeedEntry {
  const record = JSON.parse(table.text(index)) as Record<string, string | number | null>;
  const identifier = table.identifier(index);
  const told = (field: string): string => {
    const value = record[field];
    const text = typeof value === 'string' ? value.trim() : '';
    return text === 'NULL' ? '' : shortened(text);
  };
  const kind = told('InteractionValue') || 'recorded';
  const what = [kind.charAt(0).toUpperCase() + kind.slice(1), told('SightingSpeciesValue') || 'species not given'].join(
    ', ',
  );
  const place = told('LocationValue') || 'place not given';
  const { basis, sighted, reported, reportedBasis, knownAt } = recordTimesOf(record);
  const inWords = (time: string, zone: TimeBasis): string =>
    `${time.replace('T', ', ')} ${zone === 'UTC' ? 'UTC' : 'Western Australian time (+08:00)'}`;
  const times = [inWords(sighted, basis)];
  if (reported !== null) times.push(`reported ${inWords(reported, reportedBasis)}`);
  const offshore = [told('Distance'), told('DistanceUnit')].filter((part) => part !== '').join(' ');
  const details = [
    `${what}. ${place}${offshore === '' ? '' : `, ${offshore}`}.`,
    `${times.join('; ')}. The time zone is derived from the records, which state none.`,
    ...(told('OwnerValue') === '' ? [] : [`Source: ${told('OwnerValue')}.`]),
    ...(told('LocationDetail') === '' ? [] : [told('LocationDetail')]),
    `${historicalWords} ${positionWords}`,
  ];
  return {
    id: `${siteUrl}${apiRoot}/${table.dataset.name}/${identifier}`,
    url: `${siteUrl}?record=${identifier}`,
    title: `${sample ? 'Sample: ' : ''}${what}: ${place}`,
    text: `${sample ? `${sampleWords} ` : ''}${details.join(' ')}`,
    published: timestampOf(sighted, basis),
    updated:
      reported !== null && instantOf(reported, reportedBasis) === knownAt
        ? timestampOf(reported, reportedBasis)
        : timestampOf(sighted, basis),
    latitude: table.latitude(index, 0),
    longitude: table.longitude(index, 0),
  };
}

/** A feed tells of a record; whoever wants a text that is longer than any real one has it from the record. */
const longestText = 1000;

function shortened(text: string): string {
  if (text.length <= longestText) return text;
  // Not through the middle of a character.
  return `${text.slice(0, longestText).replace(/[\ud800-\udbff]$/, '')}…`;
}
