import type { Page } from '@playwright/test';
import { parseArgs } from 'node:util';

import { countAtMost } from '../core/collections/arrays.ts';
import { listen } from '../hosts/node/listen.ts';
import { createSiteServer } from '../hosts/node/site-server.ts';
import { findChromium, launchChromium } from '../tests/support/find-chromium.ts';
import { buildSite, inTemporaryFolder, median, publishedSize, quantile, write, writeRow } from './harness.ts';

/*
 * `npm run bench:explorer` measures the explorer in Chromium with the main thread slowed down four times: the processor
 * time of the page's thread in each frame while the user drags a radius, pans, zooms and plays the months; the intervals
 * between frames; and how long list and histogram take after the last movement of a drag, and after a filter change.
 *
 * Build the explorer first. Measures the published records (or a sample of the same size) and 1,000,000 sample records;
 * `-- --sizes N` measures other sizes, and `-- --site FOLDER` an existing site.
 */

const slowdown = 4;
const cottesloe = '?c=-31.994,115.751&z=10&r=5000';
/** Large enough that a short drag of the handle in either direction leaves a handle to drag back. */
const largeCircle = '?c=-31.994,115.751&z=10&r=10000';

async function measureExplorer(directory: string, title: string): Promise<void> {
  const server = createSiteServer({ directory });
  const address = await listen(server, { port: 0, host: '127.0.0.1', basePath: '/' });
  const browser = await launchChromium(await findChromium(), []);
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
    const open = async (search: string): Promise<void> => {
      await page.goto(address + search);
      const results = page.getByText(/ records? within/).first();
      await results.waitFor({ timeout: 120_000 });
      await page.locator('.map-handle').waitFor();
      await page.waitForTimeout(1500);
    };
    await open(cottesloe);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const handle = await findMiddle(page, '.map-handle');
    const map = await findMiddle(page, '.leaflet-container');
    const sea = { x: map.x - 250, y: map.y };
    writeRow([title, 'frames', 'processor time, median', '95 %', 'interval, median', '95 %']);
    writeRow(['---', '--:', '--:', '--:', '--:', '--:']);
    for (const [name, use] of [
      ['dragging the radius', () => drag(page, handle, wave(handle, 60, 240))],
      ['panning', () => drag(page, sea, wave(sea, 220, 240))],
      ['playing the months', () => play(page)],
      ['zooming', () => zoom(page, sea)],
    ] as const) {
      const { work, intervals } = await recordFrames(page, use);
      const cells = [median(work), quantile(work, 0.95), median(intervals), quantile(intervals, 0.95)];
      writeRow([name, intervals.length, ...cells.map((milliseconds) => `${milliseconds.toFixed(1)} ms`)]);
    }
    await open(largeCircle);
    const completion = await timeCompletion(page);
    const changes = await timeFilterChanges(page);
    const describe = (times: readonly number[]): string =>
      `median ${median(times).toFixed(0)} ms, 95 % ${quantile(times, 0.95).toFixed(0)} ms`;
    write(`\nFrom the last movement of a drag until list and histogram are complete: ${describe(completion)}`);
    write(`From a change of filters until list and histogram are complete: ${describe(changes)}\n`);
  } finally {
    await browser.close();
    server.close();
    server.closeAllConnections();
  }
}

interface Point {
  readonly x: number;
  readonly y: number;
}

async function findMiddle(page: Page, selector: string): Promise<Point> {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} is not on the screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Plays the months at the highest speed for eight seconds, and then shows the whole period again. */
async function play(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('Fast');
  await pause(8000);
  await page.getByRole('button', { name: 'Show the whole period' }).click();
}

/** Pointer events are sent at a fixed rate that is higher than the frame rate, whether or not the page keeps up. */
const moveIntervalInMilliseconds = 12;

/** Presses the pointer at one point, moves it to each of the others, and releases it. */
async function drag(page: Page, from: Point, steps: readonly Point[]): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  const moves: Promise<void>[] = [];
  for (const { x, y } of steps) {
    moves.push(page.mouse.move(x, y));
    await pause(moveIntervalInMilliseconds);
  }
  await Promise.all(moves);
  await page.mouse.up();
}

/** The points of a horizontal movement that goes back and forth three times. */
function wave({ x, y }: Point, reach: number, count: number): Point[] {
  return Array.from({ length: count }, (_, step) => ({ x: x + reach * Math.sin((step / count) * 6 * Math.PI), y }));
}

/** Turns the wheel six notches one way and six the other, twice. */
async function zoom(page: Page, { x, y }: Point): Promise<void> {
  await page.mouse.move(x, y);
  for (let step = 0; step < 24; step++) {
    await page.mouse.wheel(0, step % 12 < 6 ? 120 : -120);
    await pause(150);
  }
}

/** The name of the performance mark of each frame. */
const frameMark = 'coastwatch-frame';

/* These scripts run in the page. They are strings, because compiled functions would call helpers that the page lacks. */

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

/** Records the last pointer movement, and the last frame that shows a change of list or histogram. */
const watchResults = `(() => {
  const times = { moved: 0, complete: 0 };
  const watch = (selector, changes) => {
    const recordTime = () => requestAnimationFrame(() => { times.complete = performance.now(); });
    for (const element of document.querySelectorAll(selector)) {
      new MutationObserver(recordTime).observe(element, { subtree: true, ...changes });
    }
  };
  watch('.results-panel', { childList: true, characterData: true });
  watch('.timeline', { attributeFilter: ['d'] });
  addEventListener('pointermove', (event) => { times.moved = event.timeStamp; }, true);
  window.resultTimes = times;
})()`;

/** Measurements of consecutive frames, in milliseconds. */
interface Frames {
  /** Processor time of the page's thread from each frame to the next. */
  readonly work: number[];
  /** Wall-clock time from one frame to the next. */
  readonly intervals: number[];
}

/** Records the frames of a page during a function. */
async function recordFrames(page: Page, during: () => Promise<void>): Promise<Frames> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser that can be traced');
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
  await page.evaluate(recordingScript);
  await during();
  const intervals = await page.evaluate<number[]>('window.endFrames()');
  const trace = JSON.parse((await browser.stopTracing()).toString('utf8')) as { traceEvents: TraceEvent[] };
  return { work: readFrameWork(trace.traceEvents), intervals };
}

/** The fields of a trace event in Chromium's JSON that are used here. Times are in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Processor time. */
  readonly tdur?: number;
}

/**
 * Sums the processor time of the page's tasks from each frame to the next. A frame starts with the task in which the
 * page marks it. Nested tasks are counted once.
 */
function readFrameWork(events: readonly TraceEvent[]): number[] {
  const marks = events.filter(({ name }) => name === frameMark).sort((a, b) => a.ts - b.ts);
  let end = -Infinity;
  const tasks = events
    .filter(({ name, ph, pid, tid }) => {
      return name === 'ThreadControllerImpl::RunTask' && ph === 'X' && pid === marks[0]?.pid && tid === marks[0].tid;
    })
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
    .filter(({ ts, dur = 0 }) => {
      if (ts < end) return false;
      end = ts + dur;
      return true;
    });
  const taskStarts = tasks.map(({ ts }) => ts);
  const starts = [...new Set(marks.map(({ ts }) => taskStarts[countAtMost(taskStarts, ts) - 1] ?? ts))];
  const work = new Array<number>(starts.length).fill(0);
  for (const { ts, tdur, dur } of tasks) {
    const frame = countAtMost(starts, ts) - 1;
    if (frame >= 0) work[frame] += (tdur ?? dur ?? 0) / 1000;
  }
  return work.slice(0, -1);
}

/** A pause that is longer than list and histogram take, but ends before the page adjusts the axis of the histogram. */
const completeAfterInMilliseconds = 450;

const readTimes = (page: Page): Promise<{ readonly moved: number; readonly complete: number }> =>
  page.evaluate('window.resultTimes');

/** Drags the handle by a short distance, several times: the milliseconds from the last movement of each drag. */
async function timeCompletion(page: Page): Promise<number[]> {
  await page.evaluate(watchResults);
  const times: number[] = [];
  for (let count = 0; count < 20; count++) {
    const from = await findMiddle(page, '.map-handle');
    const reach = count % 2 === 0 ? 4 : -4;
    const steps = Array.from({ length: 12 }, (_, step) => ({ x: from.x + reach * (step + 1), y: from.y }));
    await drag(page, from, steps);
    await pause(completeAfterInMilliseconds);
    const { moved, complete } = await readTimes(page);
    times.push(Math.max(0, complete - moved));
    await pause(completeAfterInMilliseconds);
  }
  return times;
}

/** Opens a filter, and repeatedly selects or deselects its first option: the milliseconds that each change takes. */
async function timeFilterChanges(page: Page): Promise<number[]> {
  const filter = page.getByRole('button', { name: /Interaction|Kind/ });
  await filter.first().click();
  const box = page.getByRole('checkbox').first();
  await box.waitFor();
  await page.evaluate(watchResults);
  const times: number[] = [];
  for (let change = 0; change < 60; change++) {
    // Each change starts on an idle page. The click is dispatched inside the page, because looking up the checkbox from
    // outside is work that no user causes.
    const began = await box.evaluate((element) => {
      const now = performance.now();
      (element as HTMLElement).click();
      return now;
    });
    await pause(completeAfterInMilliseconds);
    const { complete } = await readTimes(page);
    if (complete < began) throw new Error('the list did not change');
    times.push(complete - began);
  }
  return times;
}

const { values } = parseArgs({
  options: { sizes: { type: 'string', default: `${publishedSize},1000000` }, site: { type: 'string' } },
});
if (values.site !== undefined) await measureExplorer(values.site, values.site);
else {
  for (const size of values.sizes.split(',').map(Number)) {
    await inTemporaryFolder(async (folder) => {
      const { directory } = await buildSite(folder, size);
      await measureExplorer(directory, `${size.toLocaleString('en')} records`);
    });
  }
}
