import { proxy, wrap, type Remote } from 'comlink';

import { type Filters, needsDetails } from '../../view/view-state.ts';
import type { Engine, LoadedData, Query } from '../engine.ts';
import { siteText } from '../../vocabulary/site.ts';
import { readyMessage, WatchedWorker } from './watched-worker.ts';

type EngineMethod = Exclude<keyof Engine, 'onStopped'>;
type Progress = (loaded: number, total: number) => void;

const startTimeoutInMilliseconds = 15_000;
/** How long the worker may be silent while it only computes. */
const computingTimeoutInMilliseconds = 20_000;
/** How long it may be silent while it reads over the network, and before each progress message. */
const readingTimeoutInMilliseconds = 180_000;
/**
 * Whether a method reads over the network: the data, or code that its first call loads. Others read only if one of their
 * parameters needs what is loaded late: see `needsRead`.
 */
const readsNetwork: Readonly<Record<EngineMethod, boolean>> = {
  ...{ load: true, loadDetails: true, summarise: true, councilOf: true, export: true },
  ...{ suggest: true, pointName: true, charts: true, journey: true },
  ...{ location: true, nearby: true, recordIdsWithin: true },
  ...{ query: false, counts: false, marks: false, placeNames: false, record: false, place: false, neighbours: false },
  ...{ countRecords: false, cancelExport: false },
};
/** The index of the progress callback of a method. */
const progressIndexes: Partial<Record<EngineMethod, number>> = { load: 1, export: 2 };

/** An engine running in a worker or in the page. */
interface StartedEngine {
  call(method: EngineMethod, parameters: readonly unknown[]): Promise<unknown>;
  /** Whether it can no longer return results, so that a new one must be started. */
  hasStopped(): boolean;
}

/**
 * Starts the engine in a worker, or in the page if the browser has no workers or the worker's script does not load: the
 * results are the same, but the page may stutter. A worker that no longer responds is terminated: pending calls reject,
 * and so does every call until `load` starts the engine again.
 */
export function connectEngine(makeWorker: () => Worker = makeEngineWorker): Engine {
  let onStop: (error: Error) => void = () => undefined;
  const start = (): Promise<StartedEngine> =>
    startInWorker(makeWorker, (error) => {
      onStop(error);
    }).catch(startInPage);
  let engine = start();
  const call = async (method: EngineMethod, parameters: readonly unknown[]): Promise<unknown> => {
    if (method === 'load') engine = engine.then((started) => (started.hasStopped() ? start() : started), start);
    return (await engine).call(method, parameters);
  };
  const calls = Object.keys(readsNetwork).map((method) => [
    method,
    (...parameters: readonly unknown[]) => call(method as EngineMethod, parameters),
  ]);
  return {
    // Each call is passed on to the method of the same name with the same parameters, so the cast is safe.
    ...(Object.fromEntries(calls) as Pick<Engine, EngineMethod>),
    onStopped: (listener) => {
      onStop = listener;
    },
  };
}

/** Whether the parameters of a call have a query or filters that need details or council areas, which are loaded late. */
function needsRead(parameters: readonly unknown[]): boolean {
  return parameters.some((parameter) => {
    if (typeof parameter !== 'object' || parameter === null) return false;
    if ('kinds' in parameter) return needsDetails(parameter as Filters);
    if (!('filters' in parameter)) return false;
    const { filters, sort, council = null } = parameter as Partial<Query> & Pick<Query, 'filters'>;
    return needsDetails(filters, sort) || council !== null;
  });
}

function makeEngineWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: siteText });
}

async function startInPage(): Promise<StartedEngine> {
  const { createFetchedEngine } = await import('../column-engine.ts');
  const engine = createFetchedEngine();
  return { call: (method, parameters) => callByName(engine, method, parameters), hasStopped: () => false };
}

/**
 * Rejects if the worker cannot be created or its script does not run. `onStop` is called when a running worker is
 * terminated, after its pending calls have been rejected.
 */
async function startInWorker(makeWorker: () => Worker, onStop: (error: Error) => void): Promise<StartedEngine> {
  let isRunning = false;
  const watched = new WatchedWorker(makeWorker(), (error) => {
    if (isRunning) onStop(error);
  });
  await watched.call(startTimeoutInMilliseconds, () => ready(watched.worker));
  isRunning = true;
  const remote = wrap<Engine>(watched.worker);
  return {
    hasStopped: () => watched.hasStopped,
    call: (method, parameters) => {
      const isReading = readsNetwork[method] || needsRead(parameters);
      const timeout = isReading ? readingTimeoutInMilliseconds : computingTimeoutInMilliseconds;
      const progressIndex = progressIndexes[method];
      return watched.call(timeout, (renewTimeout) => {
        if (progressIndex === undefined) return callByName(remote, method, parameters);
        const onProgress = parameters[progressIndex] as Progress | undefined;
        const progress: Progress = (loaded, total) => {
          renewTimeout();
          onProgress?.(loaded, total);
        };
        // A function cannot be sent to another thread, but it can be called there through a proxy, which is released
        // when it is garbage-collected there.
        return callByName(remote, method, [...parameters.slice(0, progressIndex), proxy(progress)]);
      });
    },
  };
}

function callByName(engine: Engine | Remote<Engine>, method: EngineMethod, parameters: readonly unknown[]) {
  const calls = engine as unknown as Record<EngineMethod, (...parameters: readonly unknown[]) => Promise<unknown>>;
  return calls[method](...parameters);
}

function ready(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    const listener = ({ data }: MessageEvent): void => {
      if (data !== readyMessage) return;
      worker.removeEventListener('message', listener);
      resolve();
    };
    worker.addEventListener('message', listener);
  });
}

/**
 * Starts reading the data of a site immediately: the first `load` of that site returns the result of this read, and
 * reports its progress from then on. Later calls of `load` read the data again.
 */
export function preloadData(engine: Engine, siteUrl: string): Engine {
  let report: Progress | undefined;
  let preload: Promise<LoadedData> | undefined = engine.load(siteUrl, (loaded, total) => report?.(loaded, total));
  // The first call of `load` handles the failure.
  preload.catch(() => undefined);
  return {
    ...engine,
    load: (url, onProgress) => {
      const first = preload;
      preload = undefined;
      if (!first || url !== siteUrl) return engine.load(url, onProgress);
      report = onProgress;
      return first;
    },
  };
}
