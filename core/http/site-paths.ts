import { embedDirectory } from './embedding.ts';
import { contentTypes } from './file-headers.ts';

/**
 * The error page for unknown paths, at the root of the site. Static hosts look for it there by convention. The hosts of
 * Coastwatch send it with status 404 to requests that accept HTML. It can appear at any path, so its links cannot be
 * relative: they begin with the base path of the site, which is also in the page's `data-root` attribute.
 */
export const missingPagePath = '404.html';

/** Whether a request is for a page: browsers accept text/html when they navigate, but not for scripts and images. */
export function acceptsHtml(accept: string | null | undefined): boolean {
  return /\btext\/html\b/i.test(accept ?? '');
}

/** Adapts the error page to a base path other than the one that it was built for. Needs the `data-root` attribute. */
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
 * Some files in a site's directory configure the host that serves them and must not be sent to visitors. Paths are
 * decoded and relative to the root of the site, without a leading slash.
 */

/** Configuration files of hosts at the root of the site, such as `_headers`. */
const hostFile = /^(?:_.*|CNAME)$/s;
/** Names that begin with a dot, in any directory. `.well-known` is the one exception. */
const hidden = /(?:^|\/)\./;
const wellKnown = /^\.well-known\/+[^./]/;
/**
 * The files of the API. They are served only at their routes, where parameters have an effect or are refused. Under
 * another spelling of its path, such a file would be the response to every query.
 */
const apiFile = /^webapi(?:\/.*)?$/s;
/** Precompressed versions of files. Hosts send them in place of the files, with the headers of the files. */
const precompressedFile = new RegExp(`^.*\\.(?:${Object.keys(contentTypes).join('|')})\\.(?:br|gz)$`, 's');
/** A leading slash or consecutive slashes: hosts disagree on their meaning. */
const emptySegment = /^\/|\/\//;

/** Whether a file at this path may be sent to visitors. */
export function isContent(path: string): boolean {
  return !hostFile.test(path) && (!hidden.test(path) || (wellKnown.test(path) && !hidden.test(path.slice(1))));
}

/** Whether a file is sent at its own path. Files of the API, precompressed files and the error page are not. */
export function isSentAsFile(path: string): boolean {
  return (
    isContent(path) &&
    path !== missingPagePath &&
    ![apiFile, precompressedFile, emptySegment].some((other) => other.test(path))
  );
}

/**
 * Whether a site can be served under this path. It has a slash at both ends and only characters that need no escaping
 * in URLs. It must not begin with `/webapi` in any letter case, because hosts and proxies
 * would mistake it for a path of the API.
 */
export function isBasePath(text: string): boolean {
  return /^\/(?:[A-Za-z0-9._~-]+\/)*$/.test(text) && !/\/\.{1,2}\//.test(text) && !/^\/webapi/i.test(text);
}

/** Describes a valid base path in messages, after "… is not ". */
export const basePathDescription =
  'a path such as /coast/: with a slash at both ends, only letters, digits, ".", "_", "~" and "-" in between, and not ' +
  'beginning with /webapi, where the API is';

/**
 * The redirect target for a request to the site's root or to the page for embedding without the trailing slash: without
 * the slash, relative links would be resolved one directory too high. Undefined for every other request, and for the
 * root when the base path is "/". `target` is a path with an optional query, which is preserved; `basePath` has a slash
 * at both ends.
 */
export function withTrailingSlash(target: string, basePath: string): string | undefined {
  for (const directory of [basePath, basePath + embedDirectory]) {
    const withoutSlash = directory.slice(0, -1);
    if (withoutSlash === '' || !target.startsWith(withoutSlash)) continue;
    const rest = target.slice(withoutSlash.length);
    if (rest === '' || rest.startsWith('?')) return directory + rest;
  }
  return undefined;
}
