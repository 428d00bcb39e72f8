import { expect, test } from '@playwright/test';

import { hostileRequests } from './hostile-requests.ts';
import { findApiProblems, type RawResponse } from './send-bytes.ts';
import { sizeOf } from '../../support/test-size.ts';

const siteUrl = process.env['COASTWATCH_PLAIN_HOST'] ?? '';
const batchSize = 500;

test('the service worker responds to hostile requests from a page as the contract says', async ({ page }) => {
  test.setTimeout(240_000);
  await page.goto(`${siteUrl}docs/`);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const requests = hostileRequests(sizeOf(10_000), 'API');
  const problems: string[] = [];
  let received = 0;
  for (let start = 0; start < requests.length; start += batchSize) {
    const batch = requests.slice(start, start + batchSize);
    const responses = await page.evaluate(async (batch) => {
      const send = async ({ method, target, headers }: (typeof batch)[number]): Promise<RawResponse | null> => {
        let request: Request;
        try {
          request = new Request(target, {
            method,
            headers: headers.map(([name, value]): [string, string] => [name, value]),
          });
        } catch {
          // The browser itself refuses to send this request.
          return null;
        }
        const { pathname } = new URL(request.url);
        if (!pathname.startsWith('/webapi/v1/')) return null;
        const response = await fetch(request);
        const { status } = response;
        const text = await response.text();
        let body = text === '' ? '' : '{}';
        // Valid JSON may be a complete array, too large for the debugger connection, so `{}` replaces it.
        try {
          if (text !== '') JSON.parse(text);
        } catch {
          body = text.slice(0, 1000);
        }
        return { status, headers: Object.fromEntries(response.headers), body };
      };
      return Promise.all(batch.map(send));
    }, batch);
    for (const [index, response] of responses.entries()) {
      if (!response) continue;
      received++;
      const sent = `${batch[index]?.method ?? ''} ${batch[index]?.target ?? ''}`.slice(0, 150);
      problems.push(...findApiProblems(response).map((problem) => `${sent}: ${problem}`));
    }
  }
  console.log(`${requests.length} hostile requests in the browser: it sent ${received}, and each received a response`);
  expect(problems.slice(0, 10)).toEqual([]);
  expect(received).toBeGreaterThan(requests.length / 2);
  const after = await page.evaluate(async () => (await fetch('/webapi/v1/RawData?pageNumber=1')).status);
  expect(after).toBe(200);
});
