import type { DatasetDescription } from '../../core/datasets/dataset-description.ts';
import { sortKeyComparator } from '../../core/datasets/outlines.ts';
import {
  apiRoot,
  completeArrayPath,
  recordPath,
  staticPagePath,
  staticPageSize,
} from '../../core/storage/format/layout.ts';
import type { Manifest } from '../../core/storage/snapshot/manifest.ts';
import { checkAnswer, checkCompression, checkConditional, checkProblem, checkRefusals } from './check-answers.ts';
import { type FindingList, useConfiguration } from './findings.ts';
import type { SiteAnswer, SiteUnderTest } from './site-under-test.ts';

export type PublishedRecord = Readonly<Record<string, string | number | null>>;

/** How many records are requested one by one, evenly spread. */
const recordsAsked = 20;
const uploadAgain = 'what is served was not written by this build: upload the tree again';

/**
 * The complete dataset, some of its records by identifier, and refusals. Returns the records; undefined when the host has no
 * API.
 */
export async function checkDataset(
  site: SiteUnderTest,
  dataset: DatasetDescription,
  manifest: Manifest,
  list: FindingList,
): Promise<readonly PublishedRecord[] | undefined> {
  const path = `${apiRoot}/${dataset.name}`;
  const whole = await site.ask(path, { headers: { 'Accept-Encoding': 'br, gzip' } });
  if (whole.isPage || (whole.status === 404 && whole.json === undefined)) {
    list.add(
      `${whole.request} is not answered by the interface (status ${whole.status}, ` +
        `${whole.headers.get('Content-Type') ?? 'no content type'}): this host has the files alone`,
      'the explorer answers by itself, in browsers; for programs build with --target static and let nginx or Caddy ' +
        'serve it with their configuration, or run a host of the interface',
    );
    return undefined;
  }
  if (!checkAnswer(whole, 200, list)) return [];
  checkVersion(whole, manifest, list);
  const records = Array.isArray(whole.json) ? (whole.json as readonly PublishedRecord[]) : [];
  const expected = manifest.datasets[dataset.name]?.records ?? 0;
  if (records.length !== expected) {
    list.add(
      `${whole.request} has ${records.length} records, and the manifest says ${expected}`,
      'a cache on the way may keep an old copy, or the upload is not complete: empty it, and upload again',
    );
  }
  await checkCompression(site, whole, list);
  checkOrder(dataset, records, list);
  checkKeys(dataset, records, list);
  for (const spelling of [`${path}/`, path.replace(dataset.name, dataset.name.toLowerCase())]) {
    const answer = await site.ask(spelling);
    if (list.status(answer, 200, useConfiguration) && answer.text !== whole.text) {
      list.add(`${answer.request} answers otherwise than ${whole.request}`, useConfiguration);
    }
  }
  await checkRecords(site, dataset, records, list);
  await checkStaticPaths(site, dataset, records, list);
  await checkRefusals(site, path, list);
  const [first] = records;
  if (first) await checkConditional(site, `${path}/${first[dataset.identifierField] ?? ''}`, list);
  return records;
}

/** Hosts that run the API name the data version of an answer. */
function checkVersion(answer: SiteAnswer, manifest: Manifest, list: FindingList): void {
  const version = answer.headers.get('X-Data-Version');
  if (version === null || version === manifest.dataVersion) return;
  list.add(
    `${answer.request} is of version ${version}, and the manifest of version ${manifest.dataVersion}`,
    'a cache on the way keeps one of them too long, or the manifest was uploaded to another place than the data: ' +
      'empty the cache, and upload the tree again',
  );
}

async function checkRecords(
  site: SiteUnderTest,
  { name, identifierField }: DatasetDescription,
  records: readonly PublishedRecord[],
  list: FindingList,
): Promise<void> {
  const step = Math.max(1, Math.floor(records.length / recordsAsked));
  for (const record of records.filter((_, index) => index % step === 0)) {
    const one = await site.ask(`${apiRoot}/${name}/${record[identifierField] ?? ''}`);
    if (!checkAnswer(one, 200, list) || JSON.stringify(one.json) === JSON.stringify(record)) continue;
    list.add(
      `${one.request} is another record than the one in the complete array`,
      'two versions are mixed, or the query or path is not regarded: empty the caches, and upload the tree again',
    );
  }
}

function checkOrder(dataset: DatasetDescription, records: readonly PublishedRecord[], list: FindingList): void {
  const compare = sortKeyComparator(dataset);
  const { identifierField, sortKey } = dataset;
  const wrong = records.findIndex((record, index) => {
    const before = records[index - 1];
    if (!before) return false;
    const order = compare(String(before[sortKey.field]), String(record[sortKey.field]));
    return order < 0 || (order === 0 && Number(before[identifierField]) >= Number(record[identifierField]));
  });
  if (wrong > 0) list.add(`/${apiRoot}/${dataset.name}: record ${wrong + 1} is at the wrong position`, uploadAgain);
}

function checkKeys(dataset: DatasetDescription, records: readonly PublishedRecord[], list: FindingList): void {
  const expected = dataset.fields.map(({ name }) => name).join(',');
  const wrong = records.find((record) => Object.keys(record).join(',') !== expected);
  if (!wrong) return;
  const path = `/${apiRoot}/${dataset.name}/${wrong[dataset.identifierField] ?? ''}`;
  list.add(`${path} has other keys than the contract`, uploadAgain);
}

const buildAgain =
  'the tree on this host is from an earlier build or incomplete: build it again, write the configuration of the host ' +
  'again with npm run configure, and upload both';

/** The paths that are files in a static tree, compared with the complete dataset. */
async function checkStaticPaths(
  site: SiteUnderTest,
  { name, identifierField }: DatasetDescription,
  records: readonly PublishedRecord[],
  list: FindingList,
): Promise<void> {
  const check = async (path: string, isRight: (answer: SiteAnswer) => boolean, what: string): Promise<void> => {
    const answer = await site.ask(path);
    if (!list.status(answer, 200, buildAgain) || !checkAnswer(answer, 200, list)) return;
    if (!isRight(answer)) list.add(`${answer.request} is not ${what}`, buildAgain);
  };
  await check(completeArrayPath(name), ({ json }) => isSame(json, records), 'the complete dataset');
  for (const record of new Set([records[0], records[Math.floor(records.length / 2)], records.at(-1)])) {
    if (record === undefined) continue;
    const path = recordPath(name, Number(record[identifierField]));
    await check(path, ({ json }) => isSame(json, record), 'its record');
  }
  const page = staticPagePath(name, 'desc', 1);
  const next = records.length > staticPageSize ? site.publicUrl + staticPagePath(name, 'desc', 2) : null;
  await check(
    page,
    ({ json }) => {
      const link = valueAt(valueAt(json, 'MetaData'), 'NextPageLink');
      const isLinkRight = (typeof link === 'string' ? resolved(link, site.publicUrl + page) : link) === next;
      return isLinkRight && isSame(valueAt(json, 'PagedItems'), records.slice(0, staticPageSize));
    },
    `the first ${staticPageSize} records with a link to ${next ?? 'no next page'}`,
  );
  const query = await site.ask(`${completeArrayPath(name)}?pageNumber=1`);
  checkProblem(query, 400, list);
  const beyond = await site.ask(staticPagePath(name, 'desc', Number.MAX_SAFE_INTEGER));
  // A server of files cannot know that this is a page above the last one.
  checkProblem(beyond, beyond.status === 400 ? 400 : 404, list);
  checkProblem(await site.ask(recordPath(name, 'no-such-record')), 404, list);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function valueAt(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
}

function resolved(link: string, address: string): string | undefined {
  return URL.canParse(link, address) ? new URL(link, address).href : undefined;
}
