import { proxy, wrap, type Remote } from 'comlink';

import type { Engine } from './questions.ts';
import { readyMessage } from './worker-messages.ts';

/**
 * The engine in a thread of its own, or in the page where there can be none: a browser without workers, a script that
 * does not come. Either way it answers the same, only the page may stutter.
 */
export function connectEngine(makeWorker: () => Worker = makeEngineWorker): Engine {
  const engine = startInWorker(makeWorker).catch(startInPage);
  return {
    load: async (...parameters) => (await engine).load(...parameters),
    ask: async (...parameters) => (await engine).ask(...parameters),
    rows: async (...parameters) => (await engine).rows(...parameters),
    marks: async (...parameters) => (await engine).marks(...parameters),
    placeNames: async () => (await engine).placeNames(),
    findPlaces: async (...parameters) => (await engine).findPlaces(...parameters),
    record: async (...parameters) => (await engine).record(...parameters),
    place: async (...parameters) => (await engine).place(...parameters),
    neighbours: async (...parameters) => (await engine).neighbours(...parameters),
    spot: async (...parameters) => (await engine).spot(...parameters),
    surroundings: async (...parameters) => (await engine).surroundings(...parameters),
    export: async (...parameters) => (await engine).export(...parameters),
  };
}

function makeEngineWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}

async function startInPage(): Promise<Engine> {
  const { createFetchedEngine } = await import('./fetched-engine.ts');
  return createFetchedEngine();
}

/** Rejects when the worker cannot be made or its script does not run. */
async function startInWorker(makeWorker: () => Worker): Promise<Engine> {
  const worker = makeWorker();
  const settled = new AbortController();
  const { signal } = settled;
  try {
    await new Promise<void>((resolve, reject) => {
      const hear = ({ data }: MessageEvent): void => {
        if (data === readyMessage) resolve();
      };
      const refuse = (): void => {
        reject(new Error('the worker does not run'));
      };
      worker.addEventListener('message', hear, { signal });
      worker.addEventListener('error', refuse, { signal });
    });
  } catch (cause) {
    worker.terminate();
    throw cause;
  } finally {
    // What goes wrong later is told by the answers.
    settled.abort();
  }
  return acrossThreads(wrap<Engine>(worker));
}

/** Functions do not cross from one thread to another, but can be called there through a proxy. */
function acrossThreads(remote: Remote<Engine>): Engine {
  const passed = (callback?: (done: number, of: number) => void): [] | [typeof callback & object] =>
    callback ? [proxy(callback)] : [];
  return {
    load: (siteUrl, onProgress) => remote.load(siteUrl, ...passed(onProgress)),
    ask: (question) => remote.ask(question),
    rows: (question, start, end) => remote.rows(question, start, end),
    marks: (question) => remote.marks(question),
    placeNames: () => remote.placeNames(),
    findPlaces: (typed, most) => remote.findPlaces(typed, most),
    record: (id, from) => remote.record(id, from),
    place: (id, from) => remote.place(id, from),
    neighbours: (question, id) => remote.neighbours(question, id),
    spot: (position, filters) => remote.spot(position, filters),
    surroundings: (position, most) => remote.surroundings(position, most),
    export: (question, onProgress) => remote.export(question, ...passed(onProgress)),
  };
}
