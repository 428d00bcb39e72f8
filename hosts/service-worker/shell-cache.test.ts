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

async function textOf(request: Request): Promise<string | undefined> {
  return (await cache.answer(request))?.text();
}

describe('The page', () => {
  it('opens without a network once the cache is filled, with everything it loads later', async () => {
    await cache.fill();
    site.network = 'gone';
    expect(await textOf(navigationTo(''))).toBe(page);
    expect(await textOf(navigationTo('index.html?c=-31.99,115.75&z=11'))).toBe(page);
    expect(await textOf(requestFor('assets/page-1a.js'))).toBe('start()');
    expect(await textOf(requestFor('assets/lazy-2b.js'))).toBe('later()');
    expect(await textOf(requestFor('icon.svg'))).toBe('<svg/>');
  });

  it('opens from the cache when the network says nothing for a while, or the host is in trouble', async () => {
    await cache.fill();
    site.network = 'silent';
    expect(await textOf(navigationTo(''))).toBe(page);
    site.network = 'there';
    site.override = () => new Response('Bad gateway', { status: 502 });
    expect(await textOf(navigationTo(''))).toBe(page);
  });

  it('comes from the network where there is one, so that a new build shows', async () => {
    await cache.fill();
    site.files.set('index.html', '<!doctype html><script src="./assets/page-9z.js"></script>');
    expect(await textOf(navigationTo(''))).toContain('page-9z');
  });

  it('of another build is not kept: its parts are not here', async () => {
    site.files.set('index.html', '<!doctype html><script src="./assets/page-9z.js"></script>');
    await cache.fill();
    site.files.set('index.html', page);
    await cache.answer(navigationTo(''));
    await settle();
    site.files.set('index.html', '<!doctype html><script src="./assets/page-9z.js"></script>');
    await cache.answer(navigationTo(''));
    await settle();
    site.network = 'gone';
    expect(await textOf(navigationTo(''))).toBe(page);
  });

  it('fails as the network does when it is not kept', async () => {
    site.network = 'gone';
    await expect(cache.answer(navigationTo(''))).rejects.toThrow('Failed to fetch');
  });
});

describe('A page of documentation', () => {
  const documentPage = '<!doctype html><div data-root="../"></div><script src="../assets/page-1a.js"></script>';

  beforeEach(async () => {
    site.files.set('docs/index.html', documentPage);
    site.override = (path) =>
      path === 'docs/' ? new Response(documentPage, { headers: { 'Content-Type': 'text/html' } }) : undefined;
    await cache.fill();
  });

  it('opens without a network once it was visited, by its folder or by its name', async () => {
    await cache.answer(navigationTo('docs/'));
    await settle();
    site.network = 'gone';
    expect(await textOf(navigationTo('docs/'))).toBe(documentPage);
    expect(await textOf(navigationTo('docs/index.html'))).toBe(documentPage);
  });

  it('is kept when it asks for itself: its first visit came before the worker', async () => {
    await cache.answer(requestFor('docs/'));
    await settle();
    site.network = 'gone';
    expect(await textOf(navigationTo('docs/'))).toBe(documentPage);
  });

  it('comes from the network where there is one', async () => {
    await cache.answer(navigationTo('docs/'));
    await settle();
    site.override = undefined;
    site.files.set('docs/', 'newer');
    expect(await textOf(navigationTo('docs/'))).toBe('newer');
  });

  it('that was never visited fails as the network does, and is not answered by the explorer', async () => {
    await cache.answer(navigationTo('docs/'));
    await settle();
    site.network = 'gone';
    await expect(cache.answer(navigationTo('docs/downloads/'))).rejects.toThrow('Failed to fetch');
  });

  it('is not taken for kept where a host sends the explorer in its place', async () => {
    site.override = () => new Response(page, { headers: { 'Content-Type': 'text/html' } });
    await cache.answer(navigationTo('docs/downloads/'));
    await settle();
    site.network = 'gone';
    await expect(cache.answer(navigationTo('docs/downloads/'))).rejects.toThrow('Failed to fetch');
  });
});

describe('Parts with a hash in their names', () => {
  it('are asked for once', async () => {
    await cache.fill();
    site.asked.length = 0;
    await cache.answer(requestFor('assets/page-1a.js'));
    expect(site.asked).toEqual([]);
  });

  it('of the build before are still answered', async () => {
    await cache.fill();
    const next = new ShellCache({ version: 'two', files: ['assets/page-9z.js', 'index.html'] }, site);
    await next.forgetEarlier();
    site.network = 'gone';
    expect(await (await next.answer(requestFor('assets/lazy-2b.js')))?.text()).toBe('later()');
  });
});

describe('Filling the cache', () => {
  it('reads only what is missing', async () => {
    site.override = (path) => (path === 'assets/lazy-2b.js' ? new Response('', { status: 404 }) : undefined);
    await cache.fill();
    site.override = undefined;
    site.asked.length = 0;
    await cache.fill();
    expect(site.asked).toEqual(['assets/lazy-2b.js', 'index.html']);
  });

  it('reads the page last, and not before all of its parts are kept', async () => {
    site.override = (path) => (path === 'assets/lazy-2b.js' ? new Response('', { status: 404 }) : undefined);
    await cache.fill();
    await cache.answer(navigationTo(''));
    await settle();
    expect(site.caches.urls()).not.toContain(`${siteUrl}index.html`);
    site.override = undefined;
    await cache.fill();
    expect(site.caches.urls().at(-1)).toBe(`${siteUrl}index.html`);
  });

  it('keeps the page without the icon, which it does not need', async () => {
    site.files.delete('icon.svg');
    await cache.fill();
    expect(site.caches.urls()).toContain(`${siteUrl}index.html`);
  });

  it('keeps no page in place of a part', async () => {
    site.override = () => new Response(page, { headers: { 'Content-Type': 'text/html' } });
    await cache.fill();
    expect(site.caches.urls()).toEqual([]);
  });

  it.each([
    ['without a network', () => (site.network = 'gone')],
    ['without room', () => (site.caches.failWith = new DOMException('no room', 'QuotaExceededError'))],
  ])('fails quietly %s, and requests are answered as before', async (_, breakIt) => {
    breakIt();
    await cache.fill();
    await cache.forgetEarlier();
    site.network = 'there';
    expect(await textOf(navigationTo(''))).toBe(page);
    expect(await textOf(requestFor('assets/page-1a.js'))).toBe('start()');
    await settle();
  });
});

describe('A build that could not be kept whole', () => {
  const nextPage = '<!doctype html><script src="./assets/page-9z.js"></script>';
  const files = ['assets/later-8y.js', 'assets/page-9z.js', 'index.html'];
  let next: ShellCache;

  beforeEach(async () => {
    await new ShellCache({ ...shell, version: 'zero' }, site).fill();
    await cache.fill();
    next = new ShellCache({ version: 'two', files }, site);
    site.files.set('index.html', nextPage);
    site.files.set('assets/page-9z.js', 'startAnew()');
  });

  it.each([
    ['a part is missing', () => undefined],
    ['the page is missing', () => site.files.delete('index.html')],
    ['the network is gone', () => (site.network = 'gone')],
  ])('leaves the page of the build before to open without a network, whole, when %s', async (_, breakIt) => {
    breakIt();
    await next.fill();
    await next.forgetEarlier();
    site.network = 'gone';
    expect(await (await next.answer(navigationTo('')))?.text()).toBe(page);
    expect(await (await next.answer(requestFor('assets/page-1a.js')))?.text()).toBe('start()');
    expect(await (await next.answer(requestFor('assets/lazy-2b.js')))?.text()).toBe('later()');
  });

  it('spares all earlier ones until it is whole', async () => {
    await next.fill();
    await next.forgetEarlier();
    expect(await site.caches.keys()).toHaveLength(3);
    site.files.set('assets/later-8y.js', 'laterAnew()');
    await next.fill();
    await next.forgetEarlier();
    expect(await site.caches.keys()).toEqual(['coastwatch shell /coast/ one', 'coastwatch shell /coast/ two']);
    site.network = 'gone';
    expect(await (await next.answer(navigationTo('')))?.text()).toBe(nextPage);
  });

  it('does not forget one that came after it and waits', async () => {
    await next.fill();
    await cache.forgetEarlier();
    expect(await site.caches.keys()).toContain('coastwatch shell /coast/ two');
  });
});

describe('The icon, which has no hash in its name', () => {
  it('is that of the own build', async () => {
    await cache.fill();
    site.files.set('icon.svg', '<svg>new</svg>');
    const next = new ShellCache({ ...shell, version: 'two' }, site);
    await next.fill();
    expect(await (await next.answer(requestFor('icon.svg')))?.text()).toBe('<svg>new</svg>');
    expect(await textOf(requestFor('icon.svg'))).toBe('<svg/>');
  });
});

describe('What goes on after an answer', () => {
  it('is told at once, and is over when the page is kept', async () => {
    site.files.delete('index.html');
    await cache.fill();
    site.files.set('index.html', page);
    const works: Promise<unknown>[] = [];
    const answer = cache.answer(navigationTo(''), (work) => works.push(work));
    expect(works).toHaveLength(1);
    await Promise.all([answer, ...works]);
    expect(site.caches.urls()).toContain(`${siteUrl}index.html`);
  });

  it('does not fail with the network', async () => {
    site.network = 'gone';
    const works: Promise<unknown>[] = [];
    await expect(cache.answer(navigationTo(''), (work) => works.push(work))).rejects.toThrow('Failed to fetch');
    await expect(Promise.all(works)).resolves.toHaveLength(1);
  });
});

describe('A page', () => {
  it.each([
    ['of this build', true, ['assets/page-1a.js']],
    ['of another build', false, ['assets/page-9z.js']],
    ['of both', false, ['assets/page-1a.js', 'assets/page-9z.js']],
    ['without scripts', false, []],
    ['of another site', false, ['../assets/page-1a.js']],
  ])('%s is known by its scripts', (_, isOwn, paths) => {
    expect(cache.isOwnPage(paths.map((path) => new URL(path, siteUrl).href))).toBe(isOwn);
  });
});

describe('Caches of earlier builds', () => {
  it('go, but for the latest and for those of other sites', async () => {
    for (const version of ['a', 'b', 'c']) await new ShellCache({ ...shell, version }, site).fill();
    const elsewhere = new ShellCache(
      { ...shell, version: 'x' },
      { ...site, siteUrl: 'https://data.example/coast/inner/' },
    );
    await elsewhere.fill();
    await site.caches.open('of something else');
    await new ShellCache({ ...shell, version: 'c' }, site).forgetEarlier();
    expect(await site.caches.keys()).toEqual([
      'coastwatch shell /coast/ b',
      'coastwatch shell /coast/ c',
      'coastwatch shell /coast/inner/ x',
      'of something else',
    ]);
  });
});

describe('What is no part of the page', () => {
  it.each([
    ['a page that the build did not make', navigationTo('about')],
    ['a file of its own', requestFor('robots.txt')],
    ['the worker', requestFor('sw.js')],
    ['the start page, read by a script', requestFor('')],
    ['a request that changes something', requestFor('assets/page-1a.js', { method: 'POST' })],
    ['another site', new Request('https://data.example/assets/page-1a.js')],
  ])('is left alone: %s', (_, request) => {
    expect(cache.answer(request)).toBeUndefined();
  });
});
