import { writeSite } from '../../../build-data/testing/write-site.ts';
import { coastalFeature, rawDataRecord, tableOf } from '../../../build-data/write/testing/stored-dataset.ts';
import { coastalFeatures, rawData } from '../../../core/datasets/datasets.ts';

/** Enough for several files of each kind. */
const recordsInFirstVersion = { RawData: 300, CoastalFeatures: 150 };

/** The number of records of a dataset in a version. Each version has one more than the version before. */
function countRecords(dataset: 'RawData' | 'CoastalFeatures', version: number): number {
  return recordsInFirstVersion[dataset] + version;
}

/**
 * Publishes a version in which every record has the number of the version in one of its fields. Returns its data
 * version.
 */
export async function publishVersion(version: number, outputDirectory: string): Promise<string> {
  const mark = `version ${version}`;
  const records = Array.from({ length: countRecords('RawData', version) }, (_, index) =>
    rawDataRecord(index + 1, index * 1000, 115 + (index % 20) / 100, -32, { OwnerValue: mark }),
  );
  const features = Array.from({ length: countRecords('CoastalFeatures', version) }, (_, index) => ({
    ...coastalFeature(index + 1, `Beach ${index}`, [115 + (index % 20) / 100, -32], [115, -32.1]),
    CoastalFeatureSource: mark,
  }));
  const { manifest } = await writeSite([tableOf(coastalFeatures, features), tableOf(rawData, records)], {
    outputDirectory,
    target: 'compute',
    exports: false,
    sample: true,
    builtAt: new Date(Date.UTC(2026, 0, 1, 0, 0, version)).toISOString(),
  });
  return manifest.dataVersion;
}

export interface SeenResponse {
  readonly status: number;
  readonly body: string;
  readonly dataVersion: string | undefined;
}

/** The version of a response to a path below `webapi/v1/`. Throws an Error when it is not entirely of one version. */
function versionOfResponse(path: string, { status, body }: SeenResponse): number {
  if (status !== 200) throw new Error(`${path}: ${status} ${body.slice(0, 200)}`);
  const dataset = path.startsWith('RawData') ? 'RawData' : 'CoastalFeatures';
  const response = JSON.parse(body) as ResponseContent;
  const records = Array.isArray(response) ? response : 'PagedItems' in response ? response.PagedItems : [response];
  const marks = new Set(records.map((record) => record.OwnerValue ?? record.CoastalFeatureSource));
  const [mark = ''] = marks;
  const version = Number(/^version (\d+)$/.exec(mark)?.[1]);
  if (marks.size !== 1 || Number.isNaN(version)) throw new Error(`${path}: records of ${[...marks].join(' and ')}`);
  const total = Array.isArray(response)
    ? response.length
    : 'MetaData' in response
      ? response.MetaData.TotalItems
      : undefined;
  if (total !== undefined && total !== countRecords(dataset, version)) {
    throw new Error(`${path}: ${total} records in version ${version}`);
  }
  return version;
}

interface MarkedRecord {
  readonly OwnerValue?: string;
  readonly CoastalFeatureSource?: string;
}
type ResponseContent =
  readonly MarkedRecord[] | { MetaData: { TotalItems: number }; PagedItems: readonly MarkedRecord[] } | MarkedRecord;

const everywhere = 'latitude=-32&longitude=115&rangeInM=500000';
/** Complete arrays, which are streamed, pages, searches and records. */
const requestedPaths: readonly string[] = [
  'RawData',
  'RawData?pageNumber=1&pageSize=90',
  'RawData?pageNumber=2&pageSize=90',
  'RawData?pageNumber=3&pageSize=90&sortOrder=asc',
  `RawData?${everywhere}`,
  'CoastalFeatures?sortOrder=asc',
  `CoastalFeatures?${everywhere}&pageNumber=2&pageSize=40`,
  'RawData?latitude=-32&longitude=115.05&searchStyle=Nearest',
  'RawData/150',
  'RawData?sortOrder=asc',
  'CoastalFeatures/77',
  'CoastalFeatures',
];

const pauseInMilliseconds = 60;

/** Requests one path after another from a host, with short pauses, and checks each response. */
export class Reader {
  readonly name: string;
  /** The number of responses of one version. */
  responses = 0;
  /** The number of requests that have ended in any way. */
  requestsEnded = 0;
  /** The problems of the other responses. */
  readonly problems: string[] = [];
  /** For each version seen, the data version in its responses. */
  readonly dataVersions = new Map<number, Set<string>>();
  readonly #firstPath: number;
  readonly #send: (path: string) => Promise<SeenResponse>;
  #isOver = false;

  /** `firstPath` is the index of the path to start with. */
  constructor(name: string, firstPath: number, send: (path: string) => Promise<SeenResponse>) {
    this.name = name;
    this.#firstPath = firstPath;
    this.#send = send;
  }

  async read(): Promise<void> {
    for (let turn = this.#firstPath; !this.#isOver; turn++) {
      const path = requestedPaths[turn % requestedPaths.length] ?? '';
      await this.readOnce(path).catch((error: unknown) => this.problems.push(`${this.name}: ${String(error)}`));
      this.requestsEnded++;
      await new Promise((resolve) => setTimeout(resolve, pauseInMilliseconds));
    }
  }

  /** The version of a response. Throws an Error unless it is entirely of one version. */
  async readOnce(path: string): Promise<number> {
    const response = await this.#send(path);
    const version = versionOfResponse(path, response);
    const names = this.dataVersions.get(version) ?? new Set();
    if (response.dataVersion !== undefined) this.dataVersions.set(version, names.add(response.dataVersion));
    this.responses++;
    return version;
  }

  end(): void {
    this.#isOver = true;
  }
}

/**
 * Publishes this number of versions in the place of version 0, whose data version is given, while the readers read.
 * Returns the number of responses, each of one version and with its data version. Throws an Error that lists the others.
 */
export async function readDuringUpdates(
  readers: readonly Reader[],
  updates: number,
  { site, dataVersion }: { readonly site: string; readonly dataVersion: string },
): Promise<number> {
  const published = [dataVersion];
  const reading = readers.map((reader) => reader.read());
  for (let version = 1; version <= updates; version++) {
    published.push(await publishVersion(version, site));
    await untilAllHaveRead(readers);
  }
  for (const reader of readers) reader.end();
  await Promise.all(reading);
  const problems = readers.flatMap(({ name, problems: found, dataVersions }) => [
    ...found,
    ...[...dataVersions].flatMap(([version, names]) =>
      [...names].filter((each) => each !== published[version]).map((each) => `${name}: version ${version} is ${each}`),
    ),
  ]);
  if (problems.length > 0) throw new Error(problems.slice(0, 20).join('\n'));
  return readers.reduce((sum, { responses }) => sum + responses, 0);
}

/**
 * Waits until each reader has received the response to a request that it sent after the call. This also ends the
 * requests in progress, so each request sees at most one update.
 */
async function untilAllHaveRead(readers: readonly Reader[]): Promise<void> {
  const before = readers.map(({ requestsEnded }) => requestsEnded);
  const hasRead = (): boolean => readers.every(({ requestsEnded }, index) => requestsEnded >= (before[index] ?? 0) + 2);
  while (!hasRead()) await new Promise((resolve) => setTimeout(resolve, 5));
}
