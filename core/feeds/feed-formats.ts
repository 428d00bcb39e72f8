import type { FeedFormat } from '../storage/format/layout.ts';
import { escapeMarkup } from './escape-markup.ts';
import type { Feed, FeedEntry, FeedFacts } from './feed.ts';

export const feedMediaTypes: Readonly<Record<FeedFormat, string>> = {
  atom: 'application/atom+xml',
  json: 'application/feed+json',
};

export function formatFeed(feed: Feed, format: FeedFormat): string {
  return format === 'atom' ? atomFeed(feed) : jsonFeed(feed);
}

/** A feed as Atom (RFC 4287), with the point of each entry in GeoRSS Simple: latitude, then longitude. */
function atomFeed({ title, subtitle, url, homeUrl, updated, facts, entries }: Feed): string {
  const { rights, licenceUrl, site } = facts;
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:georss="http://www.georss.org/georss" xml:lang="${site.language}">
<id>${escapeXml(url)}</id>
<title>${escapeXml(title)}</title>
<subtitle>${escapeXml(subtitle)}</subtitle>
<updated>${updated}</updated>
<rights>${escapeXml(rights)}</rights>
<author>${atomAuthor(facts)}</author>
<link rel="self" type="application/atom+xml" href="${escapeXml(url)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(homeUrl)}"/>
${licenceUrl === undefined ? '' : `<link rel="license" href="${escapeXml(licenceUrl)}"/>\n`}${entries.map(atomEntry).join('')}</feed>
`;
}

/** Atom requires an author. If there is no publisher, the author is the service. */
function atomAuthor({ publisher, site }: FeedFacts): string {
  if (publisher === undefined) return `<name>${escapeXml(site.title)}</name>`;
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
function jsonFeed({ title, subtitle, url, homeUrl, facts, entries }: Feed): string {
  const { siteUrl, rights, publisher, licenceUrl, site } = facts;
  const about = `${siteUrl}docs/downloads/#feeds`;
  const items = entries.map(({ id, url: page, title: entryTitle, text, published, updated, latitude, longitude }) => ({
    id,
    url: page,
    title: entryTitle,
    content_text: text,
    date_published: published,
    ...(updated !== published && { date_modified: updated }),
    _coastwatch: { about, latitude, longitude },
  }));
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description: subtitle,
    home_page_url: homeUrl,
    feed_url: url,
    language: site.language,
    authors: [publisher ?? { name: site.title, url: siteUrl }],
    _coastwatch: {
      about,
      rights,
      ...(licenceUrl !== undefined && { licence: licenceUrl }),
    },
    items,
  });
}
