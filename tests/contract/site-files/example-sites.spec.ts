import { expect, type Page, test } from '@playwright/test';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { buildSite } from '../../../build-data/build.ts';
import { readMapping } from '../../../build-data/mapping/mapping.ts';
import { readSiteFile } from '../../../build-data/site/site-file.ts';
import { coastalFeatures, rawData } from '../../../core/datasets/datasets.ts';
import { fromRoot } from '../../support/repository.ts';
import { startHost } from '../../support/start-host.ts';

/* The example sites of docs/sites.md, built from their files and opened as a reader does. */

type RunningHost = Awaited<ReturnType<typeof startHost>>;

const examples = [
  {
    ...{ name: 'acoustic-array', places: 'stations', records: 'detections', tagline: /along the shore of Nova Scotia/ },
    ...{ shown: '415 of 415 records on this map', count: '42 sightings, and 245 visits by 6 tagged sharks' },
    ...{ newest: '28 Oct 2025, 04:43 Halifax time', coast: /© OpenStreetMap contributors/ },
  },
  {
    ...{ name: 'strandings', places: 'beaches', records: 'strandings', tagline: /on the west coast of Ireland/ },
    ...{ shown: '90 of 90 records on this map', count: '73 strandings', newest: '12 Oct 2025', coast: /Natural Earth/ },
  },
] as const;
/** Words of the default site, which no other site may have. */
const ofDefaultSite = /Western|\bWA\b|Perth|Cottesloe|Yallingup|Back Beach|Department code|whale carcass/;

test.describe.configure({ mode: 'default' });

let folder: string;
const hosts: RunningHost[] = [];
test.beforeAll(async () => {
  // Two builds, perhaps while other tests run.
  test.setTimeout(240_000);
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-examples-'));
  for (const { name, places, records } of examples) {
    const path = (file: string): string => fromRoot(`docs/examples/${name}/${file}`);
    const result = await buildSite({
      inputs: {
        ...{ kind: 'files', coastalFeatures: path(`${places}.csv`), rawData: path(`${records}.csv`) },
        mappings: {
          CoastalFeatures: readMapping(path(`${places}.map.json`), coastalFeatures),
          RawData: readMapping(path(`${records}.map.json`), rawData),
        },
      },
      ...{ siteFile: readSiteFile(path('site.json')), siteUrl: 'https://data.example.org/', target: 'compute' },
      ...{ outputDirectory: join(folder, name, 'site'), explorerDirectory: fromRoot('dist/explorer') },
    });
    expect([name, result.kind]).toEqual([name, 'built']);
    const siteDirectory = join(folder, name, 'site');
    hosts.push(await startHost('node', join(folder, name, 'host'), { siteDirectory, basePath: '/' }));
  }
});
test.afterAll(async () => {
  await Promise.all(hosts.map((host) => host.stop()));
  await rm(folder, { recursive: true });
});
const urlOf = (index: number): string => {
  const host = hosts[index];
  if (!host) throw new Error('the site was not built');
  return host.address.href;
};

for (const [index, { name, tagline, shown, count, newest, coast }] of examples.entries()) {
  test(`${name}: the landing view shows all records with the words, times and coast of the site`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(urlOf(index));
    await expect(page.getByRole('banner').getByText(tagline)).toBeVisible();
    for (const text of [shown, count, newest]) await expect(page.getByText(text).first()).toBeVisible();
    await expect(page.getByText(coast).first()).toBeVisible();
    expect(await page.locator('body').innerText()).not.toMatch(ofDefaultSite);
    await page.getByText('How positions were derived').click();
    await expect(page.getByText('What the times mean')).toBeVisible();
    expect(await page.locator('body').innerText()).not.toMatch(ofDefaultSite);
  });

  test(`${name}: no file of the site has a word of the default site`, async () => {
    const directory = join(folder, name, 'site');
    const paths = (await readdir(directory, { recursive: true })).filter((path) =>
      /\.(?:html|js|json|jsonld|webmanifest|txt|xml|atom|csv|kml|geojson|svg|md)$/.test(path),
    );
    expect(paths.length).toBeGreaterThan(100);
    for (const path of paths) {
      expect([path, ofDefaultSite.exec(await readFile(join(directory, path), 'utf8'))]).toEqual([path, null]);
    }
  });
}

/** The colours of the site in its file, as the page computes them. */
const coloursOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const style = getComputedStyle(document.documentElement);
    return ['--primary', '--magenta'].map((name) => style.getPropertyValue(name));
  });

test('strandings: the colours of the site stay when dialogs load their styles', async ({ page }) => {
  await page.goto(urlOf(1));
  for (const name of ['Charts', 'Share', 'Download', 'Help and data dictionary', 'More filters']) {
    await page
      .getByRole('button', { name, exact: true })
      .or(page.getByRole('link', { name, exact: true }))
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect([name, await coloursOf(page)]).toEqual([name, ['#1d4f3a', '#7a3b00']]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('strandings: nothing is shown of what the data has none of', async ({ page }) => {
  const about = /receiver|listened|detect|\bvisits?\b|not recorded/i;
  await page.goto(urlOf(1));
  await page.getByRole('button', { name: 'Charts', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('By species')).toBeVisible();
  await expect(dialog.getByRole('heading', { name: /By hour|length/ })).toHaveCount(0);
  expect(await dialog.innerText()).not.toMatch(about);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More filters' }).click();
  await expect(dialog.getByText('Date', { exact: true })).toBeVisible();
  for (const title of ['Estimated size', 'Distance from the shore', 'Source']) {
    await expect(dialog.getByText(title, { exact: true })).toHaveCount(0);
  }
  await expect(dialog.getByText('Remarks', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.locator('#place-search').fill('Phocoena phocoena');
  await page.getByRole('option', { name: /Harbour porpoise/ }).click();
  await page.getByRole('button', { name: 'Clear species filter' }).click();
  await page.locator('#place-search').fill('Silver Strand');
  await page
    .getByRole('option', { name: /Silver Strand/ })
    .first()
    .click();
  await expect(page.getByText('Local government area')).toBeVisible();
  await expect(page.getByText('Full name')).toHaveCount(0);
  expect(await page.getByRole('main').innerText()).not.toMatch(about);
});

test('times are right across the changes to and from summer time', async ({ request }) => {
  const count = async (datetime: string): Promise<number> => {
    const response = await request.get(`${urlOf(0)}ogc/collections/RawData/items?limit=1&datetime=${datetime}`);
    return ((await response.json()) as { numberMatched: number }).numberMatched;
  };
  // Clocks were set forward at 06:00Z: the local day has 23 hours. Six receivers recorded at 04:00Z and after it.
  expect(await count('2024-03-10')).toBe(await count('2024-03-10T04:00:00Z/2024-03-11T02:59:59Z'));
  // Clocks were set back at 05:00Z: the local day has 25 hours.
  expect(await count('2024-11-03')).toBe(await count('2024-11-03T03:00:00Z/2024-11-04T03:59:59Z'));
  // Somebody reported 01:30, which clocks showed twice: the first is meant. 02:30 was skipped: it is an hour later.
  const timeOf = async (remark: string): Promise<string> => {
    const filter = encodeURIComponent(`LocationDetail LIKE '${remark}%'`);
    const query = (times: string) => `${urlOf(0)}ogc/collections/RawData/items?filter=${filter}&datetime=${times}`;
    for (const hour of ['2024-11-03T04', '2024-11-03T05', '2024-03-10T06', '2024-03-10T07']) {
      const response = await request.get(query(`${hour}:00:00Z/${hour}:59:59Z`));
      if (((await response.json()) as { numberMatched: number }).numberMatched === 1) return hour;
    }
    return 'never';
  };
  expect(await timeOf('In the hour that clocks show twice')).toBe('2024-11-03T04');
  expect(await timeOf('In the hour that clocks skip')).toBe('2024-03-10T06');
});
