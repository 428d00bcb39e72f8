import { describedByLink } from '../../core/api/responses.ts';
import { geodesicDistanceInMetres } from '../../core/geo/geodesic.ts';
import type { DatasetDescription } from '../../core/datasets/dataset-description.ts';
import { sortKeyComparator } from '../../core/datasets/outlines.ts';
import { apiRoot } from '../../core/storage/format/layout.ts';
import { checkAnswer, checkProblem } from './check-answers.ts';
import { remedyForLink } from './check-documents.ts';
import type { PublishedRecord } from './check-dataset.ts';
import type { FindingList } from './findings.ts';
import type { SiteAnswer, SiteUnderTest } from './site-under-test.ts';

/** Whether queries are answered, or refused because the host only has files. */
export type QueryAnswers = 'answered' | 'refused' | 'wrong';

const runHandler =
  'the host sends a file without regard to the query: let it pass requests with a query to a host of the interface, ' +
  'or refuse them, as the configuration that npm run configure writes does';
const otherData = 'the API answers from other data or another version: build and deploy both again';
const radiusInMetres = 5000;
/** How many searches are made, around records that are evenly spread. */
const searches = 5;

/** Pages and searches, compared with the complete dataset. */
export async function checkQueries(
  site: SiteUnderTest,
  dataset: DatasetDescription,
  records: readonly PublishedRecord[],
  list: FindingList,
): Promise<QueryAnswers> {
  const path = `${apiRoot}/${dataset.name}`;
  const page = await site.ask(`${path}?pageNumber=1&pageSize=7`);
  if (page.status === 400) {
    for (const query of ['?pageNumber=1', '?latitude=-32&longitude=115.7', '?sortOrder=asc', '/?pageNumber=0']) {
      checkProblem(await site.ask(path + query), 400, list);
    }
    return 'refused';
  }
  if (!checkAnswer(page, 200, list)) return 'wrong';
  if (Array.isArray(page.json)) {
    list.add(`${page.request} is the whole dataset, not its first page`, runHandler);
    return 'wrong';
  }
  checkPage(page, records, site, list);
  const ascending = await site.ask(`${path}?sortorder=ASC&pageNumber=1&pageSize=1`);
  if (
    checkAnswer(ascending, 200, list) &&
    JSON.stringify(itemsOf(ascending)) !== JSON.stringify(firstAscending(dataset, records))
  ) {
    list.add(`${ascending.request} is not the first record in ascending order`, otherData);
  }
  for (const query of ['pageNumber=0', 'pageNumber=999999999', 'latitude=91&longitude=0', 'rangeInM=5']) {
    checkProblem(await site.ask(`${path}?${query}`), 400, list);
  }
  await checkSearches(site, dataset, records, list);
  return 'answered';
}

function itemsOf({ json }: SiteAnswer): unknown {
  return typeof json === 'object' && json !== null && 'PagedItems' in json ? json.PagedItems : undefined;
}

function checkPage(
  page: SiteAnswer,
  records: readonly PublishedRecord[],
  site: SiteUnderTest,
  list: FindingList,
): void {
  if (JSON.stringify(itemsOf(page)) !== JSON.stringify(records.slice(0, 7))) {
    list.add(`${page.request} is not the first page of the dataset`, otherData);
  }
  const next = /"NextPageLink":"([^"]+)"/.exec(page.text)?.[1];
  if (next === undefined) {
    if (records.length > 7) list.add(`${page.request} has no link to the next page`, otherData);
    return;
  }
  const remedy = remedyForLink(next, site);
  if (remedy !== undefined) list.add(`${page.request} links to ${next}, where readers use ${site.publicUrl}`, remedy);
  const links = `<${next}>; rel="next", ${describedByLink(new URL(site.url).pathname)}`;
  list.header(page, 'Link', links, 'the host or a proxy drops this header: pass it on');
}

/** Ties are in ascending order of identifiers in both directions: the first of those that are last in descending order. */
function firstAscending(dataset: DatasetDescription, records: readonly PublishedRecord[]): readonly PublishedRecord[] {
  const compare = sortKeyComparator(dataset);
  const keyOf = (record: PublishedRecord | undefined): string => String(record?.[dataset.sortKey.field]);
  const last = keyOf(records.at(-1));
  let index = records.length - 1;
  while (index > 0 && compare(keyOf(records[index - 1]), last) === 0) index--;
  return records.slice(index, index + 1);
}

async function checkSearches(
  site: SiteUnderTest,
  dataset: DatasetDescription,
  records: readonly PublishedRecord[],
  list: FindingList,
): Promise<void> {
  const path = `${apiRoot}/${dataset.name}`;
  const [position] = dataset.positions;
  const step = Math.max(1, Math.floor(records.length / searches));
  for (const record of position ? records.filter((_, index) => index % step === 0) : []) {
    const latitude = Number(record[position?.latitudeField ?? '']);
    const longitude = Number(record[position?.longitudeField ?? '']);
    const distances = records.map((other) =>
      Math.min(
        ...dataset.positions.map(({ longitudeField, latitudeField }) =>
          geodesicDistanceInMetres(longitude, latitude, Number(other[longitudeField]), Number(other[latitudeField])),
        ),
      ),
    );
    const query = `?latitude=${latitude}&longitude=${longitude}`;
    const found = await site.ask(`${path}${query}&rangeInM=${radiusInMetres}`);
    const expected = records.filter((_, index) => (distances[index] ?? 0) <= radiusInMetres);
    if (checkAnswer(found, 200, list) && JSON.stringify(found.json) !== JSON.stringify(expected)) {
      const seen = Array.isArray(found.json) ? `${found.json.length} records` : 'no array of records';
      list.add(`${found.request} found ${seen}, where ${expected.length} are right`, otherData);
    }
    const nearest = await site.ask(`${path}${query}&searchStyle=Nearest`);
    const least = distances.reduce((one, other) => Math.min(one, other));
    if (
      checkAnswer(nearest, 200, list) &&
      JSON.stringify(nearest.json) !== JSON.stringify(records[distances.indexOf(least)])
    ) {
      list.add(`${nearest.request} is not the nearest record`, otherData);
    }
  }
}
