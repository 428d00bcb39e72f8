import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { SameBuildRequest } from '../../core/http/worker-protocol.ts';
import { applyPageUpdate, watchForPageUpdate } from './service-worker.ts';

/** The parts of a worker and a registration that the code under test uses. */
class FakeWorker extends EventTarget {
  state = 'installing';
  readonly commands: unknown[] = [];
  readonly #ownScripts: readonly string[] | undefined;
  /** A worker without scripts does not reply to the message that asks whether it is of the same build. */
  constructor(ownScripts?: readonly string[]) {
    super();
    this.#ownScripts = ownScripts;
  }
  postMessage(message: SameBuildRequest | string, [port]: readonly MessagePort[] = []): void {
    if (typeof message === 'string') this.commands.push(message);
    else if (this.#ownScripts) port?.postMessage(message.scripts.every((script) => this.#ownScripts?.includes(script)));
  }
}

class FakeRegistration extends EventTarget {
  waiting: FakeWorker | null = null;
  installing: FakeWorker | null = null;
}

class FakeContainer extends EventTarget {
  controller: FakeWorker | null;
  readonly registration = new FakeRegistration();
  readonly ready = Promise.resolve(this.registration);
  constructor(controller: FakeWorker | null) {
    super();
    this.controller = controller;
  }
  async getRegistration(): Promise<FakeRegistration> {
    return this.registration;
  }
}

const asContainer = (fake: FakeContainer): ServiceWorkerContainer => fake as unknown as ServiceWorkerContainer;
const ownScript = 'https://data.example/assets/index-1a.js';
const newerScript = 'https://data.example/assets/index-2b.js';
const workerOfThisBuild = (): FakeWorker => new FakeWorker([ownScript]);
const workerOfNewerBuild = (): FakeWorker => new FakeWorker([newerScript]);

/** Waits for messages through ports: they arrive in separate tasks, which fake timers do not control. */
async function messagesArrived(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function startWatching(container: FakeContainer, untilQuiet = Promise.resolve()): Promise<() => number> {
  let count = 0;
  watchForPageUpdate(asContainer(container), { scripts: [ownScript], untilQuiet }, () => count++);
  await messagesArrived();
  return () => count;
}

function install({ registration }: FakeContainer, worker = workerOfNewerBuild()): void {
  registration.installing = worker;
  registration.dispatchEvent(new Event('updatefound'));
  worker.state = 'installed';
  registration.installing = null;
  registration.waiting = worker;
  worker.dispatchEvent(new Event('statechange'));
}

describe('A newer page', () => {
  it('counts as ready when the waiting worker does not reply to the message that asks about its build', async () => {
    const container = new FakeContainer(workerOfThisBuild());
    container.registration.waiting = new FakeWorker();
    const count = await startWatching(container);
    expect(count()).toBe(0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(count()).toBe(1);
  });

  it('is ready when another tab has activated it', async () => {
    const container = new FakeContainer(workerOfThisBuild());
    const count = await startWatching(container);
    container.controller = workerOfNewerBuild();
    container.dispatchEvent(new Event('controllerchange'));
    await messagesArrived();
    expect(count()).toBe(1);
  });
});

describe('Activating the newer page', () => {
  it('reloads the page after a timeout when the worker does not take control', async () => {
    const container = new FakeContainer(new FakeWorker());
    install(container);
    const reload = vi.fn();
    await applyPageUpdate(asContainer(container), reload);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('reloads the page immediately without a waiting worker or without any worker', async () => {
    const reload = vi.fn();
    await applyPageUpdate(asContainer(new FakeContainer(null)), reload);
    await applyPageUpdate(undefined, reload);
    expect(reload).toHaveBeenCalledTimes(2);
  });
});
