import { expect, type Page } from '@playwright/test';

import { allRecords, fetchJson, searchQuery, type PublishedPlace, type PublishedRecord } from './support/api.ts';
import { closeFilters, openFilters } from './support/controls.ts';
import { expectFound, expectRows, openExplorer, timelineTotal } from './support/explorer.ts';
import { atOneSize, requirePublishedHost } from './support/hosts.ts';
import { test } from './support/warm-page.ts';

// The API has no filters, so results are compared with its complete response, filtered here.
const host = requirePublishedHost();
const urlQuery = '?c=-31.99,115.75&z=9&r=60000';
const apiQuery = searchQuery({ latitude: -31.99, longitude: 115.75 }, 60_000);

const plain = (text: string | null): string => (text ?? '').trim().toLowerCase();
/** A shark that was "detected" without the number of a tag was seen. */
const isSighted = ({ InteractionValue, ObjectId }: PublishedRecord): boolean =>
  plain(InteractionValue).startsWith('sighted') ||
  (plain(InteractionValue).startsWith('detected') && !/^\d+$/.test(String(ObjectId)));

function recordsAround(): Promise<readonly PublishedRecord[]> {
  return fetchJson(`${host}webapi/v1/RawData?${apiQuery}`);
}

async function expectList(page: Page, expected: readonly PublishedRecord[]): Promise<void> {
  await expectFound(page, expected.length);
  await expectRows(
    page,
    expected.slice(0, 3).map(({ RawDataId }) => RawDataId),
  );
}

test('the list shows exactly the records that pass all filters', atOneSize, async ({ page }) => {
  const expected = (await recordsAround()).filter(
    (record) =>
      ['white', 'tiger'].includes(plain(record.SightingSpeciesValue)) &&
      isSighted(record) &&
      plain(record.OwnerValue) === 'public report' &&
      record.SightingDateTime >= '2016-01-01' &&
      record.SightingDateTime < '2021-01-01',
  );
  expect(expected.length).toBeGreaterThan(0);
  const parameters = 'species=white,tiger&type=Sighted&source=public+report&from=2016-01-01&to=2020-12-31';
  await openExplorer(page, host, `${urlQuery}&${parameters}`);
  await expectList(page, expected);
  await expect.poll(() => timelineTotal(page)).toBe(expected.length);
});

test('each value shows the number of its records that pass all other filters', atOneSize, async ({ page }) => {
  const records = (await recordsAround()).filter(isSighted);
  await openExplorer(page, host, `${urlQuery}&type=Sighted&species=white`);
  const values = await openFilters(page, 'Species');
  for (const [label, key] of [
    ['White shark', 'white'],
    ['Tiger shark', 'tiger'],
    ['Unknown shark', 'unknown sp.'],
  ] as const) {
    const count = records.filter((record) => plain(record.SightingSpeciesValue) === key).length;
    await expect(values.getByRole('checkbox', { name: `${label} ${count.toLocaleString('en-AU')}` })).toBeAttached();
  }
  await values.getByRole('checkbox', { name: /^Tiger shark/ }).check();
  await closeFilters(page);
  await expectList(
    page,
    records.filter((record) => ['white', 'tiger'].includes(plain(record.SightingSpeciesValue))),
  );
});

test('the list shows only places of the chosen type', atOneSize, async ({ page }) => {
  const places = await fetchJson<readonly PublishedPlace[]>(
    `${host}webapi/v1/CoastalFeatures?${apiQuery}&sortOrder=asc`,
  );
  const reefs = places.filter((place) => plain(place.CoastalFeatureFeatureType) === 'reef');
  expect(reefs.length).toBeGreaterThan(0);
  await openExplorer(page, host, `${urlQuery}&tab=places&feature=reef&sort=newest`);
  await expectFound(page, reefs.length);
  await expectRows(
    page,
    reefs.slice(0, 3).map(({ CoastalFeatureID }) => CoastalFeatureID),
  );
});

test('without a search, the list shows the filtered records in the map’s area', atOneSize, async ({ page }) => {
  const records = await allRecords(host);
  const expected = records.filter((record) => plain(record.SightingSpeciesValue) === 'tiger' && record.LocationY < 0);
  await openExplorer(page, host, '?species=tiger');
  await expectList(page, expected);
});
