import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { csvHeaderLine, csvRecordLine } from '../core/datasets/csv.ts';
import type { DatasetDescription, DatasetRecord } from '../core/datasets/dataset-description.ts';
import { coastalFeatures, rawData } from '../core/datasets/datasets.ts';
import { isFullSize, printedRandom } from '../tests/support/test-size.ts';
import { folderOfTest } from '../tests/support/temporary-folder.ts';
import { buildSite } from './build.ts';
import { sampleCoastalFeatures, sampleRawData } from './sample/sample-inputs.ts';
import type { SeededRandom } from './sample/seeded-random.ts';
import { filesOf, reproducibleFilesOf } from './testing/tree-state.ts';

const features = [...sampleCoastalFeatures({ seed: 1, rawDataRecords: 1 })].slice(0, 60);
/** Every 400th causes a warning. */
const samples = [...sampleRawData({ seed: 1, rawDataRecords: 20_000 })].map((record, index) =>
  index % 400 === 200 ? { ...record, OwnerValue: null } : record,
);
const sequences = isFullSize ? 200 : 10;
/** After this number, the test starts again with other outputs. */
const sequencesPerOutput = 8;

describe('a build over an earlier one', () => {
  it(`has the same bytes as one that reads and writes everything, after each of ${sequences} random sequences of edits`, async () => {
    const random = printedRandom('edits');
    let [incremental, full] = ['', ''];
    let records: readonly DatasetRecord[] = [];
    for (let build = 0; build <= sequences; build++) {
      const edits: string[] = [];
      if (build % sequencesPerOutput === 0) {
        const folder = folderOfTest();
        [incremental, full] = [join(folder, 'incremental'), join(folder, 'full')];
        records = samples.slice(0, random.integer(0, 2000));
      } else {
        for (let edit = random.integer(1, 3); edit > 0; edit--) {
          const [name, apply] = random.pick(Object.entries(editOf));
          records = apply(records, random);
          edits.push(name);
        }
        if (random.chance(0.3)) edits.push(await damage(incremental, random));
      }
      const inputs = await writeInputs(dirname(full), records, random);
      const issues = await buildFrom(inputs, incremental, build);
      await rm(`${full}.versions/cache`, { force: true });
      const done = `build ${build}: ${edits.join(', ')}`;
      expect(issues, done).toEqual(await buildFrom(inputs, full, build));
      expect(await filesOf(incremental), done).toEqual(await filesOf(full));
    }
  }, 600_000);

  it('replaces a damaged file of the earlier build', async () => {
    const folder = folderOfTest();
    const [damaged, full] = [join(folder, 'damaged'), join(folder, 'full')];
    const random = printedRandom('damage');
    const inputs = await writeInputs(folder, samples.slice(0, 1000), random);
    for (const output of [damaged, full]) await buildFrom(inputs, output, 0);
    const isData = (name: string): boolean => /^[0-9a-f]{32}\.json$/.test(name);
    const names = (await readdir(join(damaged, 'data'))).filter(isData);
    for (const name of names.filter(() => random.chance(0.3))) await flipByte(join(damaged, 'data', name), random);
    await buildFrom(inputs, damaged, 1);
    expect(await reproducibleFilesOf(damaged)).toEqual(await reproducibleFilesOf(full));
  });
});

type Inputs = Parameters<typeof buildSite>[0]['inputs'];

/** Returns the issues found. */
async function buildFrom(inputs: Inputs, outputDirectory: string, build: number): Promise<unknown> {
  const now = (): Date => new Date(Date.UTC(2026, 0, 1 + build));
  const options = { inputs, outputDirectory, siteUrl: 'http://localhost/', target: 'compute', exports: false } as const;
  const result = await buildSite({ ...options, maxRemovedPercent: 100 }, { now });
  expect(result.kind).toBe('built');
  return result.issues.groups;
}

/** Writes the records as CSV with either line end, or as JSON. */
async function writeInputs(folder: string, records: readonly DatasetRecord[], random: SeededRandom): Promise<Inputs> {
  const paths = { coastalFeatures: join(folder, 'features.csv'), rawData: join(folder, 'records') };
  const csv = (dataset: DatasetDescription, rows: readonly DatasetRecord[]): string =>
    [csvHeaderLine(dataset, 'plain'), ...rows.map((row) => csvRecordLine(dataset, row, 'plain'))].join('');
  await writeFile(paths.coastalFeatures, csv(coastalFeatures, features));
  const form = random.integer(0, 9);
  const text = form === 0 ? JSON.stringify(records) : csv(rawData, records);
  await writeFile(paths.rawData, form === 1 ? text.replaceAll('\n', '\r\n') : text);
  return { kind: 'files', ...paths };
}

type Edit = (records: readonly DatasetRecord[], random: SeededRandom) => readonly DatasetRecord[];

/** Samples that the records do not contain. */
function newRecords(records: readonly DatasetRecord[], count: number, random: SeededRandom): DatasetRecord[] {
  const start = random.integer(2000, samples.length - count);
  const used = new Set(records.map((record) => record['RawDataId']));
  return samples.slice(start, start + count).filter((record) => !used.has(record['RawDataId'] ?? null));
}

const editOf: Readonly<Record<string, Edit>> = {
  append: (records, random) => [...records, ...newRecords(records, random.integer(1, 40), random)],
  'append the newest': (records, random) => [
    ...records,
    ...newRecords(records, random.integer(1, 40), random).map((record) => ({
      ...record,
      ReportDateTime: '2026-05-05T05:05:05',
      SightingDateTime: `2026-05-05T05:05:${random.integer(10, 59)}`,
    })),
  ],
  change: (records, random) => {
    const [field, value] = random.pick<readonly [string, string | number | null]>([
      ['LocationDetail', `line 1\nline 2, "${random.unit()}"`],
      ['SightingDateTime', '2020-02-02T02:02:02'],
      ['LocationX', 115.25],
      ['LocationY', 51.5], // outside the region: a warning
      ['OwnerValue', null], // a warning
    ]);
    return records.map((record) => (random.chance(0.01) ? { ...record, [field]: value } : record));
  },
  insert: (records, random) => {
    const at = random.integer(0, records.length);
    return [...records.slice(0, at), ...newRecords(records, random.integer(1, 20), random), ...records.slice(at)];
  },
  delete: (records, random) => {
    const at = random.integer(0, records.length);
    return records.filter((_, index) => index < at || index >= at + 20);
  },
  reorder: (records, random) => {
    const at = random.integer(0, records.length);
    return random.chance(0.5) ? records.toReversed() : [...records.slice(at), ...records.slice(0, at)];
  },
};

/** Damages the build cache or a compressed copy. Returns what it damaged. */
async function damage(output: string, random: SeededRandom): Promise<string> {
  const cache = `${output}.versions/cache`;
  if (random.chance(0.3)) {
    await flipByte(cache, random);
    return 'a byte of the cache';
  }
  if (random.chance(0.3)) {
    await truncate(cache, random.integer(0, 1000));
    return 'the end of the cache';
  }
  const copies = (await readdir(join(output, 'data'))).filter((name) => /\.(?:br|gz)$/.test(name));
  const name = random.pick(copies);
  await flipByte(join(output, 'data', name), random);
  return name;
}

async function flipByte(path: string, random: SeededRandom): Promise<void> {
  const bytes = await readFile(path);
  const at = random.integer(0, bytes.length - 1);
  bytes[at] = Number(bytes[at]) ^ 1;
  await writeFile(path, bytes);
}
