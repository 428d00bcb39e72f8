import { expect } from '@playwright/test';

import { expectNoViolations } from './support/accessibility.ts';
import { details, map, openExplorer, rows } from './support/explorer.ts';
import { fullHost, isPhone } from './support/hosts.ts';
import { test } from './support/warm-page.ts';

test.beforeEach(() => {
  test.skip(!isPhone(), 'only a phone has this layout');
});

const start = '?c=-32.2,115.74&z=10';

for (const [width, height] of [
  [740, 360],
  [667, 375],
  [844, 390],
] as const) {
  test(`at ${width} by ${height}, the list is next to the map, and both can be used`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openExplorer(page, fullHost, start);
    await expect(rows(page).first()).toBeInViewport();
    for (const name of ['Zoom in', 'Zoom out', 'Whole coast', 'Streets', 'Legend']) {
      await expect(map(page).getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    }
    await rows(page).first().focus();
    await page.keyboard.press('End');
    await expect(page.locator(':focus')).toBeInViewport({ ratio: 0.9 });
    await expectNoViolations(page);
    await page.keyboard.press('Enter');
    await expect(details(page).getByRole('heading', { level: 2 })).toBeInViewport();
    await details(page).getByRole('button', { name: 'Back to list' }).click();
    await expect(page.locator(':focus')).toBeInViewport({ ratio: 0.9 });
  });
}

test('after a phone is turned to landscape, the map and the list are visible, whatever the height of the sheet was', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openExplorer(page, fullHost, start);
  for (const name of ['Show more', 'Show the map']) {
    await page.getByRole('button', { name }).click();
    await page.setViewportSize({ width: 844, height: 390 });
    await expect(rows(page).first()).toBeInViewport();
    await rows(page).first().focus();
    await expect(rows(page).first()).toBeFocused();
    await map(page).getByRole('button', { name: 'Zoom in' }).focus();
    await expect(map(page).getByRole('button', { name: 'Zoom in' })).toBeFocused();
    await page.setViewportSize({ width: 390, height: 844 });
  }
});
