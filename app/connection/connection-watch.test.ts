// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { fromCacheHeader } from '../../core/http/worker-protocol.ts';
import { checkManifest, ConnectionWatch } from './connection-watch.ts';

let respond: () => Response;
let requestCount: number;
/** While set, responses wait for it. */
let delay: Promise<void> | undefined;
let watch: ConnectionWatch;
let stop: () => void;
let isOnline: boolean;
let visibility: DocumentVisibilityState;

const hostHas = (dataVersion: string) => (): Response => new Response(JSON.stringify({ content: { dataVersion } }));
const cachedSince = (date: string) => (): Response => new Response('', { headers: { [fromCacheHeader]: date } });
const noNetwork = (): Response => {
  throw new TypeError('Failed to fetch');
};

beforeEach(() => {
  vi.useFakeTimers();
  isOnline = true;
  visibility = 'visible';
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  respond = hostHas('one');
  requestCount = 0;
  delay = undefined;
  watch = new ConnectionWatch('https://data.example/', async () => {
    requestCount++;
    await delay;
    return respond();
  });
  stop = watch.start();
});

afterEach(() => {
  stop();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const pass = (seconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(seconds * 1000);
const fire = (target: EventTarget, type: string): boolean => target.dispatchEvent(new Event(type));

describe('Being offline', () => {
  it('is not reported when the network returns within a second', async () => {
    const states: boolean[] = [];
    watch.state.subscribe(({ isOffline }) => states.push(isOffline));
    isOnline = false;
    fire(window, 'offline');
    await pass(0.5);
    isOnline = true;
    fire(window, 'online');
    await pass(10);
    expect(states).not.toContain(true);
  });

  it('is reported soon when the device has no network, with the date of the cached copy', async () => {
    isOnline = false;
    respond = cachedSince('2026-03-04T05:06:07.000Z');
    fire(window, 'offline');
    await pass(1.1);
    expect(watch.state.getState()).toMatchObject({
      isOffline: true,
      hasNetwork: false,
      lastCheckedAt: new Date('2026-03-04T05:06:07.000Z'),
    });
  });
});

describe('Newer data', () => {
  it('is detected when the page becomes visible again, without polling while it is hidden', async () => {
    watch.setShownVersion('one');
    await pass(1);
    const countBefore = requestCount;
    visibility = 'hidden';
    respond = hostHas('two');
    await pass(60 * 60);
    expect(requestCount).toBe(countBefore);
    visibility = 'visible';
    fire(document, 'visibilitychange');
    await pass(1);
    expect(watch.state.getState().dataUpdate).toBe('ready');
  });

  it('is not offered while it cannot be loaded', async () => {
    watch.setShownVersion('one');
    respond = hostHas('two');
    await pass(1);
    respond = noNetwork;
    await pass(6 * 60);
    expect(watch.state.getState()).toMatchObject({ isOffline: true, dataUpdate: 'none' });
  });
});

const manifest = JSON.stringify({ format: 'coastwatch-data', content: { dataVersion: '0123456789abcdef' } });

function check(respond: () => Response | Promise<Response>): ReturnType<typeof checkManifest> {
  return checkManifest('https://data.example/', async () => respond());
}

describe('A check of the manifest', () => {
  it('revalidates the manifest even if the browser has cached it', async () => {
    const requested: unknown[] = [];
    await checkManifest('https://data.example/coast/', async (url, init) => {
      requested.push(url, init?.cache);
      return new Response(manifest);
    });
    expect(requested).toEqual(['https://data.example/coast/data/manifest.json', 'no-cache']);
  });

  it.each([
    ['there is no network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the host returns an error', () => new Response(manifest, { status: 502 })],
    ['the response is an HTML page', () => new Response('<!doctype html>')],
    ['the response is other JSON', () => new Response('null')],
    ['a cached copy has no valid date', () => new Response(manifest, { headers: { [fromCacheHeader]: 'once' } })],
  ])('reports that the host cannot be reached when %s', async (_, respond) => {
    expect(await check(respond)).toEqual({ isFromHost: false, checkedAt: null });
  });
});
