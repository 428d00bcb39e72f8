import { expect, test, type Locator, type Page } from '@playwright/test';

import { openExplorer } from './support/explorer.ts';
import { atOneSize, fullHost } from './support/hosts.ts';
import { untilDrawn } from './support/map-surface.ts';

const address = '?c=-32.2,115.74&z=10';
const ground = (page: Page): Locator => page.locator('.leaflet-chart-ground-pane canvas');
const threadsOf = (page: Page): number =>
  page.workers().filter((worker) => worker.url().includes('chart-worker')).length;

test('the thread that draws outlives a map that is hidden for a while', atOneSize, async ({ page }) => {
  await openExplorer(page, fullHost, address);
  await untilDrawn(page, 'ground');
  await untilDrawn(page, 'marks');
  expect(threadsOf(page)).toBe(1);
  // On paper there is no map.
  await page.emulateMedia({ media: 'print' });
  await expect(ground(page)).toHaveAttribute('style', /width: 0px/);
  await page.emulateMedia({ media: 'screen' });
  await expect(ground(page)).not.toHaveAttribute('style', /width: 0px/);
  expect(threadsOf(page)).toBe(1);
});
