import type { Engine } from './questions.ts';
import { startInWorker, type StartedEngine } from './worker-engine.ts';

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
    within: async (...parameters) => (await engine).within(...parameters),
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
  const { createFetchedEngine } = await import('./fetched-engine.ts');
  return Object.assign(createFetchedEngine(), { hasStopped: () => false });
}
