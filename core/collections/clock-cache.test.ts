import { describe, expect, it } from 'vitest';

import { ClockCache } from './clock-cache.ts';

function cacheOf(keys: string, maximumBytes: number): ClockCache<string> {
  const cache = new ClockCache<string>(maximumBytes);
  for (const key of keys) cache.set(key, key.toUpperCase(), 1);
  return cache;
}

const keysOf = (cache: ClockCache<string>): string => [...'abcdefgh'].filter((key) => cache.get(key)).join('');

describe('a cache limited to a number of bytes', () => {
  it('evicts the oldest entries that were not used', () => {
    const cache = cacheOf('abc', 3);
    expect([cache.get('a'), cache.get('x')]).toEqual(['A', undefined]);
    cache.set('d', 'D', 1);
    cache.set('e', 'E', 2);
    expect(cache.statistics).toEqual({ hits: 1, misses: 1, evictions: 3, bytes: 3 });
    expect(keysOf(cache)).toBe('ae');
  });

  it('evicts the oldest entry when all were used, never the new one', () => {
    const cache = cacheOf('abc', 3);
    for (const key of 'abc') cache.get(key);
    cache.set('d', 'D', 1);
    expect(keysOf(cache)).toBe('bcd');
  });

  it('does not store a value larger than itself, and replaces a value under the same key', () => {
    const cache = cacheOf('abc', 3);
    cache.set('d', 'D', 4);
    cache.set('a', 'other', 1);
    expect([cache.statistics.bytes, keysOf(cache), cache.get('a')]).toEqual([3, 'abc', 'other']);
  });
});
