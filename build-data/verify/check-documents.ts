import { contentHash } from '../../core/storage/format/file-reference.ts';
import {
  catalogPath,
  dataPackagePath,
  documentPagePaths,
  feedPath,
  type ApiDocument,
  apiDocumentPath,
  apiDocuments,
  sitemapPath,
} from '../../core/storage/format/layout.ts';
import type { Manifest } from '../../core/storage/snapshot/manifest.ts';
import { isCompressedFormat } from '../write/precompress.ts';
import {
  checkResponse,
  compressed,
  type FindingList,
  type HeaderExpectation,
  immutableCaching,
  smallInBytes,
  useConfiguration,
} from './findings.ts';
import { NoResponseError, type SiteResponse, type SiteUnderTest } from './site-under-test.ts';
import { randomUUID } from 'node:crypto';
import { anyOrigin, embedDirectory, embedModulePath, embedPagePath, framePolicyIn } from '../../core/site/embedding.ts';
import { fingerprintOf, readBuildManifest, type ShellFiles } from '../../core/site/build-manifest.ts';
import { fileSecurityHeaders } from '../../core/site/file-headers.ts';

const page: HeaderExpectation = { matches: /^text\/html\b/i, words: 'text/html' };
const script: HeaderExpectation = { matches: /^(?:text|application)\/javascript\b/i, words: 'text/javascript' };
const style: HeaderExpectation = { matches: /^text\/css\b/i, words: 'text/css' };
const revalidateCacheControl: HeaderExpectation = { matches: /no-cache|no-store|max-age=0/, words: '"no-cache"' };

/**
 * Checks the explorer: its pages, scripts and worker, and that all are from one build. Returns false for a site without
 * an explorer.
 */
export async function checkPages(site: SiteUnderTest, list: FindingList): Promise<boolean> {
  const [root, worker] = [await site.request(''), await site.request('sw.js')];
  if (root.status === 404 && worker.status === 404) return false;
  const files = checkWorker(worker, list);
  const responses = [root];
  const assets = new Set<string>();
  // Sites of early builds have no page for embedding.
  const embedPages = embedPagePath in files ? [embedDirectory, embedPagePath] : [];
  for (const path of ['', 'index.html', 'api.html', ...embedPages, ...(await documentPages(site, list))]) {
    const response = path === '' ? root : await site.request(path);
    if (response !== root) responses.push(response);
    const remedy = 'upload the pages, and let the host send index.html for the address of its directory';
    if (!list.expectStatus(response, 200, remedy)) continue;
    list.expectHeader(response, 'Content-Type', page, 'send files that end in .html as text/html');
    list.expectHeader(
      response,
      'Cache-Control',
      revalidateCacheControl,
      'send no-cache with pages; otherwise readers keep old ones',
    );
    checkSecurity(response, list);
    for (const [, asset = ''] of response.text.matchAll(/(?:src|href)="(?:\.{1,2}\/)+(assets\/[^"]+)"/g))
      assets.add(asset);
  }
  for (const path of Object.keys(files)) if (!path.endsWith('.html')) assets.add(path);
  for (const path of assets) {
    const asset = await requestAsset(site, path, list);
    if (asset) responses.push(asset);
  }
  for (const response of responses) checkShellFile(response, files, list);
  if (embedPages.length > 0) await checkEmbedModule(site, list);
  await checkMissingPage(site, list);
  return true;
}

/** Checks the module with which other sites embed the map: they load it with CORS. */
async function checkEmbedModule(site: SiteUnderTest, list: FindingList): Promise<void> {
  const response = await requestAsset(site, embedModulePath, list);
  if (response?.status !== 200) return;
  const remedy = 'pages of other sites load this module: let the host allow every origin to read it';
  list.expectHeader(response, 'Access-Control-Allow-Origin', '*', remedy);
}

/**
 * Checks the status of a page that does not exist. A host that sends the explorer for every path shows a map for such
 * pages, and misleads caches.
 */
async function checkMissingPage(site: SiteUnderTest, list: FindingList): Promise<void> {
  const path = `no-such-page-${randomUUID()}/here`;
  const response = await site.request(path, { headers: { Accept: 'text/html' } });
  list.expectStatus(
    response,
    404,
    'let the host respond to unknown addresses with 404.html and status 404, not with index.html',
  );
}

/** Checks the service worker. Returns the files of the explorer that it lists. */
function checkWorker(worker: SiteResponse, list: FindingList): ShellFiles {
  if (!list.expectStatus(worker, 200, 'upload sw.js, next to index.html: without it nothing works offline')) return {};
  list.expectHeader(
    worker,
    'Cache-Control',
    revalidateCacheControl,
    'send no-cache with sw.js; otherwise updates of the page are delayed',
  );
  const remedy = 'browsers reject a worker of another type: set the type by the file extension';
  list.expectHeader(worker, 'Content-Type', script, remedy);
  return shellFilesOf(worker, list);
}

/** The documentation pages that the sitemap lists. Sites without them, and early builds, have no sitemap. */
async function documentPages(site: SiteUnderTest, list: FindingList): Promise<string[]> {
  const response = await site.request(sitemapPath);
  if (response.status === 404) return [];
  if (!list.expectStatus(response, 200, 'upload sitemap.xml')) return [];
  const pages = Object.values(documentPagePaths).map((path) => path.replace(/index\.html$/, ''));
  return pages.filter((path) => response.text.includes(`/${path}</loc>`));
}

/** Checks the security headers, and who may frame the page. */
function checkSecurity(response: SiteResponse, list: FindingList): void {
  for (const [name, value] of Object.entries(fileSecurityHeaders))
    list.expectHeader(response, name, value, useConfiguration);
  const policy = framePolicyIn(response.text);
  const allowsAll =
    policy === `frame-ancestors ${anyOrigin}` && response.headers.get('Content-Security-Policy') === null;
  if (!allowsAll) list.expectHeader(response, 'Content-Security-Policy', policy, useConfiguration);
}

/** Requests a script, a style sheet or an image and checks its headers. Resolves to undefined if it does not arrive. */
async function requestAsset(site: SiteUnderTest, path: string, list: FindingList): Promise<SiteResponse | undefined> {
  try {
    const asset = await site.request(path, { headers: { 'Accept-Encoding': 'br, gzip' } });
    checkAsset(asset, path, list);
    return asset;
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    list.add(error.message, 'upload this file again, with its .br and .gz files, and check the log of the host');
    return undefined;
  }
}

function checkAsset(asset: SiteResponse, path: string, list: FindingList): void {
  if (!list.expectStatus(asset, 200, 'upload the complete assets directory before index.html')) return;
  if (/\.(?:js|css)$/.test(path)) {
    const remedy = 'browsers reject scripts and styles of another type: set the type by the file extension';
    list.expectHeader(asset, 'Content-Type', path.endsWith('.css') ? style : script, remedy);
  }
  if (path.startsWith('assets/')) {
    list.expectHeader(
      asset,
      'Cache-Control',
      immutableCaching,
      'names in assets/ contain a hash: let clients cache them forever',
    );
  }
  list.expectHeader(asset, 'X-Content-Type-Options', 'nosniff', useConfiguration);
  if (asset.bytes.length < smallInBytes || isCompressedFormat(path)) return;
  list.expectHeader(asset, 'Content-Encoding', compressed, 'compress it, or send the .br and .gz files next to it');
}

const uploadExplorer =
  'upload the complete explorer of one build: assets first, then the pages, sw.js last; then clear the caches in front ' +
  'of the site, and let no proxy change files. To change pages, change app/ and run npm run build:programs';

/** The files of the explorer and their fingerprints, as listed in the worker; empty if the worker is incomplete. */
function shellFilesOf(worker: SiteResponse, list: FindingList): ShellFiles {
  const buildManifest = readBuildManifest(worker.text);
  if (!buildManifest) {
    list.add(
      `${worker.request} is incomplete or from an older version: its last line, which lists the files of its build, is missing`,
      `run npm run build:programs, then ${uploadExplorer}`,
    );
    return {};
  }
  if (!buildManifest.matchesScript) list.add(`${worker.request} has changed since it was built`, uploadExplorer);
  return buildManifest.files;
}

/** Checks that a response is the file of this name from the same build as the service worker. */
function checkShellFile(response: SiteResponse, files: ShellFiles, list: FindingList): void {
  const path = response.path.replace(/(^|\/)$/, '$1index.html');
  const fingerprint = files[path];
  if (response.status !== 200 || fingerprint === undefined || fingerprintOf(response.bytes) === fingerprint) return;
  list.add(
    `${response.request} is not from the same build as sw.js: its content differs ` +
      `(received ${response.bytes.length} bytes)`,
    uploadExplorer,
  );
}

const uploadAgain =
  'a cache has kept it too long, or the upload is incomplete: clear the cache, and upload the tree again';
const uploadTarget = 'upload the complete tree of one build';

/**
 * Checks that each document of the API is of the current version, and that all links of the service document work.
 * Manifests of early builds list no documents.
 */
export async function checkDocuments(site: SiteUnderTest, manifest: Manifest, list: FindingList): Promise<void> {
  const references = manifest.documents ?? {};
  for (const name of apiDocuments) {
    const reference = references[name];
    if (reference === undefined) continue;
    const response = await site.request(apiDocumentPath(name));
    if (!checkResponse(response, 200, list)) continue;
    if ((await contentHash(response.bytes)) !== reference.hash) {
      list.add(
        `${response.request} is not the document of version ${manifest.dataVersion}${namedVersion(response)}`,
        uploadAgain,
      );
    }
    if (name === ('index.json' satisfies ApiDocument)) await checkLinks(site, response, list);
  }
}

/** The end of a message: the version that a document names, if it names one. */
function namedVersion({ json }: SiteResponse): string {
  const hasVersion = typeof json === 'object' && json !== null && 'dataVersion' in json;
  return hasVersion ? `: it is of version ${String(json.dataVersion)}` : '';
}

async function checkLinks(site: SiteUnderTest, document: SiteResponse, list: FindingList): Promise<void> {
  for (const href of new Set(addressesIn(document.json))) {
    const address = URL.canParse(href, site.url + document.path) ? new URL(href, site.url + document.path).href : href;
    if (!address.startsWith(site.url)) {
      list.add(`${document.request} links to ${href}, which is outside this site`, uploadTarget);
      continue;
    }
    try {
      const target = await site.request(address.slice(site.url.length), { method: 'HEAD' });
      list.expectStatus(target, 200, `${document.request} links to it: ${uploadTarget}`);
    } catch (error) {
      if (!(error instanceof NoResponseError)) throw error;
      list.add(error.message, 'check the log of the host for this request');
    }
  }
}

/** All URLs that a document links to, at any depth. */
function addressesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(addressesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string' && (key === 'href' || key === 'hashedHref') ? [inner] : addressesIn(inner),
  );
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
export async function checkPublicAddress(site: SiteUnderTest, list: FindingList): Promise<void> {
  for (const path of isLoopback(site.publicUrl) ? [] : documents) {
    const response = await site.request(path);
    // Sites without an explorer have no page; other checks report what is missing.
    if (response.status !== 200) continue;
    const named = new Set([...response.text.matchAll(ownAddress)].map(([, address = '']) => address));
    if (named.size > 0 && !named.has(site.publicUrl)) site.addWrongLinks([...named].join(', '), response);
  }
  for (const [root, responses] of site.wrongLinks) {
    const [first = '', ...others] = new Set(responses.map(({ request }) => request));
    const links = others.length === 0 ? 'links' : `and ${others.length} more link`;
    const isFromBuild = ({ path }: SiteResponse): boolean => documents.includes(path);
    const remedies = [
      ...(responses.every(isFromBuild) ? [] : [remedyForLinks(root, site)]),
      ...(responses.some(isFromBuild) ? [`build with --base-url ${site.publicUrl}`] : []),
    ];
    list.add(`${first} ${links} to ${root}, but readers use ${site.publicUrl}`, remedies.join('; and '));
  }
}

/** What to do about links of the API to another root. */
function remedyForLinks(root: string, site: SiteUnderTest): string {
  const { origin } = new URL(site.publicUrl);
  const named = URL.canParse(root) ? new URL(root).origin : undefined;
  if (named?.replace('http:', 'https:') === origin) {
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
