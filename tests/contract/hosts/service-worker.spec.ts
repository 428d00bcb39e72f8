import { expect, test, type Page } from '@playwright/test';

import { allCases } from '../all-cases.ts';
import { feedCasesOfSample, requestsPlaceFeed } from '../cases/feed-cases.ts';
import { differences, type HostUnderTest, type ReceivedResponse, type SentRequest } from '../check-case.ts';

/** The site on a host that serves only files, so that every response of the API comes from the worker. */
const siteUrl = process.env['COASTWATCH_PLAIN_HOST'] ?? '';
/** The site is marked as a sample, and its feeds say so. */
const cases = [...allCases.filter((each) => !requestsPlaceFeed(each)), ...feedCasesOfSample];
const casesPerTest = 250;

async function openControlledPage(page: Page): Promise<HostUnderTest> {
  await page.goto(`${siteUrl}api.html`);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const shown = page.getByTestId('data-version');
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

for (let start = 0; start < cases.length; start += casesPerTest) {
  const part = cases.slice(start, start + casesPerTest);
  test(`cases ${start + 1} to ${start + part.length} of the contract, through the service worker`, async ({ page }) => {
    const host = await openControlledPage(page);
    // A request spends most of its time between the test and the page, so all requests are sent at once.
    const found = await Promise.all(part.map((each) => differences(each, host)));
    for (const [index, each] of part.entries()) expect.soft(found[index], each.name).toEqual([]);
  });
}
