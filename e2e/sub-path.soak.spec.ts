import { expect, type Page } from '@playwright/test';

import { shortenPauses, test } from './changeable-host.ts';
import { atOneSize } from './support/hosts.ts';

// Nothing exists outside the base path, so wrong URLs fail.
test.use({ basePath: '/coast/' });
test.beforeEach(({ context, host }) => shortenPauses(context, host));

const search = '?c=-31.99,115.75&z=11&r=5000';
const found = /^[\d,]+ of [\d,]+ records within 5 km$/;

/** Collects the requested URLs on the host that are not below the site's base path. */
function collectOutsideUrls(page: Page, siteUrl: string): string[] {
  const outsideUrls: string[] = [];
  const { origin } = new URL(siteUrl);
  page.context().on('request', (request) => {
    const url = request.url();
    if (url.startsWith(origin) && !url.startsWith(siteUrl)) outsideUrls.push(url);
  });
  return outsideUrls;
}

function readLinks(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const links = [...document.querySelectorAll('a[href]')].map((link) => (link as HTMLAnchorElement).href);
    return links.filter((href) => href.startsWith(location.origin));
  });
}

test(
  'under a base path, the explorer, its service worker and its links use only URLs below this path',
  atOneSize,
  async ({ page, host }) => {
    const outsideUrls = collectOutsideUrls(page, host.siteUrl);
    await page.goto(host.siteUrl + search);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await expect(page.getByText(found).first()).toBeVisible();
    expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).scope)).toBe(host.siteUrl);
    for (const path of ['', 'docs/']) {
      await page.goto(host.siteUrl + path);
      await page.waitForLoadState('networkidle');
      const links = await readLinks(page);
      expect(links.length).toBeGreaterThan(0);
      expect(links.filter((link) => !link.startsWith(host.siteUrl))).toEqual([]);
    }
    expect(outsideUrls).toEqual([]);
  },
);

test(
  'under a base path, the service worker responds only to requests below this path',
  atOneSize,
  async ({ page, host }) => {
    await page.goto(`${host.siteUrl}docs/`);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const send = (path: string): Promise<[number, string]> =>
      page.evaluate(async (url) => {
        const response = await fetch(url);
        return [response.status, await response.text()];
      }, new URL(path, host.siteUrl).href);
    const [status, body] = await send('webapi/v1/RawData?pageNumber=2&pageSize=3');
    const { MetaData: links } = JSON.parse(body) as { MetaData: { NextPageLink: string; PrevPageLink: string } };
    const link = (number: number): string =>
      `${host.siteUrl}webapi/v1/RawData?pageNumber=${number}&pageSize=3&sortOrder=desc`;
    expect([status, links.NextPageLink, links.PrevPageLink]).toEqual([200, link(3), link(1)]);
    expect((await send(links.NextPageLink))[0]).toBe(200);
    const [unknown, message] = await send('webapi/v1/Sharks');
    expect([unknown, message]).toEqual([
      404,
      expect.stringContaining('"/coast/webapi/v1/Sharks\\". The known paths are /coast/'),
    ]);
    expect((await send('/webapi/v1/RawData'))[0]).toBe(404);
  },
);
