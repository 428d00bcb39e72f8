import { afterEach, describe, expect, it, vi } from 'vitest';

import { fixtureTree } from '../../../tests/contract/fixture/fixture-tree.ts';
import { rawData } from '../../datasets/datasets.ts';
import { manifestPath } from '../format/layout.ts';
import { openDataset } from '../reader/stored-dataset.ts';
import { findRecord } from '../reader/list-reader.ts';
import { DatasetReader } from './dataset-reader.ts';
import { createFetchedReader, createFetchedStore, type FetchedStoreOptions } from './fetched-store.ts';
import { CancelToken, type Store, StoredDataError } from './store.ts';
import { encodedManifest } from './testing/encoded-manifest.ts';

interface SentFetch {
  readonly url: string;
  readonly init: RequestInit;
}

/** Creates a store on a simulated network, which records the requests. */
function createStore(
  respond: (sent: SentFetch) => Response | Promise<Response>,
  options: Partial<FetchedStoreOptions> = {},
): { readonly store: Store; readonly sent: SentFetch[] } {
  const sent: SentFetch[] = [];
  const store = createFetchedStore({
    baseUrl: 'https://data.example.org/site/',
    timeoutInMilliseconds: 10_000,
    fetch(url, init) {
      sent.push({ url, init });
      return Promise.resolve().then(() => respond({ url, init }));
    },
    ...options,
  });
  return { store, sent };
}

function respondWith(text: string, type?: string): Response {
  const response = new Response(text, { headers: type === undefined ? {} : { 'Content-Type': type } });
  if (type === undefined) response.headers.delete('Content-Type');
  return response;
}

const shardPath = 'data/0123.json';

afterEach(() => {
  vi.useRealTimers();
});

describe('a store that fetches', () => {
  it('requests a file below its base URL, with the credentials of the site and a timeout', async () => {
    const { store, sent } = createStore(() => respondWith('[]', 'application/json'));
    expect([...(await store.read(shardPath, { fresh: false }))]).toEqual([0x5b, 0x5d]);
    expect(sent.map(({ url }) => url)).toEqual([`https://data.example.org/site/${shardPath}`]);
    expect(sent[0]?.init).toMatchObject({ cache: 'default', credentials: 'same-origin' });
    expect(sent[0]?.init.signal).toBeInstanceOf(AbortSignal);
  });

  it('bypasses every cache for a fresh read', async () => {
    const { store, sent } = createStore(() => respondWith('[]', 'application/json'));
    await store.read(shardPath, { fresh: true });
    await store.read(manifestPath, { fresh: true });
    expect(sent.map(({ init }) => init.cache)).toEqual(['reload', 'reload']);
  });

  it('stops when it is cancelled, even if `fetch` ignores signals, and starts the next read', async () => {
    let isSilent = true;
    const signals: (AbortSignal | null | undefined)[] = [];
    const { store } = createStore(({ init }) => {
      signals.push(init.signal);
      return isSilent ? new Promise(() => undefined) : respondWith('x', 'application/json');
    });
    const cancelToken = new CancelToken();
    const reads = Array.from({ length: 9 }, (_, index) =>
      store.read(`data/${index}.json`, { fresh: false, cancelToken }),
    );
    const results = Promise.allSettled(reads);
    await vi.waitFor(() => {
      expect(signals).toHaveLength(6);
    });
    cancelToken.cancel(new Error('no longer needed'));
    expect(await results).toMatchObject(
      reads.map((_, index) => ({
        reason: new StoredDataError(`data/${index}.json`, 'unreachable (no longer needed)'),
      })),
    );
    expect(signals.every((signal) => signal?.aborted)).toBe(true);
    isSilent = false;
    expect(await store.read(shardPath, { fresh: false })).toHaveLength(1);
  });

  it('aborts a response that is longer than the file', async () => {
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new Uint8Array(1000));
      },
    });
    const { store, sent } = createStore(() => new Response(endless));
    await expect(store.read(shardPath, { fresh: false, maximumBytes: 9999 })).rejects.toEqual(
      new StoredDataError(shardPath, 'more than 9999 bytes'),
    );
    expect(sent[0]?.init.signal?.aborted).toBe(true);
  });

  it('does not time out while it receives data, however slowly', async () => {
    const dripping = (): Response => {
      let chunks = 0;
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          await new Promise((resolve) => setTimeout(resolve, 30));
          if (chunks++ < 8) controller.enqueue(Uint8Array.of(65));
          else controller.close();
        },
      });
      return new Response(body, { headers: { 'Content-Type': 'application/json' } });
    };
    const { store } = createStore(dripping, { timeoutInMilliseconds: 150 });
    expect(new TextDecoder().decode(await store.read(shardPath, { fresh: false }))).toBe('AAAAAAAA');
  });

  it('reads at most six files at a time, and continues when one of them fails', async () => {
    let running = 0;
    let most = 0;
    const { store, sent } = createStore(async ({ url }) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 2));
      running--;
      if (url.endsWith('/3.json')) throw new TypeError('cut');
      return respondWith('x', 'application/json');
    });
    const reads = Array.from({ length: 40 }, (_, index) => store.read(`data/${index}.json`, { fresh: false }));
    const results = await Promise.allSettled(reads);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(sent).toHaveLength(40);
    expect(most).toBe(6);
  });
});

describe('the manifest of a store that fetches', async () => {
  const manifests = [await encodedManifest('one'), await encodedManifest('two')] as const;
  const [manifest] = manifests;

  /** Creates a reader on a simulated network, which sends these responses. */
  function createReader(
    respond: (sent: SentFetch) => Response | Promise<Response>,
    manifestMaxAgeInMilliseconds: number,
  ): { readonly reader: DatasetReader; readonly sent: SentFetch[] } {
    const { store, sent } = createStore(respond);
    return { reader: new DatasetReader(store, { manifestMaxAgeInMilliseconds }), sent };
  }

  it('is used for its maximum age, then requested again', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { reader, sent } = createReader(() => new Response(manifest), 1000);
    const first = await reader.openSnapshot();
    vi.advanceTimersByTime(999);
    expect((await reader.openSnapshot()).manifest).toBe(first.manifest);
    expect(sent).toHaveLength(1);
    vi.advanceTimersByTime(1);
    await reader.openSnapshot();
    expect(sent).toHaveLength(2);
  });

  it('is requested again by a fresh read, whose manifest is used from then on', async () => {
    let version = 0;
    const { reader, sent } = createReader(() => new Response(manifests[version++]), 60_000);
    await reader.openSnapshot();
    const refreshed = await reader.openSnapshot({ fresh: true });
    expect(refreshed.manifest.dataVersion).toBe('two');
    expect((await reader.openSnapshot()).manifest).toBe(refreshed.manifest);
    expect(sent.map(({ init }) => init.cache)).toEqual(['no-cache', 'reload']);
  });
});

describe('a store that fetches part of a file', () => {
  const whole = '[{"a":1},\n{"b":2}]';
  const readPart = async (respond: () => Response) => {
    const { store, sent } = createStore(respond);
    const bytes = await store.readPart?.(shardPath, 10, 7, { fresh: false });
    return { text: new TextDecoder().decode(bytes), sent };
  };
  const part = (range: string, status = 206): Response =>
    new Response(whole.slice(10, 17), { status, headers: { 'Content-Range': range } });

  it('requests the part, uncompressed, and returns it', async () => {
    const { text, sent } = await readPart(() => part('bytes 10-16/18'));
    expect(text).toBe('{"b":2}');
    expect(sent[0]?.init.headers).toEqual({ Range: 'bytes=10-16', 'Accept-Encoding': 'identity' });
  });

  it('returns the part of a file that a host without range requests sends whole', async () => {
    expect((await readPart(() => respondWith(whole, 'application/json'))).text).toBe('{"b":2}');
  });
});

it('the reader of a browser reads whole files, which the service worker keeps for use offline', async () => {
  const sent: RequestInit[] = [];
  const reader = createFetchedReader('https://data.example.org/', async (url, init) => {
    sent.push(init);
    const { tree } = await fixtureTree();
    const bytes = tree.files.get(new URL(url).pathname.slice(1));
    return bytes ? new Response(bytes) : new Response(null, { status: 404 });
  });
  const files = openDataset(await reader.openSnapshot(), rawData);
  expect(new TextDecoder().decode(await findRecord(files, 46307))).toContain('"RawDataId":46307,');
  expect(sent.length).toBeGreaterThan(3);
  expect(sent.filter(({ headers }) => headers !== undefined)).toEqual([]);
});
