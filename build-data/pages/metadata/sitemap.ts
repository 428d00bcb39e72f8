import { escapeMarkup } from '../../documents/escape-markup.ts';

/** The pages of the site for search engines, as sitemaps.org describes the form. */
export function sitemap(siteUrl: string, addresses: readonly string[], builtAt: string): string {
  const urls = addresses.map(
    (address) =>
      `<url><loc>${escapeMarkup(encodeURI(siteUrl + address), 'xml')}</loc><lastmod>${builtAt}</lastmod></url>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('')}</urlset>
`;
}
