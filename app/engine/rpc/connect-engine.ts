import { proxy, type Remote, wrap } from 'comlink';

import type { Engine, LoadedData } from '../engine.ts';
import { readyMessage } from './expose-engine.ts';
import { WatchedWorker } from './watched-worker.ts';

/**
 * The engine in a thread of its own, or in the page where there can be none: a browser without workers, a script that
 * does not come. Either way it answers the same, only the page may stutter. A thread that no longer answers is ended:
 * its calls are rejected, and so is every call until `load` starts the engine anew.
 */
export function connectEngine(makeWorker: () => Worker = makeEngineWorker): Engine {
  let onStop: (error: Error) => void = () => undefined;
  const start = (): Promise<StartedEngine> =>
    startInWorker(makeWorker, (error) => {
      onStop(error);
    }).catch(startInPage);
  let engine = start();
  return {
    load: async (...parameters) => {
      engine = engine.then((started) => (started.hasStopped() ? start() : started), start);
      return (await engine).load(...parameters);
    },
    query: async (...parameters) => (await engine).query(...parameters),
    rows: async (...parameters) => (await engine).rows(...parameters),
    marks: async (...parameters) => (await engine).marks(...parameters),
    placeNames: async () => (await engine).placeNames(),
    findPlaces: async (...parameters) => (await engine).findPlaces(...parameters),
    record: async (...parameters) => (await engine).record(...parameters),
    place: async (...parameters) => (await engine).place(...parameters),
    neighbours: async (...parameters) => (await engine).neighbours(...parameters),
    spot: async (...parameters) => (await engine).spot(...parameters),
    nearby: async (...parameters) => (await engine).nearby(...parameters),
    countWithin: async (...parameters) => (await engine).countWithin(...parameters),
    export: async (...parameters) => (await engine).export(...parameters),
    cancelExport: async () => (await engine).cancelExport(),
    onStopped: (listener) => {
      onStop = listener;
    },
  };
}

function makeEngineWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}

async function startInPage(): Promise<StartedEngine> {
  const { createFetchedEngine } = await import('../local-engine.ts');
  return Object.assign(createFetchedEngine(), { hasStopped: () => false });
}

/** An engine that may come to its end. */
export interface StartedEngine extends Engine {
  /** Whether it can answer nothing any more, and another has to be started. */
  hasStopped(): boolean;
}

/** After how long a silence a worker is given up. */
const limitsInMilliseconds = {
  start: 15_000,
  result: 20_000,
  /** Of what reads over the network: from one message of progress to the next. */
  reading: 180_000,
} as const;

/**
 * Rejects when the worker cannot be made or its script does not run. `onStop` is called when a worker that ran is given
 * up; its calls are rejected by then.
 */
export async function startInWorker(makeWorker: () => Worker, onStop: (error: Error) => void): Promise<StartedEngine> {
  let isRunning = false;
  const watched = new WatchedWorker(makeWorker(), (error) => {
    if (isRunning) onStop(error);
  });
  await watched.answerTo(limitsInMilliseconds.start, () => ready(watched.worker));
  isRunning = true;
  return acrossThreads(wrap<Engine>(watched.worker), watched);
}

function ready(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    const hear = ({ data }: MessageEvent): void => {
      if (data !== readyMessage) return;
      worker.removeEventListener('message', hear);
      resolve();
    };
    worker.addEventListener('message', hear);
  });
}

/** Functions do not cross from one thread to another, but can be called there through a proxy. */
function acrossThreads(remote: Remote<Engine>, watched: WatchedWorker): StartedEngine {
  const result = <Value>(ask: () => Promise<Value>): Promise<Value> =>
    watched.answerTo(limitsInMilliseconds.result, ask);
  const reading = <Value>(
    onProgress: ((done: number, of: number) => void) | undefined,
    ask: (passed: (done: number, of: number) => void) => Promise<Value>,
  ): Promise<Value> =>
    watched.answerTo(limitsInMilliseconds.reading, (noteProgress) => {
      const passed = (done: number, of: number): void => {
        noteProgress();
        onProgress?.(done, of);
      };
      return ask(proxy(passed));
    });
  return {
    hasStopped: () => watched.hasStopped,
    load: (siteUrl, onProgress) => reading(onProgress, (passed) => remote.load(siteUrl, passed)),
    query: (query) => result(() => remote.query(query)),
    rows: (query, start, end) => result(() => remote.rows(query, start, end)),
    marks: (query) => result(() => remote.marks(query)),
    placeNames: () => result(() => remote.placeNames()),
    // The search by name is a script of its own, which comes over the network.
    findPlaces: (typed, most) => reading(undefined, () => remote.findPlaces(typed, most)),
    record: (id, from) => result(() => remote.record(id, from)),
    place: (id, from) => result(() => remote.place(id, from)),
    neighbours: (query, id) => result(() => remote.neighbours(query, id)),
    spot: (position, filters) => result(() => remote.spot(position, filters)),
    nearby: (position, most) => result(() => remote.nearby(position, most)),
    countWithin: (position, radiusInMetres) => result(() => remote.countWithin(position, radiusInMetres)),
    export: (query, format, onProgress) => reading(onProgress, (passed) => remote.export(query, format, passed)),
    cancelExport: () => result(() => remote.cancelExport()),
  };
}

/**
 * An engine that reads the data of a site from now on, before anyone asks for it: the first to load it gets what is
 * under way, with its progress from then on. Whoever loads it again has it read anew.
 */
export function preloadData(engine: Engine, siteUrl: string): Engine {
  let tell: ((loaded: number, of: number) => void) | undefined;
  let underWay: Promise<LoadedData> | undefined = engine.load(siteUrl, (loaded, of) => tell?.(loaded, of));
  // Whoever takes it hears of its failure.
  underWay.catch(() => undefined);
  return {
    ...engine,
    load: (url, onProgress) => {
      const first = underWay;
      underWay = undefined;
      if (!first || url !== siteUrl) return engine.load(url, onProgress);
      tell = onProgress;
      return first;
    },
  };
}
