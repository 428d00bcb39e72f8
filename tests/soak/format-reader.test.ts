import { spawn, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { hostileTexts } from '../../build-data/exports/testing/hostile-records.ts';
import { sampleRecord } from '../../build-data/read/testing/sample-content.ts';
import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { coastalFeatures, datasets, rawData } from '../../core/datasets/datasets.ts';
import { fromRoot } from '../support/repository.ts';
import { runToEnd } from '../support/run-node.ts';
import { buildSite, serveSite, sitesToServe, type ServedSite, type SiteToServe } from './served-site.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/*
 * format-reader.py was written from docs/data-format.md alone. It must read the same records from the files of a site as
 * the API returns on a host of that site.
 */

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.warn('python3 is not installed: the reader in Python is SKIPPED.');

const folder = temporaryFolder();

const sites: readonly { readonly title: string; readonly open: () => Promise<Omit<SiteToServe, 'title'>> }[] = [
  ...sitesToServe(inject('soakSites')).map(({ title, ...site }) => ({ title, open: () => Promise.resolve(site) })),
  {
    // Has several identifier tables.
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

describe.skipIf(!hasPython).each(sites)('the reader in Python reads $title', ({ open }) => {
  let site: ServedSite;
  let directory: string;
  beforeAll(async () => {
    const opened = await open();
    directory = opened.directory;
    site = await serveSite(opened);
  });
  afterAll(() => site.stop());

  describe.each(datasets)('$name', (dataset) => {
    const recordsOf = (): readonly DatasetRecord[] => site.records.get(dataset) ?? [];

    it.each(['list', 'tiles'])('reads the records from the %s', async (command) => {
      expectSameLines(await read(directory, command, dataset.name), recordsOf());
    });

    it('reads the records in ascending order, also if they are tied', async () => {
      const page = `pageNumber=1&pageSize=${recordsOf().length + 1}&sortOrder=asc`;
      const response = await fetch(new URL(`webapi/v1/${dataset.name}?${page}`, site.address));
      const { PagedItems } = (await response.json()) as { readonly PagedItems: readonly DatasetRecord[] };
      expectSameLines(await read(directory, 'ascending', dataset.name), PagedItems);
    });

    it('finds each record by its identifier', async () => {
      const identifierOf = (found: DatasetRecord): number => Number(found[dataset.identifierField]);
      const expected = [...recordsOf()].sort((a, b) => identifierOf(a) - identifierOf(b));
      expectSameLines(await read(directory, 'identifiers', dataset.name), expected);
    });

    it('reads the columns, with all details', async () => {
      const expected = recordsOf().map((found) => entryOf(dataset, found));
      expectSameLines(await read(directory, 'columns', dataset.name), expected);
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
      for (const line of await read(directory, 'points', dataset.name)) {
        const [longitude, latitude, identifiers] = JSON.parse(line) as [number, number, number[]];
        points.set(String([longitude, latitude]), identifiers);
      }
      expect(points).toEqual(expected);
    });
  });

  it('computes the data version from the hashes in the manifest', async () => {
    const response = await fetch(new URL('webapi/v1/index.json', site.address));
    expect(await read(directory, 'version')).toEqual([response.headers.get('X-Data-Version')]);
  });
});

/** The lines that a command of the reader prints. */
async function read(...commandLine: readonly string[]): Promise<readonly string[]> {
  const child = spawn('python3', [fromRoot('tests/soak/format-reader.py'), ...commandLine]);
  const { exitCode, stdout, stderr } = await runToEnd(child);
  expect([exitCode, stderr]).toEqual([0, '']);
  return stdout.split('\n').slice(0, -1);
}

/** Compares bytes. Shows only the first line that differs, because the runner would format all of them for minutes. */
function expectSameLines(lines: readonly string[], expected: readonly unknown[]): void {
  expect(lines.length).toBe(expected.length);
  const different = lines.findIndex((line, index) => line !== JSON.stringify(expected[index]));
  expect(lines[different]).toBe(different < 0 ? undefined : JSON.stringify(expected[different]));
}

/** The texts in the columns and the details, in their order on the page. */
const columnTexts = new Map<DatasetDescription, readonly string[]>([
  [
    coastalFeatures,
    [
      ...['CoastalFeatureFeatureType', 'CoastalFeatureTownProximityNEW', 'CoastalFeatureLGAName'],
      ...['CoastalFeatureSource', 'CoastalFeatureTownProximityOLD', 'CoastalFeatureInshore_Offshore'],
      ...['CoastalFeatureLookup_Table', 'CoastalFeatureTweet_Text', 'CoastalFeatureResponse_Region'],
      ...['CoastalFeatureSource1', 'CoastalFeatureDOFID', 'CoastalFeatureFullName'],
    ],
  ],
  [
    rawData,
    [
      ...['InteractionValue', 'SightingSpeciesValue', 'OwnerValue', 'ObjectId', 'SightingSizeValue'],
      ...['SightingNumbervalue', 'Distance', 'DistanceUnit', 'LocationDetail'],
      ...['ObjectId', 'InteractionId', 'TownProximity', 'ReportDateTime'],
    ],
  ],
]);

/** What the documentation says about the columns and the details of each record. */
function entryOf(dataset: DatasetDescription, found: DatasetRecord): unknown {
  const names = columnTexts.get(dataset) ?? [];
  const texts = names.map((name, index) => {
    // The columns have only the numbers of tags; the details have all codes.
    const isInColumns = names.indexOf(name) === index;
    return name === 'ObjectId' && isInColumns && !/^[0-9]+$/.test(String(found[name])) ? null : found[name];
  });
  const isRawData = dataset === rawData;
  const key = isRawData ? Date.parse(`${String(found['SightingDateTime'])}Z`) / 1000 : null;
  const name = found[isRawData ? 'LocationValue' : 'CoastalFeatureDisplayName'];
  return [found[dataset.identifierField], key, name, pointsOf(dataset, found), texts];
}

function pointsOf(dataset: DatasetDescription, found: DatasetRecord): readonly (readonly [number, number])[] {
  return dataset.positions.map(({ longitudeField, latitudeField }) => [
    Number(found[longitudeField]),
    Number(found[latitudeField]),
  ]);
}

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
