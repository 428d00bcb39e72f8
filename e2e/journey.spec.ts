import { expect } from '@playwright/test';

import { expectNoViolations } from './support/accessibility.ts';
import { fetchJson, type PublishedRecord } from './support/api.ts';
import { details, expectUrlParameter, list, loadExplorer, map, openExplorer } from './support/explorer.ts';
import { fullHost } from './support/hosts.ts';
import { isTagged, localTime, rowsOfList } from './support/observations.ts';
import { test, withOwnPage } from './support/warm-page.ts';

test.use(withOwnPage);

const locationOf = ({ LocationX, LocationY }: PublishedRecord): string => `${LocationX} ${LocationY}`;

/** The detections, oldest first, of a tag that is recorded for one species at several locations. */
async function findJourney(): Promise<{ readonly tag: string; readonly detections: readonly PublishedRecord[] }> {
  const all = await fetchJson<readonly PublishedRecord[]>(`${fullHost}webapi/v1/RawData`);
  const tagged = all.filter(isTagged).sort((a, b) => localTime(a).localeCompare(localTime(b)));
  const counted = [...new Set(tagged.map(({ ObjectId }) => String(ObjectId)))].map((tag) => {
    const detections = tagged.filter(({ ObjectId }) => String(ObjectId) === tag);
    const species = new Set(detections.map(({ SightingSpeciesValue }) => SightingSpeciesValue?.trim().toLowerCase()));
    return { tag, detections, species: species.size, locations: new Set(detections.map(locationOf)).size };
  });
  const [journey] = counted.filter(({ species }) => species === 1).sort((a, b) => b.locations - a.locations);
  if (!journey || journey.locations < 2) throw new Error('no tag was detected at several locations');
  return journey;
}

test('the tag of a detection opens its journey: on the map, in the list, in the history and at an address', async ({
  page,
}) => {
  const { tag, detections } = await findJourney();
  const visits = rowsOfList(detections);
  const heading = page.getByRole('region', { name: `Journey of tag ${tag}` });
  const rowsOfVisits = list(page).locator('[aria-posinset]');
  const note = map(page).getByText(`Tag ${tag}: straight lines between its stops, not its route.`);

  const id = String(detections[0]?.RawDataId);
  await openExplorer(page, fullHost, `?record=${id}`);
  await details(page)
    .getByRole('button', { name: `Journey of tag ${tag}` })
    .click();
  await expectUrlParameter(page, 'tag', tag);
  await page.goBack();
  await expectUrlParameter(page, 'record', id);
  await expectUrlParameter(page, 'tag', null);
  await expect(details(page)).toBeVisible();
  await page.goForward();
  await expectUrlParameter(page, 'tag', tag);
  await expectUrlParameter(page, 'sort', 'oldest');
  await expectUrlParameter(page, 'record', null);
  await expect(heading.getByRole('heading')).toContainText(`${visits.length} visits to `);
  await expect(heading).toContainText('A tag number is not a lasting identity');
  await expect(note).toBeVisible();

  // All stops are on the map, so the list has all visits.
  await expect(rowsOfVisits.first()).toHaveAttribute('aria-setsize', String(visits.length));
  await expect(rowsOfVisits.first()).toContainText(/Stop 1 · .*First visit/);
  await expect(rowsOfVisits.nth(1)).toContainText(/from the previous visit, |Same place, /);
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('newest');
  await expect(rowsOfVisits.first()).toContainText(/Stop \d+ · .*(?:the previous visit|Same place), /);
  await expectNoViolations(page);

  // Without the position of the map, all stops are in view too.
  await loadExplorer(page, fullHost, `?tag=${tag}`);
  await expect(heading.getByRole('heading')).toContainText(`${visits.length} visits to `);
  await expect(rowsOfVisits.first()).toHaveAttribute('aria-setsize', String(visits.length));
  await page.getByRole('button', { name: 'Close the journey' }).click();
  await expectUrlParameter(page, 'tag', null);
  await expect(page.locator('#results-count')).toBeFocused();
});
