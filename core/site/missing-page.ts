/**
 * The page for unknown addresses, at the root of the site: static hosts look for it there by convention, the other hosts
 * send it with status 404 to requests that accept HTML. It is shown at any address, so its links cannot be relative: they
 * begin with the base path of the site, which the page names in `data-root`.
 */
export const missingPagePath = '404.html';
/** The page is sent for other addresses, never for its own. */
export const missingPagePattern = '404\\.html$';

/** Whether a request is for a page: a browser that opens an address names text/html in Accept, scripts and images do not. */
export function acceptsPage(accept: string | null | undefined): boolean {
  return /\btext\/html\b/i.test(accept ?? '');
}

/** The page for a site under a path other than the one it was built for. A page without `data-root` is returned as is. */
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
