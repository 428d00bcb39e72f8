import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { measureBuild } from '../measure-build.ts';
import { benchInputs } from '../paths.ts';
import { quantile } from '../statistics.ts';
import { openSite } from './open-site.ts';
import { recordFrames, type Frames } from './record-frames.ts';

/*
 * `npm run bench:explorer`: how the explorer moves in Chromium with its processor slowed down four times: the frames
 * while a radius is dragged, how long a change of filters takes, and frames and memory at a million records. Build the
 * explorer first. `-- --records 17330` leaves the million out.
 */
const slowdown = 4;
const million = 1_000_000;
const folder = mkdtempSync(join(tmpdir(), 'coastwatch-explorer-'));
const write = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const cottesloe = '?c=-31.994,115.751&z=10&r=5000';

function describeFrames(title: string, { workInMilliseconds, intervalsInMilliseconds }: Frames): void {
  const row = [
    title,
    String(workInMilliseconds.length),
    `${quantile(workInMilliseconds, 0.5).toFixed(1)} ms`,
    `${quantile(workInMilliseconds, 0.95).toFixed(1)} ms`,
    `${quantile(intervalsInMilliseconds, 0.95).toFixed(1)} ms`,
  ];
  write(`| ${row.join(' | ')} |`);
}

async function openPage(address: string, site: Awaited<ReturnType<typeof openSite>>): Promise<Page> {
  const page = await site.browser.newPage({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
  await page.goto(address);
  await page
    .getByText(/ records? within/)
    .first()
    .waitFor({ timeout: 120_000 });
  await page.waitForTimeout(1500);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return page;
}

/** Moves the pointer along a line, one step for about each frame. */
async function drag(page: Page, from: { x: number; y: number }, steps: readonly { x: number; y: number }[]) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (const { x, y } of steps) await page.mouse.move(x, y);
  await page.mouse.up();
}

const wave = (x: number, y: number, reach: number, count: number): { x: number; y: number }[] =>
  Array.from({ length: count }, (_, step) => ({ x: x + reach * Math.sin((step / count) * 6 * Math.PI), y }));

async function measure(directory: string, title: string): Promise<void> {
  const site = await openSite(directory);
  try {
    const page = await openPage(`${site.address}${cottesloe}`, site);
    const handle = await page.locator('.map-handle').boundingBox();
    if (!handle) throw new Error('the circle has no handle on the screen');
    const grip = { x: handle.x + handle.width / 2, y: handle.y + handle.height / 2 };
    const radius = await recordFrames(page, () => drag(page, grip, wave(grip.x, grip.y, 60, 240)));
    describeFrames(`${title}: dragging the radius`, radius);

    const map = await page.locator('.leaflet-container').boundingBox();
    if (!map) throw new Error('the map is not on the screen');
    const sea = { x: map.x + map.width * 0.25, y: map.y + map.height * 0.5 };
    const panning = await recordFrames(page, () => drag(page, sea, wave(sea.x, sea.y, 220, 240)));
    describeFrames(`${title}: panning`, panning);

    const zooming = await recordFrames(page, async () => {
      await page.mouse.move(sea.x, sea.y);
      for (let step = 0; step < 24; step++) {
        await page.mouse.wheel(0, step % 12 < 6 ? -120 : 120);
        await page.waitForTimeout(150);
      }
    });
    describeFrames(`${title}: zooming`, zooming);

    write(`| ${title}: a change of filters | | | ${(await timeFilterChanges(page)).toFixed(0)} ms | |`);
    write(`| ${title}: memory | | ${await memoryOf(page)} | | |`);
    await page.close();
  } finally {
    await site.close();
  }
}

/** From pressing a kind in the open chip until the counted line says something else: the 95th percentile of 20. */
async function timeFilterChanges(page: Page): Promise<number> {
  await page
    .getByRole('button', { name: /Interaction|Kind/ })
    .first()
    .click();
  const box = page.getByRole('checkbox').first();
  await box.waitFor();
  const times: number[] = [];
  for (let change = 0; change < 20; change++) {
    times.push(
      await box.evaluate(
        (element) =>
          new Promise<number>((resolve) => {
            const line = document.querySelector('.results-count');
            const began = performance.now();
            const observer = new MutationObserver(() => {
              observer.disconnect();
              requestAnimationFrame(() => {
                resolve(performance.now() - began);
              });
            });
            if (line) observer.observe(line, { childList: true, characterData: true, subtree: true });
            (element as HTMLElement).click();
          }),
      ),
    );
  }
  return quantile(times, 0.95);
}

/** The heaps of the page and of its workers, after a collection. */
async function memoryOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const pageHeap = await session.send('Runtime.getHeapUsage');
  const workers = await Promise.all(
    page.workers().map((worker) =>
      worker.evaluate(() => {
        const { memory } = performance as unknown as { memory?: { usedJSHeapSize: number } };
        return memory?.usedJSHeapSize ?? 0;
      }),
    ),
  );
  const inWorkers = workers.reduce((sum, bytes) => sum + bytes, 0);
  return `${(pageHeap.usedSize / 1e6).toFixed(0)} MB page, ${(inWorkers / 1e6).toFixed(0)} MB engine`;
}

try {
  const asked = process.argv[process.argv.indexOf('--records') + 1];
  const sizes = process.argv.includes('--records') ? [Number(asked)] : [0, million];
  write('| | frames | median work | 95th percentile | 95th percentile of intervals |');
  write('|---|---|---|---|---|');
  for (const size of sizes) {
    const directory = join(folder, String(size));
    const inputs = size === million ? ['--sample', '--records', String(million)] : benchInputs().commandLine;
    measureBuild([...inputs, '--out', directory, '--target', 'compute', '--base-url', 'https://data.example.org/']);
    await measure(directory, size === million ? '1,000,000 sample records' : benchInputs().title);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
