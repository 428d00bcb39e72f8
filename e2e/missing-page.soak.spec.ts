import { expect, test, type Page } from '@playwright/test';

import { expectNoViolations } from './support/accessibility.ts';
import { atOneSize, fullHost } from './support/hosts.ts';
import { visitOnce } from './support/visit.ts';

test.use({ serviceWorkers: 'allow' });

async function expectMissing(page: Page, path: string): Promise<void> {
  const response = await page.goto(fullHost + path);
  expect([path, response?.status()]).toEqual([path, 404]);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
}

test(
  'the page for unknown paths has no accessibility violations, and nothing on it is wider than the screen',
  atOneSize,
  async ({ page }) => {
    await expectMissing(page, 'nope/at/all');
    await expectNoViolations(page);
    for (const width of [page.viewportSize()?.width ?? 0, 320]) {
      await page.setViewportSize({ width, height: 640 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  },
);

test('the service worker does not respond to unknown paths', atOneSize, async ({ page }) => {
  await visitOnce(page, fullHost);
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  for (const path of ['nope', 'nope/', 'index.html/nope', 'docs/nope/']) await expectMissing(page, path);
});
