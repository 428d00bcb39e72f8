import { expect, type Page } from '@playwright/test';

import { middleOfMap, openExplorer, rows, waitUntilDrawn } from './support/explorer.ts';
import { atOneSize, fullHost } from './support/hosts.ts';
import { test } from './support/warm-page.ts';

/** A receiver in the middle of the map. */
const receiver = '?c=-32.34915,115.73338&z=14';
const label = (page: Page) => page.locator('.map-hover-label');
const hoveredRows = (page: Page) => rows(page).and(page.locator('[data-hovered]'));

test(
  'a mark that the mouse points at has a label, and its records are highlighted in the list',
  atOneSize,
  async ({ page }) => {
    await openExplorer(page, fullHost, receiver);
    await waitUntilDrawn(page, 'marks');
    const { x, y } = await middleOfMap(page);
    // The first movement loads the script that shows the label.
    await expect(async () => {
      await page.mouse.move(x + 200, y + 150);
      await page.mouse.move(x, y);
      await expect(label(page)).toContainText(/\d+ observations at one point/, { timeout: 1000 });
    }).toPass();
    await expect(page.locator('.map-hits-mark')).toHaveCount(1);
    await expect(page.locator('[data-hovered]').first()).toBeVisible();
    await page.mouse.move(x + 200, y + 150);
    await expect(label(page)).toHaveCount(0);
    await expect(hoveredRows(page)).toHaveCount(0);
  },
);

test('a row that the mouse points at has a ring around its mark on the map', atOneSize, async ({ page }) => {
  await openExplorer(page, fullHost, receiver);
  await waitUntilDrawn(page, 'marks');
  await rows(page).first().hover();
  await expect(page.locator('.map-hover-ring')).toHaveCount(1);
  const { x, y } = await middleOfMap(page);
  await page.mouse.move(x + 200, y + 150);
  await expect(page.locator('.map-hover-ring')).toHaveCount(0);
});
