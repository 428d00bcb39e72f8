import { existsSync } from 'node:fs';
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { csvHeaderLine, csvRecordLine } from '../core/datasets/csv.ts';
import type { DatasetDescription, DatasetRecord } from '../core/datasets/dataset-description.ts';
import { coastalFeatures, rawData } from '../core/datasets/datasets.ts';
import { isFullSize, printedRandom } from '../tests/support/test-size.ts';
import { folderOfTest } from '../tests/support/temporary-folder.ts';
import { type BuildOptions, buildSite } from './build.ts';
import { sampleCoastalFeatures, sampleRawData } from './sample/sample-inputs.ts';
import type { SeededRandom } from './sample/seeded-random.ts';
import { defaultSiteFile, readSiteFile, type SiteFile } from './site/site-file.ts';
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
      const form = random.chance(0.5) ? 'CSV' : random.pick(Object.keys(formOf));
      const inputs = await writeInputs(dirname(full), records, form);
      const options = random.pick([{}, {}, {}, { exports: true }, { siteFile: otherRegion }]);
      const result = await buildFrom(inputs, incremental, build, options);
      await rm(`${full}.versions/cache`, { force: true });
      const done = `build ${build} of ${form}: ${edits.join(', ')}`;
      expect(result, done).toEqual(await buildFrom(inputs, full, build, options));
      // A refused build replaces no damaged file.
      if (result.kind === 'built') expect(await filesOf(incremental), done).toEqual(await filesOf(full));
    }
  }, 600_000);

  it('replaces a damaged file of the earlier build', async () => {
    const folder = folderOfTest();
    const [damaged, full] = [join(folder, 'damaged'), join(folder, 'full')];
    const random = printedRandom('damage');
    const inputs = await writeInputs(folder, samples.slice(0, 1000), 'CSV');
    for (const output of [damaged, full]) await buildFrom(inputs, output, 0);
    const isData = (name: string): boolean => /^[0-9a-f]{32}\.json$/.test(name);
    const names = (await readdir(join(damaged, 'data'))).filter(isData);
    for (const name of names.filter(() => random.chance(0.3))) await flipByte(join(damaged, 'data', name), random);
    await buildFrom(inputs, damaged, 1);
    expect(await reproducibleFilesOf(damaged)).toEqual(await reproducibleFilesOf(full));
  });
});

type Inputs = Parameters<typeof buildSite>[0]['inputs'];

/** Returns what the build reports. */
async function buildFrom(
  inputs: Inputs,
  outputDirectory: string,
  build: number,
  options: Partial<BuildOptions> = {},
): Promise<{ readonly kind: string; readonly issues: unknown }> {
  const now = (): Date => new Date(Date.UTC(2026, 0, 1 + build));
  const where = { outputDirectory, siteUrl: 'http://localhost/', target: 'compute', exports: false } as const;
  const { kind, issues } = await buildSite({ ...where, inputs, maxRemovedPercent: 100, ...options }, { now });
  return { kind, issues: issues.groups };
}

const defaultSite = readSiteFile(defaultSiteFile);
/** Most of the samples are outside this region, which causes warnings. */
const otherRegion: SiteFile = {
  ...defaultSite,
  region: { ...defaultSite.region, box: { west: 110, south: -45, east: 114, north: -8 } },
};

const formOf: Readonly<Record<string, (csv: string, records: readonly DatasetRecord[]) => string>> = {
  CSV: (csv) => csv,
  JSON: (_, records) => JSON.stringify(records),
  CRLF: (csv) => csv.replaceAll('\n', '\r\n'),
  'no final line end': (csv) => csv.slice(0, -1),
  'another header': (csv) => csv.replace('\n', ',Extra\n'),
  'another column': (csv) => csv.replaceAll('\n', ',\n').replace(',\n', ',Extra\n'),
  'a row twice': (csv) => csv + csv.slice(csv.lastIndexOf('\n', csv.length - 2) + 1),
  'a blank line': (csv) => `${csv}\n`,
};

/** Writes the records in a form. */
async function writeInputs(folder: string, records: readonly DatasetRecord[], form: string): Promise<Inputs> {
  const paths = { coastalFeatures: join(folder, 'features.csv'), rawData: join(folder, 'records') };
  const csv = (dataset: DatasetDescription, rows: readonly DatasetRecord[]): string =>
    [csvHeaderLine(dataset, 'plain'), ...rows.map((row) => csvRecordLine(dataset, row, 'plain'))].join('');
  await writeFile(paths.coastalFeatures, csv(coastalFeatures, features));
  await writeFile(paths.rawData, formOf[form]?.(csv(rawData, records), records) ?? '');
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
  if (!existsSync(cache)) return 'nothing';
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
