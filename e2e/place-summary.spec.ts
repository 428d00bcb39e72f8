import { expect, type Page } from '@playwright/test';

import { expectNoViolations } from './support/accessibility.ts';
import { fetchJson, type PublishedPlace, type PublishedRecord, searchQuery } from './support/api.ts';
import { details, expectFound, expectUrlParameter, openExplorer } from './support/explorer.ts';
import { atOneSize, requirePublishedHost } from './support/hosts.ts';
import { isSighting, localTime } from './support/observations.ts';
import { test } from './support/warm-page.ts';

const sentence = (page: Page) => details(page).locator('.summary-sentence');
const species = (record: PublishedRecord): string => (record.SightingSpeciesValue ?? '').trim().toLowerCase();
/** The records within a radius of a place's inshore point, newest first, from the API. */
function recordsAround(host: string, place: PublishedPlace, radiusInMetres: number) {
  const centre = {
    latitude: place.CoastalFeatureInshoreLatitude,
    longitude: place.CoastalFeatureInshoreLongitude,
  };
  return fetchJson<readonly PublishedRecord[]>(`${host}webapi/v1/RawData?${searchQuery(centre, radiusInMetres)}`);
}

test('with filters, a summary counts what matches them, says of how many, and links to both lists', async ({
  page,
}) => {
  const host = requirePublishedHost();
  const places = await fetchJson<readonly PublishedPlace[]>(`${host}webapi/v1/CoastalFeatures`);
  const place = places.find(({ CoastalFeatureDisplayName: name }) => name === 'Cottesloe Beach');
  if (!place) throw new Error('the place is not published');
  const records = await recordsAround(host, place, 1000);
  const white = records.filter((record) => species(record) === 'white');
  await openExplorer(page, host, `?place=${place.CoastalFeatureID}&species=white`);
  await expect(sentence(page)).toContainText(`${white.filter(isSighting).length} sightings, and `);
  await expect(sentence(page)).toContainText('within 1 km that match the filters.');
  await expect(sentence(page)).toBeInViewport({ ratio: 1 });
  await expect(
    details(page).getByText(`${white.length} of ${records.length} records match the filters: White shark.`),
  ).toBeInViewport();
  const all = details(page).getByRole('link', { name: `See all ${records.length}` });
  await expect(all).toHaveCount(1);
  await expectNoViolations(page);
  await details(page)
    .getByRole('link', { name: `See the ${white.length} that match` })
    .click();
  await expectFound(page, white.length);
  await expectUrlParameter(page, 'species', 'white');
  await page.goBack();
  await all.click();
  await expectFound(page, records.length);
  await expectUrlParameter(page, 'species', null);
});

test('a summary names the month of a year that is most unusual, and what is usual', atOneSize, async ({ page }) => {
  const host = requirePublishedHost();
  const places = await fetchJson<readonly PublishedPlace[]>(`${host}webapi/v1/CoastalFeatures`);
  const place = places.find(({ CoastalFeatureDisplayName: name }) => name === 'Bunker Bay');
  if (!place) throw new Error('the place is not published');
  const months = (await recordsAround(host, place, 1000))
    .filter(isSighting)
    .map((record) => localTime(record).slice(0, 7))
    .filter((month) => month.endsWith('-04'));
  const inApril2017 = months.filter((month) => month === '2017-04').length;
  expect(inApril2017).toBeGreaterThan(10);
  await openExplorer(page, host, `?place=${place.CoastalFeatureID}`);
  const usual = details(page).getByRole('region', { name: 'Sightings usual in each month' });
  const words = `${inApril2017} of the ${months.length} sightings in April were in April 2017 (usual: `;
  await expect(usual).toContainText(words);
  await expect(usual.getByRole('img', { name: 'Chart: sightings in each month, year by year' })).toBeVisible();
  await usual.getByText('Show what is usual as a table').click();
  const april = usual.getByRole('row', { name: /^April/ }).getByRole('cell');
  await expect(april.nth(2)).toHaveText(String(inApril2017));
  await expect(april.nth(3)).toHaveText('2017');
  await expectNoViolations(page);
});

test('the newest records at a point have the detections of a visit as one row that expands', async ({ page }) => {
  const host = requirePublishedHost();
  const [latitude, longitude, day] = [-32.02628, 115.74365, '2021-06-13'];
  const near = await fetchJson<readonly PublishedRecord[]>(
    `${host}webapi/v1/RawData?${searchQuery({ latitude, longitude }, 50)}`,
  );
  const { length } = near.filter(
    (record) =>
      record.LocationX === longitude &&
      record.LocationY === latitude &&
      localTime(record).startsWith(day) &&
      record.ObjectId === '2332',
  );
  await openExplorer(page, host, `?spot=${latitude},${longitude}&from=${day}&to=${day}`);
  const newest = details(page).getByRole('region', { name: 'Newest sightings and visits at this point' });
  const row = newest.getByRole('button', { name: new RegExp(`^White shark Detected ${length} times .* tag 2332$`) });
  await expect(row).toContainText('13 Jun 2021, 06:00 to 07:02 WA time');
  const before = await newest.getByRole('listitem').count();
  await row.click();
  await expect(row).toHaveAttribute('aria-expanded', 'true');
  await expect(newest.getByRole('listitem')).toHaveCount(before + length);
  await expectNoViolations(page);
});
