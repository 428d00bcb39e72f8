import { cp, readFile, readdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { stringify } from 'csv-stringify/sync';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { runCommand } from '../tests/support/run-node.ts';
import { writeSmallExplorer } from '../tests/support/small-site.ts';
import { escapeText } from './format-text.ts';
import { readCommandOptions } from './options.ts';
import { takeLock } from './publish/build-lock.ts';
import { UsageError } from './run-command.ts';
import { sampleCoastalFeatures, sampleRawData } from './sample/sample-inputs.ts';
import { runBuild } from './testing/run-build.ts';
import { filesOf } from './testing/tree-state.ts';
import { folderOfTest, temporaryFolder } from '../tests/support/temporary-folder.ts';

const command = 'build-data/build-data.ts';
const sample = { seed: 5, rawDataRecords: 300 };
const records = [...sampleRawData(sample)];
const toCsv = (rows: readonly object[]): string => stringify([...rows], { header: true });
const featuresCsv = toCsv([...sampleCoastalFeatures(sample)].slice(0, 40));
const recordsCsv = toCsv(records);

let folder: string;
let output: string;
let inputs: string[];
/** A small explorer, so that compressing its pages does not dominate the tests. */
const explorer = temporaryFolder();
/** A directory with a site of all records, from which most tests start. */
const startFolder = temporaryFolder();
/** The inputs, with options that omit everything slow. */
let quick: string[];

beforeAll(async () => {
  await writeSmallExplorer(explorer);
  const [features, all] = [join(startFolder, 'features.csv'), join(startFolder, 'records.csv')];
  await writeFile(features, featuresCsv);
  await writeFile(all, recordsCsv);
  const files = ['--coastal-features', features, '--raw-data', all];
  const built = await runBuild([...files, ...quickOptions(), '--out', join(startFolder, 'site')]);
  expect(built.exitCode, built.stderr).toBe(0);
});
beforeEach(async () => {
  folder = folderOfTest();
  output = join(folder, 'site');
  const features = join(folder, 'features.csv');
  await writeFile(features, featuresCsv);
  await writeFile(recordsPath(), recordsCsv);
  inputs = ['--coastal-features', features, '--raw-data', recordsPath()];
  quick = [...inputs, ...quickOptions()];
});

const recordsPath = (): string => join(folder, 'records.csv');
const quickOptions = (): string[] => ['--target', 'compute', '--no-exports', '--explorer', explorer];
/** The command line that builds sample data into `output`. */
const sampleCommandLine = (...options: string[]): string[] => [
  ...['--sample', '--records', '50', ...quickOptions(), '--out', output, ...options],
];

/** Copies the site of all records to the output, as if a build had written it there. */
const startWithSite = (): Promise<void> =>
  cp(join(startFolder, 'site'), output, { recursive: true, dereference: true });

// Some tests run several builds.
describe('the build command', { timeout: 60_000 }, () => {
  it('builds a tree from two files, prints a report, and exits with 0', async () => {
    const { exitCode, stdout, stderr } = await runCommand(command, [
      ...[...inputs, '--no-exports', '--explorer', explorer, '--out', output],
      ...['--base-url', 'https://data.example.org/coast'],
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

  it('marks sample data as such', async () => {
    const { exitCode, stdout } = await runBuild(sampleCommandLine());
    expect(exitCode).toBe(0);
    expect(stdout).toContain('SAMPLE DATA');
    expect(await readFile(join(output, 'data/manifest.json'), 'utf8')).toContain('"sample":true');
  });

  it('names a fault in row 7, exits with 3, and does not change an existing tree', async () => {
    await startWithSite();
    const before = await filesOf(output);
    const rows = records.map((record, index) =>
      index === 5
        ? { ...record, LocationDetail: null, SightingDateTime: '2021-02-30T10:00:00' }
        : { ...record, LocationDetail: null },
    );
    await writeFile(recordsPath(), toCsv(rows));
    const { exitCode, stdout, stderr } = await runBuild([...quick, '--out', output]);
    expect(exitCode).toBe(3);
    expect(stdout).toBe('');
    expect(stderr).toContain(recordsPath());
    expect(stderr).toMatch(/row 7\b.*SightingDateTime.*2021-02-30T10:00:00/);
    expect(stderr).toContain('Nothing was written');
    expect(await filesOf(output)).toEqual(before);
    expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('does not overwrite the default report of the build that has the lock', async () => {
    const release = await takeLock(output);
    await writeFile(`${output}.report.json`, '{"reportVersion": 1}');
    expect((await runBuild(sampleCommandLine())).exitCode).toBe(1);
    expect(await readFile(`${output}.report.json`, 'utf8')).toBe('{"reportVersion": 1}');
    const otherReport = join(folder, 'other.json');
    expect((await runBuild(sampleCommandLine('--report', otherReport))).exitCode).toBe(1);
    expect(await readFile(otherReport, 'utf8')).toContain('"outcome": "outputFailed"');
    await release();
  });

  it('lists the faults of both files', async () => {
    await writeFile(join(folder, 'features.csv'), 'a;b\n1;2\n');
    await writeFile(join(folder, 'records.csv'), '[{"RawDataId": NaN}]');
    const { exitCode, stderr } = await runBuild([...inputs, '--out', output]);
    expect(exitCode).toBe(3);
    expect(stderr).toContain('features.csv');
    expect(stderr).toContain('records.csv');
    expect(stderr).not.toMatch(/\n {4}at /); // no stack trace
  });

  it('reports added, changed and removed records, and refuses to remove more than --max-removed allows', async () => {
    const build = (...options: string[]) => runBuild([...quick, '--out', output, ...options]);
    await startWithSite();

    const corrected = records.map((record, index) => (index < 2 ? { ...record, LocationDetail: 'corrected' } : record));
    const more = { ...records[0], RawDataId: 999_999 };
    await writeFile(recordsPath(), toCsv([...corrected.slice(0, 270), more]));
    const allowed = await build();
    expect(allowed.exitCode).toBe(0);
    expect(allowed.stdout).toContain('RawData: 271 records (1 added, 2 changed, 30 removed)');
    expect(allowed.stderr).toContain('Records of the previous build are missing (30).');

    const before = await filesOf(output);
    await writeFile(recordsPath(), toCsv(corrected.slice(0, 200)));
    const refused = await build();
    expect(refused.exitCode).toBe(4);
    expect(refused.stdout).toBe('');
    expect(refused.stderr).toContain(
      '71 of 271 records (26.2 %) are missing from the 200 of this build; --max-removed 10 allows 27, --max-removed 27 would allow them',
    );
    expect(refused.stderr).toContain(`Nothing was written to ${output}.`);
    expect(await filesOf(output)).toEqual(before);
    expect((await build('--max-removed', '26.1')).exitCode).toBe(4);
    const explicit = await build('--max-removed', '27');
    expect([explicit.exitCode, explicit.stdout.split('\n')[1]]).toEqual([
      0,
      expect.stringContaining('RawData: 200 records (0 added, 0 changed, 71 removed)'),
    ]);
  });

  it('refuses to remove records of a build in an earlier version of the format', async () => {
    const build = (...options: string[]) => runBuild([...quick, '--out', output, ...options]);
    await startWithSite();
    const manifest = join(output, 'data/manifest.json');
    await writeFile(manifest, (await readFile(manifest, 'utf8')).replace(/"version":\d+/, '"version":1'));
    await writeFile(recordsPath(), toCsv(records.slice(0, 60)));
    const refused = await build();
    expect([refused.exitCode, refused.stderr]).toEqual([4, expect.stringContaining('240 of 300 records (80.0 %)')]);
    expect((await build('--max-removed', '80')).exitCode).toBe(0);
  });

  it('refuses to remove records from the output, even when --previous names a build with fewer records', async () => {
    const build = (...options: string[]) => runBuild([...quick, ...options]);
    await startWithSite();
    const before = await filesOf(output);
    await writeFile(recordsPath(), toCsv(records.slice(0, 60)));
    const small = join(folder, 'small');
    expect((await build('--out', small)).exitCode).toBe(0);
    const refused = await build('--out', output, '--previous', small);
    expect([refused.exitCode, refused.stderr]).toEqual([4, expect.stringContaining('240 of 300 records (80.0 %)')]);
    const report = JSON.parse(await readFile(`${output}.report.json`, 'utf8')) as object;
    expect(report).toMatchObject({ datasets: { RawData: { previousRecords: 300, removed: 240 } } });
    expect(await filesOf(output)).toEqual(before);
    expect((await build('--out', output, '--previous', small, '--max-removed', '80')).exitCode).toBe(0);
  });

  it('refuses a header without records, even in a first build, unless --max-removed is 100', async () => {
    await writeFile(recordsPath(), `${Object.keys(records[0] ?? {}).join(',')}\n`);
    const build = (...options: string[]) => runBuild([...quick, '--out', output, ...options]);
    const { exitCode, stderr } = await build();
    expect(exitCode).toBe(3);
    expect(stderr).toContain('No records (1). Check that the export was completed; --max-removed 100 permits');
    const allowed = await build('--max-removed', '100');
    expect([allowed.exitCode, allowed.stdout]).toEqual([0, expect.stringContaining('RawData: 0 records')]);
  });

  it('does not compare sample data with published data, and lets samples replace each other', async () => {
    await startWithSite();
    for (const seed of ['1', '2']) {
      const { exitCode, stdout } = await runBuild(sampleCommandLine('--seed', seed));
      expect(exitCode).toBe(0);
      expect(stdout).toContain(seed === '1' ? 'Not compared: only one of' : 'Compared with version');
    }
    const { exitCode } = await runBuild([...quick, '--out', output]);
    expect(exitCode).toBe(0);
  });

  it('reports that nothing could be compared when the previous build is damaged, or exits with 5 if --fail-on-warning says so', async () => {
    const build = (...options: string[]) => runBuild([...quick, '--out', output, ...options]);
    await startWithSite();
    await truncate(join(output, 'data/manifest.json'), 100);
    for (const kind of ['previousUnreadable', 'all']) {
      const strict = await build('--fail-on-warning', kind);
      expect(strict.exitCode).toBe(5);
      expect(strict.stderr).toMatch(/--fail-on-warning refuses .*previousUnreadable.*\. Nothing was written to/);
    }
    const { exitCode, stdout, stderr } = await build('--fail-on-warning', 'unknownColumn');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Not compared: the previous build cannot be read');
    expect(stderr).toContain('The previous build cannot be read, so added, changed and removed records are unknown');
  });

  it.each([
    [[], '--out is missing'],
    [['--out', '', '--sample'], '--out is empty'],
    [['--out', '.', '--sample'], 'contains the working directory'],
    [['--out', 'x'], '--coastal-features is missing'],
    [['--out', 'x', '--coastal-features', 'y'], '--raw-data is missing'],
    [['--out', 'x', '--sample', '--raw-data', 'y'], '--sample generates its own data'],
    [['--out', 'x', '--sample', '--records', 'many'], '--records many is not a whole number'],
    [['--out', 'x', '--sample', '--target', 'moon'], '--target moon is unknown'],
    [['--out', 'x', '--sample', '--base-url', 'here'], '--base-url here is not a URL'],
    [['--out', 'x', '--sample', '--base-url', 'https://a.example/?x=1'], 'contains a query (from "?")'],
    [['--out', 'x', '--sample', '--base-url', 'https://a.example/#top'], 'contains a fragment (from "#")'],
    [['--out', 'x', '--sample', '--previous', ''], '--previous is empty'],
    [['--out', 'x', '--sample', '--previous', 'ftp://a.example/'], 'neither a directory nor an http or https URL'],
    [
      ['--out', 'x', '--sample', '--previous', 'https://me:pw@a.example/'],
      '--previous contains a user name or a password',
    ],
    [['--out', 'x', '--sample', '--base-url', 'https://a.example/webapi/'], 'not beginning with /webapi'],
    [['--out', 'x', '--sample', '--base-url', 'https://a.example/küste'], 'is not a path such as /coast/'],
    [['--out', 'x', '--sample', '--explorer', '/nowhere'], '--explorer /nowhere does not exist'],
    [['--out', 'x', '--sample', '--max-removed', 'some'], '--max-removed some is not a percentage from 0 to 100'],
    [['--out', 'x', '--sample', '--fail-on-warning', 'typo'], 'typo is unknown: choose all, or one of emptyDataset,'],
    [['--out', 'x', '--sample', '--report', ''], '--report is empty'],
    [['--out', 'x', '--sample', '--report', 'x/report.json'], 'x/report.json is inside --out'],
    [['--out', 'x', '--sample', '--report', 'docs'], '--report docs is a directory'],
    [['--out', 'x', '--sample', '--report', 'nowhere/r.json'], 'nowhere is not a directory. Create it'],
    [['--out', 'x', '--coastal-features', '', '--raw-data', 'y'], '--coastal-features is empty'],
    [['--out', 'x', '--sample', '--explorer', 'package.json'], '--explorer package.json contains no built explorer'],
    [['--out', 'app/x', '--sample', '--explorer', 'app'], '--out is inside --explorer app'],
    [['--out', 'x', '--sample', '--target', 'e\u001b[31m\n'], '--target e\\u{1b}[31m\\n is unknown'],
    [['--outt', 'x'], '--outt'],
  ])('refuses the command line %j with the reason', (commandLine, reason) => {
    let refusal: unknown;
    try {
      readCommandOptions(commandLine);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(UsageError);
    expect(escapeText((refusal as UsageError).message)).toContain(reason);
  });

  it('prints its usage with --help, and exits with 0', async () => {
    const { exitCode, stdout } = await runCommand(command, ['--help']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Usage: npm run build:data');
  });
});
