import { commonHeaders, jsonContentType } from '../../core/api/headers.ts';
import { allowedMethods } from '../../core/api/problems.ts';
import type { DatasetDescription } from '../../core/datasets/dataset-description.ts';
import { sortKeyComparator } from '../../core/datasets/index.ts';
import { apiRoot } from '../../core/storage/layout.ts';
import type { Manifest } from '../../core/storage/manifest.ts';
import { FindingList, type Findings } from './findings.ts';
import type { SiteAnswer, SiteUnderTest } from './site-under-test.ts';

export type PublishedRecord = Readonly<Record<string, string | number | null>>;

const useConfiguration = 'use the configuration that npm run configure writes for this host';
const problemKeys = 'DeveloperMessage,ClientMessage,StackTrace,ErrorNumber,ErrorLink';

/** The complete dataset, records of it by their identifiers, and what is refused. */
export async function checkDataset(
  site: SiteUnderTest,
  dataset: DatasetDescription,
  manifest: Manifest,
): Promise<{ readonly records: readonly PublishedRecord[]; readonly findings: Findings }> {
  const list = new FindingList();
  const path = `${apiRoot}/${dataset.name}`;
  const whole = await site.ask(path, { headers: { 'Accept-Encoding': 'br, gzip' } });
  checkAnswer(whole, 200, list);
  const records = recordsOf(whole);
  const expected = manifest.datasets[dataset.name]?.records ?? 0;
  if (records.length !== expected) {
    list.add(
      `${whole.request} has ${records.length} records, and the manifest says ${expected}`,
      'a host between may keep an old copy, or the upload is not complete: empty its caches and upload again',
    );
  }
  if (whole.bytes.length > 2000) {
    list.header(whole, 'Content-Encoding', /^(?:br|gzip|zstd)$/, 'compress answers of application/json');
  }
  checkOrder(dataset, records, list);
  checkKeys(dataset, records, list);
  for (const spelling of [`${path}/`, path.replace(dataset.name, dataset.name.toLowerCase())]) {
    checkSame(await site.ask(spelling), whole, list);
  }
  const step = Math.max(1, Math.floor(records.length / 20));
  for (const record of records.filter((_, index) => index % step === 0)) {
    const one = await site.ask(`${path}/${record[dataset.identifierField] ?? ''}`);
    checkAnswer(one, 200, list);
    if (
      one.status === 200 &&
      one.text !== JSON.stringify(record) &&
      JSON.stringify(one.json) !== JSON.stringify(record)
    ) {
      list.add(
        `${one.request} is another record than the complete array holds`,
        `two versions are mixed: ${useConfiguration}`,
      );
    }
  }
  await checkRefusals(site, path, list);
  await checkConditional(site, path, records[0]?.[dataset.identifierField], list);
  return { records, findings: list.found };
}

function recordsOf(answer: SiteAnswer): readonly PublishedRecord[] {
  const { json } = answer;
  return Array.isArray(json) ? (json as readonly PublishedRecord[]) : [];
}

/** Status and headers that every answer of the interface carries. */
export function checkAnswer(answer: SiteAnswer, status: number, list: FindingList): void {
  if (!list.status(answer, status, useConfiguration)) return;
  if (status !== 204) list.header(answer, 'Content-Type', jsonContentType, useConfiguration);
  for (const [name, value] of Object.entries(commonHeaders)) {
    // A browser reads of JSON without it too.
    if (name === 'Access-Control-Allow-Origin') list.header(answer, name, value, useConfiguration);
  }
  if (status === 200) list.header(answer, 'Cache-Control', /no-cache|no-store|max-age=\d{1,2}\b/, useConfiguration);
}

/** An error as the contract words it: JSON with its five keys. */
export function checkProblem(answer: SiteAnswer, status: number, list: FindingList): void {
  if (!list.status(answer, status, useConfiguration)) return;
  list.header(answer, 'Content-Type', jsonContentType, useConfiguration);
  if (answer.method === 'HEAD') return;
  const { json } = answer;
  const keys = typeof json === 'object' && json !== null ? Object.keys(json).join(',') : 'no JSON object';
  if (keys !== problemKeys) list.add(`${answer.request} has an error body of ${keys}`, useConfiguration);
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
  if (wrong > 0) {
    list.add(
      `/${apiRoot}/${dataset.name}: record ${wrong + 1} stands in the wrong place`,
      'what is served was not written by this build: upload the tree again',
    );
  }
}

function checkKeys(dataset: DatasetDescription, records: readonly PublishedRecord[], list: FindingList): void {
  const expected = dataset.fields.map(({ name }) => name).join(',');
  const wrong = records.find((record) => Object.keys(record).join(',') !== expected);
  if (wrong) {
    list.add(
      `/${apiRoot}/${dataset.name}/${wrong[dataset.identifierField] ?? ''} has other keys than the contract`,
      'what is served was not written by this build: upload the tree again',
    );
  }
}

function checkSame(answer: SiteAnswer, expected: SiteAnswer, list: FindingList): void {
  if (!list.status(answer, expected.status, useConfiguration)) return;
  if (answer.text !== expected.text) {
    list.add(`${answer.request} answers otherwise than ${expected.request}`, useConfiguration);
  }
}

async function checkRefusals(site: SiteUnderTest, path: string, list: FindingList): Promise<void> {
  checkProblem(await site.ask(`${path}/999999999`), 404, list);
  checkProblem(await site.ask(`${path}/no-such-record`), 404, list);
  checkProblem(await site.ask(`${path}/1/2`), 404, list);
  checkProblem(await site.ask(`${apiRoot}/NoSuchDataset`), 404, list);
  const refused = await site.ask(path, { method: 'POST' });
  checkProblem(refused, 405, list);
  list.header(refused, 'Allow', allowedMethods, useConfiguration);
  const preflight = await site.ask(path, { method: 'OPTIONS' });
  checkAnswer(preflight, 204, list);
  list.header(preflight, 'Access-Control-Allow-Methods', allowedMethods, useConfiguration);
  const head = await site.ask(path, { method: 'HEAD' });
  checkAnswer(head, 200, list);
  if (head.bytes.length > 0) list.add(`${head.request} has a body`, useConfiguration);
}

async function checkConditional(
  site: SiteUnderTest,
  path: string,
  identifier: string | number | null | undefined,
  list: FindingList,
): Promise<void> {
  if (identifier === undefined || identifier === null) return;
  const first = await site.ask(`${path}/${identifier}`);
  const tag = first.headers.get('ETag');
  if (tag === null) {
    list.add(
      `${first.request} has no ETag header`,
      'let the host send entity tags, so that unchanged answers cost nothing',
    );
    return;
  }
  const again = await site.ask(`${path}/${identifier}`, { headers: { 'If-None-Match': tag } });
  list.status(again, 304, 'the host must answer a request with the tag it gave by 304');
}
