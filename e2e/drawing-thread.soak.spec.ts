import { expect, type Locator, type Page, test } from '@playwright/test';

import { openExplorer, waitUntilDrawn } from './support/explorer.ts';
import { atOneSize, fullHost } from './support/hosts.ts';

const urlQuery = '?c=-32.2,115.74&z=10';
const ground = (page: Page): Locator => page.locator('.leaflet-chart-ground-pane canvas');
const countDrawingWorkers = (page: Page): number =>
  page.workers().filter((worker) => worker.url().includes('drawing-worker')).length;

test('the drawing worker keeps running while the map is hidden', atOneSize, async ({ page }) => {
  await openExplorer(page, fullHost, urlQuery);
  await waitUntilDrawn(page, 'ground');
  await waitUntilDrawn(page, 'marks');
  expect(countDrawingWorkers(page)).toBe(1);
  const setDisplay = (display: string): Promise<void> =>
    page.locator('.explorer-map').evaluate((element: HTMLElement, value) => {
      element.style.display = value;
    }, display);
  await setDisplay('none');
  await expect(ground(page)).toHaveAttribute('style', /width: 0px/);
  await setDisplay('');
  await expect(ground(page)).not.toHaveAttribute('style', /width: 0px/);
  expect(countDrawingWorkers(page)).toBe(1);
});

test('the map shows a message while the drawing worker cannot be loaded', atOneSize, async ({ page }) => {
  const problem = page.getByText('The map cannot be drawn.');
  await page.route('**/drawing-worker-*', (route) => route.abort());
  await openExplorer(page, fullHost, urlQuery);
  await expect(problem).toBeVisible();
  await page.unroute('**/drawing-worker-*');
  // The next drawing starts another worker.
  await page.emulateMedia({ colorScheme: 'dark' });
  await waitUntilDrawn(page, 'ground');
  await waitUntilDrawn(page, 'marks');
  await expect(problem).toBeHidden();
});

test('the chart is redrawn for a larger device pixel ratio', atOneSize, async ({ page }) => {
  await page.addInitScript(() => {
    const { prototype } = ImageBitmapRenderingContext;
    const transfer = Reflect.get(prototype, 'transferFromImageBitmap');
    prototype.transferFromImageBitmap = function (picture) {
      (this.canvas as HTMLCanvasElement).dataset['pixels'] = String(picture?.width ?? 0);
      transfer.call(this, picture);
    };
    // Emulating a screen changes the ratio without an event, so the test sends a `finer` event itself.
    const match = window.matchMedia.bind(window);
    window.matchMedia = (query) => {
      const list = match(query);
      if (query.includes('resolution')) window.addEventListener('finer', () => list.dispatchEvent(new Event('change')));
      return list;
    };
  });
  await openExplorer(page, fullHost, urlQuery);
  const pixelsAcross = async (): Promise<number> => Number(await ground(page).getAttribute('data-pixels'));
  await expect.poll(pixelsAcross).toBeGreaterThan(0);
  const before = await pixelsAcross();
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 2, mobile: false });
  await page.evaluate(() => window.dispatchEvent(new Event('finer')));
  await expect.poll(pixelsAcross).toBe(2 * before);
});

test('place names that are still loading when the colour scheme changes are drawn', atOneSize, async ({ page }) => {
  await page.addInitScript(() => {
    // Delays the first query for place names, and marks the page when a drawing request contains names.
    let isFirst = true;
    const post = Reflect.get(Worker.prototype, 'postMessage') as (...parts: unknown[]) => void;
    Worker.prototype.postMessage = function (...parts: unknown[]) {
      const [message] = parts as [{ path?: string[]; request?: { places?: unknown[] } }];
      if (message.request?.places?.length) document.documentElement.dataset['named'] = '';
      const send = (): void => {
        post.apply(this, parts);
      };
      const isDelayed = isFirst && message.path?.includes('placeNames');
      if (isDelayed) isFirst = false;
      if (isDelayed) setTimeout(send, 5000);
      else send();
    };
  });
  await openExplorer(page, fullHost, urlQuery);
  await waitUntilDrawn(page, 'marks');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-named');
});
