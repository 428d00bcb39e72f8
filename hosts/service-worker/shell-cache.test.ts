import { beforeEach, describe, expect, it } from 'vitest';

import { ShellCache } from './shell-cache.ts';
import { FakeSite, navigationTo, requestFor, settle, siteUrl } from './testing/fake-site.ts';

const page = '<!doctype html><script src="./assets/page-1a.js"></script>';
const shell = { version: 'one', files: ['assets/lazy-2b.js', 'assets/page-1a.js', 'icon.svg', 'index.html'] };

let site: FakeSite;
let cache: ShellCache;

beforeEach(() => {
  site = new FakeSite();
  site.files.set('index.html', page);
  site.files.set('icon.svg', '<svg/>');
  site.files.set('assets/page-1a.js', 'start()');
  site.files.set('assets/lazy-2b.js', 'later()');
  cache = new ShellCache(shell, site);
});

async function readText(request: Request): Promise<string | undefined> {
  return (await cache.respond(request))?.text();
}

describe('The page', () => {
  it('opens from the cache when the network does not respond in time, or the host fails', async () => {
    await cache.fill();
    site.network = 'silent';
    expect(await readText(navigationTo(''))).toBe(page);
    site.network = 'online';
    site.override = () => new Response('Bad gateway', { status: 502 });
    expect(await readText(navigationTo(''))).toBe(page);
  });

  it('is cached if it names a base map of the site, which is an asset that it loads on demand', async () => {
    const meta =
      '<meta name="coastwatch-base-maps" content="[{&quot;url&quot;:&quot;assets/base-map-1a.pmtiles&quot;}]" />';
    site.files.set('index.html', page + meta);
    await cache.fill();
    site.network = 'offline';
    expect(await readText(navigationTo(''))).toContain('base-map-1a');
  });

  it('of another build is not cached, because its assets are missing', async () => {
    site.files.set('index.html', '<!doctype html><script src="./assets/page-9z.js"></script>');
    await cache.fill();
    site.files.set('index.html', page);
    await cache.respond(navigationTo(''));
    await settle();
    site.files.set('index.html', '<!doctype html><script src="./assets/page-9z.js"></script>');
    await cache.respond(navigationTo(''));
    await settle();
    site.network = 'offline';
    expect(await readText(navigationTo(''))).toBe(page);
  });
});

describe('The coast', () => {
  const withCoast = { ...shell, files: ['coast/outline.json', ...shell.files] };

  beforeEach(async () => {
    cache = new ShellCache(withCoast, site);
    site.files.set('coast/outline.json', 'one coast');
    await cache.fill();
  });

  it('comes from the cache, offline too, until a worker is installed, which a build of the data with another coast changes', async () => {
    site.files.set('coast/outline.json', 'another coast');
    site.network = 'offline';
    expect(await readText(requestFor('coast/outline.json'))).toBe('one coast');
    site.network = 'online';
    await cache.fill();
    expect(await readText(requestFor('coast/outline.json'))).toBe('one coast');
    await cache.fill({ isInstalling: true });
    expect(await readText(requestFor('coast/outline.json'))).toBe('another coast');
  });

  it('is kept when the host sends a page in its place', async () => {
    site.override = () => new Response('<h1>Error</h1>', { headers: { 'Content-Type': 'text/html' } });
    await cache.fill({ isInstalling: true });
    expect(await readText(requestFor('coast/outline.json'))).toBe('one coast');
  });

  it('is needed by the page, which is not cached without it', async () => {
    site = new FakeSite();
    for (const file of shell.files) site.files.set(file, file === 'index.html' ? page : 'x');
    cache = new ShellCache(withCoast, site);
    await cache.fill();
    expect(site.caches.urls()).not.toContain(`${siteUrl}index.html`);
    site.files.set('coast/outline.json', 'one coast');
    await cache.fill();
    expect(site.caches.urls()).toContain(`${siteUrl}index.html`);
  });
});

describe('A documentation page', () => {
  const documentPage = '<!doctype html><div data-root="../"></div><script src="../assets/page-1a.js"></script>';

  beforeEach(async () => {
    site.files.set('docs/index.html', documentPage);
    site.override = (path) =>
      path === 'docs/' ? new Response(documentPage, { headers: { 'Content-Type': 'text/html' } }) : undefined;
    await cache.fill();
  });

  it('opens offline after a visit, by the path of its directory or by its file name', async () => {
    await cache.respond(navigationTo('docs/'));
    await settle();
    site.network = 'offline';
    expect(await readText(navigationTo('docs/'))).toBe(documentPage);
    expect(await readText(navigationTo('docs/index.html'))).toBe(documentPage);
  });

  it('that was never visited is replaced offline by a page that says so, with a link to the explorer', async () => {
    await cache.respond(navigationTo('docs/'));
    await settle();
    site.network = 'offline';
    const response = await cache.respond(navigationTo('docs/downloads/'));
    expect(response?.status).toBe(503);
    expect(await response?.text()).toMatch(/<h1>Not stored yet<\/h1>[^]*href="\/coast\/"/);
    await expect(cache.respond(requestFor('docs/downloads/'))).rejects.toThrow('Failed to fetch');
  });

  it('is not cached if a host sends the explorer instead', async () => {
    site.override = () => new Response(page, { headers: { 'Content-Type': 'text/html' } });
    await cache.respond(navigationTo('docs/downloads/'));
    await settle();
    site.network = 'offline';
    expect((await cache.respond(navigationTo('docs/downloads/')))?.status).toBe(503);
  });
});

describe('Assets with a hash in their names', () => {
  it('of the previous build are still served', async () => {
    await cache.fill();
    const next = new ShellCache({ version: 'two', files: ['assets/page-9z.js', 'index.html'] }, site);
    await next.deleteEarlierBuilds();
    site.network = 'offline';
    expect(await (await next.respond(requestFor('assets/lazy-2b.js')))?.text()).toBe('later()');
  });
});

describe('Filling the cache', () => {
  it('reads the page last, after all of its assets are cached', async () => {
    site.override = (path) => (path === 'assets/lazy-2b.js' ? new Response('', { status: 404 }) : undefined);
    await cache.fill();
    await cache.respond(navigationTo(''));
    await settle();
    expect(site.caches.urls()).not.toContain(`${siteUrl}index.html`);
    site.override = undefined;
    await cache.fill();
    expect(site.caches.urls().at(-1)).toBe(`${siteUrl}index.html`);
  });

  it.each([
    ['without a network', () => (site.network = 'offline')],
    ['without space', () => (site.caches.failWith = new DOMException('no space', 'QuotaExceededError'))],
  ])('does not reject %s, and does not affect responses', async (_, breakIt) => {
    breakIt();
    await cache.fill();
    await cache.deleteEarlierBuilds();
    site.network = 'online';
    expect(await readText(navigationTo(''))).toBe(page);
    expect(await readText(requestFor('assets/page-1a.js'))).toBe('start()');
    await settle();
  });
});

describe('A build that could not be cached completely', () => {
  const nextPage = '<!doctype html><script src="./assets/page-9z.js"></script>';
  const files = ['assets/later-8y.js', 'assets/page-9z.js', 'index.html'];
  let next: ShellCache;

  beforeEach(async () => {
    await new ShellCache({ ...shell, version: 'zero' }, site).fill();
    await cache.fill();
    next = new ShellCache({ version: 'two', files }, site);
    site.files.set('index.html', nextPage);
    site.files.set('assets/page-9z.js', 'startAgain()');
  });

  it.each([
    ['an asset is missing', () => undefined],
    ['the page is missing', () => site.files.delete('index.html')],
    ['the network is offline', () => (site.network = 'offline')],
  ])('leaves the previous build complete for offline use when %s', async (_, breakIt) => {
    breakIt();
    await next.fill();
    await next.deleteEarlierBuilds();
    site.network = 'offline';
    expect(await (await next.respond(navigationTo('')))?.text()).toBe(page);
    expect(await (await next.respond(requestFor('assets/page-1a.js')))?.text()).toBe('start()');
    expect(await (await next.respond(requestFor('assets/lazy-2b.js')))?.text()).toBe('later()');
  });

  it('does not delete earlier builds until it is complete', async () => {
    await next.fill();
    await next.deleteEarlierBuilds();
    expect(await site.caches.keys()).toHaveLength(3);
    site.files.set('assets/later-8y.js', 'laterAgain()');
    await next.fill();
    await next.deleteEarlierBuilds();
    expect(await site.caches.keys()).toEqual(['coastwatch shell /coast/ one', 'coastwatch shell /coast/ two']);
    site.network = 'offline';
    expect(await (await next.respond(navigationTo('')))?.text()).toBe(nextPage);
  });
});

describe('A page', () => {
  it.each([
    ['of this build', true, ['assets/page-1a.js']],
    ['of another build', false, ['assets/page-9z.js']],
    ['of both', false, ['assets/page-1a.js', 'assets/page-9z.js']],
    ['without scripts', false, []],
    ['of another site', false, ['../assets/page-1a.js']],
  ])('%s is recognised by its scripts', (_, isOwn, paths) => {
    expect(cache.isPageOfThisBuild(paths.map((path) => new URL(path, siteUrl).href))).toBe(isOwn);
  });
});

describe('Caches of earlier builds', () => {
  it('are deleted, except the latest and those of other sites', async () => {
    for (const version of ['a', 'b', 'c']) await new ShellCache({ ...shell, version }, site).fill();
    const elsewhere = new ShellCache(
      { ...shell, version: 'x' },
      { ...site, siteUrl: 'https://data.example/coast/inner/' },
    );
    await elsewhere.fill();
    await site.caches.open('of something else');
    await new ShellCache({ ...shell, version: 'c' }, site).deleteEarlierBuilds();
    expect(await site.caches.keys()).toEqual([
      'coastwatch shell /coast/ b',
      'coastwatch shell /coast/ c',
      'coastwatch shell /coast/inner/ x',
      'of something else',
    ]);
  });
});

describe('Requests for other files', () => {
  it.each([
    ['a page that is not in the build', navigationTo('about')],
    ['a file that is not in the build', requestFor('robots.txt')],
    ['the worker', requestFor('sw.js')],
    ['the start page, read by a script', requestFor('')],
    ['a POST request', requestFor('assets/page-1a.js', { method: 'POST' })],
    ['another site', new Request('https://data.example/assets/page-1a.js')],
  ])('are not handled: %s', (_, request) => {
    expect(cache.respond(request)).toBeUndefined();
  });
});
