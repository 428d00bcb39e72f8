import { beforeEach, describe, expect, it } from 'vitest';

import { handleRequest } from '../../core/api/handle-request.ts';
import { DataLibrary } from '../../core/storage/data-library.ts';
import { fixtureTree } from '../../tests/contract/fixture/fixture-tree.ts';
import { allCases } from '../../tests/contract/all-cases.ts';
import { differences } from '../../tests/contract/check-case.ts';
import { DataCache } from './data-cache.ts';
import { keepOffline } from './keep-offline.ts';
import { keepRest } from './keep-rest.ts';
import { FakeSite, requestFor, siteUrl } from './testing/fake-site.ts';

const { tree, dataVersion } = await fixtureTree();
const dataPaths = [...tree.files.keys()].filter((path) => /^data\/[0-9a-f]{32}\./.test(path));

let site: FakeSite;
let cache: DataCache;

beforeEach(() => {
  site = new FakeSite();
  for (const [path, bytes] of tree.files) site.files.set(path, bytes);
  cache = new DataCache(site);
});

describe('Keeping the rest of the data', () => {
  it('lets the interface answer the whole contract without a network', async () => {
    expect(await keepOffline(cache, siteUrl)).toBe(true);
    expect(await keepRest(cache)).toBe(true);
    site.network = 'gone';
    const read = async (path: string): Promise<Uint8Array<ArrayBuffer>> =>
      new Uint8Array(await (await cache.answer(requestFor(path))).arrayBuffer());
    const library = new DataLibrary({ read });
    const faults: string[] = [];
    for (const contractCase of allCases) {
      const found = await differences(contractCase, {
        origin: 'https://data.example.org',
        dataVersion,
        async send({ method, path, headers }) {
          if (path.startsWith('/data/')) {
            return { status: 200, headers: {}, body: new TextDecoder().decode(await read(path.slice(1))) };
          }
          const request = new Request(`https://data.example.org${path}`, { method, headers });
          const response = await handleRequest(request, { library, basePath: '/' });
          if (!response) throw new Error(`${path} is not taken for a path of the interface`);
          const { status } = response;
          return { status, headers: Object.fromEntries(response.headers), body: await response.text() };
        },
      });
      faults.push(...found.map((fault) => `${contractCase.name}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });

  it('reads nothing that is there, and goes on where it was broken off', async () => {
    await keepOffline(cache, siteUrl);
    const missing = dataPaths.at(-1);
    site.override = (path) => (path === missing ? new Response('', { status: 503 }) : undefined);
    const isWhole = await keepRest(cache);
    site.override = undefined;
    expect(await keepRest(cache)).toBe(true);
    site.asked.length = 0;
    expect(await keepRest(cache)).toBe(true);
    expect(site.asked).toEqual([]);
    expect(isWhole).toBe(false);
  });

  it('ends as soon as it is not wanted any more', async () => {
    await keepOffline(cache, siteUrl);
    let looks = 0;
    expect(await keepRest(cache, () => ++looks < 6)).toBe(false);
    const kept = (await cache.keptPaths()).length;
    expect(kept).toBeLessThan(dataPaths.length);
    expect(await keepRest(cache, () => false)).toBe(false);
    expect((await cache.keptPaths()).length).toBe(kept);
  });

  it('leaves alone what is too large for this device', async () => {
    const small = Object.assign(new FakeSite(), {
      estimateStorage: () => Promise.resolve({ quota: 100_000 }),
    });
    for (const [path, bytes] of tree.files) small.files.set(path, bytes);
    cache = new DataCache(small);
    expect(await keepOffline(cache, siteUrl)).toBe(true);
    small.asked.length = 0;
    expect(await keepRest(cache)).toBe(false);
    expect(small.asked.length).toBeLessThan(2);
  });

  it('fails quietly without a manifest, a host, or room', async () => {
    expect(await keepRest(cache)).toBe(false);
    await keepOffline(cache, siteUrl);
    site.network = 'gone';
    expect(await keepRest(cache)).toBe(false);
    site.network = 'there';
    site.caches.failWith = new DOMException('no room', 'QuotaExceededError');
    expect(await keepRest(cache)).toBe(false);
  });
});
