import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { stringify } from 'csv-stringify/sync';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { runCommand } from '../tests/run-node.ts';
import { sampleCoastalFeatures, sampleRawData } from './sample/sample-inputs.ts';

const command = 'build-data/main.ts';
const sample = { seed: 5, rawDataRecords: 300 };

let folder: string;
let output: string;
let inputs: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-command-'));
  output = join(folder, 'site');
  const features = join(folder, 'features.csv');
  const records = join(folder, 'records.csv');
  await writeFile(features, stringify(sampleCoastalFeatures(sample), { header: true }));
  await writeFile(records, stringify([...sampleRawData(sample)], { header: true }));
  inputs = ['--coastal-features', features, '--raw-data', records];
});
afterEach(() => rm(folder, { recursive: true }));

/** A fingerprint of every file below a folder. */
async function fingerprint(directory: string): Promise<string> {
  const hash = createHash('sha256');
  for (const entry of (await readdir(directory, { recursive: true, withFileTypes: true })).sort((a, b) =>
    join(a.parentPath, a.name).localeCompare(join(b.parentPath, b.name)),
  )) {
    const path = join(entry.parentPath, entry.name);
    hash.update(path);
    if (entry.isFile()) hash.update(await readFile(path));
  }
  return hash.digest('hex');
}

describe('the build command', () => {
  it('builds two files into a tree, reports, and ends with 0', async () => {
    const { exitCode, stdout, stderr } = await runCommand(command, [
      ...inputs,
      '--out',
      output,
      '--base-url',
      'https://data.example.org/coast',
    ]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('RawData: 300 records');
    expect(stdout).toMatch(/Data version [0-9a-f]{16}, target static/);
    expect(stderr).toContain('RawData: reading');
    const page = await readFile(join(output, 'webapi/v1/RawData/pages/desc/1.json'), 'utf8');
    expect(page.slice(0, 200)).toContain('"NextPageLink":"2.json"');
    const feed = await readFile(join(output, 'feeds/records.json'), 'utf8');
    expect(feed.slice(0, 500)).toContain('"https://data.example.org/coast/feeds/records.json"');
  });

  it('calls sample data sample', async () => {
    const { exitCode, stdout } = await runCommand(command, [
      '--sample',
      '--records',
      '200',
      '--target',
      'compute',
      '--out',
      output,
    ]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('SAMPLE DATA');
    expect(await readFile(join(output, 'data/manifest.json'), 'utf8')).toContain('"sample":true');
  });

  it('refuses a mistake in row 7 by its name, ends with 1, and leaves an existing tree as it was', async () => {
    await runCommand(command, [...inputs, '--out', output]);
    const before = await fingerprint(output);
    const path = join(folder, 'records.csv');
    const rows = [...sampleRawData(sample)].map((record, index) =>
      index === 5
        ? { ...record, LocationDetail: null, SightingDateTime: '2021-02-30T10:00:00' }
        : { ...record, LocationDetail: null },
    );
    await writeFile(path, stringify(rows, { header: true }));
    const { exitCode, stdout, stderr } = await runCommand(command, [...inputs, '--out', output]);
    expect(exitCode).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain(path);
    expect(stderr).toMatch(/row 7\b.*SightingDateTime.*2021-02-30T10:00:00/);
    expect(stderr).toContain('Nothing was written');
    expect(await fingerprint(output)).toBe(before);
    expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('lists the faults of both files, when both have some', async () => {
    await writeFile(join(folder, 'features.csv'), 'a;b\n1;2\n');
    await writeFile(join(folder, 'records.csv'), '[{"RawDataId": NaN}]');
    const { exitCode, stderr } = await runCommand(command, [...inputs, '--out', output]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('features.csv');
    expect(stderr).toContain('records.csv');
    expect(stderr).not.toMatch(/\n {4}at /); // no stack
  });

  it.each([
    [[], '--out is missing'],
    [['--out', '', '--sample'], '--out is empty'],
    [['--out', ' ', '--sample'], '--out is empty'],
    [['--out', '.', '--sample'], 'holds the directory that this command runs in'],
    [['--out', '..', '--sample'], 'holds the directory that this command runs in'],
    [['--out', '/', '--sample'], 'holds the directory that this command runs in'],
    [['--out', 'x'], '--coastal-features is missing'],
    [['--out', 'x', '--coastal-features', 'y'], '--raw-data is missing'],
    [['--out', 'x', '--sample', '--raw-data', 'y'], '--sample makes its own data'],
    [['--out', 'x', '--sample', '--records', 'many'], '--records many is not a whole number'],
    [['--out', 'x', '--sample', '--target', 'moon'], '--target moon is unknown'],
    [['--out', 'x', '--sample', '--previous-timeout', '0'], '--previous-timeout 0 is not a number of minutes, above 0'],
    [['--out', 'x', '--sample', '--previous-timeout', '99999'], 'up to 10080'],
    [['--out', 'x', '--sample', '--base-url', 'here'], '--base-url here is not an address'],
    [['--out', 'x', '--sample', '--base-url', 'https://a.example/webapi/'], 'another beginning than /webapi'],
    [['--out', 'x', '--sample', '--base-url', 'https://a.example/küste'], 'is not a path such as /coast/'],
    [['--out', 'x', '--sample', '--explorer', '/nowhere'], '--explorer /nowhere does not exist'],
    [['--outt', 'x'], '--outt'],
  ])('answers %j with the reason, the usage and 2', async (commandLine, reason) => {
    const { exitCode, stderr } = await runCommand(command, commandLine);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(reason);
    expect(stderr).toContain('Usage: npm run build:data');
  });

  it('prints its usage when asked, and ends with 0', async () => {
    const { exitCode, stdout } = await runCommand(command, ['--help']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Usage: npm run build:data');
  });
});
