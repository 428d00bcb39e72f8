import { siteName } from '../site-facts.ts';
import type { Feed } from './feed-entries.ts';

/** A feed as JSON Feed 1.1. Points stand in an extension of our own, as that format lets everyone add. */
export function jsonFeed({ title, subtitle, url, homeUrl, rights, publication, entries }: Feed): string {
  const { publisher, licenceUrl } = publication;
  const items = entries.map(({ id, url: page, title: words, text, published, updated, latitude, longitude }) => ({
    id,
    url: page,
    title: words,
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
