import {
  catalogPath,
  dataPackagePath,
  feedPath,
  interfaceDocumentPath,
  sitemapPath,
} from '../../core/storage/layout.ts';
import type { FindingList } from './findings.ts';
import type { SiteUnderTest } from './site-under-test.ts';

/** Documents with absolute addresses of their own site, because readers use them away from it. */
const documents = [
  sitemapPath,
  feedPath('atom'),
  feedPath('json'),
  catalogPath,
  dataPackagePath,
  interfaceDocumentPath('openapi.json'),
  '',
];
/** The start of an address of the site, up to a folder that every site has. */
const ownAddress = /(https?:\/\/[^"<>\s]*?\/)(?:docs\/|feeds\/|webapi\/v1|downloads\/|card\.png)/g;

/**
 * Checks that feeds, metadata and pages link to the address that readers use, which builds take from --base-url. For a site at
 * a loopback address that is known only if the command line names it.
 */
export async function checkPublicAddress(site: SiteUnderTest, list: FindingList): Promise<void> {
  if (isLoopback(site.publicUrl)) return;
  for (const path of documents) {
    const answer = await site.ask(path);
    // Sites without an explorer have no page; other checks report what is missing.
    if (answer.status !== 200) continue;
    const named = new Set([...answer.text.matchAll(ownAddress)].map(([, address = '']) => address));
    if (named.size === 0 || named.has(site.publicUrl)) continue;
    list.add(
      `${answer.request} links to ${[...named].join(', ')}, where readers use ${site.publicUrl}`,
      `build with --base-url ${site.publicUrl}`,
    );
  }
}

/** What to do about a link of the interface to an address outside the site; undefined when the link is right. */
export function remedyForLink(link: string, site: SiteUnderTest): string | undefined {
  if (link.startsWith(site.publicUrl)) return undefined;
  const { origin } = new URL(site.publicUrl);
  const named = URL.canParse(link) ? new URL(link).origin : undefined;
  if (named?.replace('http:', 'https:') === origin) {
    return (
      `the server does not know that readers use https: start it with --public-origin ${origin}, or let a proxy on the ` +
      'same machine send X-Forwarded-Proto'
    );
  }
  return (
    `the server does not know the address of the site: start it with --public-origin ${origin}, or let the proxy pass ` +
    'the Host header on. If this link is right, give its origin to this command with --public-origin'
  );
}

export function isLoopback(url: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);
}
