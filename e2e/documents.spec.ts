import { expect, test, type Page } from '@playwright/test';

import { startChangeableHost } from './changeable-host.ts';
import { expectNoViolations } from './support/accessibility.ts';
import { atOneSize, fullHost } from './support/hosts.ts';

/** Knows only files, and sends the explorer for whatever it does not know. */
const plainHost = process.env['COASTWATCH_PLAIN_HOST'] ?? '';
const pages = ['docs/', 'docs/data-dictionary/', 'docs/downloads/', 'docs/changes/'] as const;

async function sendFirst(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Send/ }).first().click();
  await expect(page.getByRole('status').filter({ hasText: 'Status 200' })).toBeVisible();
}

for (const path of pages) {
  test(`axe finds nothing in ${path}, and nothing is wider than the screen`, atOneSize, async ({ page }) => {
    await page.goto(fullHost + path);
    if (path === 'docs/') await sendFirst(page);
    await expectNoViolations(page);
    for (const width of [page.viewportSize()?.width ?? 0, 320]) {
      await page.setViewportSize({ width, height: 640 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
}

for (const [host, siteUrl] of [
  ['the Node host', fullHost],
  ['a host that knows only files', plainHost],
] as const) {
  test(`an example is sent and answered on ${host}, for this site’s address`, atOneSize, async ({ page }) => {
    await page.goto(`${siteUrl}docs/`);
    await sendFirst(page);
    await expect(page.getByRole('group', { name: 'Response body' })).toContainText('"TotalItems": 503');
    await page.getByText(/^Headers \(/).click();
    await expect(page.locator('.answer dt', { hasText: 'x-data-version' })).toBeVisible();
    await expect(page.locator('pre', { hasText: 'curl' }).first()).toContainText(`curl '${siteUrl}webapi/v1/RawData`);
  });
}

test('text of the data is shown as text in answers and values', atOneSize, async ({ page }) => {
  await page.goto(`${fullHost}docs/`);
  await page.getByRole('button', { name: 'Send: All records at once' }).click();
  await expect(page.getByText('Only the start is shown')).toBeVisible();
  await expect(page.locator('.answer script')).toHaveCount(0);
});

test('an example is opened, copied and sent with the keyboard alone', atOneSize, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${fullHost}docs/`);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'To the text' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('heading', { name: 'First request' }).getByRole('link')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: /^Send/ }).first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').first()).toHaveText('Status 200');
  const copy = page.getByRole('button', { name: 'Copy' }).first();
  await copy.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^curl 'http/);
});

test('a title is above the contents, which leave space for the text', async ({ page }, { project }) => {
  await page.goto(`${fullHost}docs/`);
  const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
  const contents = page.getByRole('navigation', { name: 'On this page' });
  await expect(contents).toHaveCount(1);
  const first = page.getByRole('heading', { name: 'First request' });
  await expect(first).toBeInViewport();
  if (project.name === 'phone') {
    expect((await contents.boundingBox())?.y).toBeGreaterThan(heading?.y ?? Infinity);
    await contents.getByText('On this page').click();
  }
  await contents.getByRole('link', { name: 'Errors' }).click();
  await expect(page.getByRole('heading', { name: 'Errors' })).toBeInViewport();
});

test.describe('without scripts', atOneSize, () => {
  test.use({ javaScriptEnabled: false });

  // `build-data/pages/pages.test.ts` has the parts of the other pages.
  test('a page is read in full, and leads to the others', async ({ page }) => {
    await page.goto(`${fullHost}docs/`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Historical records, not live warnings.').first()).toBeVisible();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Downloads' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Downloads' })).toBeVisible();
  });

  test('an answer is shown, in a program of each language', async ({ page }) => {
    await page.goto(`${fullHost}docs/`);
    await expect(page.getByText('press Send')).toBeHidden();
    await page.getByText('Answer', { exact: true }).first().click();
    await expect(page.getByRole('group', { name: /^Answer: The newest records/ })).toContainText('"TotalItems": 503');
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

test('what is printed has nothing to press, and is dark on light', atOneSize, async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto(`${fullHost}docs/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.locator('.lead')).toHaveCSS('color', 'rgb(74, 91, 99)');
});

test('a link to a part of a page opens it there', atOneSize, async ({ page }) => {
  await page.goto(`${fullHost}docs/data-dictionary/#RawData-LocationX`);
  await expect(page.locator('[id="RawData-LocationX"]')).toBeInViewport();
  await page.goto(`${fullHost}docs/`);
  await page.getByRole('heading', { name: 'The record nearest to a point' }).getByRole('link').click();
  await expect(page).toHaveURL(/#nearest-record$/);
});

test('the explorer leads to the interface’s page', atOneSize, async ({ page }) => {
  await page.goto(fullHost);
  await page.getByRole('link', { name: 'API', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'API' })).toBeVisible();
});

test('a page opens without a network once it was visited, and others fail plainly', atOneSize, async ({ page }) => {
  // A host that goes away: not every Chromium applies its emulation of being offline to the requests of a worker.
  const host = await startChangeableHost(plainHost);
  try {
    await page.goto(`${host.siteUrl}docs/`);
    const isKept = (): Promise<boolean> =>
      page.evaluate(async () => (await caches.match(new URL('index.html', location.href))) !== undefined);
    await expect.poll(isKept, { timeout: 20_000 }).toBe(true);
    host.state = 'gone';
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'API' })).toBeVisible();
    await expect(page.goto(`${host.siteUrl}docs/downloads/`)).rejects.toThrow();
  } finally {
    host.close();
  }
});
