import { expect, test } from '@playwright/test';

import { hostileRequests } from './hostile-requests.ts';
import { faultsOfInterface, type HostileAnswer } from './send-bytes.ts';
import { sizeOf } from '../../support/test-size.ts';

const siteUrl = process.env['COASTWATCH_PLAIN_HOST'] ?? '';
const inOneGo = 500;

test('hostile requests of a page get answers of the contract from the service worker', async ({ page }) => {
  test.setTimeout(240_000);
  await page.goto(`${siteUrl}api.html`);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const requests = hostileRequests(sizeOf(10_000), 'interface');
  const faults: string[] = [];
  let answered = 0;
  for (let start = 0; start < requests.length; start += inOneGo) {
    const some = requests.slice(start, start + inOneGo);
    const answers = await page.evaluate(async (some) => {
      const send = async ({ method, target, headers }: (typeof some)[number]): Promise<HostileAnswer | null> => {
        let request: Request;
        try {
          request = new Request(target, {
            method,
            headers: headers.map(([name, value]): [string, string] => [name, value]),
          });
        } catch {
          // The browser itself sends no such request.
          return null;
        }
        const { pathname } = new URL(request.url);
        if (!pathname.startsWith('/webapi/v1/')) return null;
        const response = await fetch(request);
        const { status } = response;
        const text = await response.text();
        let body = text === '' ? '' : '{}';
        // What is JSON need not go through the debugger's line, whole arrays as it may be.
        try {
          if (text !== '') JSON.parse(text);
        } catch {
          body = text.slice(0, 1000);
        }
        return { status, headers: Object.fromEntries(response.headers), body };
      };
      return Promise.all(some.map(send));
    }, some);
    for (const [index, answer] of answers.entries()) {
      if (!answer) continue;
      answered++;
      const asked = `${some[index]?.method ?? ''} ${some[index]?.target ?? ''}`.slice(0, 150);
      faults.push(...faultsOfInterface(answer).map((fault) => `${asked}: ${fault}`));
    }
  }
  console.log(`${requests.length} hostile requests in the browser: it sent ${answered}, and all were answered`);
  expect(faults.slice(0, 10)).toEqual([]);
  expect(answered).toBeGreaterThan(requests.length / 2);
  const after = await page.evaluate(async () => (await fetch('/webapi/v1/RawData?pageNumber=1')).status);
  expect(after).toBe(200);
});
