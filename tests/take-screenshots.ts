import { fileURLToPath } from 'node:url';

import { chromium, type Page } from '@playwright/test';

import { listen } from '../hosts/node/listen.ts';
import { createSiteServer } from '../hosts/node/site-server.ts';
import { findChromium } from './find-chromium.ts';

/*
 * `npm run screenshots`: pictures of every state of the page, from the site that `npm start` built, to look at in
 * .cache/screenshots; those that the documents show go to docs/screenshots.
 */
const shownInDocuments = new Set(['start-desktop', 'answer-phone']);

const fromRoot = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const sizes = [
  { name: 'desktop', width: 1440, height: 900 },
  { name: 'phone', width: 390, height: 844 },
] as const;

interface Scene {
  readonly name: string;
  readonly prepare: (page: Page) => Promise<void>;
}

/** Until its own answer is there, that of the example before it stands below: only the address tells them apart. */
const answered = async (page: Page, example: string, partOfAddress: string): Promise<void> => {
  await page.getByRole('button', { name: example }).click();
  await page.getByRole('link', { name: partOfAddress }).waitFor();
};

const scenes: readonly Scene[] = [
  {
    name: 'start',
    prepare: (page) =>
      page
        .getByText(/^Newest /)
        .first()
        .waitFor(),
  },
  { name: 'answer', prepare: (page) => answered(page, 'Records within 10 km of Cottesloe', 'latitude=-31.994') },
  {
    name: 'problem',
    prepare: async (page) => {
      await answered(page, 'A question with two mistakes', 'sortOrder=up');
      await page.getByText('Headers', { exact: true }).click();
    },
  },
  {
    name: 'failed',
    prepare: async (page) => {
      await page.route('**/data/manifest.json', (route) => route.abort());
      await page.reload();
      await page.getByRole('alert').waitFor();
    },
  },
];

const server = createSiteServer({ directory: fromRoot('dist/site') });
const address = await listen(server, { port: 0, host: '127.0.0.1', basePath: '/' });
const { path, switches } = await findChromium();
const browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox', ...switches] });
for (const { name: size, ...viewport } of sizes) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const scene of scenes) {
      const page = await browser.newPage({ viewport, colorScheme, serviceWorkers: 'block' });
      await page.goto(address);
      await scene.prepare(page);
      const name = `${scene.name}-${size}${colorScheme === 'dark' ? '-night' : ''}`;
      await page.screenshot({
        path: fromRoot(`${shownInDocuments.has(name) ? 'docs' : '.cache'}/screenshots/${name}.png`),
        fullPage: size === 'phone' && scene.name !== 'answer',
      });
      await page.close();
    }
  }
}
await browser.close();
server.close();
server.closeAllConnections();
