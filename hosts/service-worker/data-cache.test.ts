import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { contentHash } from '../../core/storage/format/file-reference.ts';
import { encodedManifest } from '../../core/storage/snapshot/testing/encoded-manifest.ts';
import { fromCacheHeader } from '../../core/http/worker-protocol.ts';
import { DataCache } from './data-cache.ts';
import { FakeSite, requestFor } from './testing/fake-site.ts';

const content = new TextEncoder().encode('the content of the file');
const path = `data/${await contentHash(content)}.bin`;
const manifestPath = 'data/manifest.json';
const first = new TextDecoder().decode(await encodedManifest('first'));
const second = new TextDecoder().decode(await encodedManifest('second'));

let site: FakeSite;
let cache: DataCache;
const pending: Promise<unknown>[] = [];

beforeEach(() => {
  site = new FakeSite();
  site.files.set(path, content);
  site.files.set(manifestPath, first);
  cache = new DataCache(site);
  pending.length = 0;
});

async function readText(wanted: string, init?: RequestInit): Promise<string> {
  return (await cache.respond(requestFor(wanted, init), (work) => pending.push(work))).text();
}

/** Waits for work that continues after responses. */
async function settle(): Promise<void> {
  await Promise.all(pending.splice(0));
}

describe('A file named by its hash', () => {
  it('is requested once, or bypassing the cache, and then replaces a damaged copy', async () => {
    expect(await readText(path)).toBe('the content of the file');
    await settle();
    const stored = await site.caches.open([...site.caches.stored.keys()][0] ?? '');
    await stored.put(requestFor(path), new Response('damaged'));
    expect(await readText(path)).toBe('damaged');
    expect(site.requested).toEqual([path]);
    expect(await readText(path, { cache: 'reload' })).toBe('the content of the file');
    await settle();
    expect(await readText(path)).toBe('the content of the file');
  });

  it.each([
    ['a page of HTML', () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } })],
    ['content that does not match the name', () => new Response('something else')],
    ['an error', () => new Response(content, { status: 500 })],
  ])('is passed on but not cached when the host sends %s', async (_, response) => {
    site.override = response;
    expect((await cache.respond(requestFor(path), (work) => pending.push(work))).status).toBe(response().status);
    await settle();
    expect(site.caches.urls()).toEqual([]);
    expect(await cache.cache(path)).toBe(false);
  });

  it('is served even if there is no space to cache it', async () => {
    site.caches.failWith = new DOMException('no space', 'QuotaExceededError');
    expect(await readText(path)).toBe('the content of the file');
    expect(await readText(manifestPath)).toBe(first);
    expect(await cache.cache(path)).toBe(false);
    expect(await cache.cachedPaths()).toEqual([]);
    await settle();
  });
});

describe('The manifest', () => {
  it('comes from the network if possible, without the header of cached copies', async () => {
    await readText(manifestPath);
    await settle();
    const again = await cache.respond(requestFor(manifestPath));
    expect(again.headers.has(fromCacheHeader)).toBe(false);
    expect(site.requested).toEqual([manifestPath, manifestPath]);
  });

  it.each(['offline', 'silent'] as const)(
    'comes from the cache, with its date in a header, when the network is %s',
    async (network) => {
      const before = Date.now();
      await readText(manifestPath);
      await settle();
      site.network = network;
      const cached = await cache.respond(requestFor(manifestPath, { cache: 'no-cache' }));
      expect(await cached.text()).toBe(first);
      const date = new Date(cached.headers.get(fromCacheHeader) ?? '').getTime();
      expect(date).toBeGreaterThanOrEqual(before);
      expect(date).toBeLessThanOrEqual(Date.now());
    },
  );

  it.each([404, 500, 503])('comes from the cache when the host responds with %i', async (status) => {
    await readText(manifestPath);
    await settle();
    site.override = () => new Response('in trouble', { status });
    expect(await readText(manifestPath)).toBe(first);
  });

  it('is passed on when it is newer, but does not replace the one whose files are cached', async () => {
    await readText(manifestPath);
    await settle();
    site.files.set(manifestPath, second);
    expect(await readText(manifestPath)).toBe(second);
    await settle();
    site.network = 'offline';
    expect(await readText(manifestPath)).toBe(first);
    await cache.cacheManifest(new TextEncoder().encode(second));
    expect(await readText(manifestPath)).toBe(second);
  });

  it.each(['{}', first.slice(0, -1), first.replace('first', 'firsu')])(
    'is not cached when it is invalid: %s',
    async (sent) => {
      site.files.set(manifestPath, sent);
      expect(await readText(manifestPath)).toBe(sent);
      await settle();
      expect(site.caches.urls()).toEqual([]);
    },
  );
});

describe('A request for the manifest to a slow host', () => {
  let respond: (response: Response) => void;
  let signal: AbortSignal | undefined;

  beforeEach(() => {
    vi.useFakeTimers();
    cache = new DataCache({
      siteUrl: site.siteUrl,
      caches: site.caches,
      timeoutInMilliseconds: 3000,
      fetch: (request) =>
        new Promise((resolve, reject) => {
          respond = resolve;
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

  const cacheAManifest = (): Promise<void> => cache.cacheManifest(new TextEncoder().encode('{"cached":true}'));

  it('is aborted after a while when one is cached', async () => {
    await cacheAManifest();
    const response = cache.respond(requestFor(manifestPath));
    const bypassing = expect(cache.respond(requestFor(manifestPath, { cache: 'reload' }))).rejects.toThrow('aborted');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await (await response).text()).toBe('{"cached":true}');
    await bypassing;
  });

  it('is not aborted once the response has begun', async () => {
    await cacheAManifest();
    const response = cache.respond(requestFor(manifestPath));
    await vi.advanceTimersByTimeAsync(1000);
    respond(new Response(new ReadableStream()));
    await response;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(signal?.aborted).toBe(false);
  });
});
