import { contentSecurityPolicyOf, fileSecurityHeaders } from '../../core/site/security-headers.ts';
import { documentPagePaths, sitemapPath } from '../../core/storage/layout.ts';
import { smallInBytes } from './check-answers.ts';
import { compressed, longKept, useConfiguration, type Demand, type FindingList } from './findings.ts';
import type { SiteAnswer, SiteUnderTest } from './site-under-test.ts';

const page: Demand = { matches: /^text\/html\b/i, words: 'text/html' };
const script: Demand = { matches: /^(?:text|application)\/javascript\b/i, words: 'text/javascript' };
const style: Demand = { matches: /^text\/css\b/i, words: 'text/css' };
const askedAnew: Demand = { matches: /no-cache|no-store|max-age=0/, words: '"no-cache"' };

/** The explorer: its pages, their scripts and the worker. Returns whether there is one: a site may have data alone. */
export async function checkPages(site: SiteUnderTest, list: FindingList): Promise<boolean> {
  const [root, worker] = [await site.ask(''), await site.ask('sw.js')];
  if (root.status === 404 && worker.status === 404) return false;
  const assets = new Set<string>();
  for (const path of ['', 'index.html', 'api.html', ...(await documentPages(site, list))]) {
    const answer = path === '' ? root : await site.ask(path);
    const remedy = 'upload the pages, and let the host send index.html for the address of its folder';
    if (!list.status(answer, 200, remedy)) continue;
    list.header(answer, 'Content-Type', page, 'send files that end in .html as text/html');
    list.header(answer, 'Cache-Control', askedAnew, 'send no-cache with pages: else readers stay with old ones');
    checkSecurity(answer, list);
    for (const [, asset = ''] of answer.text.matchAll(/(?:src|href)="(?:\.{1,2}\/)+(assets\/[^"]+)"/g))
      assets.add(asset);
  }
  for (const path of assets) await checkAsset(site, path, list);
  if (list.status(worker, 200, 'upload sw.js, beside index.html: without it nothing works offline')) {
    const remedy = 'send no-cache with sw.js: else updates of the page are late';
    list.header(worker, 'Cache-Control', askedAnew, remedy);
    list.header(worker, 'Content-Type', script, 'browsers refuse a worker of another type: set it by the ending .js');
  }
  return true;
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

async function checkAsset(site: SiteUnderTest, path: string, list: FindingList): Promise<void> {
  const asset = await site.ask(path, { headers: { 'Accept-Encoding': 'br, gzip' } });
  if (!list.status(asset, 200, 'upload the folder assets whole, before index.html')) return;
  if (/\.(?:js|css)$/.test(path)) {
    const remedy = 'browsers refuse scripts and styles of another type: set it by the ending';
    list.header(asset, 'Content-Type', path.endsWith('.css') ? style : script, remedy);
  }
  list.header(asset, 'Cache-Control', longKept, 'names under assets/ carry a hash: let them be kept for good');
  list.header(asset, 'X-Content-Type-Options', 'nosniff', useConfiguration);
  if (asset.bytes.length < smallInBytes) return;
  list.header(asset, 'Content-Encoding', compressed, 'compress, or send the .br and .gz files beside it');
}
