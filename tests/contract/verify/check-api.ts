import { coastalFeatures, datasets, rawData } from '../../../core/datasets/datasets.ts';
import { staticPagePath } from '../../../core/storage/format/layout.ts';
import { openDataset } from '../../../core/storage/reader/stored-dataset.ts';
import { readDescending } from '../../../core/storage/reader/list-reader.ts';
import { DatasetReader } from '../../../core/storage/snapshot/dataset-reader.ts';
import type { Manifest } from '../../../core/storage/snapshot/manifest.ts';
import { createFetchedStore } from '../../../core/storage/snapshot/fetched-store.ts';
import { StoredDataError } from '../../../core/storage/snapshot/store.ts';
import { differences, type HostUnderTest, refusalDifferences } from '../check-case.ts';
import { caseUnderBasePath, type ContractCase } from '../contract-case.ts';
import { casesOfRecords, isForFiles, isForProxies, isQuery } from '../contract-cases.ts';
import { forEachConcurrently } from '../hostile/send-bytes.ts';
import { type DatasetName, Oracle, oracleRecord, type OracleRecord } from '../oracle.ts';
import {
  clearCaches,
  type FindingList,
  timeLimitInSeconds,
  useConfiguration,
  type DeployedSite,
  type SiteResponse,
} from './deployed-site.ts';

export interface ApiCheckOptions {
  /** Whether to send every case. Otherwise a fifth of them. */
  readonly checksAll: boolean;
  /** If a dataset has more records, only the cases that do not need all of them are sent. Default: 100,000. */
  readonly maximumRecords?: number | undefined;
}

interface ApiCheck {
  readonly notes: readonly string[];
  /** The URL of the site's root in the links of the API; undefined if the API sends none. */
  readonly linkedRoot: string | undefined;
}

const somePage = staticPagePath(coastalFeatures.name, 'desc', 1);
/** Its links show which address the host believes to have. */
export const firstPageQuery = `webapi/v1/${coastalFeatures.name}?pageNumber=1&pageSize=1`;
/** A sample has every fifth case, so it contains cases of all kinds. */
const sampleStep = 5;
/** A longer body is requested only once, although several cases expect it. */
const longBody = 1_000_000;
const casesAtOnce = 8;
/** Read instead of all records of a dataset that has too many. */
const someRecords = 200;

/** Sends the cases of the contract, with the expected responses computed from the site's data files. */
export async function checkApi(
  site: DeployedSite,
  manifest: Manifest,
  options: ApiCheckOptions,
  list: FindingList,
): Promise<ApiCheck> {
  const page = await site.request(firstPageQuery);
  if (page.isHtml || page.json === undefined) {
    list.add(
      page.request,
      `status ${page.status}, ${page.headers['content-type'] ?? 'no content type'}: this host only serves files`,
      'the explorer works without an API; for other programs, build with --target static and serve the site with the ' +
        'configuration of nginx or Caddy in deploy/, or run a host with the API',
    );
    return { notes: [], linkedRoot: undefined };
  }
  if (Array.isArray(page.json)) {
    list.add(
      page.request,
      'the complete dataset, not its first page',
      'the host ignores the query and sends a file: let it forward requests with a query to a host with the API, or ' +
        'do not send a file for them: only the Node host or an edge worker runs queries',
    );
    return { notes: [], linkedRoot: undefined };
  }
  const oracle = await readRecords(site, options, list);
  if (!oracle) return { notes: [], linkedRoot: undefined };
  const linkedRoot = rootInLinks(page);
  const host = await describeHost(site, manifest, linkedRoot);
  const refusesQueries = page.status === 400 || page.status === 404;
  const cases = casesOfRecords(oracle);
  const send = async (isSent: (each: ContractCase) => boolean, compare: typeof differences): Promise<void> => {
    await forEachConcurrently(choose(cases.filter(isSent), options), casesAtOnce, async (each) => {
      const request = `${each.method === undefined ? '' : `${each.method} `}${each.path}`;
      const placed = caseUnderBasePath(site.basePath, each);
      const found = await list.attempt(request, () => compare(placed, host));
      for (const difference of found ?? []) addDifference(difference, request, list);
    });
  };
  await send(refusesQueries ? isForFiles : isForProxies, differences);
  if (refusesQueries) await send(isQuery, refusalDifferences);
  await list.attempt(`/${somePage}`, () => checkCompression(site, list));
  const notes = [
    ...(refusesQueries
      ? ['This host only serves files, so it correctly refuses queries. The explorer runs them itself.']
      : []),
    ...(oracle.isComplete
      ? []
      : [
          'The site has too many records to check lists, pages and searches: only records, errors and documents were checked.',
        ]),
  ];
  return { notes, linkedRoot };
}

/** Several cases may differ in the same way: one finding for each status and header, and one for all bodies. */
function addDifference(found: string, request: string, list: FindingList): void {
  const isOfData = /^(?:body|x-data-version):/.test(found);
  const cause = found.startsWith('body:') ? 'body' : found.replace(/, expected [^]*/, '');
  list.add(request, found, isOfData ? otherData : useConfiguration, cause);
}

const otherData = `the API does not use the data in data/: deploy the data and the API together, ${clearCaches}`;

async function describeHost(
  site: DeployedSite,
  { dataVersion }: Manifest,
  linkedRoot: string | undefined,
): Promise<HostUnderTest> {
  const { headers } = await site.request(somePage);
  return {
    // If the links have another origin, this is reported once, and not for each response.
    origin: (linkedRoot ?? site.publicUrl).slice(0, -site.basePath.length),
    dataVersion,
    isPlain: true,
    isDeployed: true,
    // Only hosts that run the API send this header.
    sendsStaticFiles: headers['x-data-version'] === undefined,
    send: ({ method, path, headers }) => site.request(path.slice(site.basePath.length), { method, headers }),
  };
}

function rootInLinks({ body }: SiteResponse): string | undefined {
  return /"NextPageLink":"(https?:\/\/[^"]*?\/)webapi\/v1\//.exec(body)?.[1];
}

/** Reads the records from the data files. Returns undefined if they cannot be read. */
async function readRecords(
  site: DeployedSite,
  { maximumRecords = 100_000 }: ApiCheckOptions,
  list: FindingList,
): Promise<Oracle | undefined> {
  const store = createFetchedStore({
    baseUrl: site.url,
    timeoutInMilliseconds: 1000 * timeLimitInSeconds,
    fetch: (...request) => site.fetch(...request),
  });
  try {
    const snapshot = await new DatasetReader(store).openSnapshot();
    const isComplete = datasets.every((dataset) => snapshot.source(dataset).entry.records <= maximumRecords);
    const read = async (dataset: (typeof datasets)[number], name: DatasetName): Promise<readonly OracleRecord[]> => {
      const count = snapshot.source(dataset).entry.records;
      const records = await readDescending(
        openDataset(snapshot, dataset),
        0,
        isComplete ? count : Math.min(count, someRecords),
      );
      return records.map((bytes) => oracleRecord(name, new TextDecoder().decode(bytes)));
    };
    const records = {
      CoastalFeatures: await read(coastalFeatures, 'CoastalFeatures'),
      RawData: await read(rawData, 'RawData'),
    };
    return new Oracle(records, isComplete);
  } catch (error) {
    if (!(error instanceof StoredDataError)) throw error;
    list.add('/data', `the records cannot be read: ${error.message}`, clearCaches);
    return undefined;
  }
}

function choose(cases: readonly ContractCase[], { checksAll }: ApiCheckOptions): readonly ContractCase[] {
  const longBodies = new Set<string>();
  return cases.filter(({ expected: { body } }, index) => {
    if (body === null || body.length < longBody) return checksAll || index % sampleStep === 0;
    if (longBodies.has(body)) return false;
    longBodies.add(body);
    return true;
  });
}

/** Checks that responses are compressed for clients that accept compression, and for no others. */
async function checkCompression(site: DeployedSite, list: FindingList): Promise<void> {
  const page = await site.request(somePage, { headers: { 'Accept-Encoding': 'br, gzip' } });
  if (page.status !== 200 || page.bytes.length < 2000) return;
  list.expectHeader(
    page,
    'content-encoding',
    /^(?:br|gzip|zstd)$/,
    'let the host compress application/json',
    'br or gzip',
  );
  const plain = await site.request(somePage, { headers: { 'Accept-Encoding': 'identity' } });
  const encoding = plain.headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity') return;
  list.add(
    plain.request,
    `compressed (${encoding}) for a client that does not accept compression`,
    'let caches distinguish responses by Accept-Encoding: send it in the Vary header',
  );
}
