import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { applyPageUpdate, watchForPageUpdate } from './page-update.ts';

/** A worker and a registration, as far as the code under test looks at them. */
class FakeWorker extends EventTarget {
  state = 'installing';
  readonly orders: unknown[] = [];
  postMessage(order: unknown): void {
    this.orders.push(order);
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
const aMoment = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function watched(container: FakeContainer): Promise<() => number> {
  let count = 0;
  watchForPageUpdate(asContainer(container), () => count++);
  await aMoment();
  return () => count;
}

function install({ registration }: FakeContainer): void {
  const worker = new FakeWorker();
  registration.installing = worker;
  registration.dispatchEvent(new Event('updatefound'));
  worker.state = 'installed';
  registration.installing = null;
  registration.waiting = worker;
  worker.dispatchEvent(new Event('statechange'));
}

describe('A newer page', () => {
  it('is ready when its worker waits from before', async () => {
    const container = new FakeContainer(new FakeWorker());
    container.registration.waiting = new FakeWorker();
    expect((await watched(container))()).toBe(1);
  });

  it('is ready when its worker comes while the page is open', async () => {
    const container = new FakeContainer(new FakeWorker());
    const count = await watched(container);
    expect(count()).toBe(0);
    install(container);
    expect(count()).toBe(1);
  });

  it('is not what the first visit installs', async () => {
    const container = new FakeContainer(null);
    const count = await watched(container);
    install(container);
    container.controller = new FakeWorker();
    container.dispatchEvent(new Event('controllerchange'));
    expect(count()).toBe(0);
  });

  it('is ready when another tab has let it in', async () => {
    const container = new FakeContainer(new FakeWorker());
    const count = await watched(container);
    container.dispatchEvent(new Event('controllerchange'));
    expect(count()).toBe(1);
  });
});

describe('Taking the newer page', () => {
  it('tells the waiting worker, and loads the page once, when that has taken over', async () => {
    const container = new FakeContainer(new FakeWorker());
    install(container);
    const reload = vi.fn();
    await applyPageUpdate(asContainer(container), reload);
    expect(container.registration.waiting?.orders).toEqual(['skip waiting']);
    expect(reload).not.toHaveBeenCalled();
    container.dispatchEvent(new Event('controllerchange'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('loads the page after a while when the worker does not take over', async () => {
    const container = new FakeContainer(new FakeWorker());
    install(container);
    const reload = vi.fn();
    await applyPageUpdate(asContainer(container), reload);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('loads the page at once when nothing waits or no worker can run', async () => {
    const reload = vi.fn();
    await applyPageUpdate(asContainer(new FakeContainer(null)), reload);
    await applyPageUpdate(undefined, reload);
    expect(reload).toHaveBeenCalledTimes(2);
  });
});
