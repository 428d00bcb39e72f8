import { geodesicDistanceInMetres } from '../../core/geo/geodesic.ts';
import type { DatasetDescription } from '../../core/datasets/dataset-description.ts';
import { apiRoot } from '../../core/storage/layout.ts';
import { checkAnswer, checkProblem, type PublishedRecord } from './check-interface.ts';
import { FindingList, type Findings } from './findings.ts';
import type { SiteUnderTest } from './site-under-test.ts';

/** Whether queries are answered, or refused because there are files alone. */
export type QueryAnswers = 'answered' | 'refused' | 'wrong';

const runHandler =
  'the host sends a file without regard to the query: let it pass requests with a query to a host of the interface, ' +
  'or refuse them, as the configuration that npm run configure writes does';

/** Pages and searches, compared with the complete dataset. */
export async function checkQueries(
  site: SiteUnderTest,
  dataset: DatasetDescription,
  records: readonly PublishedRecord[],
): Promise<{ readonly answers: QueryAnswers; readonly findings: Findings }> {
  const list = new FindingList();
  const path = `${apiRoot}/${dataset.name}`;
  const page = await site.ask(`${path}?pageNumber=1&pageSize=7`);
  if (page.status === 400) {
    checkProblem(page, 400, list);
    for (const query of ['?latitude=-32&longitude=115.7', '?sortOrder=asc', '?pageNumber=0']) {
      checkProblem(await site.ask(path + query), 400, list);
    }
    return { answers: 'refused', findings: list.found };
  }
  checkAnswer(page, 200, list);
  const expectedItems = records.slice(0, 7);
  const { json } = page;
  const items = typeof json === 'object' && json !== null && 'PagedItems' in json ? json.PagedItems : undefined;
  if (JSON.stringify(items) !== JSON.stringify(expectedItems)) {
    list.add(`${page.request} is not the first page of the dataset`, Array.isArray(json) ? runHandler : 'upload again');
    return { answers: 'wrong', findings: list.found };
  }
  const next = /"NextPageLink":"([^"]+)"/.exec(page.text)?.[1];
  if (next !== undefined && !next.startsWith(site.url)) {
    list.add(
      `${page.request} links to ${next}`,
      'the host behind a proxy does not know the address of the site: pass the Host header on, or set --public-origin',
    );
  }
  checkProblem(await site.ask(`${path}?pageNumber=0`), 400, list);
  checkProblem(await site.ask(`${path}?pageNumber=999999999`), 400, list);
  checkProblem(await site.ask(`${path}?latitude=91&longitude=0`), 400, list);
  await checkSearches(site, dataset, records, list);
  return { answers: 'answered', findings: list.found };
}

async function checkSearches(
  site: SiteUnderTest,
  dataset: DatasetDescription,
  records: readonly PublishedRecord[],
  list: FindingList,
): Promise<void> {
  const path = `${apiRoot}/${dataset.name}`;
  const [position] = dataset.positions;
  const step = Math.max(1, Math.floor(records.length / 5));
  for (const record of position ? records.filter((_, index) => index % step === 0) : []) {
    const latitude = Number(record[position?.latitudeField ?? '']);
    const longitude = Number(record[position?.longitudeField ?? '']);
    const distanceOf = (other: PublishedRecord): number =>
      Math.min(
        ...dataset.positions.map(({ longitudeField, latitudeField }) =>
          geodesicDistanceInMetres(longitude, latitude, Number(other[longitudeField]), Number(other[latitudeField])),
        ),
      );
    const query = `?latitude=${latitude}&longitude=${longitude}`;
    const found = await site.ask(`${path}${query}&rangeInM=5000`);
    checkAnswer(found, 200, list);
    const expected = records.filter((other) => distanceOf(other) <= 5000);
    if (JSON.stringify(found.json) !== JSON.stringify(expected)) {
      list.add(
        `${found.request} found ${Array.isArray(found.json) ? found.json.length : 'no array of'} records, not ${expected.length}`,
        'the interface that answers is of other data or another version: build and deploy both anew',
      );
    }
    const nearest = await site.ask(`${path}${query}&searchStyle=Nearest`);
    checkAnswer(nearest, 200, list);
    const least = Math.min(...records.map(distanceOf));
    const first = records.find((other) => distanceOf(other) === least);
    if (JSON.stringify(nearest.json) !== JSON.stringify(first)) {
      list.add(`${nearest.request} is not the nearest record`, 'build and deploy the data and the interface anew');
    }
  }
}
