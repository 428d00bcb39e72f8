import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import { writeFixtureSite } from '../../tests/contract/fixture/fixture-tree.ts';
import { runBuild } from '../testing/run-build.ts';
import { exceededLimits, type HostName, hostNames, measureTree, type TreeMeasure } from './host-limits.ts';
import { folderOfTest } from '../../tests/support/temporary-folder.ts';

const small: TreeMeasure = {
  files: 200,
  bytes: 9_000_000,
  largestFile: { path: 'data/a.bin', bytes: 400_000 },
  fullestFolder: { path: 'data', files: 150 },
  hasStaticResponses: true,
};

describe('the limits of hosts', () => {
  it.each(hostNames)('accept a small site: %s', (host) => {
    expect(exceededLimits(host, small)).toEqual([]);
  });

  it.each<[HostName, Partial<TreeMeasure>, Partial<TreeMeasure>, string]>([
    [
      'cloudflare',
      { files: 20_000 },
      { files: 20_001 },
      'Cloudflare Workers allows at most 20,000 files, and there are 20,001: build with --target compute, ' +
        'which writes no files for single records or complete datasets.',
    ],
    [
      'netlify',
      { files: 90_000, fullestFolder: { path: 'data', files: 54_000 } },
      { fullestFolder: { path: 'data', files: 54_001 } },
      'Netlify allows at most 54,000 files in one directory, and data has 54,001: build with',
    ],
    [
      'github-pages',
      { largestFile: { path: 'a', bytes: 104_857_600 } },
      { largestFile: { path: 'a', bytes: 104_957_600 } },
      'GitHub Pages allows at most 104.9 MB per file, and a has 105.0 MB: build with',
    ],
    [
      'github-pages',
      { bytes: 1_000_000_000 },
      { bytes: 1_200_000_000 },
      'GitHub Pages allows at most 1000.0 MB in total, and there are 1200.0 MB: build with',
    ],
  ])('of %s accept a value at the limit, and report a greater value', (host, within, beyond, message) => {
    expect(exceededLimits(host, { ...small, ...within })).toEqual([]);
    expect(exceededLimits(host, { ...small, ...beyond })).toEqual([expect.stringContaining(message)]);
  });

  it('do not advise the target that the tree already has', () => {
    const [message] = exceededLimits('cloudflare', { ...small, files: 30_000, hasStaticResponses: false });
    expect(message).toContain('there are 30,000: choose a host without this limit: nginx, Caddy or the Node host.');
  });
});

describe('trees on a disk', () => {
  let folder: string;

  beforeEach(() => {
    folder = folderOfTest();
  });

  it('are measured: files, bytes, the largest file and the fullest folder, with or without compressed copies', async () => {
    for (const [path, bytes] of [
      ['index.html', 10],
      ['data/a.bin', 100],
      ['data/a.bin.br', 50],
      ['data/b.bin', 70],
      ['webapi/v1/RawData.json', 90],
    ] as const) {
      await mkdir(join(folder, path, '..'), { recursive: true });
      await writeFile(join(folder, path), 'x'.repeat(bytes));
    }
    expect(await measureTree(folder, false)).toEqual({
      files: 5,
      bytes: 320,
      largestFile: { path: 'data/a.bin', bytes: 100 },
      fullestFolder: { path: 'data', files: 3 },
      hasStaticResponses: true,
    });
    expect(await measureTree(folder, true)).toMatchObject({ files: 4, bytes: 270, fullestFolder: { files: 2 } });
    await rm(join(folder, 'webapi'), { recursive: true });
    expect(await measureTree(folder, true)).toMatchObject({ files: 3, hasStaticResponses: false });
  });

  it('are not replaced by a build that exceeds the limits of the named host', async () => {
    const site = join(folder, 'site');
    await writeFixtureSite(site, 'compute');
    // A file above 25 MiB that the publisher has added; builds keep such files.
    await writeFile(join(site, 'recordings.bin'), new Uint8Array(26 * 1024 * 1024));
    const before = await measureTree(site, false);
    const small = ['--sample', '--records', '50', '--no-exports', '--target', 'compute'];
    const command = [...small, '--out', site, '--host', 'cloudflare'];
    const { exitCode, stderr } = await runBuild(command);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('Cloudflare Workers allows at most 26.2 MB per file, and recordings.bin has 27.3 MB: ');
    expect(stderr).toContain(`${site} was not written. The published version is unchanged.`);
    expect(await measureTree(site, false)).toEqual(before);
    await rm(join(site, 'recordings.bin'));
    expect((await runBuild(command)).exitCode).toBe(0);
    // Two complete builds, each in its own process.
  }, 60_000);
});
