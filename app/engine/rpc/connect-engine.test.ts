import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { fixtureRecords } from '../../../tests/contract/fixture/fixture-records.ts';
import { fixtureTree } from '../../../tests/contract/fixture/fixture-tree.ts';
import { noFilters } from '../../view/view-state.ts';
import type { Engine, LoadedData, Query } from '../engine.ts';
import { createFetchedEngine } from '../column-engine.ts';
import { asWorker, closeWorkers, runningWorker, WorkerInThisThread } from '../testing/worker-in-this-thread.ts';
import { connectEngine, preloadData } from './connect-engine.ts';

const site = 'https://data.example.org/';
const query: Query = {
  filters: noFilters,
  tab: 'records',
  sort: 'newest',
  search: null,
  council: null,
  area: { west: -180, south: -90, east: 180, north: 90 },
  rows: { start: 0, end: 5 },
};

const stopped = 'The search stopped responding.';

describe('the connected engine', () => {
  beforeEach(async () => {
    const { tree } = await fixtureTree();
    vi.stubGlobal('fetch', (url: string) => {
      const bytes = tree.files.get(url.slice(site.length));
      return Promise.resolve(bytes ? new Response(bytes) : new Response(null, { status: 404 }));
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    closeWorkers();
  });

  const expectToWork = async (engine: Engine): Promise<void> => {
    const progress = vi.fn();
    const { records } = await engine.load(site, progress);
    expect(records).toBe(fixtureRecords.length);
    await vi.waitFor(() => {
      expect(progress).toHaveBeenLastCalledWith(records, records);
    });
    const result = await engine.query(query);
    const [first] = result.rows;
    if (first?.kind !== 'record') throw new Error('no record');
    const from = first.position;
    expect(result.found).toBe(records);
    expect((await engine.marks({ filters: noFilters, area: query.area, zoom: 4 })).length).toBeGreaterThan(0);
    const [place] = await engine.placeNames();
    expect((await engine.suggest(place?.name ?? '', 1)).groups[0]?.items.length).toBe(1);
    expect(await engine.record(first.id, from)).toMatchObject({ id: first.id, distanceInMetres: 0 });
    expect(await engine.place(place?.id ?? 0, from)).toMatchObject({ name: place?.name });
    expect(await engine.neighbours(query, first.id)).toMatchObject({ index: 0, previous: null });
    expect((await engine.location(from, noFilters))?.records).toBeGreaterThan(0);
    expect((await engine.nearby(from, 1)).places).toHaveLength(1);
    const exported = vi.fn();
    const { text, count } = await engine.export(query, 'csv', exported);
    expect([(await text.text()).match(/\r\n/g)?.length, count]).toEqual([records, records]);
    const cancelled = engine.export(query, 'csv');
    await Promise.all([expect(cancelled).rejects.toThrow(/abort/i), engine.cancelExport()]);
    await vi.waitFor(() => {
      expect(exported).toHaveBeenCalled();
    });
  };

  it('waits longer for a query that reads details or council areas than for one that only computes', async () => {
    const needs = {
      details: { filters: { ...noFilters, size: { from: 2, to: null } } },
      areas: { council: 'Town of Cottesloe' },
      nothing: {},
    };
    for (const [name, change] of Object.entries(needs)) {
      const worker = runningWorker(createFetchedEngine());
      const engine = connectEngine(() => asWorker(worker));
      await engine.load(site);
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      worker.isSilent = true;
      const outcome = Promise.allSettled([engine.query({ ...query, ...change })]);
      await vi.advanceTimersByTimeAsync(179_900);
      expect([name, worker.isTerminated]).toEqual([name, name === 'nothing']);
      await vi.advanceTimersByTimeAsync(200);
      expect(worker.isTerminated).toBe(true);
      await outcome;
      vi.useRealTimers();
    }
  });

  it('runs in the page when the script of the worker never reports that it is ready', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const worker = new WorkerInThisThread(() => undefined);
    const engine = connectEngine(() => asWorker(worker));
    await vi.advanceTimersByTimeAsync(14_900);
    expect(worker.isTerminated).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(worker.isTerminated).toBe(true);
    vi.useRealTimers();
    await expectToWork(engine);
  });

  describe('after its worker stops', () => {
    const workers: WorkerInThisThread[] = [];
    const connect = async (): Promise<{ engine: Engine; first: WorkerInThisThread }> => {
      workers.splice(0);
      const engine = connectEngine(() => {
        const worker = runningWorker(createFetchedEngine());
        workers.push(worker);
        return asWorker(worker);
      });
      await engine.load(site);
      const [first] = workers;
      if (!first) throw new Error('no worker');
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      return { engine, first };
    };

    it('rejects pending calls, terminates the worker and works again after the next load', async () => {
      const { engine, first } = await connect();
      const listener = vi.fn();
      engine.onStopped?.(listener);
      first.isSilent = true;
      const outcomes = Promise.allSettled([engine.query(query), engine.marks({ ...query, zoom: 4 })]);
      await vi.advanceTimersByTimeAsync(19_900);
      expect(first.isTerminated).toBe(false);
      await vi.advanceTimersByTimeAsync(200);
      expect(first.isTerminated).toBe(true);
      const reason = expect.objectContaining({ message: stopped }) as Error;
      expect(await outcomes).toEqual([
        { status: 'rejected', reason },
        { status: 'rejected', reason },
      ]);
      expect(listener).toHaveBeenCalledExactlyOnceWith(reason);
      await expect(engine.query(query)).rejects.toThrow(stopped);
      vi.useRealTimers();
      await expectToWork(engine);
      expect(workers).toHaveLength(2);
    });
  });

  it('does not stop the worker while there is progress', async () => {
    const local = createFetchedEngine();
    let report: (done: number) => void = () => undefined;
    let finish: () => void = () => undefined;
    const exporting = vi.spyOn(local, 'export').mockImplementation((_query, _format, onProgress) => {
      report = (done) => onProgress?.(done, 9);
      return new Promise((resolve) => {
        finish = () => {
          resolve({ text: new Blob(['written']), count: 9 });
        };
      });
    });
    const worker = runningWorker(local);
    const engine = connectEngine(() => asWorker(worker));
    await engine.load(site);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const progress = vi.fn();
    const exported = engine.export(query, 'csv', progress);
    const receivedProgress = async (done: number): Promise<void> => {
      while (progress.mock.lastCall?.[0] !== done) await new Promise((resolve) => setImmediate(resolve));
    };
    while (exporting.mock.calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
    for (const done of [1, 2, 3]) {
      await vi.advanceTimersByTimeAsync(150_000);
      report(done);
      await receivedProgress(done);
    }
    finish();
    expect((await exported).count).toBe(9);
    expect(worker.isTerminated).toBe(false);
  });
});

const siteUrl = 'https://coast.example/';

interface Call {
  readonly siteUrl: string;
  readonly progress: (loaded: number, total: number) => void;
  readonly result: (data: LoadedData) => void;
  readonly fail: (error: Error) => void;
}

function engineWithCalls() {
  const calls: Call[] = [];
  const engine = {
    load: (siteUrl: string, progress: Call['progress']) =>
      new Promise<LoadedData>((result, fail) => {
        calls.push({ siteUrl, progress, result, fail });
      }),
  } as Partial<Engine> as Engine;
  return { calls, engine: preloadData(engine, siteUrl) };
}

const data = (dataVersion: string): LoadedData => ({ dataVersion }) as LoadedData;

describe('preloading data', () => {
  it('starts immediately, and returns its result to the first caller', async () => {
    const { calls, engine } = engineWithCalls();
    expect(calls).toHaveLength(1);
    const progress: string[] = [];
    const loaded = engine.load(siteUrl, (loaded, total) => progress.push(`${loaded} of ${total}`));
    calls[0]?.progress(16_384, 17_330);
    calls[0]?.result(data('first'));
    expect((await loaded).dataVersion).toBe('first');
    expect(progress).toEqual(['16384 of 17330']);
    expect(calls).toHaveLength(1);
  });

  it('reports a failure to the first caller, and reads again for the next', async () => {
    const { calls, engine } = engineWithCalls();
    calls[0]?.fail(new Error('out of reach'));
    await expect(engine.load(siteUrl)).rejects.toThrow('out of reach');
    const again = engine.load(siteUrl);
    calls[1]?.result(data('second'));
    expect((await again).dataVersion).toBe('second');
  });
});
