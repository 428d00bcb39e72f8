import { expect, test, type Page } from '@playwright/test';

import { atOneSize, fullHost } from './support/hosts.ts';

/** Knows only files, and sends its page for whatever it does not know. */
const plainHost = process.env['COASTWATCH_PLAIN_HOST'] ?? '';

const searchExample = 'Records within 10 km of Cottesloe';

async function expectRightAnswer(page: Page, answeredBy: 'service worker' | 'page'): Promise<void> {
  await page.getByRole('button', { name: searchExample }).click();
  await expect(page.getByTestId('status')).toHaveText('200 OK');
  await expect(page.getByTestId('body')).toContainText('"TotalItems"');
  await expect(page.getByTestId('body')).toContainText('"RawDataId"');
  await expect(page.getByTestId('answered-by')).toContainText(answeredBy);
}

async function waitForWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

for (const [host, siteUrl] of [
  ['the Node host', fullHost],
  ['a host that knows only files', plainHost],
] as const) {
  test.describe(`the page of the interface on ${host}`, atOneSize, () => {
    test('gives right answers on the first load, before and after the worker takes over', async ({ page }) => {
      await page.goto(`${siteUrl}api.html`);
      await page.getByRole('button', { name: searchExample }).click();
      await expect(page.getByTestId('body')).toContainText('"TotalItems"');
      await waitForWorker(page);
      await expectRightAnswer(page, 'service worker');
    });

    test.describe('with service workers blocked', () => {
      test.use({ serviceWorkers: 'block' });
      test('gives right answers from the page itself', async ({ page }) => {
        await page.goto(`${siteUrl}api.html`);
        await expectRightAnswer(page, 'page');
      });
    });
  });
}

// The worker answers in the same way on every host.
test.describe('the page of the interface with the service worker', atOneSize, () => {
  const siteUrl = plainHost;

  test('shows the counts, the data version and that the data is a sample', async ({ page }) => {
    await page.goto(`${siteUrl}api.html`);
    await expect(page.getByTestId('count-CoastalFeatures')).toHaveText('274');
    await expect(page.getByTestId('count-RawData')).toHaveText('503');
    await expect(page.getByTestId('data-version')).toHaveText(/^[0-9a-f]{16}$/);
    await expect(page.getByText('Sample data:')).toBeVisible();
    await expect(page.getByText('Historical records, not live warnings.')).toBeVisible();
  });

  test('answers every example request, problems included', async ({ page }) => {
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

  test('answers a typed request, and says when it is not a path of the API', async ({ page }) => {
    await page.goto(`${siteUrl}api.html`);
    await page.getByLabel('Request').fill('webapi/v1/RawData/46307');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByTestId('body')).toContainText('"RawDataId": 46307');
    await page.getByLabel('Request').fill('robots.txt');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('status')).toContainText('robots.txt is not a path of the API');
  });

  test('gives right answers after a hard reload', async ({ page, context }) => {
    await page.goto(`${siteUrl}api.html`);
    await waitForWorker(page);
    const session = await context.newCDPSession(page);
    const reloaded = page.waitForEvent('load');
    await session.send('Page.reload', { ignoreCache: true });
    await reloaded;
    await page.getByRole('button', { name: searchExample }).click();
    await expect(page.getByTestId('body')).toContainText('"TotalItems"');
    await waitForWorker(page);
    await expectRightAnswer(page, 'service worker');
  });

  test('gives right answers after the worker has been killed', async ({ page, context }) => {
    await page.goto(`${siteUrl}api.html`);
    await waitForWorker(page);
    await expectRightAnswer(page, 'service worker');
    const session = await context.newCDPSession(page);
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.stopAllWorkers');
    await page.getByRole('button', { name: 'All coastal features' }).click();
    await expect(page.getByTestId('status')).toHaveText('200 OK');
    await expectRightAnswer(page, 'service worker');
  });
});

test('says so and recovers when the data is out of reach', atOneSize, async ({ page }) => {
  let isBroken = true;
  await page.route('**/data/manifest.json', (route) => (isBroken ? route.abort() : route.continue()));
  await page.goto(`${plainHost}api.html`);
  await expect(page.getByRole('alert')).toContainText('The data could not be read');
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByTestId('count-RawData')).toHaveText('503');
});

test('loads nothing from anywhere else', atOneSize, async ({ page }) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(fullHost).origin) foreign.push(request.url());
  });
  await page.goto(`${fullHost}api.html`);
  await waitForWorker(page);
  await expectRightAnswer(page, 'service worker');
  expect(foreign).toEqual([]);
});

test('shows text of the data as text, whatever it holds', atOneSize, async ({ page }) => {
  await page.goto(`${fullHost}api.html`);
  await page.getByLabel('Request').fill('webapi/v1/RawData?pageNumber=1&pageSize=1000');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByTestId('status')).toHaveText('200 OK');
  await expect(page.locator('pre script')).toHaveCount(0);
});
