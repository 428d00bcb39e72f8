import { escapeMarkup } from '../../documents/escape-markup.ts';
import type { Publication } from '../../publication.ts';
import { siteName } from '../site-facts.ts';
import type { Feed, FeedEntry } from './feed-entries.ts';

/** A feed as Atom (RFC 4287), each entry with its point as GeoRSS Simple tells it: latitude, then longitude. */
export function atomFeed(feed: Feed): string {
  const { title, subtitle, url, homeUrl, updated, rights, publication, entries } = feed;
  const { publisher, licenceUrl } = publication;
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:georss="http://www.georss.org/georss" xml:lang="en-AU">
<id>${escapeXml(url)}</id>
<title>${escapeXml(title)}</title>
<subtitle>${escapeXml(subtitle)}</subtitle>
<updated>${updated}</updated>
<rights>${escapeXml(rights)}</rights>
<author>${authorOf(publisher)}</author>
<link rel="self" type="application/atom+xml" href="${escapeXml(url)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(homeUrl)}"/>
${licenceUrl === undefined ? '' : `<link rel="license" href="${escapeXml(licenceUrl)}"/>\n`}${entries.map(atomEntry).join('')}</feed>
`;
}

/** Atom demands an author: without a publisher it is the service that wrote the feed. */
function authorOf(publisher: Publication['publisher']): string {
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
<georss:point>${plain(latitude)} ${plain(longitude)}</georss:point>
</entry>
`;
}

/** Without an exponent, which not every reader of a list of doubles expects. */
function plain(degrees: number): string {
  const text = String(degrees);
  return text.includes('e') ? degrees.toFixed(12).replace(/\.?0+$/, '') : text;
}

function escapeXml(text: string): string {
  return escapeMarkup(text, 'xml');
}
