import type { CDPSession, Page } from '@playwright/test';

/**
 * What one thread of a page holds, in bytes: V8's heap (objects, strings, compiled script), Blink's (elements, styles),
 * and the array buffers outside both. Bitmaps and the browser's own code are not included.
 */
interface Heap {
  readonly usedSize: number;
  readonly embedderHeapUsedSize: number;
  readonly backingStorageSize: number;
}

/** Heaps of a page and of all its workers, in bytes. */
export interface Heaps {
  readonly page: number;
  readonly workers: number;
}

export const totalOf = ({ page, workers }: Heaps): number => page + workers;

const sizeOf = ({ usedSize, embedderHeapUsedSize, backingStorageSize }: Heap): number =>
  usedSize + embedderHeapUsedSize + backingStorageSize;

const pauseInMilliseconds = 40;

/** Watches the heaps of a page and of the workers that it starts from now on. */
export class HeapWatch {
  readonly #session: CDPSession;
  readonly #workers = new Set<string>();
  readonly #answers = new Map<number, (result: unknown) => void>();
  #messages = 0;
  #isWatching = true;
  #watching: Promise<Heaps> | undefined;

  private constructor(session: CDPSession) {
    this.#session = session;
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      if (targetInfo.type === 'worker') this.#workers.add(sessionId);
    });
    session.on('Target.detachedFromTarget', ({ sessionId }) => {
      this.#workers.delete(sessionId);
    });
    session.on('Target.receivedMessageFromTarget', ({ message }) => {
      const { id, result } = JSON.parse(message) as { id?: number; result?: unknown };
      if (id === undefined) return;
      this.#answers.get(id)?.(result);
      this.#answers.delete(id);
    });
  }

  /** To be called before the page is opened: the largest size of all is looked for from the start. */
  static async of(page: Page): Promise<HeapWatch> {
    const session = await page.context().newCDPSession(page);
    const watch = new HeapWatch(session);
    await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
    watch.#watching = watch.#watchLargest();
    return watch;
  }

  /** The largest that were seen since the start, garbage included, looked at every 40 ms. Ends the watching. */
  async largest(): Promise<Heaps> {
    this.#isWatching = false;
    return (await this.#watching) ?? { page: 0, workers: 0 };
  }

  /** What is held once all garbage is collected. */
  async atRest(): Promise<Heaps> {
    await this.#session.send('HeapProfiler.collectGarbage');
    for (const worker of this.#workers) await this.#ask(worker, 'HeapProfiler.collectGarbage');
    return this.#read();
  }

  async #watchLargest(): Promise<Heaps> {
    let largest: Heaps = { page: 0, workers: 0 };
    while (this.#isWatching) {
      const now = await this.#read();
      if (totalOf(now) > totalOf(largest)) largest = now;
      await new Promise((resolve) => setTimeout(resolve, pauseInMilliseconds));
    }
    return largest;
  }

  async #read(): Promise<Heaps> {
    const page = (await this.#session.send('Runtime.getHeapUsage')) as unknown as Heap;
    let workers = 0;
    for (const worker of this.#workers) workers += sizeOf((await this.#ask(worker, 'Runtime.getHeapUsage')) as Heap);
    return { page: sizeOf(page), workers };
  }

  #ask(sessionId: string, method: string): Promise<unknown> {
    const id = ++this.#messages;
    return new Promise((resolve, reject) => {
      this.#answers.set(id, resolve);
      const message = JSON.stringify({ id, method });
      this.#session.send('Target.sendMessageToTarget', { sessionId, message }).catch(reject);
    });
  }
}
