import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ResponseCache, costInBytes } from './response-cache.ts';
import type { ApiResponse } from './responses.ts';

const responseOf = (length: number, status = 200): ApiResponse => ({
  status,
  headers: {},
  body: new Uint8Array(length),
});

async function* streamed(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  await Promise.resolve();
  yield Uint8Array.of(1);
}

describe('the response cache', () => {
  it('caches only complete responses with status 200 that are not too large, and nothing if its size is 0', () => {
    const largest = 1000;
    const cache = new ResponseCache(16 * costInBytes('just fits', largest));
    cache.set('problem', responseOf(10, 404));
    cache.set('unavailable', responseOf(10, 503));
    cache.set('not modified', { status: 304, headers: {}, body: null });
    cache.set('stream', { status: 200, headers: {}, body: streamed() });
    cache.set('too large', responseOf(largest + 20));
    cache.set('just fits', responseOf(largest));
    const urls = ['problem', 'unavailable', 'not modified', 'stream', 'too large', 'just fits'];
    expect(urls.filter((url) => cache.get(url))).toEqual(['just fits']);
    const none = new ResponseCache(0);
    none.set('a', responseOf(0));
    expect(none.get('a')).toBeUndefined();
  });

  it('never exceeds its bound, and evicts the least recently used entry first', () => {
    const uses = fc.array(
      fc.record({ url: fc.nat({ max: 40 }).map((name) => `u${name}`), length: fc.nat({ max: 140 }) }),
      { minLength: 60, maxLength: 120 },
    );
    fc.assert(
      fc.property(uses, (steps) => {
        const maximum = 30_000; // some 16 to 19 responses
        const cache = new ResponseCache(maximum);
        // The simplest possible model: keys in order of last use.
        let model: { url: string; bytes: number }[] = [];
        for (const { url, length } of steps) {
          const bytes = costInBytes(url, length);
          if (cache.get(url))
            model = [...model.filter((held) => held.url !== url), ...model.filter((held) => held.url === url)];
          cache.set(url, responseOf(length));
          if (bytes > maximum / 16) continue;
          model = [...model.filter((held) => held.url !== url), { url, bytes }];
          while (model.reduce((sum, held) => sum + held.bytes, 0) > maximum) model.shift();
        }
        expect(model.length).toBeLessThan(25);
        const held = Array.from({ length: 41 }, (_, name) => `u${name}`).filter((url) => cache.get(url));
        expect(held.sort()).toEqual(model.map(({ url }) => url).sort());
      }),
    );
  });
});
