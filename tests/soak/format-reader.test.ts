import { spawn, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { hostileTexts } from '../../build-data/exports/testing/hostile-records.ts';
import { sampleRecord } from '../../build-data/read/testing/sample-content.ts';
import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { coastalFeatures, datasets, rawData } from '../../core/datasets/datasets.ts';
import { fromRoot } from '../support/repository.ts';
import { runToEnd, type FinishedProcess } from '../support/run-node.ts';
import { printedRandom } from '../support/test-size.ts';
import { buildSite, serveSite, sitesToServe, type ServedSite, type SiteToServe } from './served-site.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/*
 * format-reader.py was written from docs/data-format.md alone. It must read the same records from the files of a site,
 * in their directory and over HTTP, as the API returns on a host of that site.
 */

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.warn('python3 is not installed: the reader in Python is SKIPPED.');

/** A command of the reader, and the line that it must print. */
interface Query {
  readonly command: string;
  readonly expected: string;
}

const folder = temporaryFolder();

const sites: readonly { readonly title: string; readonly open: () => Promise<Omit<SiteToServe, 'title'>> }[] = [
  ...sitesToServe(inject('soakSites')).map(({ title, ...site }) => ({ title, open: () => Promise.resolve(site) })),
  {
    // Has several identifier tables, and tiles that are worth reading in part.
    title: 'a large sample of records',
    open: () => build('large', ['--sample', '--records', '200000'], { CoastalFeatures: 639, RawData: 200_000 }),
  },
  {
    title: 'records with many ties, unusual texts, and points at the antimeridian and the poles',
    open: () => buildFrom('unusual', unusualFeatures(), unusualRecords()),
  },
  { title: 'datasets of one record', open: () => buildFrom('single', [feature(7, {})], [record(0, {})]) },
  { title: 'a dataset without records', open: () => buildFrom('empty', unusualFeatures().slice(0, 3), []) },
];

describe.skipIf(!hasPython).each(sites)('the reader in Python reads $title', ({ title, open }) => {
  let site: ServedSite;
  let directory: string;
  beforeAll(async () => {
    const opened = await open();
    directory = opened.directory;
    site = await serveSite(opened);
  });
  afterAll(() => site.stop());

  const random = printedRandom(`the reader in Python reads ${title}`);
  const trees = (): readonly string[] => [directory, site.address.href];

  describe.each(datasets)('$name', (dataset) => {
    const recordsOf = (): readonly DatasetRecord[] => site.records.get(dataset) ?? [];
    const identifiersOf = (): readonly number[] => recordsOf().map((found) => Number(found[dataset.identifierField]));

    it('finds records by identifiers, and no records for unknown identifiers', async () => {
      const identifiers = identifiersOf();
      const known = new Set(identifiers);
      const smallest = identifiers.reduce((least, identifier) => Math.min(least, identifier), Infinity);
      const largest = identifiers.reduce((most, identifier) => Math.max(most, identifier), -1);
      const asked = [...pickSome(identifiers, 25), ...identifiers.slice(0, 1), ...identifiers.slice(-1)];
      const missing = [...asked.map((identifier) => identifier + 1), 0, smallest - 1, largest + 1, 2 ** 53 - 1];
      const queries = [...asked, smallest, largest, ...missing]
        .filter((identifier) => identifier >= 0 && identifier < 2 ** 53)
        .map(async (identifier) => {
          const response = await fetch(new URL(`webapi/v1/${dataset.name}/${identifier}`, site.address));
          expect(response.status).toBe(known.has(identifier) ? 200 : 404);
          const expected = response.ok ? await response.text() : 'null';
          return { command: `record ${dataset.name} ${identifier}`, expected };
        });
      await expectAnswers(await Promise.all(queries));
    });

    it('reads pages in both orders, also those that begin or end among tied records', async () => {
      const records = recordsOf();
      const pages = [
        { size: 10, number: 1 },
        { size: Math.max(1, Math.min(records.length, 20_000)), number: 1 },
        ...tiedIndexes(dataset, records).map((index) => ({ size: 1, number: index + 1 })),
        ...[1, 1, 3, 3, 10, 10, 97, 500].map((size) => {
          return { size, number: random.integer(1, Math.max(1, Math.ceil(records.length / size))) };
        }),
      ];
      const queries: Query[] = [];
      for (const { size, number } of pages) {
        for (const order of ['asc', 'desc']) {
          const parameters = `pageNumber=${number}&pageSize=${size}&sortOrder=${order}`;
          const { items } = await readPage(`webapi/v1/${dataset.name}?${parameters}`);
          const start = (number - 1) * size;
          queries.push({ command: `page ${dataset.name} ${order} ${start} ${start + size}`, expected: items });
        }
      }
      await expectAnswers(queries);
    });

    it('finds the records within a radius, in both orders and on every page', async () => {
      const queries: Query[] = [];
      for (const [longitude, latitude] of centres()) {
        for (const radius of [random.pick([1e-7, 250, 12_345.678]), random.pick([40_000, 150_000, 2_500_000])]) {
          const order = random.pick(['asc', 'desc']);
          const size = random.pick([1, 7, 40]);
          const search = `latitude=${latitude}&longitude=${longitude}&rangeInM=${radius}&sortOrder=${order}`;
          const path = `webapi/v1/${dataset.name}?${search}&pageSize=${size}`;
          const { total } = await readPage(`${path}&pageNumber=1`);
          const number = random.integer(1, Math.max(1, Math.min(Math.ceil(total / size), 30)));
          const { items } = await readPage(`${path}&pageNumber=${number}`);
          const start = (number - 1) * size;
          queries.push({
            command: `radius ${dataset.name} ${longitude} ${latitude} ${radius} ${order} ${start} ${start + size}`,
            expected: `{"total":${total},"records":${items}}`,
          });
        }
      }
      await expectAnswers(queries);
    });

    it('finds the nearest record', async () => {
      const queries = centres().map(async ([longitude, latitude]) => {
        const search = `latitude=${latitude}&longitude=${longitude}&searchStyle=Nearest`;
        const response = await fetch(new URL(`webapi/v1/${dataset.name}?${search}`, site.address));
        const expected = response.status === 404 ? 'null' : await response.text();
        return { command: `nearest ${dataset.name} ${longitude} ${latitude}`, expected };
      });
      await expectAnswers(await Promise.all(queries));
    });

    it('reads the columns, with all details, as the complete array has them', async () => {
      const expected = recordsOf().map((found) => entryOf(dataset, found));
      const lines = await read(site.address.href, [`columns ${dataset.name}`]);
      const entries = lines.map((line) => JSON.parse(line) as ColumnEntry);
      expect(entries.length).toBe(expected.length);
      const different = entries.findIndex((entry, index) => !isEqual(entry, expected[index]));
      expect(entries[different]).toEqual(expected[different]);
    });

    it('reads the records at each point', async () => {
      const expected = new Map<string, number[]>();
      for (const found of recordsOf()) {
        for (const point of new Set(pointsOf(dataset, found).map(String))) {
          const identifiers = expected.get(point) ?? [];
          identifiers.push(Number(found[dataset.identifierField]));
          expected.set(point, identifiers);
        }
      }
      const points = new Map<string, number[]>();
      for (const line of await read(site.address.href, [`points ${dataset.name}`])) {
        const [longitude, latitude, identifiers] = JSON.parse(line) as [number, number, number[]];
        points.set(String([longitude, latitude]), identifiers);
      }
      expect(points).toEqual(expected);
    });

    /** Centres on records, near records, and anywhere near the dataset. */
    function centres(): readonly (readonly [number, number])[] {
      const points = pickSome(recordsOf(), 5).map((found) => random.pick(pointsOf(dataset, found)));
      const near = points.map(([x, y]): readonly [number, number] => [
        clamp(x + random.integer(-999, 999) / 700, 180),
        clamp(y + random.integer(-999, 999) / 700, 90),
      ]);
      return [...points, ...near, [115.7, -31.9], [180, -17], [-178.78714285714287, -17.72], [45, -90]];
    }
  });

  it('computes the data version from the hashes in the manifest', async () => {
    const response = await fetch(new URL('webapi/v1/index.json', site.address));
    const version = response.headers.get('X-Data-Version');
    await expectAnswers([{ command: 'version', expected: JSON.stringify(version) }]);
  });

  function pickSome<Item>(items: readonly Item[], count: number): readonly Item[] {
    return items.length === 0 ? [] : Array.from({ length: count }, () => random.pick(items));
  }

  /** The total and the records of a page of the API, with the text of the records exactly as in the response. */
  async function readPage(path: string): Promise<{ readonly total: number; readonly items: string }> {
    const response = await fetch(new URL(path, site.address));
    expect([path, response.status]).toEqual([path, 200]);
    const text = await response.text();
    const key = '"PagedItems":';
    const { MetaData } = JSON.parse(text) as { readonly MetaData: { readonly TotalItems: number } };
    return { total: MetaData.TotalItems, items: text.slice(text.indexOf(key) + key.length, -1) };
  }

  async function expectAnswers(queries: readonly Query[]): Promise<void> {
    expect(queries.length).toBeGreaterThan(0);
    for (const tree of trees()) {
      const lines = await read(
        tree,
        queries.map(({ command }) => command),
      );
      for (const [index, query] of queries.entries()) {
        const { command, expected } = query;
        if (lines[index] !== expected) expect({ tree, command, expected: lines[index] }).toEqual({ tree, ...query });
      }
      expect(lines.length).toBe(queries.length);
    }
  }
});

/** Runs commands of the reader in one process. */
function run(tree: string, commands: readonly string[]): Promise<FinishedProcess> {
  const child = spawn('python3', [fromRoot('tests/soak/format-reader.py'), tree]);
  child.stdin.end(commands.join('\n'));
  return runToEnd(child);
}

async function read(tree: string, commands: readonly string[]): Promise<readonly string[]> {
  const { exitCode, stdout, stderr } = await run(tree, commands);
  expect([exitCode, stderr]).toEqual([0, '']);
  return stdout.split('\n').slice(0, -1);
}

interface ColumnEntry {
  readonly identifier: number;
  /** Only if the sort key is a time. */
  readonly key?: number;
  readonly name: string | null;
  readonly texts: Readonly<Record<string, string | null>>;
  readonly points: readonly (readonly [number, number])[];
}

/** What the documentation says about the columns and the details of each record. */
function entryOf(dataset: DatasetDescription, found: DatasetRecord): ColumnEntry {
  const text = (name: string): string | null => found[name] as string | null;
  const textsOf = (...names: string[]): ColumnEntry['texts'] =>
    Object.fromEntries(names.map((name) => [name, text(name)]));
  const identifier = Number(found[dataset.identifierField]);
  const points = pointsOf(dataset, found);
  if (dataset === coastalFeatures) {
    const texts = textsOf('CoastalFeatureFeatureType', 'CoastalFeatureTownProximityNEW', 'CoastalFeatureLGAName');
    return { identifier, name: text('CoastalFeatureDisplayName'), texts, points };
  }
  const texts = {
    ...textsOf('InteractionValue', 'SightingSpeciesValue', 'OwnerValue', 'SightingSizeValue', 'SightingNumbervalue'),
    ...textsOf('Distance', 'DistanceUnit', 'LocationDetail'),
    ObjectId: /^[0-9]+$/.test(text('ObjectId') ?? '') ? text('ObjectId') : null,
  };
  const key = Date.parse(`${text('SightingDateTime')}Z`) / 1000;
  return { identifier, key, name: text('LocationValue'), texts, points };
}

function isEqual(entry: ColumnEntry, expected: ColumnEntry | undefined): boolean {
  const flat = ({ identifier, key, name, texts, points }: ColumnEntry): string =>
    JSON.stringify([identifier, key, name, Object.entries(texts).sort(), points]);
  return expected !== undefined && flat(entry) === flat(expected);
}

function pointsOf(dataset: DatasetDescription, found: DatasetRecord): readonly (readonly [number, number])[] {
  return dataset.positions.map(({ longitudeField, latitudeField }) => [
    Number(found[longitudeField]),
    Number(found[latitudeField]),
  ]);
}

/** The first indexes of the list that begin, continue and end a group of tied records. */
function tiedIndexes({ name }: DatasetDescription, records: readonly DatasetRecord[]): readonly number[] {
  const keys = records.map((found) =>
    String(name === 'RawData' ? found['SightingDateTime'] : found['CoastalFeatureDisplayName']).toLowerCase(),
  );
  const first = keys.findIndex((key, index) => key === keys[index + 1]);
  if (first < 0) return [];
  const last = keys.lastIndexOf(keys[first] ?? '');
  const middle = Math.floor((first + last) / 2);
  const mirrored = [first, middle, last].map((index) => records.length - 1 - index);
  return [first - 1, first, middle, last, last + 1, ...mirrored].filter(
    (index) => index >= 0 && index < records.length,
  );
}

const clamp = (value: number, limit: number): number => Math.max(-limit, Math.min(limit, value));

function feature(identifier: number, changes: DatasetRecord): DatasetRecord {
  return sampleRecord(coastalFeatures, { CoastalFeatureID: identifier, ...changes });
}

function record(identifier: number, changes: DatasetRecord): DatasetRecord {
  return sampleRecord(rawData, { RawDataId: identifier, ...changes });
}

const unusualPoints: readonly (readonly [number, number])[] = [
  [180, -17],
  [-180, -17],
  [179.99999, -17.00001],
  [-179.99999, -16.99999],
  [178.5, -17.7],
  [-178.2, -18.1],
  [45, -90],
  [-77.5, -89.9],
  [0, 0],
  [1e-7, -1e-7],
  [115.1 + 0.2, -32.1],
  [115 + 1 / 3, -100 / 3],
  [115.75, -31.5],
];
const pointAt = (index: number): readonly [number, number] => unusualPoints[index % unusualPoints.length] ?? [0, 0];

/** Features, most of which have the same name in different letter cases, so that tied records are in many shards. */
function unusualFeatures(): DatasetRecord[] {
  const names = ['Back Beach', 'BACK BEACH', 'back beach', 'Back beach', 'Zoë', 'zoe', 'École', '10 Mile', 'Zürich'];
  return Array.from({ length: 900 }, (_, index) => {
    const [inshore, offshore] = [pointAt(index), pointAt(index + (index % 3))];
    return feature(index * 5 + 2, {
      CoastalFeatureDisplayName: names[index % 10 < 8 ? index % 4 : index % names.length] ?? '',
      CoastalFeatureSource: hostileTexts[index % hostileTexts.length] ?? null,
      CoastalFeatureInshoreLongitude: inshore[0],
      CoastalFeatureInshoreLatitude: inshore[1],
      CoastalFeatureOffshoreLongitude: offshore[0],
      CoastalFeatureOffshoreLatitude: offshore[1],
    });
  });
}

/**
 * Records of which 900 have the same time, so that tied records fill several shards. The records of a point follow each
 * other, so that some points only have records in the middle of the tied ones.
 */
function unusualRecords(): DatasetRecord[] {
  const times = ['1800-01-01T00:00:00', '1969-12-31T23:59:59', '1970-01-01T00:00:00', '9999-12-31T23:59:59'];
  return Array.from({ length: 1500 }, (_, index) => {
    const [longitude, latitude] = pointAt(Math.floor(index / 115));
    const day = new Date(Date.UTC(1990, 0, 1 + index, index % 24, index % 60)).toISOString().slice(0, 19);
    return record(index * index + 3, {
      SightingDateTime: index % 5 < 3 ? '2014-10-12T02:00:00' : index < 100 ? (times[index % 4] ?? '') : day,
      LocationValue: hostileTexts[index % 7] ?? null,
      LocationDetail: hostileTexts[(index * 3) % hostileTexts.length] ?? null,
      ObjectId: ['007', 'WA1', '12'][index % 3] ?? null,
      LocationX: longitude,
      LocationY: latitude,
    });
  });
}

async function build(
  name: string,
  commandLine: readonly string[],
  counts: SiteToServe['counts'],
): Promise<Omit<SiteToServe, 'title'>> {
  const directory = join(folder, name);
  await buildSite([...commandLine, '--max-removed', '100', '--target', 'compute', '--no-exports', '--out', directory]);
  return { directory, counts };
}

async function buildFrom(
  name: string,
  features: readonly DatasetRecord[],
  records: readonly DatasetRecord[],
): Promise<Omit<SiteToServe, 'title'>> {
  const inputs = { '--coastal-features': features, '--raw-data': records };
  const commandLine: string[] = [];
  for (const [option, content] of Object.entries(inputs)) {
    const path = join(folder, `${name}${option}.json`);
    await writeFile(path, JSON.stringify(content));
    commandLine.push(option, path);
  }
  return build(name, commandLine, { CoastalFeatures: features.length, RawData: records.length });
}
