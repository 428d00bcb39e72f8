import { expect, test, type Page } from '@playwright/test';

import { expectNoViolations } from './support/accessibility.ts';
import { atOneSize, fullHost } from './support/hosts.ts';
import { visitOnce } from './support/visit.ts';

test.use({ serviceWorkers: 'allow' });

/** The URL of a host that serves only files, and sends the explorer for every unknown path. */
const plainHost = process.env['COASTWATCH_PLAIN_HOST'] ?? '';
const pages = ['docs/', 'docs/data-dictionary/', 'docs/downloads/', 'docs/changes/', 'nope/at/all'] as const;

async function sendFirst(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Send/ }).first().click();
  await expect(page.getByRole('status').filter({ hasText: 'Status 200' })).toBeVisible();
}

for (const path of pages) {
  test(
    `${path} has no accessibility violations, and nothing on it is wider than the screen`,
    atOneSize,
    async ({ page }) => {
      await page.goto(fullHost + path);
      if (path === 'docs/') await sendFirst(page);
      await expectNoViolations(page);
      for (const width of [page.viewportSize()?.width ?? 0, 320]) {
        await page.setViewportSize({ width, height: 640 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
    },
  );
}

test(
  'the form sends a request that the user fills in with only the keyboard, also one that the API refuses',
  atOneSize,
  async ({ page }) => {
    await page.goto(`${plainHost}docs/`);
    const form = page.locator('.request-form');
    const status = form.getByRole('status');
    const body = form.getByRole('group', { name: 'Response body' });
    await form.getByRole('combobox', { name: /^Request/ }).selectOption('One record: coastal features');
    await form.getByRole('textbox', { name: /^id/ }).fill('1');
    await page.keyboard.press('Enter');
    await expect(status).toHaveText(/^Status 200, \d+ ms$/);
    await expect(body).toContainText('"CoastalFeatureID": 1,');
    await form.getByRole('combobox', { name: /^Request/ }).selectOption({ value: 'webapi/v1/RawData' });
    await form.getByRole('textbox', { name: /^latitude/ }).fill('95');
    await expect(form.getByRole('link')).toHaveAttribute('href', `${plainHost}webapi/v1/RawData?latitude=95`);
    await expect(form.getByRole('group', { name: 'curl' })).toContainText(
      `'${plainHost}webapi/v1/RawData?latitude=95'`,
    );
    await page.keyboard.press('Enter');
    await expect(status).toHaveText(/^Status 400/);
    await expect(body).toContainText('must be a number from -90 to 90');
    await expectNoViolations(page);
  },
);

test('markup in the data is displayed as text in responses and values', atOneSize, async ({ page }) => {
  await page.goto(`${fullHost}docs/`);
  await page.getByRole('button', { name: 'Send: All records at once' }).click();
  await expect(page.getByText('Only the start is shown')).toBeVisible();
  await expect(page.locator('.answer script')).toHaveCount(0);
});

test('an example can be opened, copied and sent with only the keyboard', atOneSize, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${fullHost}docs/`);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('heading', { name: 'First request' }).getByRole('link')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: /^Send/ }).first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').first()).toHaveText(/^Status 200, \d+ ms$/);
  const copy = page.getByRole('button', { name: 'Copy' }).first();
  await copy.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^curl 'http/);
});

test.describe('without scripts', atOneSize, () => {
  test.use({ javaScriptEnabled: false });

  // `build-data/pages/pages.test.ts` tests the content of the other pages.
  test('a page is complete and links to the others', async ({ page }) => {
    await page.goto(`${fullHost}docs/`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Historical records, not live warnings.').first()).toBeVisible();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Downloads' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Downloads' })).toBeVisible();
  });

  test('a response is shown, and code samples in each language', async ({ page }) => {
    await page.goto(`${fullHost}docs/`);
    await expect(page.getByText('press Send')).toBeHidden();
    await page.getByText('Response', { exact: true }).first().click();
    await expect(page.getByRole('group', { name: /^Response: The newest records/ })).toContainText('"TotalItems": 503');
    for (const language of ['JavaScript', 'Python', 'R', 'Client', 'curl']) {
      await page
        .locator('summary', { hasText: new RegExp(`^${language}$`) })
        .first()
        .click();
      await expect(page.getByRole('group', { name: language, exact: true }).first()).toBeVisible();
      await expect(page.locator('.samples').first().locator('pre:visible')).toHaveCount(1);
    }
  });
});

test('the printed page has no controls, and is dark text on a light background', atOneSize, async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto(`${fullHost}docs/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.locator('.lead')).toHaveCSS('color', 'rgb(74, 91, 99)');
});

test('a link to a section scrolls to that section', atOneSize, async ({ page }) => {
  await page.goto(`${fullHost}docs/data-dictionary/#RawData-LocationX`);
  await expect(page.locator('[id="RawData-LocationX"]')).toBeInViewport();
  await page.goto(`${fullHost}docs/`);
  await page.getByRole('heading', { name: 'The record nearest to a point' }).getByRole('link').click();
  await expect(page).toHaveURL(/#nearest-record$/);
});

test(
  'an unknown path has the page for missing pages, also once the service worker is installed',
  atOneSize,
  async ({ page }) => {
    await visitOnce(page, fullHost);
    for (const path of ['nope', 'nope/', 'index.html/nope', 'docs/nope/']) {
      const response = await page.goto(fullHost + path);
      expect([path, response?.status()]).toEqual([path, 404]);
      await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    }
  },
);
