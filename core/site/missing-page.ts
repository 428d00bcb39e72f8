/**
 * The page for addresses at which there is nothing, at the root of the site: static hosts look for it there by
 * convention, the other hosts send it with status 404 to requests that accept HTML. It is read at any address, so its
 * links cannot be relative: they begin with the path under which the site is, which the page names in `data-root`.
 */
export const missingPagePath = '404.html';
/** It answers for other addresses and has none of its own. */
export const missingPagePattern = '404\\.html$';

/** Whether a request is for a page: a browser that opens an address accepts HTML by its name, scripts and images do not. */
export function acceptsPage(accept: string | null | undefined): boolean {
  return /\btext\/html\b/i.test(accept ?? '');
}

/** The page for a site under another path than the one it was built for; one that names no path stays as it is. */
export function missingPageBelow(html: string, basePath: string): string {
  const built = /\sdata-root="(\/[^"]*)"/.exec(html)?.[1];
  if (built === undefined || built === basePath) return html;
  return html.replaceAll(/\s(?:href|src|data-root)="\/[^"]*"/g, (attribute) => {
    const start = attribute.indexOf('"') + 1;
    return attribute.startsWith(built, start)
      ? attribute.slice(0, start) + basePath + attribute.slice(start + built.length)
      : attribute;
  });
}
