import { expose } from 'comlink';

import type { Engine } from '../engine.ts';
import { readyMessage } from '../rpc/watched-worker.ts';

/** The parts of a Worker that the engine uses. Messages go through a channel whose other end is in this thread. */
export class WorkerInThisThread extends EventTarget {
  isTerminated = false;
  /** Whether it ignores messages, like a thread that hangs. */
  isSilent = false;
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
    if (!this.isSilent) this.#port.postMessage(message, transfer);
  }

  terminate(): void {
    this.isTerminated = true;
  }
}

const ports: MessagePort[] = [];

/** Call this after each test. */
export function closeWorkers(): void {
  for (const port of ports.splice(0)) port.close();
}

export const asWorker = (worker: WorkerInThisThread): Worker => worker as unknown as Worker;

/** A worker whose script has loaded and run. */
export function runningWorker(engine: Engine): WorkerInThisThread {
  return new WorkerInThisThread((port) => {
    expose(engine, port);
    port.postMessage(readyMessage);
  });
}
