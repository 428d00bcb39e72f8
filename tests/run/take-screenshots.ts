import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import { listen } from '../../hosts/node/listen.ts';
import { createSiteServer } from '../../hosts/node/site-server.ts';
import { findChromium, launchChromium } from '../support/find-chromium.ts';
import { fromRoot } from '../support/repository.ts';

/*
 * `npm run screenshots`: takes screenshots of the explorer on the site that `npm run build` built, in several states, at
 * two sizes, and in light and dark mode. Light screenshots go to docs/screenshots. Dark screenshots go to
 * .cache/screenshots, for inspection only. Arguments select scenes by name: `npm run screenshots -- start radius`.
 */
const sizes = [
  { name: 'desktop', viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false },
  { name: 'phone', viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
] as const;

interface Scene {
  readonly name: string;
  readonly query: string;
  readonly prepare?: (page: Page, size: 'desktop' | 'phone') => Promise<void>;
  readonly isOfflineAfterwards?: boolean;
}

const cottesloe = 'c=-31.994,115.751&z=12';

const scenes: readonly Scene[] = [
  { name: 'start', query: '' },
  { name: 'place', query: '?place=PLACE' },
  { name: 'radius', query: `?${cottesloe}&r=5000` },
  { name: 'nearest', query: '?c=-32.02,115.68&z=11&find=nearest&r=5000' },
  { name: 'record', query: `?${cottesloe}&r=5000&record=RECORD` },
  {
    name: 'filters',
    query: '?c=-32.1,115.7&z=9&type=Sighted&species=white',
    prepare: async (page, size) => {
      if (size === 'phone') await page.getByRole('button', { name: /^Filters/ }).click();
      else
        await page
          .getByRole('button', { name: /White shark|Species/ })
          .first()
          .click();
      await page.waitForTimeout(300);
    },
  },
  { name: 'empty', query: '?c=-31.994,115.751&z=13&r=500&species=grey+nurse&from=2014-10-01&to=2014-10-31' },
  { name: 'offline', query: `?${cottesloe}&r=5000`, isOfflineAfterwards: true },
];

/** The identifiers of a record and of a place near Cottesloe in the data of the site. */
async function readIdentifiers(address: string): Promise<{ readonly record: number; readonly place: number }> {
  const read = async (path: string): Promise<Record<string, unknown>> =>
    (await (await fetch(new URL(path, address))).json()) as Record<string, unknown>;
  const at = 'latitude=-31.9949&longitude=115.7504&searchStyle=Nearest';
  const record = await read(`webapi/v1/RawData?${at}`);
  const place = await read(`webapi/v1/CoastalFeatures?${at}`);
  return { record: Number(record['RawDataId']), place: Number(place['CoastalFeatureID']) };
}

/** Waits until the data is loaded, and then until everything else has settled. */
async function untilShown(page: Page): Promise<void> {
  await page.waitForFunction(() => /Newest record \d/.test(document.body.innerText));
  await page.waitForTimeout(3500);
}

const wanted = new Set(process.argv.slice(2));
if (!existsSync(fromRoot('dist/site'))) throw new Error('There is no site in dist/site: run `npm run build` first.');
const server = createSiteServer({ directory: fromRoot('dist/site') });
const address = await listen(server, { port: 0, host: '127.0.0.1', basePath: '/' });
const identifiers = await readIdentifiers(address);
const browser = await launchChromium(await findChromium());
for (const { name: size, ...device } of sizes) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const scene of scenes) {
      if (wanted.size > 0 && !wanted.has(scene.name)) continue;
      const context = await browser.newContext({ ...device, colorScheme });
      const page = await context.newPage();
      const query = scene.query
        .replace('RECORD', String(identifiers.record))
        .replace('PLACE', String(identifiers.place));
      await page.goto(`${address}${query}`);
      await untilShown(page);
      await scene.prepare?.(page, size);
      if (scene.isOfflineAfterwards) {
        await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
        await page.waitForTimeout(2000);
        await context.setOffline(true);
        await page.reload();
        await untilShown(page);
      }
      const folder = fromRoot(colorScheme === 'light' ? 'docs/screenshots' : '.cache/screenshots');
      await mkdir(folder, { recursive: true });
      await page.screenshot({ path: `${folder}/${scene.name}-${size}${colorScheme === 'dark' ? '-night' : ''}.png` });
      await context.close();
    }
  }
}
await browser.close();
server.close();
server.closeAllConnections();
