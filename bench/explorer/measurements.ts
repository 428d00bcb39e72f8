import type { CDPSession, Page } from '@playwright/test';

import { countAtMost } from '../../core/collections/arrays.ts';

/** Measurements of consecutive frames, in milliseconds. */
export interface Frames {
  /** Processor time from each frame to the next. */
  readonly work: readonly FrameWork[];
  /** Wall-clock time from one frame to the next. */
  readonly intervalsInMilliseconds: readonly number[];
}

/** The name of the performance mark of each frame. */
export const frameMark = 'coastwatch-frame';

/*
 * This script runs in the page. It is a string, because a compiled function would call helpers that the page lacks.
 */
const recordingScript = `(() => {
  const intervals = [];
  let isOver = false;
  let last;
  const onFrame = (time) => {
    if (isOver) return;
    performance.mark('${frameMark}');
    if (last !== undefined) intervals.push(time - last);
    last = time;
    requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
  window.endFrames = () => { isOver = true; return intervals; };
})()`;

/** Records the frames of a page during a function. */
export async function recordFrames(page: Page, during: () => Promise<void>): Promise<Frames> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser that can be traced');
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing', '__metadata'] });
  await page.evaluate(recordingScript);
  await during();
  const intervalsInMilliseconds = await page.evaluate<number[]>('window.endFrames()');
  const trace = JSON.parse((await browser.stopTracing()).toString('utf8')) as { traceEvents: TraceEvent[] };
  return { work: readFrameWork(trace.traceEvents), intervalsInMilliseconds };
}

/** The fields of a trace event in Chromium's JSON that are used here. Times are in microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Processor time. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** The threads that take part in a frame. */
interface FrameThreads {
  /** Script, style, layout and paint on the page's own thread. */
  readonly page: number;
  /** The engine's worker. */
  readonly engine: number;
  /** The compositors and, without a graphics card, all rasterization. */
  readonly drawing: number;
}

/** Processor time of each kind of thread from one frame to the next, in milliseconds. */
type FrameWork = FrameThreads;

const tasks = new Set(['ThreadControllerImpl::RunTask', 'ThreadPool_RunTask', 'TaskGraphRunner::RunTask']);

function threadKind(thread: string): keyof FrameThreads | undefined {
  if (thread === 'CrRendererMain') return 'page';
  if (thread.startsWith('DedicatedWorker')) return 'engine';
  if (/^(Compositor|VizCompositor|CrGpuMain|ThreadPoolForegroundWorker)/.test(thread)) return 'drawing';
  return undefined;
}

/**
 * Computes the processor time from each frame of a page to the next, summed over the tasks that start in between. A
 * frame starts with the task in which the page marks it. Nested tasks are counted once.
 */
export function readFrameWork(events: readonly TraceEvent[]): FrameWork[] {
  const threads = new Map<string, string>();
  const threadKey = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  for (const event of events) {
    if (event.name === 'thread_name') threads.set(threadKey(event), event.args?.name ?? '');
  }
  const markEvents = events.filter(({ name }) => name === frameMark).sort((a, b) => a.ts - b.ts);
  const [mark] = markEvents;
  if (!mark) return [];
  const outermost = outermostTasks(events);
  const pageTasks = (outermost.get(threadKey(mark)) ?? []).filter(({ name }) => tasks.has(name));
  const starts = frameStarts(
    pageTasks,
    markEvents.map(({ ts }) => ts),
  );
  const work = starts.slice(1).map(() => ({ page: 0, engine: 0, drawing: 0 }));
  for (const [thread, threadTasks] of outermost) {
    const kind = threadKind(threads.get(thread) ?? '');
    // Other pages have threads with the same names. The drawing threads are shared.
    if (!kind || (kind !== 'drawing' && threadTasks[0]?.pid !== mark.pid)) continue;
    for (const { ts, tdur, dur } of threadTasks) {
      const frame = work[countAtMost(starts, ts) - 1];
      if (frame) frame[kind] += (tdur ?? dur ?? 0) / 1000;
    }
  }
  return work;
}

/** The tasks of each thread that are not part of another task. */
function outermostTasks(events: readonly TraceEvent[]): Map<string, TraceEvent[]> {
  const byThread = new Map<string, TraceEvent[]>();
  for (const event of events) {
    if (event.ph !== 'X' || !tasks.has(event.name)) continue;
    const key = `${event.pid} ${event.tid}`;
    const threadTasks = byThread.get(key);
    if (threadTasks) threadTasks.push(event);
    else byThread.set(key, [event]);
  }
  for (const [key, threadTasks] of byThread) {
    let end = -Infinity;
    const outermost = threadTasks
      .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
      .filter(({ ts, dur = 0 }) => {
        if (ts < end) return false;
        end = ts + dur;
        return true;
      });
    byThread.set(key, outermost);
  }
  return byThread;
}

/** The start times of the tasks in which frames were marked. */
function frameStarts(pageTasks: readonly TraceEvent[], marks: readonly number[]): number[] {
  const starts = pageTasks.map(({ ts }) => ts);
  return [...new Set(marks.map((ts) => starts[countAtMost(starts, ts) - 1] ?? ts))];
}

/**
 * The memory of one thread of a page, in bytes: V8's heap (objects, strings, compiled script), Blink's (elements,
 * styles), and the array buffers outside both. Bitmaps and the browser's own code are not included.
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

export const totalSize = ({ page, workers }: Heaps): number => page + workers;

const heapSize = ({ usedSize, embedderHeapUsedSize, backingStorageSize }: Heap): number =>
  usedSize + embedderHeapUsedSize + backingStorageSize;

const pauseInMilliseconds = 40;

/** Watches the heaps of a page and of the workers that it starts from now on. */
export class HeapWatch {
  readonly #session: CDPSession;
  readonly #workers = new Set<string>();
  readonly #replies = new Map<number, (result: unknown) => void>();
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
      this.#replies.get(id)?.(result);
      this.#replies.delete(id);
    });
  }

  /** Starts watching. Call this before opening the page, so that the largest size includes its start. */
  static async start(page: Page): Promise<HeapWatch> {
    const session = await page.context().newCDPSession(page);
    const watch = new HeapWatch(session);
    await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
    watch.#watching = watch.#watchLargest();
    return watch;
  }

  /** Stops watching. Returns the largest sizes since the start, sampled every 40 ms and including garbage. */
  async largest(): Promise<Heaps> {
    this.#isWatching = false;
    return (await this.#watching) ?? { page: 0, workers: 0 };
  }

  /** The sizes after a full garbage collection. */
  async atRest(): Promise<Heaps> {
    await this.#session.send('HeapProfiler.collectGarbage');
    for (const worker of this.#workers) await this.#send(worker, 'HeapProfiler.collectGarbage');
    return this.#read();
  }

  async #watchLargest(): Promise<Heaps> {
    let largest: Heaps = { page: 0, workers: 0 };
    while (this.#isWatching) {
      const now = await this.#read();
      if (totalSize(now) > totalSize(largest)) largest = now;
      await new Promise((resolve) => setTimeout(resolve, pauseInMilliseconds));
    }
    return largest;
  }

  async #read(): Promise<Heaps> {
    const page = (await this.#session.send('Runtime.getHeapUsage')) as unknown as Heap;
    let workers = 0;
    for (const worker of this.#workers) workers += heapSize((await this.#send(worker, 'Runtime.getHeapUsage')) as Heap);
    return { page: heapSize(page), workers };
  }

  #send(sessionId: string, method: string): Promise<unknown> {
    const id = ++this.#messages;
    return new Promise((resolve, reject) => {
      this.#replies.set(id, resolve);
      const message = JSON.stringify({ id, method });
      this.#session.send('Target.sendMessageToTarget', { sessionId, message }).catch(reject);
    });
  }
}
