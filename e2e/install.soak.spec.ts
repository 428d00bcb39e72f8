import { chromium, expect } from '@playwright/test';

import { shortenPauses, test } from './changeable-host.ts';
import { atOneSize, atOneSizeInSoak } from './support/hosts.ts';
import { findUncached, visitOnce } from './support/visit.ts';

interface WebAppManifest {
  readonly name: string;
  readonly short_name: string;
  readonly start_url: string;
  readonly icons: readonly {
    readonly src: string;
    readonly sizes: string;
    readonly type: string;
    readonly purpose: string;
  }[];
}

for (const basePath of ['/', '/coast/']) {
  const tags = basePath === '/' ? atOneSize : atOneSizeInSoak;
  test.describe(`under ${basePath}`, () => {
    test.use({ basePath });
    test('Chromium can install the explorer, with icons of the sizes it names', tags, async ({ host }) => {
      // Nothing can be installed in a private window, which Playwright's own contexts are.
      const context = await chromium.launchPersistentContext('', test.info().project.use.launchOptions);
      const page = context.pages()[0] ?? (await context.newPage());
      await page.goto(host.siteUrl);
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      const session = await page.context().newCDPSession(page);
      await session.send('Page.enable');
      const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
      expect(installabilityErrors).toEqual([]);
      const { url, errors, data } = await session.send('Page.getAppManifest');
      expect(errors).toEqual([]);
      expect(url).toBe(`${host.siteUrl}manifest.webmanifest`);
      const manifest = JSON.parse(data ?? '') as WebAppManifest;
      expect(manifest.short_name).toBe('Coastwatch');
      expect(new URL(manifest.start_url, url).href).toBe(host.siteUrl);

      for (const purpose of ['any', 'maskable']) {
        const sizes = manifest.icons.filter((icon) => icon.purpose === purpose).map((icon) => icon.sizes);
        expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']));
      }
      const touchIcon = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
      const icons = [
        ...manifest.icons.map(({ src, sizes }) => ({ src, sizes })),
        { src: touchIcon ?? '', sizes: '180x180' },
      ];
      for (const { src, sizes } of icons) {
        const drawn = await page.evaluate(async (address) => {
          const image = new Image();
          image.src = address;
          await image.decode();
          return `${image.naturalWidth}x${image.naturalHeight}`;
        }, new URL(src, url).href);
        expect(drawn, src).toBe(sizes);
      }
      await context.close();
    });
  });
}

test.describe('offline', () => {
  test.use({ basePath: '/coast/' });
  test(
    'the documentation opens offline without an earlier visit to it',
    atOneSizeInSoak,
    async ({ page, context, host }) => {
      await shortenPauses(context, host);
      await visitOnce(page, host.siteUrl);
      const pages = ['docs/', 'docs/data-dictionary/', 'docs/downloads/', 'docs/changes/'].map(
        (path) => host.siteUrl + path,
      );
      const needed = [...pages, `${host.siteUrl}manifest.webmanifest`, `${host.siteUrl}icons/icon-192.png`];
      await expect.poll(() => findUncached(page, needed), { timeout: 30_000 }).toEqual([]);
      host.state = 'gone';
      await context.setOffline(true);
      for (const address of pages) {
        const tab = await context.newPage();
        await tab.goto(address);
        await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
        await tab.close();
      }
    },
  );
});
