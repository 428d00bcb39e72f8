import { readFile } from 'node:fs/promises';

import { expect, test, type Page } from '@playwright/test';

import { openTool } from './support/controls.ts';
import { openExplorer } from './support/explorer.ts';
import { atOneSize, fullHost } from './support/hosts.ts';

// Tests can delay only the page's own requests, and the service worker would send these requests instead.
test.use({ serviceWorkers: 'block' });

const dialog = (page: Page) => page.getByRole('dialog');

/** Delays every file with complete records until `release` or `fail` is called, and counts the requests. */
async function holdRecords(page: Page): Promise<{ requestCount: () => number; release: () => void; fail: () => void }> {
  let requests = 0;
  let outcome: 'fail' | 'continue' | undefined;
  const waiting: (() => void)[] = [];
  const settle = (chosen: 'fail' | 'continue'): void => {
    outcome = chosen;
    for (const resume of waiting.splice(0)) resume();
  };
  await page.context().route(/\/data\/[0-9a-f]{32}\.json$/, async (route) => {
    requests++;
    if (outcome === undefined) await new Promise<void>((resolve) => waiting.push(resolve));
    await (outcome === 'fail' ? route.abort() : route.continue()).catch(() => undefined);
  });
  return {
    requestCount: () => requests,
    release: () => {
      settle('continue');
    },
    fail: () => {
      settle('fail');
    },
  };
}

/** Collects the names of the files that the page saves from now on. */
function collectSavedNames(page: Page): string[] {
  const names: string[] = [];
  page.on('download', (download) => names.push(download.suggestedFilename()));
  return names;
}

test.describe('a download', () => {
  test.beforeEach(async ({ page }) => {
    await openExplorer(page, fullHost, '?c=-26,117&z=4');
    await openTool(page, 'Download');
  });

  test('saves nothing when it is cancelled, and another can start immediately', atOneSize, async ({ page }) => {
    const saved = collectSavedNames(page);
    const records = await holdRecords(page);
    await dialog(page).getByRole('button', { name: 'Download CSV' }).click();
    await expect.poll(records.requestCount).toBeGreaterThan(0);
    await expect(dialog(page).getByRole('progressbar', { name: 'Records read' })).toBeVisible();
    await expect(dialog(page).getByRole('status')).toHaveText('Creating the file');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog(page).getByRole('status')).toHaveText('Cancelled. Nothing was saved.');
    await expect(dialog(page).getByRole('button', { name: 'Download CSV' })).toBeFocused();

    await dialog(page)
      .getByRole('radio', { name: /^GeoJSON/ })
      .check();
    const download = page.waitForEvent('download');
    await dialog(page).getByRole('button', { name: 'Download GeoJSON' }).click();
    records.release();
    const file = await download;
    const { features, metadata } = JSON.parse(await readFile(await file.path(), 'utf8')) as {
      features: unknown[];
      metadata: unknown;
    };
    await expect(dialog(page).getByRole('status')).toHaveText(
      `Saved ${features.length} records as ${file.suggestedFilename()}.`,
    );
    expect(features.length).toBeGreaterThan(1);
    const disclaimer = expect.stringMatching(/not live warnings/i) as unknown;
    expect(metadata).toMatchObject({ disclaimer, address: page.url(), isSample: true, count: features.length });
    expect(saved).toEqual([file.suggestedFilename()]);
  });

  test('is cancelled when its dialog is closed, and saves nothing', atOneSize, async ({ page }) => {
    const saved = collectSavedNames(page);
    const records = await holdRecords(page);
    await dialog(page).getByRole('button', { name: 'Download CSV' }).click();
    await expect.poll(records.requestCount).toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    records.release();
    await openTool(page, 'Download');
    await expect(dialog(page).getByRole('progressbar')).toHaveCount(0);
    const download = page.waitForEvent('download');
    await dialog(page).getByRole('button', { name: 'Download CSV' }).click();
    const file = await download;
    expect(saved).toEqual([file.suggestedFilename()]);
  });

  test('shows an error when its records cannot be read, and can be retried', atOneSize, async ({ page }) => {
    const saved = collectSavedNames(page);
    const records = await holdRecords(page);
    records.fail();
    await dialog(page).getByRole('button', { name: 'Download CSV' }).click();
    await expect(dialog(page).getByRole('alert')).toContainText(
      'The file could not be created. Nothing was saved. Some of the records could not be read',
    );
    expect(saved).toEqual([]);
    records.release();
    const download = page.waitForEvent('download');
    await dialog(page).getByRole('button', { name: 'Try again' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  });
});
