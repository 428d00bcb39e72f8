import { expect, test, type Page } from '@playwright/test';

import { atOneSize, fullHost } from './support/hosts.ts';

test.use({ serviceWorkers: 'allow' });

/** The URL of a host that serves only files, and sends the explorer for every unknown path. */
const plainHost = process.env['COASTWATCH_PLAIN_HOST'] ?? '';

const searchExample = 'Records within 10 km of Cottesloe';

async function expectCorrectResponse(page: Page, responder: 'service worker' | 'page'): Promise<void> {
  await page.getByRole('button', { name: searchExample }).click();
  await expect(page.getByTestId('status')).toHaveText('200 OK');
  await expect(page.getByTestId('body')).toContainText('"TotalItems"');
  await expect(page.getByTestId('body')).toContainText('"RawDataId"');
  await expect(page.getByTestId('answered-by')).toContainText(responder);
}

async function waitForWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

for (const [host, siteUrl] of [
  ['the Node host', fullHost],
  ['a host that serves only files', plainHost],
] as const) {
  test.describe(`the API console on ${host}`, atOneSize, () => {
    test('shows correct responses on the first load, before and after the service worker takes control', async ({
      page,
    }) => {
      await page.goto(`${siteUrl}api.html`);
      await page.getByRole('button', { name: searchExample }).click();
      await expect(page.getByTestId('body')).toContainText('"TotalItems"');
      await waitForWorker(page);
      await expectCorrectResponse(page, 'service worker');
    });

    test.describe('with service workers blocked', () => {
      test.use({ serviceWorkers: 'block' });
      test('shows correct responses that the page itself computes', async ({ page }) => {
        await page.goto(`${siteUrl}api.html`);
        await expectCorrectResponse(page, 'page');
      });
    });
  });
}

// These tests run on one host, because the service worker responds in the same way on every host.
test.describe('the API console with the service worker', atOneSize, () => {
  const siteUrl = plainHost;

  test('shows the counts, the data version and that the data is a sample', async ({ page }) => {
    await page.goto(`${siteUrl}api.html`);
    await expect(page.getByTestId('count-CoastalFeatures')).toHaveText('274');
    await expect(page.getByTestId('count-RawData')).toHaveText('503');
    await expect(page.getByTestId('data-version')).toHaveText(/^[0-9a-f]{16}$/);
    await expect(page.getByText('Sample data:')).toBeVisible();
    await expect(page.getByText('Historical records, not live warnings.')).toBeVisible();
  });

  test('shows a response to every example request, including errors', async ({ page }) => {
    await page.goto(`${siteUrl}api.html`);
    await waitForWorker(page);
    const expected = [/^200/, /^200/, /^200/, /^200/, /^200/, /^200/, /^400/, /^400/];
    const examples = page.getByRole('list').getByRole('button');
    await expect(examples).toHaveCount(expected.length);
    for (const [index, status] of expected.entries()) {
      await examples.nth(index).click();
      await expect(page.getByTestId('status')).toHaveText(status);
      await expect(page.getByTestId('answered-by')).toContainText('service worker');
    }
  });

  test('sends a typed request, and reports one that is not a path of the API', async ({ page }) => {
    await page.goto(`${siteUrl}api.html`);
    await page.getByLabel('Request').fill('webapi/v1/RawData/46307');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByTestId('body')).toContainText('"RawDataId": 46307');
    await page.getByLabel('Request').fill('robots.txt');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('status')).toContainText('robots.txt is not a path of the API');
  });

  test('shows correct responses after a hard reload', async ({ page, context }) => {
    await page.goto(`${siteUrl}api.html`);
    await waitForWorker(page);
    const session = await context.newCDPSession(page);
    const reloaded = page.waitForEvent('load');
    await session.send('Page.reload', { ignoreCache: true });
    await reloaded;
    await page.getByRole('button', { name: searchExample }).click();
    await expect(page.getByTestId('body')).toContainText('"TotalItems"');
    await waitForWorker(page);
    await expectCorrectResponse(page, 'service worker');
  });

  test('shows correct responses after the service worker has been killed', async ({ page, context }) => {
    await page.goto(`${siteUrl}api.html`);
    await waitForWorker(page);
    await expectCorrectResponse(page, 'service worker');
    const session = await context.newCDPSession(page);
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.stopAllWorkers');
    await page.getByRole('button', { name: 'All coastal features' }).click();
    await expect(page.getByTestId('status')).toHaveText('200 OK');
    await expectCorrectResponse(page, 'service worker');
  });
});

test('the API console reports that the data cannot be loaded, and Try again loads it', atOneSize, async ({ page }) => {
  let isBroken = true;
  await page.route('**/data/manifest.json', (route) => (isBroken ? route.abort() : route.continue()));
  await page.goto(`${plainHost}api.html`);
  await expect(page.getByRole('alert')).toContainText('The data could not be read');
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByTestId('count-RawData')).toHaveText('503');
});

test('the API console loads nothing from other origins', atOneSize, async ({ page }) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(fullHost).origin) foreign.push(request.url());
  });
  await page.goto(`${fullHost}api.html`);
  await waitForWorker(page);
  await expectCorrectResponse(page, 'service worker');
  expect(foreign).toEqual([]);
});

test('the API console displays markup in the data as text', atOneSize, async ({ page }) => {
  await page.goto(`${fullHost}api.html`);
  await page.getByLabel('Request').fill('webapi/v1/RawData?pageNumber=1&pageSize=1000');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByTestId('status')).toHaveText('200 OK');
  await expect(page.locator('pre script')).toHaveCount(0);
});
