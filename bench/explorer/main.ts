import type { Page } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { benchInputs } from '../inputs.ts';
import { measureBuild, quantile } from '../measure.ts';
import {
  drag,
  openSite,
  play,
  type OpenSite,
  minimalHandle,
  minimalMapPoint,
  timeCompletion,
  timeFilterChanges,
  wave,
  withMinimalPage,
  zoom,
} from './explorer-page.ts';
import { type Frames, type Heaps, HeapWatch, recordFrames, totalSize } from './measurements.ts';

/*
 * `npm run bench:explorer` measures the explorer in Chromium with the main thread slowed down four times:
 * - milliseconds of processor time per frame on the main thread, on the engine's worker and on the drawing threads,
 *   which do the work of a missing graphics card;
 * - the page's processor time as a ratio to that of a minimal page in the same run;
 * - the intervals between frames;
 * - how long list and histogram take after the last movement of a drag, and after a filter change;
 * - memory.
 *
 * Build the explorer first. By default, the published records (or, without them, the sample) and 1,000,000 sample
 * records are measured: `-- --records 0` measures only the former, `-- --records N` only N sample records, and
 * `-- --site FOLDER` an existing site.
 */

const slowdown = 4;
const cottesloe = '?c=-31.994,115.751&z=10&r=5000';

const headings = [
  ['', 'frames', 'page, median', '95 %', 'ratio', 'engine, 95 %', 'drawing, 95 %', 'interval, median', '95 %'],
  ['---', '--:', '--:', '--:', '--:', '--:', '--:', '--:', '--:'],
].map((cells) => `| ${cells.join(' | ')} |`);

/** Formats a table row. `ratio` compares the 95th percentile of the page's time with that of the minimal page. */
function formatRow(title: string, { work, intervalsInMilliseconds }: Frames, ratio: number): string {
  const formatQuantile = (values: readonly number[], share: number): string => quantile(values, share).toFixed(1);
  const formatWork = (kind: keyof Frames['work'][number], share: number): string =>
    formatQuantile(
      work.map((frame) => frame[kind]),
      share,
    );
  const cells = [
    String(intervalsInMilliseconds.length),
    formatWork('page', 0.5),
    formatWork('page', 0.95),
    ratio.toFixed(2),
    formatWork('engine', 0.95),
    formatWork('drawing', 0.95),
    formatQuantile(intervalsInMilliseconds, 0.5),
    formatQuantile(intervalsInMilliseconds, 0.95),
  ];
  return `| ${[title, ...cells].join(' | ')} |`;
}

const formatHeaps = ({ page, workers }: Heaps): string =>
  `${(totalSize({ page, workers }) / 1e6).toFixed(0)} MB (page ${(page / 1e6).toFixed(0)}, engine ${(workers / 1e6).toFixed(0)})`;

/** An interaction that is measured in the explorer and on the minimal page. */
interface Measurement {
  readonly name: string;
  readonly explorer: () => Promise<void>;
  readonly minimal: (minimalPage: Page) => Promise<void>;
}

/** The 95th percentile of the page's processor time per frame, in milliseconds. */
const pageTime = ({ work }: Frames): number =>
  quantile(
    work.map((frame) => frame.page),
    0.95,
  );

/** Drags, pans, zooms and filters in the explorer of a site, and prints a table row for each. */
async function measureExplorer(directory: string, title: string, write: (line: string) => void): Promise<void> {
  const site = await openSite(directory);
  try {
    const page = await site.browser.newPage({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
    const heaps = await HeapWatch.start(page);
    await openSearch(page, site);
    const largest = await heaps.largest();
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });

    const handle = await findMiddle(page, '.map-handle');
    const map = await findMiddle(page, '.leaflet-container');
    const sea = { x: map.x - 250, y: map.y };
    const measurements: readonly Measurement[] = [
      {
        name: 'dragging the radius',
        explorer: () => drag(page, handle, wave(handle, 60, 240)),
        minimal: (minimalPage) => drag(minimalPage, minimalHandle, wave(minimalHandle, 60, 240)),
      },
      {
        name: 'panning',
        explorer: () => drag(page, sea, wave(sea, 220, 240)),
        minimal: (minimalPage) => drag(minimalPage, minimalMapPoint, wave(minimalMapPoint, 220, 240)),
      },
      {
        name: 'playing the months',
        explorer: () => play(page),
        minimal: (minimalPage) => drag(minimalPage, minimalHandle, wave(minimalHandle, 60, 240)),
      },
      {
        name: 'zooming',
        explorer: () => zoom(page, sea),
        minimal: (minimalPage) => zoom(minimalPage, minimalMapPoint),
      },
    ];
    for (const { name, explorer, minimal } of measurements) {
      await page.bringToFront();
      const frames = await recordFrames(page, explorer);
      await withMinimalPage(site.browser, async (minimalPage) => {
        const minimalSession = await minimalPage.context().newCDPSession(minimalPage);
        await minimalSession.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
        const minimalFrames = await recordFrames(minimalPage, () => minimal(minimalPage));
        write(formatRow(`${title}: ${name}`, frames, pageTime(frames) / pageTime(minimalFrames)));
        write(formatRow(`the minimal page: ${name}`, minimalFrames, 1));
      });
    }
    await page.bringToFront();
    await openSearch(page, site);
    const completion = await timeCompletion(page, () => findMiddle(page, '.map-handle'));
    const { counted, complete } = await timeFilterChanges(page);
    const formatTimes = (times: readonly number[]): string =>
      `median ${quantile(times, 0.5).toFixed(0)} ms, 95 % ${quantile(times, 0.95).toFixed(0)} ms`;
    write(
      `\n${title}: from the last movement of a drag until list and histogram are complete: ${formatTimes(completion)}`,
    );
    write(`${title}: from a change of filters until the count: ${formatTimes(counted)}`);
    write(`${title}: from a change of filters until list and histogram are complete: ${formatTimes(complete)}`);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    write(`${title}: heaps while loading ${formatHeaps(largest)}, then at rest ${formatHeaps(await heaps.atRest())}\n`);
  } finally {
    await site.close();
  }
}

async function openSearch(page: Page, site: OpenSite): Promise<void> {
  await page.goto(`${site.address}${cottesloe}`);
  await page
    .getByText(/ records? within/)
    .first()
    .waitFor({ timeout: 120_000 });
  await page.locator('.map-handle').waitFor();
  await page.waitForTimeout(1500);
}

async function findMiddle(page: Page, selector: string): Promise<{ readonly x: number; readonly y: number }> {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} is not on the screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const million = 1_000_000;
const write = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const { values } = parseArgs({ options: { records: { type: 'string' }, site: { type: 'string' } } });
for (const heading of headings) write(heading);
if (values.site !== undefined) await measureExplorer(values.site, values.site, write);
else {
  const folder = mkdtempSync(join(tmpdir(), 'coastwatch-explorer-'));
  try {
    for (const records of values.records === undefined ? [0, million] : [Number(values.records)]) {
      const directory = join(folder, String(records));
      const { title, commandLine } =
        records === 0
          ? benchInputs()
          : {
              title: `${records.toLocaleString('en')} sample records`,
              commandLine: ['--sample', '--records', String(records)],
            };
      measureBuild([
        ...commandLine,
        ...['--out', directory, '--target', 'compute', '--base-url', 'https://data.example.org/', '--no-exports'],
      ]);
      await measureExplorer(directory, title, write);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
