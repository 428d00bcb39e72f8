import { readFile } from 'node:fs/promises';

import { parse } from 'csv-parse/sync';
import { expect, type Page, test as freshTest } from '@playwright/test';

import { fetchJson, searchQuery, type PublishedRecord } from './support/api.ts';
import { openTool } from './support/controls.ts';
import { openExplorer } from './support/explorer.ts';
import { atOneSize, requirePublishedHost } from './support/hosts.ts';
import { type Picture, readPicture } from './support/picture.ts';
import { test, withOwnPage } from './support/warm-page.ts';

test.use(withOwnPage);

const host = requirePublishedHost();
const urlQuery = '?c=-31.99,115.75&z=11&r=8000&species=white,tiger&from=2016-01-01';
const apiQuery = searchQuery({ latitude: -31.99, longitude: 115.75 }, 8000);

async function expectedRecords(): Promise<readonly PublishedRecord[]> {
  const records = await fetchJson<readonly PublishedRecord[]>(`${host}webapi/v1/RawData?${apiQuery}`);
  return records.filter(
    ({ SightingSpeciesValue: species, SightingDateTime: time }) =>
      ['white', 'tiger'].includes((species ?? '').trim().toLowerCase()) && time >= '2016',
  );
}

async function download(page: Page, button: string): Promise<{ name: string; text: string }> {
  const event = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: button }).click();
  const file = await event;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

/** The cells of a record in CSV, with an apostrophe before formulas. The last cell is in the marker column. */
function csvCells(record: object): string[] {
  const cells = Object.values(record).map((value: unknown) => {
    const isFormula = typeof value === 'string' && /^'*[=+\-@\t\r\n]/.test(value) && !/^[+-]?\d+(\.\d+)?$/.test(value);
    return `${isFormula ? "'" : ''}${String(value ?? '')}`;
  });
  return [...cells, ''];
}

test('the CSV download has every field of every record with the values of the API', atOneSize, async ({ page }) => {
  const expected = await expectedRecords();
  await openExplorer(page, host, urlQuery);
  await openTool(page, 'Download');
  const { name, text } = await download(page, 'Download CSV');
  expect(name).toMatch(/^coastwatch-records_.*white-shark-or-tiger-shark.*from_2016-01-01.*within-8-km.*\.csv$/);
  const comments = text.split('\r\n').filter((line) => line.startsWith('#'));
  expect(comments.join('\n')).toContain('Historical records, not live warnings.');
  expect(comments.join('\n')).toContain('White shark or Tiger shark');

  const [head = [], ...lines] = parse(text.split('\r\n').slice(comments.length).join('\r\n'), {
    record_delimiter: '\r\n',
  });
  expect(head).toEqual([...Object.keys(expected[0] ?? {}), 'CoastwatchExport']);
  expect(lines).toEqual(expected.map(csvCells));
  expect(lines.length).toBeGreaterThan(100);
});

freshTest(
  'the Share dialog copies the URL of the view and the code for embedding, and nothing moves',
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    // A phone may open its own share sheet, which tests cannot see.
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'share', { value: undefined });
    });
    await openExplorer(page, host, urlQuery);
    await openTool(page, 'Share');
    await expect(page.getByRole('dialog').getByLabel('Address')).toHaveValue(page.url());
    const dialog = page.getByRole('dialog');
    const texts = {
      Copy: page.url(),
      'Copy the iframe': await dialog.getByLabel('As an iframe').inputValue(),
      'Copy the element': await dialog.getByLabel('As an element').inputValue(),
    };
    expect(texts['Copy the iframe']).toContain(`${host}embed/?c=-31.99,115.75&amp;z=11&amp;r=8000`);
    expect(texts['Copy the element']).toContain('<coastwatch-map centre="-31.99,115.75" zoom="11" radius="8000"');
    for (const [name, text] of Object.entries(texts)) {
      const button = dialog.locator('button', { hasText: name }).first();
      await button.scrollIntoViewIfNeeded();
      const before = [await button.boundingBox(), await dialog.boundingBox()];
      await button.click();
      await expect(dialog.getByRole('status').filter({ hasText: 'Copied' })).toHaveCount(1);
      // Nothing moves when the text of the button changes.
      expect([await button.boundingBox(), await dialog.boundingBox()]).toEqual(before);
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
      await expect(dialog.getByRole('button', { name: 'Copied' })).toHaveCount(0);
    }
  },
);

test(
  'the picture of the map shows the marks in the circle, and is drawn alike in the dark',
  atOneSize,
  async ({ page }) => {
    const save = async (): Promise<Picture> => {
      const file = page.waitForEvent('download');
      await page.getByRole('dialog').getByRole('button', { name: 'Save a picture of the map (PNG)' }).click();
      const saved = await file;
      expect(saved.suggestedFilename()).toMatch(/^coastwatch-map_.*white-shark-or-tiger-shark.*within-8-km.*\.png$/);
      await expect(page.getByText('The picture was saved. Please keep its credit.')).toBeVisible();
      return readPicture(page, await readFile(await saved.path(), 'base64'));
    };
    await openExplorer(page, host, urlQuery);
    const sightings = await page.evaluate(() =>
      Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue('--magenta').trim().slice(1), 16),
    );
    await openTool(page, 'Share');
    const light = await save();
    expect([light.width, light.height]).toEqual([1600, 1000]);
    const coloured = new Map(light.colours);
    expect(coloured.get(sightings)).toBeGreaterThan(500);
    expect(light.colours.length).toBeGreaterThan(100);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect((await save()).colours).toEqual(light.colours);
  },
);
