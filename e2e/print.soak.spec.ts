import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, type Page, test as base } from '@playwright/test';
import decodeQrCode from 'jsqr';

import { fetchJson, searchQuery, type PublishedRecord } from './support/api.ts';
import { openExplorer, rows } from './support/explorer.ts';
import { atOneSize, isPhone, requirePublishedHost } from './support/hosts.ts';
import { localTime, onePerVisit } from './support/observations.ts';
import { test, withOwnPage } from './support/warm-page.ts';

test.use(withOwnPage);

// Chromium sometimes takes most of a minute for a page.
test.setTimeout(180_000);

const host = requirePublishedHost();
const nearAlbany = '?c=-35.03,117.9&z=11&r=10000';

/** Tests cannot operate the browser's print dialog: `print` only notes that it would open. */
async function noteRequests(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.setAttribute('data-print-requested', '');
    };
  });
}

async function untilRequested(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-print-requested', '');
  await untilPrepared(page);
}

/** The page prepares what to print again after each change of the view, such as when the details have loaded. */
async function untilPrepared(page: Page): Promise<void> {
  const printedMap = page.locator('.print-canvas canvas');
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    const isReady = (await printedMap.count()) === 1;
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    expect(isReady).toBe(true);
  }).toPass();
}

interface Paper {
  readonly pages: number;
  readonly text: string;
  /** The content of the QR code on the first page. */
  readonly qrCode: string | undefined;
  /** Of the first page, from 0 for black to 255 for white. */
  readonly meanBrightness: number;
}

/** Prints the page, which sends `beforeprint` as the print dialog does, and reads the paper with third-party programs. */
async function print(page: Page, options: Parameters<Page['pdf']>[0] = { format: 'A4' }): Promise<Paper> {
  const folder = mkdtempSync(join(tmpdir(), 'coastwatch-print-'));
  try {
    const file = join(folder, 'page.pdf');
    writeFileSync(file, await page.pdf(options));
    const run = (program: string, ...parameters: readonly string[]): string => {
      const { stdout, error } = spawnSync(program, parameters, { cwd: folder, encoding: 'utf8' });
      if (error) throw error;
      return stdout;
    };
    run('pdftoppm', '-r', '150', '-f', '1', '-l', '1', '-singlefile', file, 'page');
    const picture = readFileSync(join(folder, 'page.ppm'));
    return {
      pages: Number(/^Pages:\s*(\d+)/m.exec(run('pdfinfo', file))?.[1]),
      text: run('pdftotext', '-layout', file, '-'),
      qrCode: readQrCode(picture),
      meanBrightness: picture.reduce((sum, byte) => sum + byte, 0) / picture.length,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Decodes the QR code in a picture in the format PPM: "P6", width, height and 255, then three bytes for each pixel. */
function readQrCode(ppm: Buffer): string | undefined {
  const [head = '', width, height] = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(ppm.toString('latin1', 0, 60)) ?? [];
  const pixels = ppm.subarray(head.length);
  const rgba = new Uint8ClampedArray((pixels.length / 3) * 4).fill(255);
  for (let pixel = 0; pixel < pixels.length / 3; pixel++) {
    rgba.set(pixels.subarray(pixel * 3, pixel * 3 + 3), pixel * 4);
  }
  return decodeQrCode(rgba, Number(width), Number(height))?.data;
}

const hasPoppler = !spawnSync('pdftoppm', ['-v']).error;
if (!hasPoppler) console.warn('SKIPPED: tests of printing need pdfinfo, pdftotext and pdftoppm (poppler-utils)');
base.skip(!hasPoppler, 'poppler-utils is absent');

test('the Print button prints one page with title, count, months, newest records and a QR code of the address', async ({
  page,
}) => {
  const query = searchQuery({ latitude: -35.03, longitude: 117.9 }, 10_000);
  const records = await fetchJson<readonly PublishedRecord[]>(`${host}webapi/v1/RawData?${query}`);
  await noteRequests(page);
  await openExplorer(page, host, nearAlbany);
  if (isPhone()) await page.getByRole('button', { name: /^More:/ }).click();
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await untilRequested(page);
  const { pages, text, qrCode } = await print(page);
  expect(pages).toBe(1);
  // Lines break anywhere.
  expect(text.replace(/\s+/g, ' ')).toMatch(
    /[\d,]+ sightings, and [\d,]+ visits by [\d,]+ tagged sharks within 10 km since \w+ \d{4}\./,
  );
  expect(text).toContain('Sightings and visits by month of the year');
  for (let month = 0; month < 12; month++) {
    const inMonth = onePerVisit(records).filter((record) => Number(localTime(record).slice(5, 7)) === month + 1);
    expect(text).toContain(inMonth.length.toLocaleString('en-AU'));
  }
  expect(text).toContain('Newest sightings and visits');
  expect(text).toContain(records[0]?.LocationValue ?? 'no record');
  expect(text).toContain('Historical records, not live warnings.');
  expect(text).not.toContain('Download');
  const address = new URL(qrCode ?? '');
  expect(`${address.origin}/`).toBe(host);
  expect(address.searchParams.get('r')).toBe('10000');
});

test('the print key prints one page across, light in dark mode', atOneSize, async ({ page }) => {
  await noteRequests(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await openExplorer(page, host, nearAlbany);
  await page.keyboard.press('Control+p');
  await untilRequested(page);
  const { pages, text, qrCode, meanBrightness } = await print(page, { format: 'Letter', landscape: true });
  expect(pages).toBe(1);
  // The rows, with complete times.
  expect(text.match(/\d{4}, \d\d:\d\d WA time/g)?.length).toBeGreaterThan(3);
  expect(qrCode).toContain('r=10000');
  // Paper is light in every mode, and so is the map.
  expect(meanBrightness).toBeGreaterThan(210);
});

test('an open record prints as this record', atOneSize, async ({ page }) => {
  await noteRequests(page);
  await openExplorer(page, host, `${nearAlbany}&record=63755`);
  await page.keyboard.press('Control+p');
  await untilRequested(page);
  const { pages, text, qrCode } = await print(page);
  expect(pages).toBe(1);
  expect(text).toContain('White shark');
  expect(text).toContain('Detected');
  expect(text).toContain('Frenchman Bay, Albany');
  expect(text).toContain('31 Jul 2021, 00:13 WA time');
  expect(text).not.toContain('Newest sightings and visits');
  expect(qrCode).toContain('record=63755');
  expect(text).toContain('Record number');
});

const cottesloe = '?at=-31.99583,115.7506&r=1000';

test('printing does not change the layout of the screen', atOneSize, async ({ page }) => {
  await openExplorer(page, host, '?place=603');
  const panel = page.locator('.explorer-panel');
  await panel.evaluate((element) => element.setAttribute('data-mounted-before-printing', ''));
  await print(page);
  await expect(page.locator('[data-mounted-before-printing]')).toHaveCount(1);
});

test(
  'places are printed from the menu of the browser in the order of the screen: nearest first in a circle',
  atOneSize,
  async ({ page }) => {
    await openExplorer(page, host, `${cottesloe}&tab=places`);
    // Without the print key or the button, the page is prepared when the browser is idle.
    await untilPrepared(page);
    const names = (await rows(page).locator('.results-row-title').allInnerTexts()).slice(0, 5);
    expect(names).toHaveLength(5);
    const { text } = await print(page);
    const printed = (text.split('Places\n')[1] ?? '').split('\n').map((line) => line.trim());
    const printedPlaces = printed.filter((line) => line !== '').slice(0, names.length);
    for (const [index, name] of names.entries()) expect(printedPlaces[index]).toMatch(new RegExp(`^${name}\\b`));
  },
);
