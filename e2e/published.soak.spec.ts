import { expect, type Page } from '@playwright/test';

import {
  explorerQuery,
  fetchJson,
  type Centre,
  distanceToPlace,
  distanceToRecord,
  type Page as ApiPage,
  type PublishedPlace,
  type PublishedRecord,
  searches,
  searchQuery,
  formatDistance,
} from './support/api.ts';
import { showSearchControls } from './support/controls.ts';
import {
  expectFound,
  expectRows,
  firstRows,
  openExplorer,
  searchSection,
  paragraphWith,
  shownCounts,
} from './support/explorer.ts';
import { atOneSize, requirePublishedHost } from './support/hosts.ts';
import { rowsOfList, localTime } from './support/observations.ts';
import { test } from './support/warm-page.ts';

// These tests compare the explorer with the API for the same searches in the published data.
const host = requirePublishedHost();
/** How many rows at the top of the list are compared. */
const comparedRows = 4;

for (const search of searches) {
  const { name, centre, radiusInMetres } = search;
  test(
    `around ${name} (${radiusInMetres} m), the explorer shows the same records, places and nearest records as the API`,
    atOneSize,
    async ({ page }) => {
      const query = `${searchQuery(centre, radiusInMetres)}&pageNumber=1`;
      const records = await fetchJson<readonly PublishedRecord[]>(
        `${host}webapi/v1/RawData?${searchQuery(centre, radiusInMetres)}`,
      );
      const places = await fetchJson<ApiPage<PublishedPlace>>(
        `${host}webapi/v1/CoastalFeatures?${query}&sortOrder=asc`,
      );

      const allPlaces = `${host}webapi/v1/CoastalFeatures?${searchQuery(centre, radiusInMetres)}`;

      await openExplorer(page, host, explorerQuery(search));
      await expectFound(page, records.length);
      await expectRecords(page, centre, rowsOfList(records).flat().slice(0, comparedRows));

      await page.getByRole('tab', { name: /^Places/ }).click();
      await expectFound(page, places.MetaData.TotalItems);
      await expectNearestPlaces(page, centre, await fetchJson<PublishedPlace[]>(allPlaces));
      await page.getByLabel('Sort').selectOption('A to Z');
      await expectPlaces(page, centre, places.PagedItems.slice(0, comparedRows));

      await (await showSearchControls(page)).getByRole('radio', { name: 'Nearest' }).check();
      await expectNearest(page, centre);
    },
  );
}

async function expectRecords(page: Page, centre: Centre, expected: readonly PublishedRecord[]): Promise<void> {
  await expectRows(
    page,
    expected.map(({ RawDataId }) => RawDataId),
  );
  const shown = await firstRows(page, expected.length);
  for (const [index, record] of expected.entries()) {
    expect(shown[index]?.dateTime).toBe(`${localTime(record)}+08:00`);
    expect(shown[index]?.words).toContain(formatDistance(distanceToRecord(centre, record)));
    expect(shown[index]?.words).toContain(record.LocationValue.trim());
  }
}

async function expectPlaces(page: Page, centre: Centre, expected: readonly PublishedPlace[]): Promise<void> {
  await expectRows(
    page,
    expected.map(({ CoastalFeatureID }) => CoastalFeatureID),
  );
  const shown = await firstRows(page, expected.length);
  for (const [index, place] of expected.entries()) {
    expect(shown[index]?.words).toContain(place.CoastalFeatureDisplayName.trim());
    expect(shown[index]?.words).toContain(formatDistance(distanceToPlace(centre, place)));
  }
}

/** The places of a search are sorted by distance. Of several at the same distance, any may be first. */
async function expectNearestPlaces(page: Page, centre: Centre, found: readonly PublishedPlace[]): Promise<void> {
  const distances = new Map(found.map((place) => [place.CoastalFeatureID, distanceToPlace(centre, place)]));
  const nearest = [...distances.values()].sort((a, b) => a - b).slice(0, comparedRows);
  await expect
    .poll(async () => (await firstRows(page, nearest.length)).map(({ id }) => distances.get(id)))
    .toEqual(nearest);
}

async function expectNearest(page: Page, centre: Centre): Promise<void> {
  const query = `latitude=${centre.latitude}&longitude=${centre.longitude}&searchStyle=Nearest`;
  const record = await fetchJson<PublishedRecord>(`${host}webapi/v1/RawData?${query}`);
  const place = await fetchJson<PublishedPlace>(`${host}webapi/v1/CoastalFeatures?${query}`);
  const result = searchSection(page);
  const toRecord = paragraphWith(result, /^Nearest record:/).getByRole('link');
  await expect(toRecord).toHaveAttribute('href', new RegExp(`[?&]record=${record.RawDataId}$`));
  await expect(toRecord).toContainText(formatDistance(distanceToRecord(centre, record)));
  const toPlace = paragraphWith(result, /^Nearest place:/).getByRole('link');
  await expect(toPlace).toContainText(place.CoastalFeatureDisplayName.trim());
  await expect(toPlace).toContainText(formatDistance(distanceToPlace(centre, place)));
  await expectRows(page, [Number(new URLSearchParams((await toPlace.getAttribute('href')) ?? '').get('place'))]);
}

test(
  'the counts for the whole coast agree with the numbers of records and places in the API',
  atOneSize,
  async ({ page }) => {
    const records = await fetchJson<readonly PublishedRecord[]>(`${host}webapi/v1/RawData`);
    const { MetaData: places } = await fetchJson<ApiPage<PublishedPlace>>(
      `${host}webapi/v1/CoastalFeatures?pageNumber=1`,
    );
    await openExplorer(page, host);
    // One record has a position in the wrong hemisphere, outside the map's area.
    const southern = records.filter(({ LocationY }) => LocationY < 0).length;
    expect(await shownCounts(page)).toEqual({ found: southern, all: records.length });
    expect(southern).toBe(records.length - 1);
    await page.getByRole('tab', { name: /^Places/ }).click();
    await expect.poll(async () => (await shownCounts(page)).all).toBe(places.TotalItems);
  },
);
