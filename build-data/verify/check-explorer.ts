import { randomUUID } from 'node:crypto';

import { fingerprintOf, readBuildManifest, type ShellFiles } from '../../core/site/build-manifest.ts';
import { contentSecurityPolicyOf, fileSecurityHeaders } from '../../core/site/file-headers.ts';
import { documentPagePaths, sitemapPath } from '../../core/storage/format/layout.ts';
import { compressed, type Demand, type FindingList, longKept, smallInBytes, useConfiguration } from './findings.ts';
import { NoAnswerError, type SiteAnswer, type SiteUnderTest } from './site-under-test.ts';

const page: Demand = { matches: /^text\/html\b/i, words: 'text/html' };
const script: Demand = { matches: /^(?:text|application)\/javascript\b/i, words: 'text/javascript' };
const style: Demand = { matches: /^text\/css\b/i, words: 'text/css' };
const revalidateCacheControl: Demand = { matches: /no-cache|no-store|max-age=0/, words: '"no-cache"' };

/** The explorer: its pages, their scripts and the worker, and whether all are of one build. Returns whether there is one: a site may have data alone. */
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
      'send no-cache with pages: else readers stay with old ones',
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

/** Returns the files of the explorer that the worker is of. */
function checkWorker(worker: SiteAnswer, list: FindingList): ShellFiles {
  if (!list.status(worker, 200, 'upload sw.js, next to index.html: without it nothing works offline')) return {};
  list.header(
    worker,
    'Cache-Control',
    revalidateCacheControl,
    'send no-cache with sw.js: else updates of the page are late',
  );
  const remedy = 'browsers refuse a worker of another type: set it by the ending .js';
  list.header(worker, 'Content-Type', script, remedy);
  return shellFilesOf(worker, list);
}

/** The pages of documentation that the site says it has: builds without them, and earlier ones, have no sitemap. */
async function documentPages(site: SiteUnderTest, list: FindingList): Promise<string[]> {
  const answer = await site.ask(sitemapPath);
  if (answer.status === 404) return [];
  if (!list.status(answer, 200, 'upload sitemap.xml')) return [];
  const pages = Object.values(documentPagePaths).map((path) => path.replace(/index\.html$/, ''));
  return pages.filter((path) => answer.text.includes(`/${path}</loc>`));
}

/** The headers of every file, and a policy that allows what the page holds, and nothing that no policy should. */
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

/** A script, a style or an image, whose headers are looked at; undefined when it does not come. */
async function askForAsset(site: SiteUnderTest, path: string, list: FindingList): Promise<SiteAnswer | undefined> {
  try {
    const asset = await site.ask(path, { headers: { 'Accept-Encoding': 'br, gzip' } });
    checkAsset(asset, path, list);
    return asset;
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    list.add(error.message, 'upload this file again, with its .br and .gz files, and look at what the host logs');
    return undefined;
  }
}

function checkAsset(asset: SiteAnswer, path: string, list: FindingList): void {
  if (!list.status(asset, 200, 'upload the folder assets whole, before index.html')) return;
  if (/\.(?:js|css)$/.test(path)) {
    const remedy = 'browsers refuse scripts and styles of another type: set it by the ending';
    list.header(asset, 'Content-Type', path.endsWith('.css') ? style : script, remedy);
  }
  if (path.startsWith('assets/')) {
    list.header(asset, 'Cache-Control', longKept, 'names under assets/ carry a hash: let them be kept for good');
  }
  list.header(asset, 'X-Content-Type-Options', 'nosniff', useConfiguration);
  if (asset.bytes.length < smallInBytes) return;
  list.header(asset, 'Content-Encoding', compressed, 'compress it, or send the .br and .gz files next to it');
}

const uploadExplorer =
  'upload the explorer of one build whole: assets first, then the pages, sw.js last; then empty the caches before the ' +
  'site, and let nothing on the way change files. Pages are changed in app/, before npm run build:programs';

/** The files of the explorer and their fingerprints, from the service worker; none when it is incomplete. */
function shellFilesOf(worker: SiteAnswer, list: FindingList): ShellFiles {
  const record = readBuildManifest(worker.text);
  if (!record) {
    list.add(
      `${worker.request} is not whole, or of an earlier kind: its last line, which lists the files of its build, is missing`,
      `run npm run build:programs, then ${uploadExplorer}`,
    );
    return {};
  }
  if (!record.matchesScript)
    list.add(`${worker.request} is not as it was built: its content is another`, uploadExplorer);
  return record.files;
}

/** An answer must be the file of this name from the same build as the service worker. */
function checkShellFile(answer: SiteAnswer, files: ShellFiles, list: FindingList): void {
  const path = answer.path === '' ? 'index.html' : answer.path;
  const fingerprint = files[path];
  if (answer.status !== 200 || fingerprint === undefined || fingerprintOf(answer.bytes) === fingerprint) return;
  list.add(
    `${answer.request} is not the file of the build that sw.js is of: its content is another ` +
      `(${answer.bytes.length} bytes came)`,
    uploadExplorer,
  );
}
