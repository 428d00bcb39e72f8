import geodesicLibrary from 'geographiclib-geodesic';
import { expect, type Page } from '@playwright/test';

import { expectNoViolations } from './support/accessibility.ts';
import { allPlaces, fetchJson, type PublishedPlace, type PublishedRecord, searchQuery } from './support/api.ts';
import {
  details,
  expectFound,
  expectUrlParameter,
  list,
  map,
  openExplorer,
  paragraphWith,
  urlParameters,
} from './support/explorer.ts';
import { atOneSize, fullHost, requirePublishedHost } from './support/hosts.ts';
import { isSighting, isTagged, localTime, onePerVisit, rowsOfList } from './support/observations.ts';
import { test } from './support/warm-page.ts';

const monthNames = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];
const sentence = (page: Page) => details(page).locator('.summary-sentence');
const inWords = (dateTime: string): string =>
  `${Number(dateTime.slice(8, 10))} ${monthNames[Number(dateTime.slice(5, 7)) - 1] ?? ''} ${dateTime.slice(0, 4)}`;
const species = (record: PublishedRecord): string => (record.SightingSpeciesValue ?? '').trim().toLowerCase();
/** The records within a radius of a place's inshore point, newest first, from the API. */
function recordsAround(host: string, place: PublishedPlace, radiusInMetres: number) {
  const centre = {
    latitude: place.CoastalFeatureInshoreLatitude,
    longitude: place.CoastalFeatureInshoreLongitude,
  };
  return fetchJson<readonly PublishedRecord[]>(`${host}webapi/v1/RawData?${searchQuery(centre, radiusInMetres)}`);
}

/** Identifiers of records and titles of groups: the first five rows if the detections of a visit are one row. */
function newestRows(records: readonly PublishedRecord[]): readonly string[] {
  return rowsOfList(records)
    .slice(0, 5)
    .map(([first, ...others]) =>
      others.length === 0
        ? String(first?.RawDataId)
        : `${others.length + 1} detections of tag ${String(first?.ObjectId)}`,
    );
}

async function expectSummary(page: Page, host: string, place: PublishedPlace, firstMonth: string): Promise<void> {
  const records = await recordsAround(host, place, 1000);
  await expect(sentence(page)).toBeVisible({ timeout: 20_000 });
  const text = (await details(page).getByRole('region', { name: 'Summary', exact: true }).textContent()) ?? '';
  const detections = records.filter(isTagged);
  const sightings = records.filter(isSighting);
  const sharks = new Set(detections.map((record) => `${record.ObjectId ?? ''} ${species(record)}`));
  const countOf = (count: number, noun: string): string =>
    `${count === 0 ? 'no' : count.toLocaleString('en-AU')} ${noun}${count === 1 ? '' : 's'}`;
  const name = place.CoastalFeatureDisplayName.trim();
  const subject = records.length === 0 ? 'nothing recorded' : countOf(sightings.length, 'sighting');
  expect(text).toContain(`${name}: ${subject}`);
  expect(text).toContain(`within 1 km since ${firstMonth}.`);
  if (sharks.size > 0) expect(text).toContain(` by ${countOf(sharks.size, 'tagged shark')} within`);
  else expect(text).not.toContain('visit');
  if (sightings.length > 0)
    expect(text).toContain(`Last sighting ${inWords(sightings.map(localTime).reduce((a, b) => (a > b ? a : b)))}`);
  else expect(text).not.toContain('Last sighting');

  const newest = await details(page)
    .getByRole('region', { name: 'Newest records', exact: true })
    .locator('.results-row')
    .evaluateAll((found) =>
      found.map((row) =>
        row instanceof HTMLAnchorElement
          ? new URL(row.href).searchParams.get('record')
          : row.querySelector('.results-row-title')?.textContent,
      ),
    );
  expect(newest).toEqual(newestRows(records));

  if (records.length > 0) {
    await details(page).getByText('Show the months as a table').click();
    const totals = await details(page).locator('.chart-table tbody tr td:last-child').allTextContents();
    const expected = monthNames.map(
      (_, month) => onePerVisit(records).filter((record) => Number(localTime(record).slice(5, 7)) === month + 1).length,
    );
    expect(totals.map((total) => Number(total.replaceAll(',', '')))).toEqual(expected);
  }
  await expectReceiver(page, host, place);
}

/** The nearest point with a detection of a tagged shark and, outside the circle, the number of these detections. */
async function expectReceiver(page: Page, host: string, place: PublishedPlace): Promise<void> {
  const all = await fetchJson<readonly PublishedRecord[]>(`${host}webapi/v1/RawData`);
  const tagged = all.filter(isTagged);
  const points = new Map<string, { latitude: number; longitude: number; count: number }>();
  for (const { LocationX, LocationY } of tagged) {
    const key = `${LocationX} ${LocationY}`;
    points.set(key, { latitude: LocationY, longitude: LocationX, count: (points.get(key)?.count ?? 0) + 1 });
  }
  const { Geodesic } = geodesicLibrary;
  const distances = [...points.values()].map(({ latitude, longitude, count }) => ({
    count,
    metres: Geodesic.WGS84.Inverse(
      place.CoastalFeatureInshoreLatitude,
      place.CoastalFeatureInshoreLongitude,
      latitude,
      longitude,
    ).s12 as number,
  }));
  const least = distances.reduce((best, each) => (each.metres < best.metres ? each : best));
  const shown = paragraphWith(details(page), /^Nearest receiver:/);
  const detections = `${least.count.toLocaleString('en-AU')} detection`;
  if (least.metres <= 1000) {
    await expect(details(page).getByText(/in this circle\. A receiver detects only/)).toBeVisible();
    await expect(shown).not.toContainText('detection');
  } else await expect(shown).toContainText(detections);
  const kilometres = least.metres / 1000;
  const distance =
    least.metres < 999.5
      ? `${Math.round(least.metres)} m`
      : `${kilometres < 9.95 ? kilometres.toFixed(1) : Math.round(kilometres).toLocaleString('en-AU')} km`;
  await expect(shown).toContainText(distance);
}

test('twenty place summaries agree with the API', atOneSize, async ({ page }) => {
  test.setTimeout(240_000);
  const host = requirePublishedHost();
  const places = await allPlaces(host);
  const all = await fetchJson<readonly PublishedRecord[]>(`${host}webapi/v1/RawData?sortOrder=asc`);
  const firstMonth = inWords(all[0] ? localTime(all[0]) : '').replace(/^\d+ /, '');
  const cottesloe = places.filter(({ CoastalFeatureDisplayName: name }) => name === 'Cottesloe Beach');
  // Most sharks near these are unidentified; of the named species near Abbey, two have equally many records.
  const unidentified = places.filter(({ CoastalFeatureID: id }) => [648, 1278, 1329].includes(id));
  const step = Math.floor(places.length / 16);
  const chosen = [...cottesloe, ...unidentified, ...places.filter((_, index) => index % step === 0)].slice(0, 20);
  expect(chosen).toHaveLength(20);
  for (const place of chosen) {
    await openExplorer(page, host, `?place=${place.CoastalFeatureID}`);
    await expectSummary(page, host, place, firstMonth);
    await expect(page).toHaveTitle(`${place.CoastalFeatureDisplayName.trim()}: shark records – Coastwatch`);
  }
});

test('with filters, a summary still counts all records, says so, and links to both lists', async ({ page }) => {
  const host = requirePublishedHost();
  const places = await allPlaces(host);
  const place = places.find(({ CoastalFeatureDisplayName: name }) => name === 'Cottesloe Beach');
  if (!place) throw new Error('the place is not published');
  const records = await recordsAround(host, place, 1000);
  const white = records.filter((record) => species(record) === 'white');
  await openExplorer(page, host, `?place=${place.CoastalFeatureID}&species=white`);
  await expect(sentence(page)).toContainText(`${records.filter(isSighting).length} sightings, and `);
  await expect(sentence(page)).toBeInViewport({ ratio: 1 });
  await expect(details(page).getByText('This summary ignores the filters.')).toBeInViewport();
  const all = details(page).getByRole('link', { name: `See all ${records.length}` });
  await expect(all).toHaveCount(1);
  await expectNoViolations(page);
  await details(page)
    .getByRole('link', { name: `See the ${white.length} that match the filters` })
    .click();
  await expectFound(page, white.length);
  await expectUrlParameter(page, 'species', 'white');
  await page.goBack();
  await all.click();
  await expectFound(page, records.length);
  await expectUrlParameter(page, 'species', null);
});

test('the newest records at a point have the detections of a visit as one row that expands', async ({ page }) => {
  const host = requirePublishedHost();
  const [latitude, longitude, day] = [-32.02628, 115.74365, '2021-06-13'];
  const near = await fetchJson<readonly PublishedRecord[]>(
    `${host}webapi/v1/RawData?${searchQuery({ latitude, longitude }, 50)}`,
  );
  const records = near.filter(
    (record) => record.LocationX === longitude && record.LocationY === latitude && localTime(record).startsWith(day),
  );
  const [group = ''] = newestRows(records).filter((title) => title.endsWith('detections of tag 2332'));
  await openExplorer(page, host, `?spot=${latitude},${longitude}&from=${day}&to=${day}`);
  const newest = details(page).getByRole('region', { name: 'Newest records at this point' });
  const row = newest.getByRole('button', { name: group });
  await expect(row).toContainText('13 Jun 2021, 06:00 to 07:02 WA time');
  const before = await newest.getByRole('listitem').count();
  await row.click();
  await expect(row).toHaveAttribute('aria-expanded', 'true');
  await expect(newest.getByRole('listitem')).toHaveCount(before + Number.parseInt(group));
  await expectNoViolations(page);
});

test(
  'a summary can be reached, read and left with the keyboard, and has no violations',
  atOneSize,
  async ({ page }) => {
    await openExplorer(page, fullHost);
    const box = page.getByRole('combobox', { name: /Search/ });
    await box.focus();
    await box.pressSequentially('beach');
    await expect(page.getByRole('option').first()).toBeVisible();
    await box.press('ArrowDown');
    await box.press('Enter');
    await expect(sentence(page)).toBeVisible();
    await expect(details(page).getByRole('heading', { level: 2 })).toBeFocused();
    await expectNoViolations(page);
    const all = details(page).getByRole('link', { name: /^See (all|it)/ });
    if ((await all.count()) > 0) {
      await all.press('Enter');
      await expect(list(page)).toBeVisible();
      await expect(page.locator('#results-count')).toBeFocused();
    }
  },
);

test('a tap at the zoom of the state zooms in, and a tap on a beach shows a summary', atOneSize, async ({ page }) => {
  await openExplorer(page, fullHost, '?c=-30,105&z=5');
  const box = await map(page).boundingBox();
  if (!box) throw new Error('the map is not visible');
  const tap = () => page.mouse.click(box.x + box.width * 0.4, box.y + box.height * 0.4);
  await tap();
  // Nothing is nearby.
  await expectUrlParameter(page, 'z', '6');
  expect(urlParameters(page).get('r')).toBeNull();
  await openExplorer(page, fullHost, '?c=-30,113&z=11');
  await tap();
  await expectUrlParameter(page, 'spot', /^-/);
  await expect(sentence(page)).toContainText('nothing recorded within 1 km');
});
