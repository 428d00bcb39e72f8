import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { contentHash } from '../../core/storage/content-hash.ts';
import { encodedManifest } from '../../core/storage/testing/encoded-manifest.ts';
import { fromCacheHeader } from '../../core/storage/worker-protocol.ts';
import { DataCache } from './data-cache.ts';
import { FakeSite, requestFor } from './testing/fake-site.ts';

const content = new TextEncoder().encode('what the file holds');
const path = `data/${await contentHash(content)}.bin`;
const manifestPath = 'data/manifest.json';
const first = new TextDecoder().decode(await encodedManifest('first'));
const second = new TextDecoder().decode(await encodedManifest('second'));

let site: FakeSite;
let cache: DataCache;
const left: Promise<unknown>[] = [];

beforeEach(() => {
  site = new FakeSite();
  site.files.set(path, content);
  site.files.set(manifestPath, first);
  cache = new DataCache(site);
  left.length = 0;
});

async function textOf(wanted: string, init?: RequestInit): Promise<string> {
  return (await cache.answer(requestFor(wanted, init), (work) => left.push(work))).text();
}

/** What the answers left to do is done. */
async function settle(): Promise<void> {
  await Promise.all(left.splice(0));
}

describe('What is data', () => {
  it('is the manifest and the files named by a hash, read whole', () => {
    expect(cache.isData(requestFor(path))).toBe(true);
    expect(cache.isData(requestFor(manifestPath))).toBe(true);
    expect(cache.isData(requestFor('data/other.json'))).toBe(false);
    expect(cache.isData(requestFor('assets/page-12345678.js'))).toBe(false);
    expect(cache.isData(requestFor(path, { method: 'HEAD' }))).toBe(false);
    expect(cache.isData(requestFor(path, { headers: { Range: 'bytes=0-9' } }))).toBe(false);
    expect(cache.isData(new Request(`https://data.example/${path}`))).toBe(false);
    expect(cache.isData(new Request(`https://elsewhere.example/coast/${path}`))).toBe(false);
  });
});

describe('A file named by its hash', () => {
  it('is asked for once, and then answered without the network', async () => {
    expect(await textOf(path)).toBe('what the file holds');
    await settle();
    site.network = 'gone';
    expect(await textOf(path)).toBe('what the file holds');
    expect(site.asked).toEqual([path]);
  });

  it('is read past the cache on demand, and takes the place of a damaged copy', async () => {
    await textOf(path);
    await settle();
    const stored = await site.caches.open([...site.caches.stored.keys()][0] ?? '');
    await stored.put(requestFor(path), new Response('damaged'));
    expect(await textOf(path)).toBe('damaged');
    expect(await textOf(path, { cache: 'reload' })).toBe('what the file holds');
    await settle();
    expect(await textOf(path)).toBe('what the file holds');
  });

  it('is never answered from the cache to one who asks past it, network or not', async () => {
    await textOf(path);
    await settle();
    site.network = 'gone';
    await expect(cache.answer(requestFor(path, { cache: 'reload' }))).rejects.toThrow('Failed to fetch');
    expect(await textOf(path)).toBe('what the file holds');
  });

  it.each([
    ['a page of HTML', () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } })],
    ['content of another name', () => new Response('something else')],
    ['an error', () => new Response(content, { status: 500 })],
  ])('is passed on but not kept when the host sends %s', async (_, response) => {
    site.override = response;
    expect((await cache.answer(requestFor(path), (work) => left.push(work))).status).toBe(response().status);
    await settle();
    expect(site.caches.urls()).toEqual([]);
    expect(await cache.keep(path)).toBe(false);
  });

  it('is answered all the same when there is no room to keep it', async () => {
    site.caches.failWith = new DOMException('no room', 'QuotaExceededError');
    expect(await textOf(path)).toBe('what the file holds');
    expect(await textOf(manifestPath)).toBe(first);
    expect(await cache.keep(path)).toBe(false);
    expect(await cache.keptPaths()).toEqual([]);
    await settle();
  });

  it('fails as the network does when it is not kept', async () => {
    site.network = 'gone';
    await expect(cache.answer(requestFor(path))).rejects.toThrow('Failed to fetch');
  });
});

describe('The manifest', () => {
  it('comes from the network where there is one, unmarked', async () => {
    await textOf(manifestPath);
    await settle();
    const again = await cache.answer(requestFor(manifestPath));
    expect(again.headers.has(fromCacheHeader)).toBe(false);
    expect(site.asked).toEqual([manifestPath, manifestPath]);
  });

  it.each(['gone', 'silent'] as const)(
    'comes from the cache, marked with its date, when the network is %s',
    async (network) => {
      const before = Date.now();
      await textOf(manifestPath);
      await settle();
      site.network = network;
      const kept = await cache.answer(requestFor(manifestPath, { cache: 'no-cache' }));
      expect(await kept.text()).toBe(first);
      const date = new Date(kept.headers.get(fromCacheHeader) ?? '').getTime();
      expect(date).toBeGreaterThanOrEqual(before);
      expect(date).toBeLessThanOrEqual(Date.now());
    },
  );

  it.each([404, 500, 503])('comes from the cache when the host answers %i', async (status) => {
    await textOf(manifestPath);
    await settle();
    site.override = () => new Response('in trouble', { status });
    expect(await textOf(manifestPath)).toBe(first);
  });

  it('comes from the cache when the host sends a page in its place', async () => {
    await textOf(manifestPath);
    await settle();
    site.override = () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } });
    expect(await textOf(manifestPath)).toBe(first);
  });

  it('that is newer passes through, and does not take the place of one whose files are kept', async () => {
    await textOf(manifestPath);
    await settle();
    site.files.set(manifestPath, second);
    expect(await textOf(manifestPath)).toBe(second);
    await settle();
    site.network = 'gone';
    expect(await textOf(manifestPath)).toBe(first);
    await cache.keepManifest(new TextEncoder().encode(second));
    expect(await textOf(manifestPath)).toBe(second);
  });

  it.each(['{}', first.slice(0, -1), first.replace('first', 'firsu')])(
    'is not kept when it is none: %s',
    async (sent) => {
      site.files.set(manifestPath, sent);
      expect(await textOf(manifestPath)).toBe(sent);
      await settle();
      expect(site.caches.urls()).toEqual([]);
    },
  );

  it('fails as the network does when none is kept, or when it is asked for past the cache', async () => {
    site.network = 'gone';
    await expect(cache.answer(requestFor(manifestPath))).rejects.toThrow('Failed to fetch');
    site.network = 'there';
    await textOf(manifestPath);
    await settle();
    site.network = 'gone';
    await expect(cache.answer(requestFor(manifestPath, { cache: 'reload' }))).rejects.toThrow('Failed to fetch');
  });
});

describe('A host that is slow to give the manifest', () => {
  let give: (response: Response) => void;
  let signal: AbortSignal | undefined;

  beforeEach(() => {
    vi.useFakeTimers();
    cache = new DataCache({
      siteUrl: site.siteUrl,
      caches: site.caches,
      patienceInMilliseconds: 3000,
      fetch: (request) =>
        new Promise((resolve, reject) => {
          give = resolve;
          signal = request.signal;
          signal.addEventListener('abort', () => {
            reject(new DOMException('The user aborted a request.', 'AbortError'));
          });
        }),
    });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const keepOne = (): Promise<void> => cache.keepManifest(new TextEncoder().encode('{"kept":true}'));

  it('is waited for when none is kept', async () => {
    const answer = cache.answer(requestFor(manifestPath));
    await vi.advanceTimersByTimeAsync(60_000);
    give(new Response('{"late":true}'));
    expect(await (await answer).text()).toBe('{"late":true}');
  });

  it('is given up in the end when one is kept', async () => {
    await keepOne();
    const answer = cache.answer(requestFor(manifestPath));
    const past = expect(cache.answer(requestFor(manifestPath, { cache: 'reload' }))).rejects.toThrow('aborted');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await (await answer).text()).toBe('{"kept":true}');
    await past;
  });

  it('is given up with whoever asked, be one kept or not', async () => {
    for (const isKept of [false, true]) {
      if (isKept) await keepOne();
      const asker = new AbortController();
      const answer = cache.answer(requestFor(manifestPath, { cache: 'reload', signal: asker.signal }));
      const failed = expect(answer).rejects.toThrow('aborted');
      asker.abort();
      await failed;
    }
  });

  it('may send it for as long as it likes once it has begun', async () => {
    await keepOne();
    const answer = cache.answer(requestFor(manifestPath));
    await vi.advanceTimersByTimeAsync(1000);
    give(new Response(new ReadableStream()));
    await answer;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(signal?.aborted).toBe(false);
  });
});

describe('What goes on after an answer', () => {
  it.each([path, manifestPath])('is told, and is over when %s is kept', async (wanted) => {
    const works: Promise<unknown>[] = [];
    await cache.answer(requestFor(wanted), (work) => works.push(work));
    expect(works).toHaveLength(1);
    await Promise.all(works);
    expect(site.caches.urls()).toContain(site.siteUrl + wanted);
    expect(await cache.kept.paths()).toEqual([wanted]);
  });

  it('is told before the network speaks, which may be after the kept copy has answered', async () => {
    site.network = 'silent';
    const works: Promise<unknown>[] = [];
    await cache.keepManifest(new TextEncoder().encode('{"kept":true}'));
    const answer = cache.answer(requestFor(manifestPath), (work) => works.push(work));
    expect(works).toHaveLength(1);
    await answer;
    await expect(Promise.all(works)).resolves.toEqual([undefined]);
  });
});
