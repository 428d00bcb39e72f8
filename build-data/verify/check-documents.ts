import { contentHash } from '../../core/storage/format/file-reference.ts';
import {
  catalogPath,
  dataPackagePath,
  feedPath,
  type InterfaceDocument,
  interfaceDocumentPath,
  interfaceDocuments,
  sitemapPath,
} from '../../core/storage/format/layout.ts';
import type { Manifest } from '../../core/storage/snapshot/manifest.ts';
import { checkAnswer, type FindingList } from './findings.ts';
import { NoAnswerError, type SiteAnswer, type SiteUnderTest } from './site-under-test.ts';

const uploadAgain =
  'a cache in between keeps it too long, or the upload is incomplete: clear the cache, and upload the tree again';
const uploadTarget = 'upload the complete tree of one build';

/**
 * Checks that each document of the API is of the current version, and that all links of the service document work. The
 * manifests of early builds name no documents.
 */
export async function checkDocuments(site: SiteUnderTest, manifest: Manifest, list: FindingList): Promise<void> {
  const references = manifest.documents ?? {};
  for (const name of interfaceDocuments) {
    const reference = references[name];
    if (reference === undefined) continue;
    const answer = await site.ask(interfaceDocumentPath(name));
    if (!checkAnswer(answer, 200, list)) continue;
    if ((await contentHash(answer.bytes)) !== reference.hash) {
      list.add(
        `${answer.request} is not the document of version ${manifest.dataVersion}${saysOf(answer)}`,
        uploadAgain,
      );
    }
    if (name === ('index.json' satisfies InterfaceDocument)) await checkLinks(site, answer, list);
  }
}

/** For a message: the version that a document names, if it names one. */
function saysOf({ json }: SiteAnswer): string {
  const isOfVersion = typeof json === 'object' && json !== null && 'dataVersion' in json;
  return isOfVersion ? `: it is of version ${String(json.dataVersion)}` : '';
}

async function checkLinks(site: SiteUnderTest, document: SiteAnswer, list: FindingList): Promise<void> {
  for (const href of new Set(addressesIn(document.json))) {
    const address = URL.canParse(href, site.url + document.path) ? new URL(href, site.url + document.path).href : href;
    if (!address.startsWith(site.url)) {
      list.add(`${document.request} links to ${href}, which is outside this site`, uploadTarget);
      continue;
    }
    try {
      const target = await site.ask(address.slice(site.url.length), { method: 'HEAD' });
      list.status(target, 200, `${document.request} links to it: ${uploadTarget}`);
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
      list.add(error.message, 'check the log of the host for this request');
    }
  }
}

/** All addresses that a document links to, at any depth. */
function addressesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(addressesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string' && (key === 'href' || key === 'hashedHref') ? [inner] : addressesIn(inner),
  );
}

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
