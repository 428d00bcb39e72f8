import { randomUUID } from 'node:crypto';

import { fingerprintOf, readBuildManifest, type ShellFiles } from '../../core/site/build-manifest.ts';
import { contentSecurityPolicyOf, fileSecurityHeaders } from '../../core/site/file-headers.ts';
import { documentPagePaths, sitemapPath } from '../../core/storage/format/layout.ts';
import {
  compressed,
  type HeaderExpectation,
  type FindingList,
  immutableCaching,
  smallInBytes,
  useConfiguration,
} from './findings.ts';
import { NoAnswerError, type SiteAnswer, type SiteUnderTest } from './site-under-test.ts';

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

/** A host that sends the explorer for every address shows a map for pages that do not exist, and misleads caches. */
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
