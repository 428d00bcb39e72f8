import type { Page } from '@playwright/test';

/** What the frames of a stretch of time took. */
export interface Frames {
  /** Processor time from each frame to the next. */
  readonly work: readonly FrameWork[];
  /** Wall-clock time from one frame to the next. */
  readonly intervalsInMilliseconds: readonly number[];
}

/** What the page marks each frame with. */
export const frameMark = 'coastwatch-frame';

/*
 * Runs in the page, so it is text: what turns this file into script would call helpers that a page does not have.
 */
const begin = `(() => {
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

/** Records the frames of a page while something is done on it. */
export async function recordFrames(page: Page, during: () => Promise<void>): Promise<Frames> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser that can be traced');
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing', '__metadata'] });
  await page.evaluate(begin);
  await during();
  const intervalsInMilliseconds = await page.evaluate<number[]>('window.endFrames()');
  const trace = JSON.parse((await browser.stopTracing()).toString('utf8')) as { traceEvents: TraceEvent[] };
  return { work: readFrameWork(trace.traceEvents), intervalsInMilliseconds };
}

/** One event of a trace in Chromium's JSON, as far as it is read here. Times are in microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Processor time of the thread alone. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** The threads that take part in a frame. */
interface FrameThreads {
  /** Script, style, layout and paint on the page's own thread. */
  readonly page: number;
  /** The engine's worker. */
  readonly engine: number;
  /** Everything that turns what was painted into pixels: the compositors and, without a graphics card, all drawing. */
  readonly drawing: number;
}

/** Processor time of each kind of thread from one frame to the next, in milliseconds. */
type FrameWork = FrameThreads;

const tasks = new Set(['ThreadControllerImpl::RunTask', 'ThreadPool_RunTask', 'TaskGraphRunner::RunTask']);

function kindOf(thread: string): keyof FrameThreads | undefined {
  if (thread === 'CrRendererMain') return 'page';
  if (thread.startsWith('DedicatedWorker')) return 'engine';
  if (/^(Compositor|VizCompositor|CrGpuMain|ThreadPoolForegroundWorker)/.test(thread)) return 'drawing';
  return undefined;
}

/**
 * The processor time between each frame of a page and the next, by the tasks that began in it. A frame begins with the
 * task in which the page marks it. Tasks within tasks are counted once.
 */
export function readFrameWork(events: readonly TraceEvent[]): FrameWork[] {
  const threads = new Map<string, string>();
  const keyOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  for (const event of events) {
    if (event.name === 'thread_name') threads.set(keyOf(event), event.args?.name ?? '');
  }
  const markEvents = events.filter(({ name }) => name === frameMark).sort((a, b) => a.ts - b.ts);
  const [mark] = markEvents;
  if (!mark) return [];
  const outermost = outermostTasks(events);
  const ofPage = (outermost.get(keyOf(mark)) ?? []).filter(({ name }) => tasks.has(name));
  const starts = frameStarts(
    ofPage,
    markEvents.map(({ ts }) => ts),
  );
  const work = starts.slice(1).map(() => ({ page: 0, engine: 0, drawing: 0 }));
  for (const [thread, ofThread] of outermost) {
    const kind = kindOf(threads.get(thread) ?? '');
    // Other pages have threads of the same names; what draws is shared.
    if (!kind || (kind !== 'drawing' && ofThread[0]?.pid !== mark.pid)) continue;
    for (const { ts, tdur, dur } of ofThread) {
      const frame = work[lastAtOrBefore(starts, ts)];
      if (frame) frame[kind] += (tdur ?? dur ?? 0) / 1000;
    }
  }
  return work;
}

function outermostTasks(events: readonly TraceEvent[]): Map<string, TraceEvent[]> {
  const byThread = new Map<string, TraceEvent[]>();
  for (const event of events) {
    if (event.ph !== 'X' || !tasks.has(event.name)) continue;
    const key = `${event.pid} ${event.tid}`;
    const ofThread = byThread.get(key);
    if (ofThread) ofThread.push(event);
    else byThread.set(key, [event]);
  }
  for (const [key, ofThread] of byThread) {
    let end = -Infinity;
    const outermost = ofThread
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

/** When the tasks began in which frames were marked. */
function frameStarts(ofPage: readonly TraceEvent[], marks: readonly number[]): number[] {
  const starts = ofPage.map(({ ts }) => ts);
  return [...new Set(marks.map((ts) => starts[lastAtOrBefore(starts, ts)] ?? ts))];
}

/** The index of the last of some ascending numbers that is no larger than a value; -1 when all are. */
function lastAtOrBefore(ascending: readonly number[], value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
