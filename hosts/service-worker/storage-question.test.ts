import { beforeEach, describe, expect, it } from 'vitest';

import { DataCache } from './data-cache.ts';
import { ShellCache } from './shell-cache.ts';
import { answerStorageQuestion, isStorageQuestion } from './storage-question.ts';
import { FakeSite } from './testing/fake-site.ts';

let site: FakeSite;

beforeEach(() => {
  site = new FakeSite();
  site.files.set('index.html', '<script src="./assets/page-1a.js"></script>');
  site.files.set('assets/page-1a.js', 'start()');
});

/** Asks a worker that has kept the page and ten bytes of data; the bytes in all caches are what it should tell. */
async function ask(storage: 'tell' | 'remove'): Promise<{ told: number[]; bytesInCaches: number }> {
  const dataCache = new DataCache(site);
  const shellCache = new ShellCache({ version: 'one', files: ['assets/page-1a.js', 'index.html'] }, site);
  await shellCache.fill();
  await dataCache.kept.put('data/some.bin', new Uint8Array(10), {});
  await (await site.caches.open('of something else')).put(`${site.siteUrl}x`, new Response('1234'));
  const told: number[] = [];
  const port = { postMessage: (bytes: number) => told.push(bytes) };
  await answerStorageQuestion({ storage }, port, [dataCache.kept, shellCache]);
  let bytesInCaches = 0;
  for (const [name, { responses }] of site.caches.stored) {
    if (!name.startsWith('coastwatch')) continue;
    for (const [url, response] of responses) {
      if (!url.endsWith('kept-on-this-device')) bytesInCaches += (await response.clone().arrayBuffer()).byteLength;
    }
  }
  return { told, bytesInCaches };
}

describe('A worker that is asked for what is kept', () => {
  it('tells the bytes of the page and of the data', async () => {
    const { told, bytesInCaches } = await ask('tell');
    expect(bytesInCaches).toBeGreaterThan(50);
    expect(told).toEqual([bytesInCaches]);
  });

  it('removes all of it, but nothing of another site, and tells that nothing is left', async () => {
    expect(await ask('remove')).toEqual({ told: [0], bytesInCaches: 0 });
    expect(await site.caches.keys()).toEqual(['of something else']);
  });

  it.each(['tell', 'remove'] as const)('has nothing to %s where the browser keeps nothing', async (storage) => {
    const parts = [new DataCache(site).kept, new ShellCache({ version: 'one', files: [] }, site)];
    site.caches.failWith = new DOMException('no', 'SecurityError');
    const told: number[] = [];
    await answerStorageQuestion({ storage }, { postMessage: (bytes) => told.push(bytes) }, parts);
    expect(told).toEqual([0]);
  });

  it.each([
    [{ storage: 'tell' }, true],
    [{ storage: 'remove' }, true],
    [{ storage: 'other' }, false],
    [{ scripts: [] }, false],
    ['keep', false],
    [null, false],
  ])('tells the question from other messages: %j', (message, isQuestion) => {
    expect(isStorageQuestion(message)).toBe(isQuestion);
  });
});
