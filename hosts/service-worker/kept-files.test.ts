import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';

import { KeptFiles } from './kept-files.ts';
import { storageLimit } from './storage-limit.ts';
import { FakeSite } from './testing/fake-site.ts';

const limit = 1000;
let site: FakeSite;

beforeEach(() => {
  site = new FakeSite();
});

/** A life of the worker: it knows nothing but what is kept. */
const anew = (): KeptFiles => new KeptFiles({ ...site, estimateStorage: async () => ({ quota: 10 * limit }) });
const put = (kept: KeptFiles, path: string, bytes: number): Promise<boolean> =>
  kept.put(path, new Uint8Array(bytes), { 'Content-Type': 'application/octet-stream' });
const isThere = async (path: string): Promise<boolean> => (await anew().find(path)) !== undefined;

describe('Files on the device', () => {
  it('make room for what is new in the order in which they were read, over the worker’s lives', async () => {
    const kept = anew();
    for (const name of ['a', 'b', 'c', 'd']) await put(kept, name, 240);
    await kept.noteRead('a');
    await put(anew(), 'e', 240);
    expect(await anew().paths()).toEqual(['d', 'a', 'e']);
    expect(await anew().bytes()).toBe(720);
    expect([await isThere('b'), await isThere('a')]).toEqual([false, true]);
  });

  it('never go while they are needed, whatever they take; the manifest never goes', async () => {
    const kept = anew();
    await kept.need(['a', 'b']);
    for (const name of ['data/manifest.json', 'a', 'b']) await put(kept, name, 700);
    for (const name of ['c', 'd', 'e']) expect(await put(kept, name, 300)).toBe(true);
    expect(await anew().paths()).toEqual(['data/manifest.json', 'a', 'b']);
    await anew().need(['b']);
    await put(anew(), 'f', 1);
    expect(await anew().paths()).toEqual(['data/manifest.json', 'b']);
  });

  it('that were read last stay beside what is needed while there is room for both', async () => {
    const kept = anew();
    await kept.need(['a']);
    await put(kept, 'a', 220);
    for (const name of ['b', 'c']) await put(kept, name, 750);
    expect(await anew().paths()).toEqual(['a', 'c']);
    await put(kept, 'd', 790);
    expect(await anew().paths()).toEqual(['a']);
  });

  it('are not kept when one alone would fill the device', async () => {
    expect(await put(anew(), 'a', limit + 1)).toBe(false);
    expect(await anew().paths()).toEqual([]);
  });

  it('stay within the limit whatever is read and kept, and the latest is among them', async () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g');
    const step = fc.record({ name, bytes: fc.integer({ min: 0, max: 900 }), isRead: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        site = new FakeSite();
        let kept = anew();
        for (const { name, bytes, isRead } of steps) {
          if (isRead) await kept.noteRead(name);
          else {
            await put(kept, name, bytes);
            expect((await kept.paths()).at(-1)).toBe(name);
          }
          expect(await kept.bytes()).toBeLessThanOrEqual(limit);
          if (bytes % 5 === 0) kept = anew();
        }
        const sizes = await Promise.all(
          (await kept.paths()).map(async (path) => (await kept.find(path))?.arrayBuffer()),
        );
        expect(sizes.reduce((sum, buffer) => sum + (buffer?.byteLength ?? Number.NaN), 0)).toBe(await kept.bytes());
      }),
      { numRuns: 60 },
    );
  });

  it('are counted although their notes are lost, or are none, and go first', async () => {
    await put(anew(), 'a', 300);
    await put(anew(), 'b', 300);
    const cache = await site.caches.open([...site.caches.stored.keys()][0] ?? '');
    for (const notes of [undefined, 'null', '{"needed":1}', '{', '{"needed":[],"files":[["b",300]]}']) {
      const url = `${site.siteUrl}data/kept-on-this-device`;
      if (notes === undefined) await cache.delete(url);
      else await cache.put(url, new Response(notes));
      expect(await anew().bytes()).toBe(600);
    }
    await put(anew(), 'c', 500);
    expect(await anew().paths()).toEqual(['b', 'c']);
  });

  it('are not counted any more when the browser took them away', async () => {
    const kept = anew();
    await put(kept, 'a', 300);
    site.caches.stored.clear();
    expect(await kept.bytes()).toBe(0);
    expect(await put(kept, 'b', 300)).toBe(true);
    expect(await anew().paths()).toEqual(['b']);
  });

  it('all go on a person’s word, and are kept again afterwards', async () => {
    const kept = anew();
    await kept.need(['a']);
    await put(kept, 'a', 300);
    await kept.clear();
    expect(site.caches.urls()).toEqual([]);
    expect(await kept.bytes()).toBe(0);
    expect(await put(kept, 'a', 200)).toBe(true);
    expect(await anew().bytes()).toBe(200);
  });
});

describe('A browser that has less room than it said', () => {
  it('is given what was read longest ago, and then keeps the new', async () => {
    site.caches.mostBytes = 700;
    for (const name of ['a', 'b', 'c']) expect(await put(anew(), name, 150)).toBe(true);
    expect(await put(anew(), 'd', 200)).toBe(true);
    expect(await anew().paths()).toEqual(expect.arrayContaining(['d']));
    expect(await anew().paths()).not.toContain('a');
  });
});

describe('A browser that keeps nothing', () => {
  it('is no fault: every call says that there is nothing', async () => {
    site.caches.failWith = new DOMException('The operation is insecure.', 'SecurityError');
    const kept = anew();
    expect(await kept.find('a')).toBeUndefined();
    expect(await put(kept, 'a', 10)).toBe(false);
    await kept.noteRead('a');
    await kept.need(['a']);
    await kept.forget('a');
    await kept.clear();
    expect(await kept.paths()).toEqual([]);
    expect(await kept.bytes()).toBe(0);
  });
});

describe('The limit', () => {
  it.each([
    ['a tenth of what the browser grants', async () => ({ quota: 300_000_000 }), 30_000_000],
    ['never more than 100 MB', async () => ({ quota: 1e12 }), 100_000_000],
    ['20 MB where the browser does not say', async () => ({}), 20_000_000],
    ['20 MB where it cannot be asked', undefined, 20_000_000],
    ['20 MB where it refuses', () => Promise.reject(new TypeError('no')), 20_000_000],
  ])('is %s', async (_, estimate, expected) => {
    expect(await storageLimit(estimate)).toBe(expected);
  });
});
