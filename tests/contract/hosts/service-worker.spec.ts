import { expect, test, type Page } from '@playwright/test';

import { allCases } from '../all-cases.ts';
import { feedCasesOfSample, requestsPlaceFeed } from '../cases/feed-cases.ts';
import { coreCases } from '../ogc/core-cases.ts';
import { crsCases } from '../ogc/crs-cases.ts';
import { OgcClient, runCases } from '../ogc/ogc-client.ts';
import { checkEach, differences, type HostUnderTest, type ReceivedResponse, type SentRequest } from '../check-case.ts';

/** The site on a host that serves only files, so that every response of the API comes from the worker. */
const siteUrl = process.env['COASTWATCH_PLAIN_HOST'] ?? '';
/** The site is marked as a sample, and its feeds say so. */
const cases = [...allCases.filter((each) => !requestsPlaceFeed(each)), ...feedCasesOfSample];

async function openControlledPage(page: Page): Promise<HostUnderTest> {
  await page.goto(`${siteUrl}docs/`);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const shown = page.locator('.foot code');
  await expect(shown).toHaveText(/^[0-9a-f]{16}$/);
  const dataVersion = (await shown.textContent()) ?? '';
  return { origin: new URL(siteUrl).origin, dataVersion, send: (request) => sendFromPage(page, request) };
}

function sendFromPage(page: Page, request: SentRequest): Promise<ReceivedResponse> {
  return page.evaluate(async ({ method, path, headers }) => {
    const response = await fetch(path, { method, headers });
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
  }, request);
}

test('the service worker returns the response in the contract to every request', async ({ page }) => {
  test.setTimeout(240_000);
  const host = await openControlledPage(page);
  await checkEach(cases, (each) => differences(each, host));
});

test('the service worker passes the tests of OGC API Features', async ({ page }) => {
  await runCases([...coreCases, ...crsCases], new OgcClient(await openControlledPage(page)));
});
