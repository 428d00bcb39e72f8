import Ajv2020 from '@redocly/ajv/dist/2020.js';
import { stringify } from 'csv-stringify/sync';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';

import { read } from '../../tests/documentation/markdown.ts';
import { runCommand } from '../../tests/support/run-node.ts';
import { writeSmallExplorer } from '../../tests/support/small-site.ts';
import { sampleCoastalFeatures, sampleRawData } from '../sample/sample-inputs.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';

const sample = { seed: 5, rawDataRecords: 60 };
const validate = new Ajv2020({ strict: true, allErrors: true, validateFormats: false }).compile(
  JSON.parse(read('docs/build-report.schema.json')) as object,
);

const folder = temporaryFolder();
let out: string;
let inputs: string[];

beforeAll(async () => {
  out = join(folder, 'site');
  inputs = ['--coastal-features', join(folder, 'features.csv'), '--raw-data', join(folder, 'records.csv')];
  const features = [...sampleCoastalFeatures(sample)].slice(0, 20);
  await writeFile(join(folder, 'features.csv'), stringify(features, { header: true }));
  await writeSmallExplorer(join(folder, 'explorer'));
});

async function build(records: readonly object[], ...options: string[]) {
  await writeFile(join(folder, 'records.csv'), stringify([...records], { header: true }));
  const small = ['--target', 'compute', '--explorer', join(folder, 'explorer')];
  const finished = await runCommand('build-data/build-data.ts', [...inputs, '--out', out, ...small, ...options]);
  return { ...finished, report: await readReport(`${out}.report.json`) };
}

async function readReport(path: string): Promise<Record<string, unknown>> {
  const report = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
  expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
  return report;
}

it('each outcome except an internal error has a report that conforms to the schema', { timeout: 120_000 }, async () => {
  const records = [...sampleRawData(sample)].map((record) => ({ ...record, LocationDetail: 'x' }));
  const first = await build(records);
  expect(first.report).toMatchObject({
    outcome: 'built',
    exitCode: 0,
    comparison: 'firstBuild',
    previousDataVersion: null,
    datasets: { RawData: { records: 60, previousRecords: null, added: null, changed: null, removed: null } },
    faults: [],
  });
  const { files } = first.report as { files: Record<'tree' | 'data' | 'deploy', { files: number; bytes: number }> };
  const inTree = (await readdir(out, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  expect([files.tree.files, files.deploy]).toEqual([inTree.length, files.tree]);

  const second = await build([...records.slice(1), { ...records[0], RawDataId: 999_999 }]);
  expect(second.report).toMatchObject({
    outcome: 'built',
    comparison: 'compared',
    previousDataVersion: first.report['dataVersion'],
    earlierVersions: [first.report['dataVersion']],
    datasets: { RawData: { records: 60, previousRecords: 60, added: 1, changed: 0, removed: 1 } },
  });
  const removed = (second.report['warnings'] as { code: string }[]).find(({ code }) => code === 'recordsRemoved');
  expect(removed).toMatchObject({
    dataset: 'RawData',
    count: 1,
    causes: [{ name: null, count: 1 }],
    examples: [{ identifier: String(records[0]?.RawDataId) }],
  });
  const deploy = (second.report['files'] as typeof files).deploy;
  expect(deploy.files).toBeGreaterThan(0);
  expect(deploy.bytes).toBeLessThan(files.tree.bytes);

  const removals = await build(records.slice(0, 10));
  expect([removals.exitCode, removals.report]).toMatchObject([
    4,
    { outcome: 'removalRefused', exitCode: 4, dataVersion: null, files: null, datasets: { RawData: { removed: 51 } } },
  ]);
  const faults = await build([{ RawDataId: 1 }]);
  expect([faults.exitCode, faults.report]).toMatchObject([
    3,
    { outcome: 'inputRefused', exitCode: 3, comparison: null, datasets: {} },
  ]);
  expect(faults.report['faults']).toMatchObject([
    { code: 'missingColumn', count: 16, causes: Array(16).fill({ count: 1 }), examples: Array(16).fill({}) },
  ]);
  const warnings = await build(records, '--fail-on-warning', 'recordsRemoved');
  expect([warnings.exitCode, warnings.report]).toMatchObject([
    5,
    { outcome: 'warningRefused', exitCode: 5, failedWarnings: ['recordsRemoved'] },
  ]);
  await mkdir(join(folder, 'foreign'));
  await writeFile(join(folder, 'foreign/notes.txt'), 'mine');
  const failed = await runCommand('build-data/build-data.ts', [...inputs, '--out', join(folder, 'foreign')]);
  expect(failed.exitCode).toBe(1);
  expect(await readReport(join(folder, 'foreign.report.json'))).toMatchObject({ outcome: 'outputFailed', exitCode: 1 });
});

it('--report names the file, and a report that cannot be written does not fail the build', async () => {
  const records = [...sampleRawData(sample)];
  const path = join(folder, 'reports/nightly.json');
  await mkdir(join(folder, 'reports'));
  await build(records, '--max-removed', '100', '--report', path);
  expect(await readReport(path)).toMatchObject({ outcome: 'built' });
  expect(await readdir(join(folder, 'reports'))).toEqual(['nightly.json']);
  const long = join(folder, `${'x'.repeat(240)}.json`);
  await build(records, '--report', long);
  expect(await readReport(long)).toMatchObject({ outcome: 'built' });
  const impossible = join(folder, `${'x'.repeat(260)}.json`);
  const { exitCode, stderr } = await build(records, '--report', impossible);
  expect(exitCode).toBe(0);
  expect(stderr).toContain(`Note: the report of this build could not be written to ${impossible}: `);
});
