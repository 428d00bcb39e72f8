import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, linkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';

import { folderOfTest } from '../../tests/support/temporary-folder.ts';
import { hostLimits, type HostLimits } from '../hosting/host-limits.ts';
import { exportFormats } from './export-formats.ts';
import { hasProgram } from './testing/outside-programs.ts';
import { sampleTables } from './testing/sample-tables.ts';
import { exportInto, type ExportFolder } from './testing/written-exports.ts';

/* How later builds treat the exports under hashed names of earlier builds. */

const hasSha256sum = hasProgram('sha256sum');
let builds: ExportFolder[] = [];
beforeEach(() => {
  builds = [];
});

/** Builds this many records over the previous build. */
async function build(records: number, limits?: HostLimits): Promise<ExportFolder> {
  const previousDirectory = builds.at(-1)?.directory;
  const built = await exportInto(folderOfTest(), sampleTables(records), { previousDirectory, limits });
  builds.push(built);
  return built;
}

/** RawData has as many files as CoastalFeatures: one for each format but KML or Darwin Core. */
const formatsOfRecords = exportFormats.length - 1;

const csvOf = ({ files }: ExportFolder): string =>
  files.find(({ path }) => path === 'downloads/RawData.csv')?.hashedPath ?? 'no such export';
const checksums = async (built: ExportFolder): Promise<string> =>
  (await built.read('downloads/checksums.txt')).toString();

it('earlier exports remain through two builds of other data, and any number of builds of the same data', async () => {
  const [first, second] = [await build(100), await build(101)];
  const before = await first.read(csvOf(first));
  await build(101);
  const third = await build(102);
  for (const earlier of [first, second]) expect(existsSync(third.pathOf(csvOf(earlier)))).toBe(true);
  expect((await third.read(csvOf(first))).equals(before)).toBe(true);
  expect(third.expected).toContain(csvOf(first));
  // The features have not changed.
  expect(third.earlierFiles).toBe(2 * formatsOfRecords);
  const fourth = await build(103);
  expect([first, second, third].map((earlier) => existsSync(fourth.pathOf(csvOf(earlier))))).toEqual([
    false,
    true,
    true,
  ]);
});

it.skipIf(!hasSha256sum)('earlier exports are in the list of checksums, which sha256sum accepts', async () => {
  const first = await build(100);
  const second = await build(101);
  expect(await checksums(second)).toContain(`  ${csvOf(first).slice('downloads/'.length)}\n`);
  const folder = second.pathOf('downloads');
  const output = execFileSync('sha256sum', ['--check', '--strict', 'checksums.txt'], { cwd: folder, encoding: 'utf8' });
  expect(output.trim().split('\n')).toHaveLength(2 * formatsOfRecords * 2 + formatsOfRecords);
  expect(output.replaceAll(/: OK$/gm, '')).not.toContain(':');
});

it('earlier exports are not kept when they have changed', async () => {
  const first = await build(100);
  const hashed = (extension: string): string =>
    first.files.find(({ path }) => path === `downloads/RawData.${extension}`)?.hashedPath ?? 'no such export';
  // Both names are links to one file, and the file under the other name must not change.
  const remove = (extension: string): string => {
    const path = first.pathOf(hashed(extension));
    rmSync(path);
    return path;
  };
  writeFileSync(remove('csv'), 'damaged');
  rmSync(first.pathOf(hashed('fgb')));
  const secret = join(folderOfTest(), 'secret');
  writeFileSync(secret, 'not for everybody');
  symlinkSync(secret, remove('parquet'));
  execFileSync('mkfifo', [remove('ndjson')]);
  const second = await build(101);
  expect(second.earlierFiles).toBe(formatsOfRecords - 4);
  expect((await readdir(second.pathOf('downloads'))).filter((name) => name.includes('RawData.'))).toContain(
    hashed('geojson').slice('downloads/'.length),
  );
  for (const extension of ['csv', 'fgb', 'parquet', 'ndjson']) {
    expect(existsSync(second.pathOf(hashed(extension)))).toBe(false);
  }
});

it('earlier exports are not copied from outside their directory, whatever names a forged list contains', async () => {
  const first = await build(100);
  const sha256 = first.files[0]?.sha256 ?? '';
  const names = [`../RawData.${sha256.slice(0, 16)}.csv`, `RawData.${sha256.slice(0, 16)}.exe`, 'RawData.csv'];
  linkSync(first.pathOf(csvOf(first)), first.pathOf(`RawData.${sha256.slice(0, 16)}.csv`));
  appendFileSync(
    first.pathOf('downloads/checksums.txt'),
    `# Of an earlier version:\n${names.map((name) => `${sha256}  ${name}\n`).join('')}`,
  );
  expect((await build(101)).earlierFiles).toBe(formatsOfRecords);
});

it("earlier exports are omitted when they exceed the host's limits together with the current version", async () => {
  const first = await build(100);
  const bytes = first.files.reduce((sum, file) => sum + file.bytes * 2, 0);
  // Exports may take half of the bytes of a site.
  const limits = { ...hostLimits['github-pages'], maxBytesPerSite: (bytes + 60_000) * 2 };
  const second = await build(101, limits);
  expect(second.omitted).toEqual([]);
  expect(second.earlierFiles).toBeLessThan(formatsOfRecords);
  expect(await readFile(second.pathOf('downloads/checksums.txt'), 'utf8')).toContain('RawData.csv');
});
