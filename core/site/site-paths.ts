import { contentTypes } from './file-headers.ts';

/**
 * The page for unknown addresses, at the root of the site: static hosts look for it there by convention, the other hosts
 * send it with status 404 to requests that accept HTML. It is shown at any address, so its links cannot be relative: they
 * begin with the base path of the site, which the page names in `data-root`.
 */
export const missingPagePath = '404.html';
/** The page is sent for other addresses, never for its own. */
export const missingPagePattern = '404\\.html$';

/** Whether a request is for a page: a browser that opens an address names text/html in Accept, scripts and images do not. */
export function acceptsHtml(accept: string | null | undefined): boolean {
  return /\btext\/html\b/i.test(accept ?? '');
}

/** The page for a site under a path other than the one it was built for. A page without `data-root` is returned as is. */
export function missingPageForBasePath(html: string, basePath: string): string {
  const built = /\sdata-root="(\/[^"]*)"/.exec(html)?.[1];
  if (built === undefined || built === basePath) return html;
  return html.replaceAll(/\s(?:href|src|data-root)="\/[^"]*"/g, (attribute) => {
    const start = attribute.indexOf('"') + 1;
    return attribute.startsWith(built, start)
      ? attribute.slice(0, start) + basePath + attribute.slice(start + built.length)
      : attribute;
  });
}

/*
 * Not everything in a site's folder is content: some files tell a host what to do, and hosts look for them there. Readers
 * get none of them. Paths are decoded, relative to the root of the site, without slashes before them.
 */

/** By their names at the root, as a regular expression: what hosts and their tools look for, and what we write for them. */
export const hostFilePattern =
  '(?:_.*|CNAME|Caddyfile|coastwatch\\.conf|uploads\\.tsv|workerd\\.capnp|(?:wrangler|netlify|vercel)\\.[a-z]+)(?:\\.br|\\.gz)?(?:/.*)?$';
/** Anywhere: a name that begins with a dot, but for the one folder that is meant to be read. */
export const hiddenPattern = '(?:^|/)\\.';
export const wellKnownPattern = '\\.well-known/+[^./]';

/**
 * The files of the interface. They answer at its own addresses, where a query counts: by any other spelling of their names
 * they would be the same answer to every query.
 */
export const interfaceFilePattern = 'webapi(?:/.*)?$';

/**
 * Compressed twins of files: hosts send them in place of a file, with what is told of that file. By their own names a page
 * would come without its policy.
 */
export const twinPattern = `.*\\.(?:${Object.keys(contentTypes).join('|')})\\.(?:br|gz)$`;
/** An empty name between slashes: hosts disagree on what it means. */
const emptySegment = /^\/|\/\//;

const hostFile = new RegExp(`^${hostFilePattern}`);
const hidden = new RegExp(hiddenPattern);
const interfaceFile = new RegExp(`^${interfaceFilePattern}`, 's');
const missingPage = new RegExp(`^${missingPagePattern}`);
const twin = new RegExp(`^${twinPattern}`, 's');
const wellKnown = new RegExp(`^${wellKnownPattern}`);

/** Whether a file at this path is for readers. */
export function isContent(path: string): boolean {
  return !hostFile.test(path) && (!hidden.test(path) || (wellKnown.test(path) && !hidden.test(path.slice(1))));
}

/**
 * Whether a file at this path is sent when its own address is asked for: no answer of the interface, no twin, and not the
 * page for unknown addresses.
 */
export function isSentAsFile(path: string): boolean {
  return isContent(path) && ![interfaceFile, twin, missingPage, emptySegment].some((other) => other.test(path));
}

/**
 * Whether a site can be served under this path: of plain characters, which stand in addresses and in configurations of
 * servers as they are, with a slash at both ends. One that begins as the paths of the interface do would be taken for one
 * of those, by us or by what stands before us.
 */
export function isBasePath(text: string): boolean {
  return /^\/(?:[A-Za-z0-9._~-]+\/)*$/.test(text) && !/\/\.{1,2}\//.test(text) && !/^\/webapi/i.test(text);
}

/** What such a path is, for messages: "… is not " and then this. */
export const basePathDescription =
  'a path such as /coast/, with a slash at both ends, letters, digits, "." "_" "~" and "-" between, and another beginning ' +
  'than /webapi, which is where the interface is';

/**
 * The address of the site's root, for a request to the root that lacks the slash at its end: relative addresses of the
 * page would be looked for one folder too high. Undefined for every other request, and for a site at the root.
 * `target` is a path, perhaps with a query, which stays; `basePath` has a slash at both ends.
 */
export function rootWithSlash(target: string, basePath: string): string | undefined {
  const lacking = basePath.slice(0, -1);
  if (lacking === '' || !target.startsWith(lacking)) return undefined;
  const rest = target.slice(lacking.length);
  return rest === '' || rest.startsWith('?') ? basePath + rest : undefined;
}
