import type { Page } from '@playwright/test';

import { frameMark, readFrameWork, type FrameWork, type TraceEvent } from './read-trace.ts';

/** What the frames of a stretch of time took. */
export interface Frames {
  /** Processor time from each frame to the next. */
  readonly work: readonly FrameWork[];
  /** From one frame to the next on the clock, with all that the machine did meanwhile. */
  readonly intervalsInMilliseconds: readonly number[];
}

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
