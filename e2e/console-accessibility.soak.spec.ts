import { expect } from '@playwright/test';

import { expectNoViolations } from './support/accessibility.ts';
import { atOneSize, fullHost } from './support/hosts.ts';
import { test } from './support/warm-page.ts';

test(
  'the API console has no accessibility violations with a result, or with an error and its headers',
  atOneSize,
  async ({ page }) => {
    await page.goto(`${fullHost}api.html`);
    await expect(page.getByTestId('status')).toHaveText('200 OK');
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'A request with two errors' }).click();
    await expect(page.getByTestId('status')).toHaveText('400 Bad request');
    await page.getByText('Headers', { exact: true }).click();
    await expectNoViolations(page);
  },
);

test('the API console has no accessibility violations when the data cannot be loaded', atOneSize, async ({ page }) => {
  await page.route('**/data/manifest.json', (route) => route.abort());
  await page.goto(`${fullHost}api.html`);
  await expect(page.getByRole('alert')).toBeVisible();
  await expectNoViolations(page);
});

test('the API console works with only the keyboard', atOneSize, async ({ page }) => {
  await page.goto(`${fullHost}api.html`);
  await expect(page.getByTestId('status')).toHaveText('200 OK');
  const example = page.getByRole('button', { name: 'One coastal feature' });
  for (
    let presses = 0;
    presses < 20 && !(await example.evaluate((element) => element === document.activeElement));
    presses++
  ) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('body')).toContainText('"CoastalFeatureID": 1,');
});

test('the API console needs no horizontal scrolling on a screen 320 px wide', atOneSize, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${fullHost}api.html`);
  await expect(page.getByTestId('status')).toHaveText('200 OK');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});
