import { expose } from 'comlink';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { fixtureTree } from '../../contract/fixture/fixture-tree.ts';
import { fixtureRecords } from '../../contract/fixture/fixture-records.ts';
import { noFilters } from '../view/view-state.ts';
import { connectEngine } from './connect-engine.ts';
import { createFetchedEngine } from './fetched-engine.ts';
import type { Engine, Question } from './questions.ts';
import { readyMessage } from './worker-messages.ts';

const site = 'https://data.example.org/';
const question: Question = {
  filters: noFilters,
  tab: 'records',
  sort: 'newest',
  search: null,
  area: { west: -180, south: -90, east: 180, north: 90 },
  rows: { start: 0, end: 5 },
};

/** As much of a worker as is used, over a channel whose other end is in this thread. */
class WorkerInThisThread extends EventTarget {
  isTerminated = false;
  readonly #port: MessagePort;

  constructor(run: (port: MessagePort) => void) {
    super();
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.addEventListener('message', ({ data }) => this.dispatchEvent(new MessageEvent('message', { data })));
    port1.start();
    port2.start();
    run(port2);
    ports.push(port1, port2);
  }

  postMessage(message: unknown, transfer: Transferable[] = []): void {
    this.#port.postMessage(message, transfer);
  }

  terminate(): void {
    this.isTerminated = true;
  }
}

const ports: MessagePort[] = [];
const asWorker = (worker: WorkerInThisThread): Worker => worker as unknown as Worker;

describe('the engine as the page calls it', () => {
  beforeEach(async () => {
    const { tree } = await fixtureTree();
    vi.stubGlobal('fetch', (url: string) => {
      const bytes = tree.files.get(url.slice(site.length));
      return Promise.resolve(bytes ? new Response(bytes) : new Response(null, { status: 404 }));
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    for (const port of ports.splice(0)) port.close();
  });

  const answersInFull = async (engine: Engine): Promise<void> => {
    const progress = vi.fn();
    const { records } = await engine.load(site, progress);
    expect(records).toBe(fixtureRecords.length);
    await vi.waitFor(() => {
      expect(progress).toHaveBeenLastCalledWith(records, records);
    });
    const answer = await engine.ask(question);
    const [first] = answer.rows;
    if (first?.kind !== 'record') throw new Error('no record');
    const from = first.position;
    expect(answer.found).toBe(records);
    expect(await engine.rows(question, 0, 1)).toEqual([first]);
    expect((await engine.marks({ filters: noFilters, area: question.area, zoom: 4 })).length).toBeGreaterThan(0);
    const [place] = await engine.placeNames();
    expect((await engine.findPlaces(place?.name ?? '', 1)).length).toBe(1);
    expect(await engine.record(first.id, from)).toMatchObject({ id: first.id, distanceInMetres: 0 });
    expect(await engine.place(place?.id ?? 0, from)).toMatchObject({ name: place?.name });
    expect(await engine.neighbours(question, first.id)).toMatchObject({ index: 0, previous: null });
    expect((await engine.spot(from, noFilters))?.records).toBeGreaterThan(0);
    expect((await engine.surroundings(from, 1)).records).toHaveLength(1);
    const exported = vi.fn();
    expect((await engine.export(question, exported)).length).toBe(records);
    await vi.waitFor(() => {
      expect(exported).toHaveBeenCalled();
    });
  };

  it('asks the worker', async () => {
    const engine = createFetchedEngine();
    const ask = vi.spyOn(engine, 'ask');
    const worker = new WorkerInThisThread((port) => {
      expose(engine, port);
      port.postMessage(readyMessage);
    });
    await answersInFull(connectEngine(() => asWorker(worker)));
    expect(ask).toHaveBeenCalled();
    expect(worker.isTerminated).toBe(false);
  });

  it('passes on what the worker says is wrong', async () => {
    const worker = new WorkerInThisThread((port) => {
      expose(createFetchedEngine(), port);
      port.postMessage(readyMessage);
    });
    const engine = connectEngine(() => asWorker(worker));
    await expect(engine.ask(question)).rejects.toThrow('The data is not loaded yet.');
    await expect(engine.load('https://elsewhere.example.org/')).rejects.toThrow(/^The data could not be read/);
  });

  it('answers in the page where a worker cannot be made', async () => {
    await answersInFull(
      connectEngine(() => {
        throw new Error('there are no workers here');
      }),
    );
  });

  it('answers in the page when the script of the worker does not come', async () => {
    const worker = new WorkerInThisThread(() => undefined);
    const engine = connectEngine(() => asWorker(worker));
    worker.dispatchEvent(new Event('error'));
    await answersInFull(engine);
    expect(worker.isTerminated).toBe(true);
  });
});
