import type { Page } from '@playwright/test';

/** What the frames of a stretch of time took. */
export interface Frames {
  /** Of each frame: script, style, layout and paint on the page's own thread, in milliseconds. */
  readonly workInMilliseconds: readonly number[];
  /** Between one frame and the next. */
  readonly intervalsInMilliseconds: readonly number[];
}

/*
 * Runs in the page, so it is text: what turns this file into script would call helpers that a page does not have.
 * A frame begins when the browser says so to an animation callback, and its work is over when a message that was posted
 * then comes in: the browser renders before it goes on.
 */
const begin = `(() => {
  const frames = { workInMilliseconds: [], intervalsInMilliseconds: [] };
  const channel = new MessageChannel();
  let isOver = false;
  let last;
  let began = 0;
  channel.port1.onmessage = () => frames.workInMilliseconds.push(performance.now() - began);
  const onFrame = (time) => {
    if (isOver) return;
    if (last !== undefined) frames.intervalsInMilliseconds.push(time - last);
    last = began = time;
    channel.port2.postMessage(null);
    requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
  window.endFrames = () => { isOver = true; return frames; };
})()`;

/** Records the frames of a page while something is done on it. */
export async function recordFrames(page: Page, during: () => Promise<void>): Promise<Frames> {
  await page.evaluate(begin);
  await during();
  return page.evaluate<Frames>('window.endFrames()');
}
