import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';

import { CachedFiles, storageLimit } from './cached-files.ts';
import { FakeSite } from './testing/fake-site.ts';

const limit = 1000;
let site: FakeSite;

beforeEach(() => {
  site = new FakeSite();
});

/** The files after a restart of the worker, when only stored state is left. */
const reopen = (): CachedFiles => new CachedFiles({ ...site, estimateStorage: async () => ({ quota: 10 * limit }) });
const put = (files: CachedFiles, path: string, bytes: number): Promise<boolean> =>
  files.put(path, new Uint8Array(bytes), { 'Content-Type': 'application/octet-stream' });
const isCached = async (path: string): Promise<boolean> => (await reopen().find(path)) !== undefined;

describe('Cached files', () => {
  it('are evicted in the order in which they were read, also across restarts of the worker', async () => {
    const files = reopen();
    for (const name of ['a', 'b', 'c', 'd']) await put(files, name, 240);
    await files.markRead('a');
    await put(reopen(), 'e', 240);
    expect(await reopen().paths()).toEqual(['d', 'a', 'e']);
    expect(await reopen().bytes()).toBe(720);
    expect([await isCached('b'), await isCached('a')]).toEqual([false, true]);
  });

  it('are never evicted while they are pinned, whatever their size; nor is the manifest', async () => {
    const files = reopen();
    await files.pin(['a', 'b']);
    for (const name of ['data/manifest.json', 'a', 'b']) await put(files, name, 700);
    for (const name of ['c', 'd', 'e']) expect(await put(files, name, 300)).toBe(true);
    expect(await reopen().paths()).toEqual(['data/manifest.json', 'a', 'b']);
    await reopen().pin(['b']);
    await put(reopen(), 'f', 1);
    expect(await reopen().paths()).toEqual(['data/manifest.json', 'b']);
  });

  it('never exceed the limit, and always include the file that was stored last', async () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g');
    const step = fc.record({ name, bytes: fc.integer({ min: 0, max: 900 }), isRead: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        site = new FakeSite();
        let files = reopen();
        for (const { name, bytes, isRead } of steps) {
          if (isRead) await files.markRead(name);
          else {
            await put(files, name, bytes);
            expect((await files.paths()).at(-1)).toBe(name);
          }
          expect(await files.bytes()).toBeLessThanOrEqual(limit);
          if (bytes % 5 === 0) files = reopen();
        }
        const sizes = await Promise.all(
          (await files.paths()).map(async (path) => (await files.find(path))?.arrayBuffer()),
        );
        expect(sizes.reduce((sum, buffer) => sum + (buffer?.byteLength ?? Number.NaN), 0)).toBe(await files.bytes());
      }),
      { numRuns: 60 },
    );
  });

  it('are still counted, and are evicted first, if the index is damaged or does not contain them', async () => {
    await put(reopen(), 'a', 300);
    await put(reopen(), 'b', 300);
    const cache = await site.caches.open([...site.caches.stored.keys()][0] ?? '');
    for (const index of [undefined, 'null', '{"needed":1}', '{', '{"needed":[],"files":[["b",300]]}']) {
      const url = `${site.siteUrl}data/kept-on-this-device`;
      if (index === undefined) await cache.delete(url);
      else await cache.put(url, new Response(index));
      expect(await reopen().bytes()).toBe(600);
    }
    await put(reopen(), 'c', 500);
    expect(await reopen().paths()).toEqual(['b', 'c']);
  });
});

describe('A browser with less space than it reported', () => {
  it('evicts the files read least recently, and then stores the new one', async () => {
    site.caches.maximumBytes = 700;
    for (const name of ['a', 'b', 'c']) expect(await put(reopen(), name, 150)).toBe(true);
    expect(await put(reopen(), 'd', 200)).toBe(true);
    expect(await reopen().paths()).toEqual(expect.arrayContaining(['d']));
    expect(await reopen().paths()).not.toContain('a');
  });
});

describe('The limit', () => {
  it.each([
    ['a tenth of the quota', async () => ({ quota: 300_000_000 }), 30_000_000],
    ['never more than 100 MB', async () => ({ quota: 1e12 }), 100_000_000],
    ['20 MB if the browser reports no quota', async () => ({}), 20_000_000],
    ['20 MB if the browser has no method to report it', undefined, 20_000_000],
    ['20 MB if the browser refuses to report it', () => Promise.reject(new TypeError('no')), 20_000_000],
  ])('is %s', async (_, estimate, expected) => {
    expect(await storageLimit(estimate)).toBe(expected);
  });
});
