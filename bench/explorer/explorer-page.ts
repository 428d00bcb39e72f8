import type { Browser, Page } from '@playwright/test';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { listen } from '../../hosts/node/listen.ts';
import { createSiteServer } from '../../hosts/node/site-server.ts';
import { findChromium, launchChromium } from '../../tests/support/find-chromium.ts';

/** A site served on this machine, and a browser to open it in. */
export interface OpenSite {
  readonly address: string;
  readonly browser: Browser;
  readonly close: () => Promise<void>;
}

export async function openSite(directory: string, switches: readonly string[] = []): Promise<OpenSite> {
  const server = createSiteServer({ directory });
  const address = await listen(server, { port: 0, host: '127.0.0.1', basePath: '/' });
  const browser = await launchChromium(await findChromium(), ['--enable-precise-memory-info', ...switches]);
  return {
    address,
    browser,
    close: async () => {
      await browser.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

/*
 * A minimal page, as a lower bound: on the same machine, no page that shows as much can have cheaper frames. While the
 * radius is dragged, it updates one text, a circle, a histogram of a single path and a handle, and in every third frame
 * the texts of ten rows. When panned or zoomed, it moves and scales one finished canvas. It has no library, no search
 * and only boxes of fixed size.
 */
const markup = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A minimal page</title>
<style>
body { margin: 0; overflow: hidden; font: 16px sans-serif }
.panel, .map, .time { position: fixed; contain: strict; overflow: hidden }
.panel { left: 0; top: 60px; width: 400px; height: 840px }
.map { left: 400px; top: 60px; width: 1040px; height: 640px; background: #bcd }
.time { left: 400px; top: 700px; width: 1040px; height: 200px }
.count, .row { position: absolute; left: 16px; width: 370px; contain: strict }
.count { top: 8px; height: 24px }
.row { height: 76px }
.row > * { position: absolute; left: 44px; width: 320px; height: 20px; white-space: nowrap }
.row > :nth-child(2) { top: 24px }
.row > :nth-child(3) { top: 48px }
.map > canvas { position: absolute; left: 0; top: 0; transform-origin: 0 0; will-change: transform }
.map > svg { position: absolute; left: 0; top: 0; pointer-events: none }
.handle { position: absolute; left: -22px; top: -22px; width: 44px; height: 44px; border-radius: 22px; background: #a0f; will-change: transform }
</style>
<div class="panel"><div class="count">0</div></div>
<div class="map"><canvas width="1040" height="640"></canvas><svg width="1040" height="640"><path fill="none" stroke="red" /></svg><div class="handle"></div></div>
<div class="time"><svg width="1040" height="200"><path fill="navy" /></svg></div>
<script>
const one = (selector) => document.querySelector(selector);
const count = one('.count').firstChild, circle = one('.map path'), bars = one('.time path'), handle = one('.handle');
const rows = Array.from({ length: 10 }, (_, row) => {
  const box = document.createElement('a');
  box.className = 'row';
  box.style.transform = 'translateY(' + (40 + row * 76) + 'px)';
  for (const text of ['White shark', 'Some beach', '2020-01-01']) {
    box.append(Object.assign(document.createElement('span'), { textContent: text }));
  }
  one('.panel').append(box);
  return Array.from(box.children, ({ firstChild }) => firstChild);
});
const map = one('canvas');
const brush = map.getContext('2d');
for (let line = 0; line < 400; line++) brush.fillRect((line * 7919) % 1040, (line * 104729) % 640, 60, 2);
let x = 660, held = null, isDrawRequested = false, frame = 0;
let mapX = 0, mapY = 0, zoom = 0, wantedZoom = 0, mouse = { x: 0, y: 0 };
function draw() {
  isDrawRequested = false;
  if (held === handle) drawRadius();
  else drawMap();
}
function requestDraw() {
  if (!isDrawRequested) { isDrawRequested = true; requestAnimationFrame(draw); }
}
/* A zoom takes about 150 ms. The point under the pointer remains fixed. */
function drawMap() {
  const step = (wantedZoom - zoom) * 0.3;
  zoom += step;
  mapX = mouse.x - (mouse.x - mapX) * 2 ** step;
  mapY = mouse.y - (mouse.y - mapY) * 2 ** step;
  map.style.transform = 'translate(' + mapX + 'px, ' + mapY + 'px) scale(' + 2 ** zoom + ')';
  if (Math.abs(wantedZoom - zoom) > 0.001) requestDraw();
}
function drawRadius() {
  const radius = Math.abs(x - 520);
  count.data = radius * 7 + ' records within ' + radius + ' m';
  circle.setAttribute('d', 'M' + (520 - radius) + ',320a' + radius + ',' + radius + ' 0 1,0 ' + 2 * radius + ',0a' + radius + ',' + radius + ' 0 1,0 ' + -2 * radius + ',0');
  let path = '';
  for (let bar = 0; bar < 200; bar++) {
    const height = (bar * 7919 + radius * 13) % 150;
    path += 'M' + bar * 5 + ',200v-' + height + 'h4v' + height + 'z';
  }
  bars.setAttribute('d', path);
  handle.style.transform = 'translate(' + x + 'px, 320px)';
  if (frame++ % 3 === 0) {
    for (const [title, place, time] of rows) {
      title.data = 'White shark ' + radius;
      place.data = 'Beach ' + ((radius * 31) % 977);
      time.data = '2020-01-' + (10 + (radius % 20));
    }
  }
}
addEventListener('pointerdown', ({ target }) => { held = target; });
addEventListener('pointerup', () => { held = null; });
addEventListener('pointermove', (event) => {
  if (held === handle) x = event.clientX - 400;
  else if (held) { mapX += event.movementX; mapY += event.movementY; }
  mouse = { x: event.clientX - 400, y: event.clientY - 60 };
  if (held) requestDraw();
});
addEventListener('wheel', (event) => { wantedZoom -= event.deltaY / 240; requestDraw(); });
drawRadius();
</script></html>`;

/** The positions of the handle and of a point on the map in the minimal page, in CSS pixels. */
export const minimalHandle = { x: 1060, y: 380 } as const;
export const minimalMapPoint = { x: 700, y: 380 } as const;

/** Opens the minimal page in a browser, calls `during`, and closes the page. */
export async function withMinimalPage(browser: Browser, during: (page: Page) => Promise<void>): Promise<void> {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(markup);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.on('pageerror', (error) => {
    throw error;
  });
  try {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await during(page);
  } finally {
    await page.close();
    server.close();
    server.closeAllConnections();
  }
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Pointer events are sent at a fixed rate that is higher than the frame rate, whether or not the page keeps up. */
const moveIntervalInMilliseconds = 12;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

const playingInMilliseconds = 8000;

/** Plays the months at the highest speed, and then shows the whole period again. */
export async function play(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('Fast');
  await pause(playingInMilliseconds);
  await page.getByRole('button', { name: 'Show the whole period' }).click();
}

/** Presses the pointer at one point, moves it to each of the others, and releases it. */
export async function drag(page: Page, from: Point, steps: readonly Point[]): Promise<void> {
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
export const wave = ({ x, y }: Point, reach: number, count: number): Point[] =>
  Array.from({ length: count }, (_, step) => ({ x: x + reach * Math.sin((step / count) * 6 * Math.PI), y }));

/** Turns the wheel six notches one way and six the other, twice. */
export async function zoom(page: Page, { x, y }: Point): Promise<void> {
  await page.mouse.move(x, y);
  for (let step = 0; step < 24; step++) {
    await page.mouse.wheel(0, step % 12 < 6 ? 120 : -120);
    await pause(150);
  }
}

/*
 * Records the time of the last pointer movement, and of the last frames that show changes of the count, and of list and
 * histogram. It runs in the page, so it is a string. It ignores the addresses of links, which change later.
 */
const watchResults = `(() => {
  const times = { moved: 0, counted: 0, complete: 0 };
  const watch = (selector, name, changes) => {
    const recordTime = () => requestAnimationFrame(() => { times[name] = performance.now(); });
    for (const element of document.querySelectorAll(selector)) {
      new MutationObserver(recordTime).observe(element, { subtree: true, ...changes });
    }
  };
  watch('#results-count', 'counted', { childList: true, characterData: true });
  watch('.results-panel', 'complete', { childList: true, characterData: true });
  watch('.timeline', 'complete', { attributeFilter: ['d'] });
  addEventListener('pointermove', (event) => { times.moved = event.timeStamp; }, true);
  window.resultTimes = times;
})()`;

interface ResultTimes {
  readonly moved: number;
  readonly counted: number;
  readonly complete: number;
}

const readTimes = (page: Page): Promise<ResultTimes> => page.evaluate<ResultTimes>('window.resultTimes');

/** A pause that is longer than list and histogram take, but ends before the page adjusts the axis of the histogram. */
const completeAfterInMilliseconds = 450;
const shortDrags = 20;

/**
 * Drags a handle by a short distance, several times. Returns the milliseconds from the last movement of each drag to
 * the frame with the last change of list and histogram.
 */
export async function timeCompletion(page: Page, handle: () => Promise<Point>): Promise<number[]> {
  await page.evaluate(watchResults);
  const times: number[] = [];
  for (let count = 0; count < shortDrags; count++) {
    const from = await handle();
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

/** Enough changes that one slow moment of the machine does not determine the 95th percentile. */
const filterChangeCount = 60;

/** The time that each of several filter changes takes, in milliseconds. */
interface FilterChanges {
  /** Until the frame with the new count. */
  readonly counted: number[];
  /** Until the frame with the last change of list and histogram. */
  readonly complete: number[];
}

/** Opens a filter, and repeatedly selects or deselects its first option. */
export async function timeFilterChanges(page: Page): Promise<FilterChanges> {
  await page
    .getByRole('button', { name: /Interaction|Kind/ })
    .first()
    .click();
  const box = page.getByRole('checkbox').first();
  await box.waitFor();
  await page.evaluate(watchResults);
  const times: FilterChanges = { counted: [], complete: [] };
  for (let change = 0; change < filterChangeCount; change++) {
    // Each change starts on an idle page. The click is dispatched inside the page, because looking up the checkbox from
    // outside is work that no user causes.
    const began = await box.evaluate((element) => {
      const now = performance.now();
      (element as HTMLElement).click();
      return now;
    });
    await pause(completeAfterInMilliseconds);
    const { counted, complete } = await readTimes(page);
    if (counted < began) throw new Error('the count did not change');
    times.counted.push(counted - began);
    times.complete.push(complete - began);
  }
  return times;
}
