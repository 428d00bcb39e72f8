import { describe, expect, it } from 'vitest';

import { frameMark, readFrameWork, type TraceEvent } from './measurements.ts';

const thread = (pid: number, tid: number, name: string): TraceEvent => ({
  ...{ name: 'thread_name', ph: 'M', pid, tid, ts: 0 },
  args: { name },
});
const task = (pid: number, tid: number, ts: number, dur: number, tdur: number): TraceEvent => ({
  ...{ name: 'ThreadControllerImpl::RunTask', ph: 'X', pid, tid, ts, dur, tdur },
});
const mark = (ts: number): TraceEvent => ({ name: frameMark, ph: 'I', pid: 1, tid: 1, ts });

const threads = [
  thread(1, 1, 'CrRendererMain'),
  thread(1, 2, 'DedicatedWorker thread'),
  thread(1, 3, 'Compositor'),
  thread(2, 1, 'CrRendererMain'),
  thread(3, 1, 'VizCompositorThread'),
];

describe('the processor time of frames', () => {
  it('is the sum over the tasks from one frame to the next', () => {
    const work = readFrameWork([
      ...threads,
      ...[task(1, 1, 1000, 4000, 3000), mark(2000), task(1, 1, 9000, 2000, 1000)],
      ...[task(1, 1, 20_000, 5000, 5000), mark(21_000)],
      task(1, 1, 30_000, 5000, 5000),
    ]);
    expect(work).toEqual([{ page: 4, engine: 0, drawing: 0 }]);
  });

  it('distinguishes the threads of the page, its engine and drawing, and ignores other pages', () => {
    const frames = [task(1, 1, 1000, 1000, 1000), mark(1500), task(1, 1, 20_000, 1000, 1000), mark(20_500)];
    const others = [task(1, 2, 5000, 2000, 2000), task(1, 3, 5000, 500, 500), task(3, 1, 6000, 250, 250)];
    expect(readFrameWork([...threads, ...frames, ...others, task(2, 1, 5000, 9000, 9000)])).toEqual([
      { page: 1, engine: 2, drawing: 0.75 },
    ]);
  });

  it('counts nested tasks once', () => {
    const nested = [task(1, 1, 1000, 4000, 4000), task(1, 1, 2000, 1000, 1000)];
    expect(readFrameWork([...threads, ...nested, mark(2500), task(1, 1, 20_000, 10, 10), mark(20_005)])).toEqual([
      { page: 4, engine: 0, drawing: 0 },
    ]);
  });

  it('is empty when no frame was marked', () => {
    expect(readFrameWork([...threads, task(1, 1, 1000, 4000, 4000)])).toEqual([]);
  });
});
