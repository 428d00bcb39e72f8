import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { describe, expect, it } from 'vitest';

import { SharingFileCache } from './sharing-file-cache.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('a cache for many long responses', () => {
  it('finds evicted content for as long as it is in use, and caches it again', async () => {
    const cache = new SharingFileCache(100);
    const used = { name: 'used' };
    cache.set('used', used, 60);
    cache.set('not used', { name: 'not used' }, 60);
    cache.set('larger than the cache', used, 101);
    cache.set('other', {}, 60);
    // Weak references are kept until the end of the current turn.
    await new Promise((resolve) => setTimeout(resolve));
    collectGarbage();
    expect(cache.get('not used')).toBeUndefined();
    expect(cache.get('larger than the cache')).toBe(used);
    expect(cache.statistics.bytes).toBe(60);
    expect(cache.get('used')).toBe(used);
    expect(cache.get('used')).toBe(used);
    expect([cache.statistics.hits, cache.statistics.misses]).toEqual([3, 1]);
  });

  it('does not remember all content that it has evicted', async () => {
    const cache = new SharingFileCache(100);
    const before = process.memoryUsage().heapUsed;
    for (let index = 0; index < 100_000; index++) {
      cache.set(`content ${index}`, {}, 60);
      if (index % 5000 === 0) {
        await new Promise((resolve) => setTimeout(resolve));
        collectGarbage();
      }
    }
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(5e6);
  });
});
