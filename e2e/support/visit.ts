import { expect, type Page } from '@playwright/test';

/** Visits the explorer once, and waits until every file that it read is cached. The manifest is cached last. */
export async function visitOnce(page: Page, siteUrl: string, path = ''): Promise<void> {
  const read = new Set<string>();
  page.context().on('request', (request) => {
    if (/\/data\/|\/assets\//.test(request.url())) read.add(request.url());
  });
  await page.goto(siteUrl + path);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const isCached = async (): Promise<unknown> => [read.size > 2, await missingFrom(page, [siteUrl, ...read])];
  await expect.poll(isCached, { intervals: [100] }).toEqual([true, []]);
}

/** The URLs that are in no cache. */
export function missingFrom(page: Page, urls: readonly string[]): Promise<string[]> {
  return page.evaluate(async (urls) => {
    const missing: string[] = [];
    for (const url of urls) {
      const address = url.endsWith('/') ? `${url}index.html` : url;
      if (!(await caches.match(address))) missing.push(url);
    }
    return missing;
  }, urls);
}
