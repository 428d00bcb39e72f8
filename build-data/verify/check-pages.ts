import { FindingList, type Findings } from './findings.ts';
import type { SiteUnderTest } from './site-under-test.ts';

/** The explorer: its page, its scripts and its worker. A site of data alone has none, and that is said. */
export async function checkPages(site: SiteUnderTest): Promise<Findings> {
  const list = new FindingList();
  const page = await site.ask('');
  if (!list.status(page, 200, 'upload index.html, and let the host send it for the address of its folder')) {
    return list.found;
  }
  list.header(page, 'Content-Type', /^text\/html\b/i, 'send files that end in .html as text/html');
  list.header(page, 'Cache-Control', /no-cache|no-store|max-age=0/, 'send no-cache with pages');
  list.header(
    page,
    'Content-Security-Policy',
    /default-src 'none'.*script-src 'self'/,
    'send the policy of the configuration that npm run configure writes',
  );
  list.header(page, 'X-Content-Type-Options', 'nosniff', 'send this header with all files');
  const scripts = [...page.text.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, path = '']) => path);
  for (const path of new Set(scripts)) {
    const script = await site.ask(path, { headers: { 'Accept-Encoding': 'br, gzip' } });
    if (!list.status(script, 200, 'upload the folder assets whole, before index.html')) continue;
    const type = path.endsWith('.css') ? /^text\/css\b/i : /^(?:text|application)\/javascript\b/i;
    list.header(
      script,
      'Content-Type',
      type,
      'browsers refuse scripts and styles of another type: set it by the ending',
    );
    list.header(
      script,
      'Cache-Control',
      /immutable|max-age=\d{6,}/,
      'names under assets/ carry a hash: keep them for good',
    );
    if (script.bytes.length > 2000) {
      list.header(
        script,
        'Content-Encoding',
        /^(?:br|gzip|zstd)$/,
        'compress, or send the .br and .gz files beside it',
      );
    }
  }
  const worker = await site.ask('sw.js');
  if (list.status(worker, 200, 'upload sw.js: without it nothing works offline')) {
    list.header(
      worker,
      'Cache-Control',
      /no-cache|no-store|max-age=0/,
      'send no-cache with sw.js: else updates are late',
    );
    list.header(worker, 'Content-Type', /javascript/i, 'send files that end in .js as text/javascript');
  }
  return list.found;
}
