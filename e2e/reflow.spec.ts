import { expect, type Page } from '@playwright/test';

import { details, openExplorer, rows } from './support/explorer.ts';
import { fullHost } from './support/hosts.ts';
import { test } from './support/warm-page.ts';

// WCAG 2.2, 1.4.10: no scrolling in two directions at 320 px, which is 1280 px at 400 %.
const sizes = [
  { width: 320, height: 640 },
  { width: 320, height: 256 },
  { width: 1280, height: 256 },
];

async function expectNoSidewaysScrolling(page: Page, width: number): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
}

for (const size of sizes) {
  test(`at ${size.width} by ${size.height} everything can be reached`, async ({ page }) => {
    await page.setViewportSize(size);
    await openExplorer(page, fullHost, '?c=-32.2,115.74&z=10&r=30000');
    await expectNoSidewaysScrolling(page, size.width);
    await rows(page).first().click();
    await expect(details(page).getByText('Record number')).toBeVisible();
    await details(page).getByRole('link', { name: 'This record as JSON' }).scrollIntoViewIfNeeded();
    await expect(details(page).getByRole('link', { name: 'This record as JSON' })).toBeInViewport();
    await expectNoSidewaysScrolling(page, size.width);
    await page.goto(`${fullHost}#help`);
    await expect(page.getByRole('dialog', { name: 'About these records' })).toBeVisible();
    await expectNoSidewaysScrolling(page, size.width);
    await page.goto(`${fullHost}?species=-&c=-32.2,115.74&z=10&r=30000`);
    await page.getByRole('button', { name: /^Without the species filter/ }).click();
    await expect(rows(page).first()).toBeAttached();
  });
}
