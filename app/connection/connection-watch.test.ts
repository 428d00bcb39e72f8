// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { fromCacheHeader } from '../../core/site/worker-protocol.ts';
import { checkManifest, ConnectionWatch } from './connection-watch.ts';

let answer: () => Response;
let asked: number;
/** While set, responses wait for it. */
let slowly: Promise<void> | undefined;
let watch: ConnectionWatch;
let stop: () => void;
let isOnline: boolean;
let visibility: DocumentVisibilityState;

const hostHas = (dataVersion: string) => (): Response => new Response(JSON.stringify({ content: { dataVersion } }));
const keptSince = (date: string) => (): Response => new Response('', { headers: { [fromCacheHeader]: date } });
const noNetwork = (): Response => {
  throw new TypeError('Failed to fetch');
};

beforeEach(() => {
  vi.useFakeTimers();
  isOnline = true;
  visibility = 'visible';
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  answer = hostHas('one');
  asked = 0;
  slowly = undefined;
  watch = new ConnectionWatch('https://data.example/', async () => {
    asked++;
    await slowly;
    return answer();
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
  it('is not reported while the host responds', async () => {
    const lastCheckedAt = new Date();
    watch.dataIsShown('one');
    await pass(1);
    expect(watch.state.getState()).toMatchObject({ isOffline: false, dataUpdate: 'none', lastCheckedAt });
  });

  it('is not reported after one failure, but after two in a row', async () => {
    answer = noNetwork;
    watch.dataIsShown('one');
    await pass(1);
    expect(watch.state.getState().isOffline).toBe(false);
    await pass(3);
    expect(watch.state.getState()).toMatchObject({ isOffline: true, hasNetwork: true });
  });

  it('is not reported when the second check succeeds', async () => {
    const states: boolean[] = [];
    watch.state.subscribe(({ isOffline }) => states.push(isOffline));
    answer = noNetwork;
    watch.dataIsShown('one');
    await pass(1);
    answer = hostHas('one');
    await pass(10);
    expect(states).not.toContain(true);
    expect(watch.state.getState().lastCheckedAt).not.toBeNull();
  });

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
    answer = keptSince('2026-03-04T05:06:07.000Z');
    fire(window, 'offline');
    await pass(1.1);
    expect(watch.state.getState()).toMatchObject({
      isOffline: true,
      hasNetwork: false,
      lastCheckedAt: new Date('2026-03-04T05:06:07.000Z'),
    });
  });

  it('is reported when the network is lost while a response is pending', async () => {
    let answerNow: (() => void) | undefined;
    const inTime = new Promise<void>((resolve) => (answerNow = resolve));
    slowly = inTime;
    watch.dataIsShown('one');
    await pass(0.1);
    isOnline = false;
    fire(window, 'offline');
    answerNow?.();
    slowly = undefined;
    await pass(0.1);
    expect(watch.state.getState().isOffline).toBe(false);
    answer = noNetwork;
    await pass(1);
    expect(watch.state.getState()).toMatchObject({ isOffline: true, hasNetwork: false });
  });

  it('ends automatically once the host responds again', async () => {
    answer = noNetwork;
    watch.dataIsShown('one');
    await pass(5);
    expect(watch.state.getState().isOffline).toBe(true);
    answer = hostHas('one');
    await pass(20);
    expect(watch.state.getState().isOffline).toBe(false);
  });
});

describe('Newer data', () => {
  it('is detected within five minutes, and reported until it is shown', async () => {
    watch.dataIsShown('one');
    await pass(1);
    answer = hostHas('two');
    await pass(5 * 60);
    expect(watch.state.getState().dataUpdate).toBe('ready');
    watch.dataIsShown('two');
    await pass(1);
    expect(watch.state.getState().dataUpdate).toBe('none');
  });

  it('is detected when the page becomes visible again, without polling while it is hidden', async () => {
    watch.dataIsShown('one');
    await pass(1);
    const askedBefore = asked;
    visibility = 'hidden';
    answer = hostHas('two');
    await pass(60 * 60);
    expect(asked).toBe(askedBefore);
    visibility = 'visible';
    fire(document, 'visibilitychange');
    await pass(1);
    expect(watch.state.getState().dataUpdate).toBe('ready');
  });

  it('is not offered while it cannot be loaded', async () => {
    watch.dataIsShown('one');
    answer = hostHas('two');
    await pass(1);
    answer = noNetwork;
    await pass(6 * 60);
    expect(watch.state.getState()).toMatchObject({ isOffline: true, dataUpdate: 'none' });
  });

  it('is not reported before any data is shown', async () => {
    await pass(60);
    expect(asked).toBe(1);
    expect(watch.state.getState().dataUpdate).toBe('none');
  });
});

it('sends no requests after it is stopped', async () => {
  watch.dataIsShown('one');
  await pass(1);
  stop();
  const askedBefore = asked;
  await pass(60 * 60);
  fire(window, 'online');
  await pass(1);
  expect(asked).toBe(askedBefore);
});

it('does not message a waiting worker until the page has its data and has checked the host', async () => {
  const questions: unknown[] = [];
  const waiting = { postMessage: (question: unknown) => questions.push(question) };
  const registration = Object.assign(new EventTarget(), { waiting, active: { postMessage: () => undefined } });
  const container = Object.assign(new EventTarget(), { controller: {}, ready: Promise.resolve(registration) });
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: container });
  const ownWatch = new ConnectionWatch('https://data.example/', async () => answer());
  const stopOwn = ownWatch.start();
  await pass(10);
  expect(questions).toEqual([]);
  ownWatch.dataIsShown('one');
  await pass(1);
  expect(questions).toEqual([{ scripts: [] }]);
  await pass(10 * 60);
  expect(questions).toHaveLength(1);
  stopOwn();
  vi.unstubAllGlobals();
});

const manifest = JSON.stringify({ format: 'coastwatch-data', content: { dataVersion: '0123456789abcdef' } });

function check(answer: () => Response | Promise<Response>): ReturnType<typeof checkManifest> {
  return checkManifest('https://data.example/', async () => answer());
}

describe('A check of the manifest', () => {
  it('returns the current version of the host', async () => {
    expect(await check(() => new Response(manifest))).toEqual({ isFromHost: true, dataVersion: '0123456789abcdef' });
  });

  it('revalidates the manifest even if the browser has cached it', async () => {
    const asked: unknown[] = [];
    await checkManifest('https://data.example/coast/', async (url, init) => {
      asked.push(url, init?.cache);
      return new Response(manifest);
    });
    expect(asked).toEqual(['https://data.example/coast/data/manifest.json', 'no-cache']);
  });

  it('distinguishes a cached copy from the host’s, and reads when the host was last checked', async () => {
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
  ])('reports that the host cannot be reached when %s', async (_, answer) => {
    expect(await check(answer)).toEqual({ isFromHost: false, checkedAt: null });
  });
});
