import { expect, type BrowserContext, type Page } from '@playwright/test';

import type { ChangeableHost } from '../changeable-host.ts';

/**
 * Visits the explorer once, and waits until every file that it requested is cached. One of these is the manifest, which
 * is cached after all data that the explorer needs.
 */
export async function visitOnce(page: Page, siteUrl: string, path = ''): Promise<void> {
  const requested = new Set<string>();
  page.context().on('request', (request) => {
    if (/\/data\/|\/assets\//.test(request.url())) requested.add(request.url());
  });
  await page.goto(siteUrl + path);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const uncachedFiles = async (): Promise<unknown> => [
    requested.size > 2,
    await findUncached(page, [siteUrl, ...requested]),
  ];
  await expect.poll(uncachedFiles, { intervals: [100], timeout: 30_000 }).toEqual([true, []]);
}

/** Returns those of the URLs that are in no cache. */
export function findUncached(page: Page, urls: readonly string[]): Promise<string[]> {
  return page.evaluate(async (urls) => {
    const missing: string[] = [];
    for (const url of urls) {
      const address = url.endsWith('/') ? `${url}index.html` : url;
      if (!(await caches.match(address))) missing.push(url);
    }
    return missing;
  }, urls);
}

/** The beginning of the notice about the age of the data, which is shown while the host cannot be reached. */
export const dataOnDevice = 'The newest record on this device is from';

/** Sends the event of a restored network, which makes the page contact the host immediately. */
export async function sendOnlineEvent(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
}

/** Also stops the host, because not every Chromium applies its offline emulation to new tabs and workers. */
export async function goOffline(context: BrowserContext, host: ChangeableHost): Promise<void> {
  host.state = 'gone';
  await context.setOffline(true);
}
