import { proxy, wrap, type Remote } from 'comlink';

import type { Engine } from './questions.ts';
import { WatchedWorker } from './watched-worker.ts';
import { readyMessage } from './worker-messages.ts';

/** An engine that may come to its end. */
export interface StartedEngine extends Engine {
  /** Whether it can answer nothing any more, and another has to be started. */
  hasStopped(): boolean;
}

/** After how long a silence a worker is given up. */
const limitsInMilliseconds = {
  start: 15_000,
  answer: 20_000,
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
  const answer = <Value>(ask: () => Promise<Value>): Promise<Value> =>
    watched.answerTo(limitsInMilliseconds.answer, ask);
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
    ask: (question) => answer(() => remote.ask(question)),
    rows: (question, start, end) => answer(() => remote.rows(question, start, end)),
    marks: (question) => answer(() => remote.marks(question)),
    placeNames: () => answer(() => remote.placeNames()),
    // The search by name is a script of its own, which comes over the network.
    findPlaces: (typed, most) => reading(undefined, () => remote.findPlaces(typed, most)),
    record: (id, from) => answer(() => remote.record(id, from)),
    place: (id, from) => answer(() => remote.place(id, from)),
    neighbours: (question, id) => answer(() => remote.neighbours(question, id)),
    spot: (position, filters) => answer(() => remote.spot(position, filters)),
    surroundings: (position, most) => answer(() => remote.surroundings(position, most)),
    within: (position, radiusInMetres) => answer(() => remote.within(position, radiusInMetres)),
    export: (question, format, onProgress) => reading(onProgress, (passed) => remote.export(question, format, passed)),
    cancelExport: () => answer(() => remote.cancelExport()),
  };
}
