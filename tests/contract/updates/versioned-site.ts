import { writeSite } from '../../../build-data/testing/write-site.ts';
import { coastalFeature, rawDataRecord, tableOf } from '../../../build-data/write/testing/stored-dataset.ts';
import { coastalFeatures, rawData } from '../../../core/datasets/datasets.ts';

export type Target = 'compute' | 'static';

/**
 * Of the first version. For hosts that run the interface enough for several files of each kind; for hosts of files few,
 * since each is a file.
 */
const recordsOfFirst = {
  compute: { RawData: 300, CoastalFeatures: 150 },
  static: { RawData: 40, CoastalFeatures: 5 },
};

/** How many records a dataset has in a version: one more in each. */
function recordsIn(target: Target, dataset: 'RawData' | 'CoastalFeatures', version: number): number {
  return recordsOfFirst[target][dataset] + version;
}

/**
 * Publishes a version of which every record tells, in one of its fields, the number of the version. Returns the name of
 * its data.
 */
export async function publishVersion(version: number, target: Target, outputDirectory: string): Promise<string> {
  const mark = `version ${version}`;
  const records = Array.from({ length: recordsIn(target, 'RawData', version) }, (_, index) =>
    rawDataRecord(index + 1, index * 1000, 115 + (index % 20) / 100, -32, { OwnerValue: mark }),
  );
  const features = Array.from({ length: recordsIn(target, 'CoastalFeatures', version) }, (_, index) => ({
    ...coastalFeature(index + 1, `Place ${index}`, [115 + (index % 20) / 100, -32], [115, -32.1]),
    CoastalFeatureSource: mark,
  }));
  const { manifest } = await writeSite([tableOf(coastalFeatures, features), tableOf(rawData, records)], {
    outputDirectory,
    asLink: true,
    target,
    exports: false,
    sample: true,
    siteUrl: 'http://localhost/',
    builtAt: new Date(Date.UTC(2026, 0, 1, 0, 0, version)).toISOString(),
  });
  return manifest.dataVersion;
}

export interface SeenAnswer {
  readonly status: number;
  readonly body: string;
  /** Undefined where the host is one of files alone. */
  readonly dataVersion: string | undefined;
}

/** The version that an answer to a path below `webapi/v1/` is wholly of. Throws an Error that says how it is not. */
export function versionOfAnswer(target: Target, path: string, { status, body }: SeenAnswer): number {
  if (status !== 200) throw new Error(`${path}: ${status} ${body.slice(0, 200)}`);
  const dataset = path.startsWith('RawData') ? 'RawData' : 'CoastalFeatures';
  const answer = JSON.parse(body) as Answer;
  const records = Array.isArray(answer) ? answer : 'PagedItems' in answer ? answer.PagedItems : [answer];
  const marks = new Set(records.map((record) => record.OwnerValue ?? record.CoastalFeatureSource));
  const [mark = ''] = marks;
  const version = Number(/^version (\d+)$/.exec(mark)?.[1]);
  if (marks.size !== 1 || Number.isNaN(version)) throw new Error(`${path}: records of ${[...marks].join(' and ')}`);
  const total = Array.isArray(answer) ? answer.length : 'MetaData' in answer ? answer.MetaData.TotalItems : undefined;
  if (total !== undefined && total !== recordsIn(target, dataset, version)) {
    throw new Error(`${path}: ${total} records in version ${version}`);
  }
  return version;
}

interface MarkedRecord {
  readonly OwnerValue?: string;
  readonly CoastalFeatureSource?: string;
}
type Answer =
  readonly MarkedRecord[] | { MetaData: { TotalItems: number }; PagedItems: readonly MarkedRecord[] } | MarkedRecord;

const everywhere = 'latitude=-32&longitude=115&rangeInM=500000';
/** Lists, pages and records that files answer; complete arrays, which are streamed, pages, searches and records of all. */
export const pathsAsked: Readonly<Record<Target, readonly string[]>> = {
  static: [
    'RawData/',
    'RawData/pages/desc/1.json',
    'RawData/7/',
    'CoastalFeatures/',
    'RawData/pages/asc/1.json',
    'CoastalFeatures/pages/desc/1.json',
    'CoastalFeatures/3/',
  ],
  compute: [
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
  ],
};

const pauseInMilliseconds = 60;

/** Asks a host for one path after the other, with hardly a pause, and looks at each answer. */
export class Reader {
  readonly name: string;
  /** How many answers were wholly of one version. */
  answers = 0;
  /** How many requests have ended, in whatever way. */
  turns = 0;
  /** What was wrong with others. */
  readonly faults: string[] = [];
  /** For each version seen, the name of its data as answers told it. */
  readonly namesSeen = new Map<number, Set<string>>();
  readonly #target: Target;
  readonly #firstPath: number;
  readonly #ask: (path: string) => Promise<SeenAnswer>;
  #isOver = false;

  /** `firstPath` is where in the paths asked for it begins. */
  constructor(name: string, target: Target, firstPath: number, ask: (path: string) => Promise<SeenAnswer>) {
    this.name = name;
    this.#target = target;
    this.#firstPath = firstPath;
    this.#ask = ask;
  }

  async read(): Promise<void> {
    const paths = pathsAsked[this.#target];
    for (let turn = this.#firstPath; !this.#isOver; turn++) {
      const path = paths[turn % paths.length] ?? '';
      await this.readOnce(path).catch((error: unknown) => this.faults.push(`${this.name}: ${String(error)}`));
      this.turns++;
      await new Promise((resolve) => setTimeout(resolve, pauseInMilliseconds));
    }
  }

  /** The version of an answer. Throws an Error unless it is wholly of one. */
  async readOnce(path: string): Promise<number> {
    const answer = await this.#ask(path);
    const version = versionOfAnswer(this.#target, path, answer);
    const names = this.namesSeen.get(version) ?? new Set();
    if (answer.dataVersion !== undefined) this.namesSeen.set(version, names.add(answer.dataVersion));
    this.answers++;
    return version;
  }

  end(): void {
    this.#isOver = true;
  }
}
