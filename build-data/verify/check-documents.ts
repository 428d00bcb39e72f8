import { contentHash } from '../../core/storage/format/file-reference.ts';
import {
  catalogPath,
  dataPackagePath,
  documentPagePaths,
  feedPath,
  type InterfaceDocument,
  interfaceDocumentPath,
  interfaceDocuments,
  sitemapPath,
} from '../../core/storage/format/layout.ts';
import type { Manifest } from '../../core/storage/snapshot/manifest.ts';
import {
  checkAnswer,
  compressed,
  type FindingList,
  type HeaderExpectation,
  immutableCaching,
  smallInBytes,
  useConfiguration,
} from './findings.ts';
import { NoAnswerError, type SiteAnswer, type SiteUnderTest } from './site-under-test.ts';
import { randomUUID } from 'node:crypto';
import { fingerprintOf, readBuildManifest, type ShellFiles } from '../../core/site/build-manifest.ts';
import { contentSecurityPolicyOf, fileSecurityHeaders } from '../../core/site/file-headers.ts';

const page: HeaderExpectation = { matches: /^text\/html\b/i, words: 'text/html' };
const script: HeaderExpectation = { matches: /^(?:text|application)\/javascript\b/i, words: 'text/javascript' };
const style: HeaderExpectation = { matches: /^text\/css\b/i, words: 'text/css' };
const revalidateCacheControl: HeaderExpectation = { matches: /no-cache|no-store|max-age=0/, words: '"no-cache"' };

/**
 * Checks the explorer: its pages, scripts and worker, and that all are from one build. Returns false for a site without an
 * explorer.
 */
export async function checkPages(site: SiteUnderTest, list: FindingList): Promise<boolean> {
  const [root, worker] = [await site.ask(''), await site.ask('sw.js')];
  if (root.status === 404 && worker.status === 404) return false;
  const answers = [root];
  const assets = new Set<string>();
  for (const path of ['', 'index.html', 'api.html', ...(await documentPages(site, list))]) {
    const answer = path === '' ? root : await site.ask(path);
    if (answer !== root) answers.push(answer);
    const remedy = 'upload the pages, and let the host send index.html for the address of its folder';
    if (!list.status(answer, 200, remedy)) continue;
    list.header(answer, 'Content-Type', page, 'send files that end in .html as text/html');
    list.header(
      answer,
      'Cache-Control',
      revalidateCacheControl,
      'send no-cache with pages; otherwise readers keep old ones',
    );
    checkSecurity(answer, list);
    for (const [, asset = ''] of answer.text.matchAll(/(?:src|href)="(?:\.{1,2}\/)+(assets\/[^"]+)"/g))
      assets.add(asset);
  }
  const files = checkWorker(worker, list);
  for (const path of Object.keys(files)) if (!path.endsWith('.html')) assets.add(path);
  for (const path of assets) {
    const asset = await askForAsset(site, path, list);
    if (asset) answers.push(asset);
  }
  for (const answer of answers) checkShellFile(answer, files, list);
  await checkMissingPage(site, list);
  return true;
}

/** A host that sends the explorer for every path shows a map for pages that do not exist, and misleads caches. */
async function checkMissingPage(site: SiteUnderTest, list: FindingList): Promise<void> {
  const path = `no-such-page-${randomUUID()}/here`;
  const answer = await site.ask(path, { headers: { Accept: 'text/html' } });
  list.status(answer, 404, 'let the host answer unknown addresses with 404.html and status 404, not with index.html');
}

/** Returns the files of the worker's build of the explorer. */
function checkWorker(worker: SiteAnswer, list: FindingList): ShellFiles {
  if (!list.status(worker, 200, 'upload sw.js, next to index.html: without it nothing works offline')) return {};
  list.header(
    worker,
    'Cache-Control',
    revalidateCacheControl,
    'send no-cache with sw.js; otherwise updates of the page are late',
  );
  const remedy = 'browsers reject a worker of another type: set the type by the file extension';
  list.header(worker, 'Content-Type', script, remedy);
  return shellFilesOf(worker, list);
}

/** The documentation pages that the sitemap lists. Sites without them, and early builds, have no sitemap. */
async function documentPages(site: SiteUnderTest, list: FindingList): Promise<string[]> {
  const answer = await site.ask(sitemapPath);
  if (answer.status === 404) return [];
  if (!list.status(answer, 200, 'upload sitemap.xml')) return [];
  const pages = Object.values(documentPagePaths).map((path) => path.replace(/index\.html$/, ''));
  return pages.filter((path) => answer.text.includes(`/${path}</loc>`));
}

/** Checks the security headers, and that the policy allows the content of the page but nothing unsafe. */
function checkSecurity(answer: SiteAnswer, list: FindingList): void {
  for (const [name, value] of Object.entries(fileSecurityHeaders)) list.header(answer, name, value, useConfiguration);
  const policy = answer.headers.get('Content-Security-Policy');
  if (policy === null) {
    list.add(`${answer.request} has no Content-Security-Policy header`, useConfiguration);
    return;
  }
  const sources = sourcesOf(policy);
  const lacking = [...sourcesOf(contentSecurityPolicyOf(answer.text))].filter((source) => !sources.has(source));
  if (lacking.length > 0) {
    list.add(
      `${answer.request} has a Content-Security-Policy without ${lacking.join(', ')}`,
      'the policy follows from the page: run npm run configure again after each build of the explorer',
    );
  }
  const open = [...sources].filter((source) => / (?:'unsafe-[a-z-]+'|\*|https?:|data:)$/.test(source));
  const wrong = open.filter((source) => source !== 'img-src data:');
  if (wrong.length > 0)
    list.add(`${answer.request} has a Content-Security-Policy that allows ${wrong.join(', ')}`, useConfiguration);
}

/** Each source with its directive before it. */
function sourcesOf(policy: string): Set<string> {
  return new Set(
    policy.split(';').flatMap((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return sources.map((source) => `${name.toLowerCase()} ${source}`);
    }),
  );
}

/** Requests a script, a style sheet or an image and checks its headers. Undefined when it does not arrive. */
async function askForAsset(site: SiteUnderTest, path: string, list: FindingList): Promise<SiteAnswer | undefined> {
  try {
    const asset = await site.ask(path, { headers: { 'Accept-Encoding': 'br, gzip' } });
    checkAsset(asset, path, list);
    return asset;
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    list.add(error.message, 'upload this file again, with its .br and .gz files, and check the log of the host');
    return undefined;
  }
}

function checkAsset(asset: SiteAnswer, path: string, list: FindingList): void {
  if (!list.status(asset, 200, 'upload the complete assets directory before index.html')) return;
  if (/\.(?:js|css)$/.test(path)) {
    const remedy = 'browsers reject scripts and styles of another type: set the type by the file extension';
    list.header(asset, 'Content-Type', path.endsWith('.css') ? style : script, remedy);
  }
  if (path.startsWith('assets/')) {
    list.header(
      asset,
      'Cache-Control',
      immutableCaching,
      'names in assets/ contain a hash: let clients cache them forever',
    );
  }
  list.header(asset, 'X-Content-Type-Options', 'nosniff', useConfiguration);
  if (asset.bytes.length < smallInBytes) return;
  list.header(asset, 'Content-Encoding', compressed, 'compress it, or send the .br and .gz files next to it');
}

const uploadExplorer =
  'upload the complete explorer of one build: assets first, then the pages, sw.js last; then clear the caches in front ' +
  'of the site, and let nothing in between change files. To change pages, change app/ and run npm run build:programs';

/** The files of the explorer and their fingerprints, as listed in the service worker; none when it is incomplete. */
function shellFilesOf(worker: SiteAnswer, list: FindingList): ShellFiles {
  const record = readBuildManifest(worker.text);
  if (!record) {
    list.add(
      `${worker.request} is incomplete or from an older version: its last line, which lists the files of its build, is missing`,
      `run npm run build:programs, then ${uploadExplorer}`,
    );
    return {};
  }
  if (!record.matchesScript) list.add(`${worker.request} is not as it was built: its content differs`, uploadExplorer);
  return record.files;
}

/** Checks that a response is the file of this name from the same build as the service worker. */
function checkShellFile(answer: SiteAnswer, files: ShellFiles, list: FindingList): void {
  const path = answer.path === '' ? 'index.html' : answer.path;
  const fingerprint = files[path];
  if (answer.status !== 200 || fingerprint === undefined || fingerprintOf(answer.bytes) === fingerprint) return;
  list.add(
    `${answer.request} is not from the same build as sw.js: its content differs ` +
      `(received ${answer.bytes.length} bytes)`,
    uploadExplorer,
  );
}

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

/** All URLs that a document links to, at any depth. */
function addressesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(addressesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string' && (key === 'href' || key === 'hashedHref') ? [inner] : addressesIn(inner),
  );
}

/** Documents with absolute URLs of their own site, because they are used outside of it. */
const documents = [
  sitemapPath,
  feedPath('atom'),
  feedPath('json'),
  catalogPath,
  dataPackagePath,
  interfaceDocumentPath('openapi.json'),
  '',
];
/** The start of a URL of the site, up to a directory that every site has. */
const ownAddress = /(https?:\/\/[^"<>\s]*?\/)(?:docs\/|feeds\/|webapi\/v1|downloads\/|card\.png)/g;

/**
 * Checks that feeds, metadata and pages link to the URL that readers use, which builds take from --base-url. For a site at a
 * loopback address, that URL is known only from the command line.
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

/** What to do about a link of the API to a URL outside the site; undefined when the link is right. */
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
