import { existsSync } from 'node:fs';
import { appendFile, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { coastalFeatures } from '../../core/datasets/datasets.ts';
import { exportEndingOf, exportPath } from '../../core/storage/format/layout.ts';
import { fixtureTables } from '../../tests/contract/fixture/fixture-tree.ts';
import { writeSmallExplorer } from '../../tests/support/small-site.ts';
import { buildSite } from '../build.ts';
import { defaultSampleOptions } from '../sample/sample-inputs.ts';
import { runBuild } from '../testing/run-build.ts';
import { hostLimits } from '../hosting/host-limits.ts';
import type { WrittenSite } from '../publish/publish-version.ts';
import { siteOptionsIn, siteToStartWith } from '../../tests/support/start-site.ts';
import { writeSite, type SiteOptions } from '../testing/write-site.ts';
import { exportColumns } from './export-columns.ts';
import { exportFormats } from './export-formats.ts';
import { FileOutput } from './exported-file.ts';
import { sampleTables } from './testing/sample-tables.ts';
import { exportInto } from './testing/written-exports.ts';
import { folderOfTest } from '../../tests/support/temporary-folder.ts';

let folder: string;
let options: SiteOptions;

beforeEach(() => {
  folder = folderOfTest();
  options = siteOptionsIn(folder);
});

/** Copies a site of 100 records to the output. Most tests start with it. */
const copySite = siteToStartWith(sampleTables(100));
const startWithSite = () => copySite(options.outputDirectory);

/** The hashed path of an export of a build. */
function hashedOf({ exports }: WrittenSite, name: string): string {
  const file = exports?.files.find(({ path }) => path === `downloads/${name}`);
  return join(options.outputDirectory, file?.hashedPath ?? 'no such export');
}

const downloads = async (): Promise<string[]> => (await readdir(join(options.outputDirectory, 'downloads'))).sort();

describe('exports in a site', () => {
  afterEach(() => vi.restoreAllMocks());

  it('are the same files for the same data, and replace the exports of other data under the stable names', async () => {
    const first = await startWithSite();
    const names = await downloads();
    const again = await writeSite(sampleTables(100), { ...options, builtAt: '2026-02-01T00:00:00.000Z' });
    expect(again.exports).toEqual(first.exports);
    expect(await downloads()).toEqual(names);
    const other = await writeSite(sampleTables(101), options);
    const plain = join(options.outputDirectory, 'downloads/RawData.csv');
    expect(await readFile(plain)).not.toEqual(await readFile(hashedOf(first, 'RawData.csv')));
    expect(await readFile(plain)).toEqual(await readFile(hashedOf(other, 'RawData.csv')));
  });

  it('are linked to those of the earlier build, unless these are damaged', async () => {
    const first = await startWithSite();
    const damaged = join(options.outputDirectory, 'downloads/RawData.csv');
    const content = await readFile(damaged);
    await writeFile(damaged, Buffer.alloc(content.length, 'damaged '));
    const paths = first.exports?.files.map(({ path }) => join(options.outputDirectory, path)) ?? [];
    const inodeOf = async (path: string) => (await stat(path)).ino;
    const before = await Promise.all(paths.map(inodeOf));
    const second = await writeSite(sampleTables(100), options);
    const after = await Promise.all(paths.map(inodeOf));
    expect(paths.filter((_, index) => before[index] !== after[index])).toEqual([damaged]);
    expect(await readFile(damaged)).toEqual(content);
    expect(await inodeOf(hashedOf(second, 'RawData.csv'))).toBe(await inodeOf(damaged));
  });

  it('are reused if the records and the metadata are the same, unless the files are damaged', async () => {
    const opened = new Set<string>();
    for (const description of exportFormats) {
      const { format, open } = description;
      vi.spyOn(description, 'open').mockImplementation((table, ...more) => {
        opened.add(exportPath(table.dataset.name, exportEndingOf[format]).slice('downloads/'.length));
        return open(table, ...more);
      });
    }
    const build = async (records: number, attribution: string) => {
      opened.clear();
      const inputs = { kind: 'sample', options: { ...defaultSampleOptions, rawDataRecords: records } } as const;
      // A host without compressed copies, which would take most of the time.
      const { outputDirectory } = options;
      const where = { outputDirectory, siteUrl: 'http://localhost/', target: 'compute', host: 'cloudflare' } as const;
      await buildSite({ ...where, rights: { attribution }, inputs, maxRemovedPercent: 100 });
      return [...opened].sort();
    };
    const all = await build(100, 'A');
    const csv = join(options.outputDirectory, 'downloads/RawData.csv');
    const content = await readFile(csv);
    await appendFile(csv, 'damaged');
    expect(await build(100, 'A')).toEqual(['RawData.csv']);
    expect(await readFile(csv)).toEqual(content);
    expect(await build(101, 'A')).toEqual(all.filter((name) => name.startsWith('RawData')));
    expect(await build(101, 'B')).toEqual(all);
  });

  it('have compressed copies under both names if they are text', async () => {
    const { exports } = await startWithSite();
    const at = (path: string): string => join(options.outputDirectory, path);
    for (const { path, hashedPath, format } of exports?.files ?? []) {
      const isText = exportFormats.find((description) => description.format === format)?.isText;
      for (const name of [path, hashedPath]) {
        expect([name, existsSync(at(`${name}.br`)), existsSync(at(`${name}.gz`))]).toEqual([name, isText, isText]);
        if (isText !== true) continue;
        const plain = await readFile(at(name));
        expect(brotliDecompressSync(await readFile(at(`${name}.br`))).equals(plain)).toBe(true);
        expect(gunzipSync(await readFile(at(`${name}.gz`))).equals(plain)).toBe(true);
      }
    }
  });

  it('keep other files in their directory, but delete the files of earlier builds', async () => {
    await startWithSite();
    const report = join(options.outputDirectory, 'downloads/annual-report.pdf');
    await writeFile(report, 'added by the publisher');
    await writeFile(join(options.outputDirectory, 'downloads/RawData.0123456789abcdef.csv.br'), 'of an earlier build');
    const { exports } = await writeSite(sampleTables(100), options);
    expect(await readFile(report, 'utf8')).toBe('added by the publisher');
    expect(await downloads()).not.toContain('RawData.0123456789abcdef.csv.br');
    expect(await downloads()).toContain(exports?.files[0]?.path.slice('downloads/'.length));
    await writeSite(sampleTables(60), { ...options, exports: false });
    expect(await downloads()).toEqual(['annual-report.pdf']);
  });

  it('are reported by the command, and omitted with --no-exports', async () => {
    const explorer = join(folder, 'explorer');
    await writeSmallExplorer(explorer);
    const small = ['--sample', '--records', '60', '--target', 'compute', '--explorer', explorer];
    const command = [...small, '--out', options.outputDirectory];
    const { stdout } = await runBuild(command);
    expect(stdout).toMatch(/For download: 14 files, \d.* in downloads\/, each under two names/);
    expect(await readFile(join(options.outputDirectory, 'downloads/RawData-spreadsheet.csv'), 'utf8')).toContain(
      ',sample\r\n',
    );
    expect((await runBuild([...command, '--no-exports'])).stdout).not.toContain('For download');
    expect(existsSync(join(options.outputDirectory, 'downloads'))).toBe(false);
  });
});

describe('exports for a host with limits', () => {
  it('omit and report a file that is too large, which then has no checksum', async () => {
    const all = await exportInto(folder, fixtureTables());
    const limits = { ...hostLimits.cloudflare, maxBytesPerFile: 20_000 };
    const within = await exportInto(folderOfTest(), fixtureTables(), { limits });
    const paths = ({ files }: typeof all): string[] => files.map(({ path }) => path);
    expect(within.omitted.length).toBeGreaterThan(0);
    expect([...paths(within), ...within.omitted.map(({ path }) => path)].sort()).toEqual(paths(all).sort());
    for (const { path, bytes } of within.omitted) {
      expect(bytes).toBeGreaterThan(20_000);
      expect(existsSync(within.pathOf(path))).toBe(false);
      expect((await within.read('downloads/checksums.txt')).toString()).not.toContain(path.slice('downloads/'.length));
    }
    for (const { bytes } of within.files) expect(bytes).toBeLessThanOrEqual(20_000);
  });
});

describe('a column that only downloads have', () => {
  afterEach(() => exportColumns.clear());

  it('is in every format, after the fields', async () => {
    exportColumns.set(coastalFeatures, [
      {
        name: 'Rank',
        label: 'rank',
        type: 'text',
        nulls: 'never',
        meaning: 'The position in the list.',
        valueOf: (_, index, table) => `rank ${index + 1} of ${table.size}`,
      },
    ]);
    const { files, read } = await exportInto(folder, sampleTables(10));
    const contents = new Map<string, string>();
    for (const { path } of files) contents.set(path, (await read(path)).toString('latin1'));
    for (const [path, content] of contents) {
      const isThere = content.includes('Rank') && content.includes('rank 1 of 60');
      expect([path, isThere]).toEqual([path, path.includes('CoastalFeatures')]);
    }
    expect(contents.get('downloads/CoastalFeatures.csv')).toMatch(/,Rank\r\n.*,rank 1 of 60\r\n/);
    expect(contents.get('downloads/CoastalFeatures.ndjson')).toMatch(/,"Rank":"rank 60 of 60"}\n$/);
  });
});

describe('a file that is written in parts', () => {
  it('contains parts of any size, and the overwritten bytes', async () => {
    const path = join(folder, 'parts');
    const output = new FileOutput(path);
    const parts = ['a', 'é'.repeat(400_000), 'b'.repeat(1_100_000), '', '🦈'.repeat(300_000), 'c'.repeat(1024 * 1024)];
    for (const part of parts) output.text(part);
    output.bytes(new Uint8Array(3_000_000).fill(100));
    output.overwrite(0, Buffer.from('A'));
    output.text('end');
    output.finish();
    output.close();
    const expected = Buffer.from(`A${parts.slice(1).join('')}${'d'.repeat(3_000_000)}end`);
    expect((await readFile(path)).equals(expected)).toBe(true);
    expect(output.length).toBe(expected.length);
    await appendFile(path, '!');
    expect((await stat(path)).size).toBe(expected.length + 1);
  });
});
