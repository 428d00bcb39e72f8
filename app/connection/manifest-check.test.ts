import { describe, expect, it } from 'vitest';

import { fromCacheHeader } from '../../core/storage/worker-protocol.ts';
import { checkManifest } from './manifest-check.ts';

const manifest = JSON.stringify({ format: 'coastwatch-data', content: { dataVersion: '0123456789abcdef' } });

function check(answer: () => Response | Promise<Response>): ReturnType<typeof checkManifest> {
  return checkManifest('https://data.example/', async () => answer());
}

describe('A look at the manifest', () => {
  it('tells the version that stands at the host', async () => {
    expect(await check(() => new Response(manifest))).toEqual({ isFromHost: true, dataVersion: '0123456789abcdef' });
  });

  it('asks for the manifest anew, whatever the browser remembers', async () => {
    const asked: unknown[] = [];
    await checkManifest('https://data.example/coast/', async (url, init) => {
      asked.push(url, init?.cache);
      return new Response(manifest);
    });
    expect(asked).toEqual(['https://data.example/coast/data/manifest.json', 'no-cache']);
  });

  it('tells a kept copy from the host, and when the host last gave it', async () => {
    const headers = { [fromCacheHeader]: '2026-03-04T05:06:07.000Z' };
    const checkedAt = new Date('2026-03-04T05:06:07.000Z');
    expect(await check(() => new Response(manifest, { headers }))).toEqual({ isFromHost: false, checkedAt });
  });

  it.each([
    ['there is no network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the host is in trouble', () => new Response(manifest, { status: 502 })],
    ['a page of HTML comes in its place', () => new Response('<!doctype html>')],
    ['something else comes in its place', () => new Response('null')],
    ['a copy carries no date', () => new Response(manifest, { headers: { [fromCacheHeader]: 'once' } })],
  ])('finds the host out of reach when %s', async (_, answer) => {
    expect(await check(answer)).toEqual({ isFromHost: false, checkedAt: null });
  });
});
