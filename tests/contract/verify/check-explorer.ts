import { randomUUID } from 'node:crypto';

import { fingerprintOf, readBuildManifest, type ShellFiles } from '../../../core/http/build-manifest.ts';
import { embedDirectory, embedModulePath, embedPagePath } from '../../../core/http/embedding.ts';
import {
  apiDocumentPath,
  catalogPath,
  dataPackagePath,
  documentPagePaths,
  feedPath,
  sitemapPath,
} from '../../../core/storage/format/layout.ts';
import { checkFile, checkFiles, type SiteFile } from './check-files.ts';
import { firstPageQuery } from './check-api.ts';
import type { FindingList, DeployedSite } from './deployed-site.ts';

const uploadExplorer =
  'upload the complete explorer of one build: assets first, then the pages, sw.js last; then clear the caches in front ' +
  'of the site, and let no proxy change files. To change pages, change app/ and run npm run build:programs';

/**
 * Checks the explorer: its pages, scripts and worker, and that all are from one build. Returns false for a site without
 * an explorer.
 */
export async function checkExplorer(site: DeployedSite, list: FindingList): Promise<boolean> {
  const root = await site.request('');
  if (root.status === 404 && (await site.request('sw.js')).status === 404) return false;
  const worker = await list.attempt('/sw.js', () =>
    checkFile(site, { path: 'sw.js', remedy: uploadExplorer, check: () => Promise.resolve(undefined) }, list),
  );
  const buildManifest = worker && readBuildManifest(worker.body);
  if (worker && buildManifest?.matchesScript !== true) {
    list.add(
      worker.request,
      'incomplete, changed, or from an older version: its last line does not match it',
      uploadExplorer,
    );
  }
  const shell = buildManifest?.files ?? {};
  const hasEmbedding = embedPagePath in shell;
  const pages = ['', ...(hasEmbedding ? [embedDirectory] : []), ...(await documentPages(site))];
  const files = [
    ...new Set(['index.html', ...pages, ...Object.keys(shell), ...(hasEmbedding ? [embedModulePath] : [])]),
  ];
  await checkFiles(
    site,
    files.map((path) => shellFile(path, shell)),
    list,
  );
  // A host that sends the explorer for every path shows a map for such pages, and misleads caches.
  const missing = await site.request(`no-such-page-${randomUUID()}/here`, { headers: { Accept: 'text/html' } });
  const remedy = 'let the host respond to unknown addresses with 404.html and status 404, not with index.html';
  list.expectStatus(missing, 404, remedy);
  return true;
}

/** A file from the same build as the service worker, which lists its fingerprint. */
function shellFile(path: string, shell: ShellFiles): SiteFile {
  const fingerprint = shell[path.replace(/(^|\/)$/, '$1index.html')];
  return {
    path,
    remedy: uploadExplorer,
    check: (bytes) =>
      Promise.resolve(
        fingerprint === undefined || fingerprintOf(bytes) === fingerprint
          ? undefined
          : `not from the same build as sw.js: its content differs (received ${bytes.length} bytes)`,
      ),
  };
}

/** The documentation pages that the sitemap lists. Sites without an explorer have none. */
async function documentPages(site: DeployedSite): Promise<string[]> {
  const sitemap = await site.request(sitemapPath);
  const pages = Object.values(documentPagePaths).map((path) => path.replace(/index\.html$/, ''));
  return pages.filter((path) => sitemap.body.includes(`/${path}</loc>`));
}

/** Documents that contain absolute URLs of their site, because they are also used outside it. */
const documents = [
  sitemapPath,
  feedPath('atom'),
  feedPath('json'),
  catalogPath,
  dataPackagePath,
  apiDocumentPath('openapi.json'),
  '',
];
/** Matches a URL up to a path that builds write; the group is the URL of the site's root. */
const ownAddress = /(https?:\/\/[^"<>\s]*?\/)(?:docs\/|feeds\/|webapi\/v1|downloads\/|card\.png)/g;

/**
 * Checks that the API, feeds, metadata and pages link to the URL that readers use. Builds take it from --base-url; for a
 * site at a loopback address, it is known only from the command line, so only the links of the API are checked.
 */
export async function checkPublicAddress(
  site: DeployedSite,
  linkedRoot: string | undefined,
  list: FindingList,
): Promise<void> {
  const { publicUrl } = site;
  const add = (request: string, root: string, remedy: string): void => {
    list.add(request, `links to ${root}, but readers use ${publicUrl}`, remedy);
  };
  if (linkedRoot !== undefined && linkedRoot !== publicUrl) {
    add(`/${firstPageQuery}`, linkedRoot, remedyForLinks(linkedRoot, new URL(publicUrl).origin));
  }
  for (const path of isLoopback(publicUrl) ? [] : documents) {
    const { status, request, body } = await site.request(path);
    // Sites without an explorer have no page; other checks report what is missing.
    if (status !== 200) continue;
    const named = new Set([...body.matchAll(ownAddress)].map(([, address = '']) => address));
    if (named.size > 0 && !named.has(publicUrl))
      add(request, [...named].join(', '), `build with --base-url ${publicUrl}`);
  }
}

/** What to do about links of the API to another root. */
function remedyForLinks(root: string, origin: string): string {
  if (new URL(root).origin.replace('http:', 'https:') === origin) {
    return (
      `the server does not know that readers use https: start it with --public-origin ${origin}, or let a proxy on the ` +
      'same machine send X-Forwarded-Proto or Forwarded'
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
