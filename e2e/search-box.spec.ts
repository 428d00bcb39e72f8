import { expect } from '@playwright/test';

import { expectNoViolations } from './support/accessibility.ts';
import { chip, showSearchControls } from './support/controls.ts';
import {
  countLine,
  details,
  expectUrlParameter,
  map,
  loadExplorer,
  openExplorer,
  pressOnMap,
  searchBox,
  searchSection,
  suggestions,
  urlParameters,
} from './support/explorer.ts';
import { fetchJson, type PublishedRecord } from './support/api.ts';
import { atOneSize, fullHost } from './support/hosts.ts';
import { test } from './support/warm-page.ts';

test('a town that is not a place is found, and opens the summary of the area of its places', async ({ page }) => {
  await openExplorer(page, fullHost);
  await searchBox(page).fill('testville');
  await expect(suggestions(page).first()).toContainText(/^TestvilleArea of \d+ places/);
  await searchBox(page).press('Enter');
  await expectUrlParameter(page, 'around', /^\d+$/);
  await expect(details(page).getByRole('heading', { level: 2 })).toHaveText('Testville');
  await expect(details(page).getByText(/^Testville: .+ within [\d.]+ km since/)).toBeVisible();
  await expectNoViolations(page);
  await details(page).getByRole('link', { name: /^See/ }).click();
  await expect(countLine(page)).toContainText('within');
  await expect(page.getByRole('region', { name: 'Search by location' })).toContainText(
    /^Within [\d.]+ km of Testville/,
  );
  expect(urlParameters(page).get('place')).toBeNull();
});

test('a species is offered as a filter, with the number of its records, apart from the places', async ({ page }) => {
  await openExplorer(page, fullHost);
  const records = await fetchJson<PublishedRecord[]>(`${fullHost}webapi/v1/RawData`);
  const whites = records.filter(({ SightingSpeciesValue: species }) => species?.trim().toLowerCase() === 'white');
  await searchBox(page).fill('white shark');
  const filters = page.getByRole('group', { name: 'Show only these records' });
  await expect(filters.getByRole('option')).toHaveText([
    `Filter: White shark${whites.length.toLocaleString('en-AU')} records`,
  ]);
  await expectNoViolations(page);
  await searchBox(page).press('Enter');
  await expectUrlParameter(page, 'species', 'white');
  await expect(searchBox(page)).toHaveValue('');
  await expect(chip(page, 'Species')).toContainText('White shark');
});

test(
  'a species that is chosen while a summary is open limits the list of the same circle',
  atOneSize,
  async ({ page }) => {
    await openExplorer(page, fullHost, '?c=-31.9945,115.7517&z=11&spot=-31.9945,115.7517&around=20000');
    await expect(details(page)).toBeVisible();
    await searchBox(page).fill('white shark');
    await searchBox(page).press('Enter');
    await expectUrlParameter(page, 'species', 'white');
    // The circle is around the middle of the map.
    await expectUrlParameter(page, 'c', '-31.9945,115.7517');
    await expectUrlParameter(page, 'r', '20000');
    await expect(details(page)).toBeHidden();
    await page.goBack();
    await expect(details(page)).toBeVisible();
  },
);

test('at the scale of the state, there is no search around the middle of the map', atOneSize, async ({ page }) => {
  await loadExplorer(page, fullHost);
  const button = page.getByRole('button', { name: 'Search around the middle of the map' });
  await expect(searchSection(page).getByText('Zoom in to search around the middle of the map.')).toBeVisible();
  await expect(button).toHaveCount(0);
  await openExplorer(page, fullHost, '?c=-31.99,115.75&z=11');
  await button.click();
  await expectUrlParameter(page, 'r', '5000');
});

test('the circle is on the screen after a change from the nearest items to a radius', atOneSize, async ({ page }) => {
  await openExplorer(page, fullHost, '?c=-35,118&z=11&at=-31.99,115.75&r=5000&find=nearest');
  await (await showSearchControls(page)).getByRole('radio', { name: 'Within a radius' }).check();
  await expect(map(page).getByTestId('radius-handle')).toBeInViewport();
  await expectUrlParameter(page, 'c', '-31.99,115.75');
});

test('a tap in the sea next to a name does not select the place', async ({ page }) => {
  // The dot of the place Zvir is in the middle of the map, and its name is on one side of it.
  for (const right of [30, -30]) {
    await openExplorer(page, fullHost, '?c=-33.9,122&z=14');
    await pressOnMap(page, { right, down: 18 });
    await expect.poll(() => urlParameters(page).get('r') ?? urlParameters(page).get('spot')).not.toBeNull();
    expect(urlParameters(page).get('place')).toBeNull();
  }
});

test(
  'the places of a search are sorted by distance, and the API request says that it is not',
  atOneSize,
  async ({ page }) => {
    await openExplorer(page, fullHost, '?c=-31.99,115.75&z=11&r=5000');
    await page.getByRole('tab', { name: /^Places/ }).click();
    await expect(page.getByLabel('Sort')).toHaveValue('nearest');
    await expectUrlParameter(page, 'tab', 'places');
    await expectUrlParameter(page, 'sort', null);
    const section = await showSearchControls(page);
    await section.getByRole('button', { name: 'API request' }).click();
    await expect(section.getByText(/The API does not sort by distance/)).toBeVisible();
    await page.getByRole('tab', { name: /^Records/ }).click();
    await expect(page.getByLabel('Sort')).toHaveValue('newest');
  },
);
