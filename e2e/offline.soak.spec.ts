import { readFile } from 'node:fs/promises';

import { expect, type Page } from '@playwright/test';

import { shortenPauses, test, withDataVersion } from './changeable-host.ts';
import { openTool } from './support/controls.ts';
import { dataOnDevice, goOffline, sendOnlineEvent, visitOnce } from './support/visit.ts';
import { atOneSize, atOneSizeInSoak } from './support/hosts.ts';

test.describe('the explorer after one visit', () => {
  for (const state of ['gone', 'silent'] as const) {
    test(`opens with all its data when the host is ${state}, and says how old the data is`, async ({
      page,
      context,
      host,
    }) => {
      await shortenPauses(context, host);
      await visitOnce(page, host.siteUrl);
      host.state = state;
      await page.reload();
      await expect(page.getByText(dataOnDevice)).toBeVisible({ timeout: 20_000 });
      await expect(page.getByText(/last checked (?:less than a minute|\d+ minutes?) ago/)).toBeVisible();
      host.state = 'reachable';
      await sendOnlineEvent(page);
      await expect(page.getByText(dataOnDevice)).toBeHidden();
    });
  }

  test(
    'shows the same results offline, also in a new tab with a search in its URL',
    atOneSize,
    async ({ page, context, host }) => {
      const search = '?c=-31.99,115.75&z=11&r=5000';
      await shortenPauses(context, host);
      await visitOnce(page, host.siteUrl, search);
      const found = /^[\d,]+ of [\d,]+ records within 5 km$/;
      const words = (await page.getByText(found).first().textContent()) ?? '';
      await goOffline(context, host);
      const tab = await context.newPage();
      await tab.goto(host.siteUrl + search);
      // Some browsers report a network to a new tab. Its notice then begins with "The site cannot be reached." instead of
      // "Offline."
      await expect(tab.getByText(dataOnDevice)).toBeVisible({ timeout: 20_000 });
      await expect(tab.getByText(found).first()).toHaveText(words);
    },
  );

  test('repeats a download offline', atOneSizeInSoak, async ({ page, context, host }) => {
    await visitOnce(page, host.siteUrl, '?c=-26,117&z=4');
    const contents: string[] = [];
    for (const isOffline of [false, true]) {
      await context.setOffline(isOffline);
      await openTool(page, 'Download');
      const download = page.waitForEvent('download');
      await page.getByRole('dialog').getByRole('button', { name: 'Download CSV' }).click();
      contents.push(await readFile(await (await download).path(), 'utf8'));
      await page.keyboard.press('Escape');
    }
    expect(contents[0]?.split('\r\n').length).toBeGreaterThan(20);
    expect(contents[1]).toBe(contents[0]);
  });
});

test(
  'the map for other sites, opened by itself, shows the same count offline after one visit',
  atOneSizeInSoak,
  async ({ page, context, host }) => {
    const path = 'embed/?c=-31.99,115.75&z=11&r=5000';
    const count = (on: Page) => on.getByRole('heading', { name: /sightings?.* within 5 km/ });
    await shortenPauses(context, host);
    await visitOnce(page, host.siteUrl, path);
    const words = (await count(page).textContent()) ?? '';
    await goOffline(context, host);
    const tab = await context.newPage();
    await tab.goto(host.siteUrl + path);
    await expect(count(tab)).toHaveText(words, { timeout: 20_000 });
  },
);

test(
  'a documentation page that is not stored yet says so offline, and leads to the explorer',
  atOneSize,
  async ({ page, context, host }) => {
    await visitOnce(page, host.siteUrl);
    await goOffline(context, host);
    await page.evaluate(async () => {
      for (const name of await caches.keys()) await (await caches.open(name)).delete('docs/index.html');
    });
    await page.goto(`${host.siteUrl}docs/`);
    await expect(page.getByRole('heading', { name: 'Not stored yet' })).toBeVisible();
    await page.getByRole('link', { name: 'open the explorer' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Coastwatch' })).toBeVisible();
  },
);

test.describe('an update of the data', () => {
  test('is offered, and applied when the user accepts', atOneSize, async ({ page, host }) => {
    await visitOnce(page, host.siteUrl);
    host.changes.set('data/manifest.json', withDataVersion('feedfacefeedface'));
    await sendOnlineEvent(page);
    await expect(page.getByText('New data is ready.')).toBeVisible();
    await page.getByRole('button', { name: 'Show it' }).click();
    await expect(page.getByText('New data is ready.')).toBeHidden();
    await sendOnlineEvent(page);
    await expect(page.getByText('New data is ready.')).toBeHidden();
  });
});
