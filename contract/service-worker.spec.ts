import { expect, test, type Page } from '@playwright/test';

import { allCases } from './all-cases.ts';
import { differences, type HostUnderTest, type ReceivedAnswer, type SentRequest } from './check-case.ts';

/** On a host that knows only files, so that whatever the contract demands was answered by the worker. */
const siteUrl = process.env['COASTWATCH_PLAIN_HOST'] ?? '';
const casesPerTest = 100;

async function openControlledPage(page: Page): Promise<HostUnderTest> {
  await page.goto(siteUrl);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const dataVersion = await page.getByTestId('data-version').textContent();
  return {
    origin: new URL(siteUrl).origin,
    dataVersion: dataVersion ?? '',
    send: (request) => sendFromPage(page, request),
  };
}

function sendFromPage(page: Page, request: SentRequest): Promise<ReceivedAnswer> {
  return page.evaluate(async ({ method, path, headers }) => {
    const response = await fetch(path, { method, headers });
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
  }, request);
}

for (let start = 0; start < allCases.length; start += casesPerTest) {
  const cases = allCases.slice(start, start + casesPerTest);
  test(`cases ${start + 1} to ${start + cases.length} of the contract, through the service worker`, async ({
    page,
  }) => {
    const host = await openControlledPage(page);
    for (const contractCase of cases) {
      expect.soft(await differences(contractCase, host), contractCase.name).toEqual([]);
    }
  });
}
