import type { Page } from '@playwright/test';

/** What the frames of a stretch of time took. */
export interface Frames {
  /** Of each frame: script, style, layout and paint on the page's own thread, in milliseconds. */
  readonly workInMilliseconds: readonly number[];
  /** Between one frame and the next. */
  readonly intervalsInMilliseconds: readonly number[];
}

declare global {
  interface Window {
    endFrames?: () => Frames;
  }
}

/**
 * Records the frames of a page while something is done on it. A frame begins when the browser says so to an animation
 * callback, and its work is over when a message that was posted then comes in: the browser renders before it goes on.
 */
export async function recordFrames(page: Page, during: () => Promise<void>): Promise<Frames> {
  await page.evaluate(() => {
    const work: number[] = [];
    const intervals: number[] = [];
    let isOver = false;
    let last: number | undefined;
    const channel = new MessageChannel();
    let began = 0;
    channel.port1.onmessage = () => {
      work.push(performance.now() - began);
    };
    const onFrame = (time: number): void => {
      if (isOver) return;
      if (last !== undefined) intervals.push(time - last);
      last = time;
      began = time;
      channel.port2.postMessage(null);
      requestAnimationFrame(onFrame);
    };
    requestAnimationFrame(onFrame);
    window.endFrames = () => {
      isOver = true;
      return { workInMilliseconds: work, intervalsInMilliseconds: intervals };
    };
  });
  await during();
  const frames = await page.evaluate(() => window.endFrames?.());
  if (!frames) throw new Error('the page was left while its frames were recorded');
  return frames;
}
