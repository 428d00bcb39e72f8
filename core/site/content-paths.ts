import { contentTypes } from './file-headers.ts';
import { missingPagePattern } from './missing-page.ts';

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
