import { expect, test, type Page } from '@playwright/test';

import { expectNoViolations } from './support/accessibility.ts';
import { atOneSize, fullHost } from './support/hosts.ts';
import { visitOnce } from './support/visit.ts';

test.use({ serviceWorkers: 'allow' });

const linkNames = ['Map', 'API', 'Data dictionary', 'Downloads', 'Changes'];

async function expectMissing(page: Page, path: string): Promise<void> {
  const response = await page.goto(fullHost + path);
  expect([path, response?.status()]).toEqual([path, 404]);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
}

// `tests/contract/site-files/site-files.test.ts` follows the page's links from other paths, on every host.
test('every link on the page for unknown paths opens a page', atOneSize, async ({ page }) => {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('404')) faults.push(message.text());
  });
  page.on('pageerror', ({ message }) => faults.push(message));
  for (const linkName of linkNames) {
    await expectMissing(page, 'a/b/c/d.html?x=1');
    const navigation = page.waitForResponse((response) => response.request().isNavigationRequest());
    await page.getByRole('main').getByRole('link', { name: linkName, exact: true }).click();
    expect([linkName, (await navigation).status()]).toEqual([linkName, 200]);
  }
  expect(faults).toEqual([]);
});

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
