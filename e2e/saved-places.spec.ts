import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect, test, type Page } from '@playwright/test';
import sirv from 'sirv';

import { expectNoViolations } from './support/accessibility.ts';
import { fetchJson, type PublishedPlace, type PublishedRecord } from './support/api.ts';
import { fullHost } from './support/hosts.ts';

test.use({ serviceWorkers: 'allow' });

/*
 * Saves a place, builds the data again with more records, and comes back. Two sites are built from the records of the
 * host under test; one server sends the files of the current one, so that the device keeps what it has saved.
 */

const run = promisify(execFile);

let folder: string;
let server: Server | undefined;
let siteUrl: string;
let current: 'before' | 'after' = 'before';
let place: PublishedPlace;

test.describe.configure({ mode: 'serial', timeout: 240_000 });

async function build(name: string, features: unknown, records: readonly PublishedRecord[]): Promise<void> {
  const [featuresFile, recordsFile] = [join(folder, 'features.json'), join(folder, 'records.json')];
  await writeFile(featuresFile, JSON.stringify(features));
  await writeFile(recordsFile, JSON.stringify(records));
  await run(process.execPath, [
    ...['--import', 'tsx', 'build-data/build-data.ts', '--coastal-features', featuresFile, '--raw-data', recordsFile],
    ...['--out', join(folder, name), '--target', 'compute', '--no-exports'],
  ]);
}

test.beforeAll(async () => {
  test.setTimeout(240_000);
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-saved-'));
  const allFeatures = await fetchJson<readonly PublishedPlace[]>(`${fullHost}webapi/v1/CoastalFeatures`);
  const records = (await fetchJson<readonly PublishedRecord[]>(`${fullHost}webapi/v1/RawData`)).slice(0, 300);
  const busiest = records.find(({ LocationValue }) => LocationValue !== '');
  const found = allFeatures.find(
    (feature) =>
      feature.CoastalFeatureInshoreLatitude === busiest?.LocationY &&
      feature.CoastalFeatureInshoreLongitude === busiest.LocationX,
  );
  if (!found || !busiest) throw new Error('no place with records');
  place = found;
  const features = [place, ...allFeatures.filter((each) => each !== place).slice(0, 30)];
  await build('before', features, records);
  const last = Math.max(...records.map(({ RawDataId }) => RawDataId));
  const at = { LocationX: place.CoastalFeatureInshoreLongitude, LocationY: place.CoastalFeatureInshoreLatitude };
  const added = [
    { ...busiest, ...at, RawDataId: last + 1, ObjectId: 'new-1' },
    // Back-dated.
    {
      ...busiest,
      ...at,
      RawDataId: last + 2,
      ObjectId: 'new-2',
      SightingDateTime: '2015-01-02T03:04:05',
      ReportDateTime: null,
    },
    // Elsewhere: 0.1 degrees away.
    { ...busiest, LocationX: at.LocationX - 0.1, LocationY: at.LocationY, RawDataId: last + 3, ObjectId: 'new-3' },
  ];
  // One of the records near the place is withdrawn.
  await build('after', features, [...records.filter(({ RawDataId }) => RawDataId !== busiest.RawDataId), ...added]);
  const sites = {
    before: sirv(join(folder, 'before'), { dev: true }),
    after: sirv(join(folder, 'after'), { dev: true }),
  };
  const started = createServer((request, response) => {
    sites[current](request, response, () => {
      response.writeHead(404).end();
    });
  });
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  server = started;
  siteUrl = `http://127.0.0.1:${(started.address() as AddressInfo).port}/`;
});

test.afterAll(async () => {
  server?.close();
  server?.closeAllConnections();
  await rm(folder, { recursive: true, force: true });
});

const saveButton = (page: Page) => page.getByRole('button', { name: /this place$/ });
const saved = (page: Page) => page.getByRole('region', { name: 'Saved places' });

test('a saved place says on the next visit what is new there, and can be removed and restored', async ({ page }) => {
  current = 'before';
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  await page.goto(siteUrl);
  await expect(page.getByText(/records/).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(scripts.filter((path) => path.includes('SavedPlaces'))).toEqual([]);

  await page.goto(`${siteUrl}?place=${place.CoastalFeatureID}`);
  await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'false');
  await saveButton(page).click();
  await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('Saved on this device.')).toBeVisible();

  await page.goto(siteUrl);
  await expect(saved(page).getByText('1 saved place')).toBeVisible();
  await expect(saved(page).getByText(/^New near/)).toHaveCount(0);
  const chips = page.getByRole('list', { name: 'Places saved on this device' });
  await expect(chips.getByRole('link', { name: place.CoastalFeatureDisplayName })).toBeInViewport();

  // The empty search box offers it.
  await page.getByRole('combobox', { name: /^Search/ }).click();
  await expect(page.getByRole('group', { name: 'Saved places' }).getByRole('option')).toHaveText([
    place.CoastalFeatureDisplayName,
  ]);
  await expectNoViolations(page);
  await page.getByRole('listbox').getByRole('option').click();
  await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'true');

  current = 'after';
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(siteUrl);
  const name = place.CoastalFeatureDisplayName;
  const news = saved(page).getByRole('link', { name: `New near ${name} since` });
  await expect(news).toBeVisible();
  await expect(saved(page).getByRole('link', { name: /2 Jan 2015/ })).toBeVisible();
  await expectNoViolations(page);
  // Nothing leaves the device.
  expect(requests.filter((url) => !url.startsWith(siteUrl) || url.includes(encodeURIComponent(name)))).toEqual([]);

  await news.click();
  await expect(page.getByText(/^New since .*: \d/)).toBeVisible();
  await page.goto(siteUrl);
  await expect(saved(page).getByText('1 saved place')).toBeVisible();
  await expect(saved(page).getByText(/^New near/)).toHaveCount(0);

  await saved(page).getByText('1 saved place').click();
  await expectNoViolations(page);
  await saved(page)
    .getByRole('button', { name: `Remove ${name}` })
    .click();
  await expect(saved(page).getByText('1 saved place')).toHaveCount(0);
  await saved(page).getByRole('button', { name: 'Undo' }).click();
  await expect(saved(page).getByText('1 saved place')).toBeVisible();
  await saved(page).getByText('1 saved place').click();
  await saved(page).getByRole('button', { name: 'Remove all' }).click();
  await page.goto(siteUrl);
  await expect(saved(page)).toHaveCount(0);
});
