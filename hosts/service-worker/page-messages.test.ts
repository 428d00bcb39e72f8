import { beforeEach, describe, expect, it } from 'vitest';

import { DataCache } from './data-cache.ts';
import { handleStorageRequest } from './page-messages.ts';
import { ShellCache } from './shell-cache.ts';
import { FakeSite, requestFor, settle } from './testing/fake-site.ts';
import { PausableCaches } from './worker-environment.ts';

let site: FakeSite;

beforeEach(() => {
  site = new FakeSite();
  site.files.set('index.html', '<script src="./assets/page-1a.js"></script>');
  site.files.set('assets/page-1a.js', 'start()');
});

/**
 * Sends a request to a worker that has cached the page and ten bytes of data, and then counts the bytes in all caches.
 */
async function requestStorage(storage: 'size' | 'remove'): Promise<{ replies: number[]; bytesInCaches: number }> {
  const dataCache = new DataCache(site);
  const shellCache = new ShellCache({ version: 'one', files: ['assets/page-1a.js', 'index.html'] }, site);
  await shellCache.fill();
  await dataCache.files.put('data/some.bin', new Uint8Array(10), {});
  await (await site.caches.open('of something else')).put(`${site.siteUrl}x`, new Response('1234'));
  const replies: number[] = [];
  const port = { postMessage: (bytes: number) => replies.push(bytes) };
  await handleStorageRequest({ storage }, port, [dataCache.files, shellCache], new PausableCaches(site.caches));
  let bytesInCaches = 0;
  for (const [name, { responses }] of site.caches.stored) {
    if (!name.startsWith('coastwatch')) continue;
    for (const [url, response] of responses) {
      if (!url.endsWith('kept-on-this-device')) bytesInCaches += (await response.clone().arrayBuffer()).byteLength;
    }
  }
  return { replies, bytesInCaches };
}

describe('A worker that receives a storage request', () => {
  it('replies with the total size of the cached page and data', async () => {
    const { replies, bytesInCaches } = await requestStorage('size');
    expect(bytesInCaches).toBeGreaterThan(50);
    expect(replies).toEqual([bytesInCaches]);
  });

  it('deletes everything except data of other sites, and replies that nothing is left', async () => {
    expect(await requestStorage('remove')).toEqual({ replies: [0], bytesInCaches: 0 });
    expect(await site.caches.keys()).toEqual(['of something else']);
  });

  it('stores nothing after the deletion, not even from work in progress, until a page resumes caching', async () => {
    const path = `data/${'0'.repeat(32)}.bin`;
    site.files.set(path, 'data');
    const caches = new PausableCaches(site.caches);
    const environment = {
      ...site,
      siteUrl: site.siteUrl,
      caches,
      fetch: async (request: Request): Promise<Response> => {
        await arrived;
        return site.fetch(request);
      },
    };
    let arrive: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const dataCache = new DataCache(environment);
    const shellCache = new ShellCache({ version: 'one', files: ['assets/page-1a.js', 'index.html'] }, environment);
    const filling = shellCache.fill();
    const reading = dataCache.respond(requestFor(path));
    const putting = dataCache.files.put('data/some.bin', new Uint8Array(10), {});
    const pinning = dataCache.files.pin(['data/some.bin']);
    const replies: number[] = [];
    const port = { postMessage: (bytes: number) => replies.push(bytes) };
    await handleStorageRequest({ storage: 'remove' }, port, [dataCache.files, shellCache], caches);
    arrive();
    expect(await (await reading).text()).toBe('data');
    await Promise.all([filling, putting, pinning]);
    await dataCache.respond(requestFor(path));
    await settle();
    expect(replies).toEqual([0]);
    expect(await site.caches.keys()).toEqual([]);

    caches.resume();
    await shellCache.fill();
    expect(await dataCache.files.put('data/some.bin', new Uint8Array(10), {})).toBe(true);
    expect(await dataCache.files.bytes()).toBe(10);
    expect(await site.caches.keys()).toHaveLength(2);
  });
});
