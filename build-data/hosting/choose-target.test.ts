import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { runBuild } from '../testing/run-build.ts';
import { writeSmallExplorer } from '../../tests/support/small-site.ts';
import { sampleTables } from '../exports/testing/sample-tables.ts';
import { MemoryTree } from '../write/testing/memory-tree.ts';
import { countStaticFiles, writeStaticFiles } from '../write/write-datasets.ts';
import { chooseTarget, type TargetRequest } from './host-limits.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';

const folder = temporaryFolder();
beforeAll(async () => {
  await mkdir(join(folder, 'data'));
  // Compressed copies do not count.
  for (const name of ['a.json', 'a.json.br', 'data/b.bin', 'data/b.bin.gz']) await writeFile(join(folder, name), '');
});

const choose = (request: Partial<TargetRequest>) =>
  chooseTarget({
    target: undefined,
    allowsManyFiles: false,
    host: undefined,
    staticFiles: 100,
    inFullestFolder: 90,
    directories: [folder],
    ...request,
  });

describe('the target of a build', () => {
  it('is static while the site has at most 20,000 files, and otherwise compute, with the reason', async () => {
    // The two files in the folder, and a reserve of 200, are part of the site.
    expect(await choose({ staticFiles: 19_798 })).toEqual({
      target: 'static',
      why: 'a site with a file for each record has about 20,000 files, and some hosts allow 20,000',
    });
    expect(await choose({ staticFiles: 19_799 })).toEqual({
      target: 'compute',
      why: 'a site with a file for each record would have about 20,001 files, but some hosts allow 20,000',
    });
  });

  it('depends on the limits of the host, if the host is known', async () => {
    expect(await choose({ staticFiles: 99_000, host: 's3' })).toMatchObject({ target: 'static' });
    expect(await choose({ staticFiles: 99_000, host: 'cloudflare' })).toMatchObject({ target: 'compute' });
    expect(await choose({ staticFiles: 60_000, inFullestFolder: 54_000, host: 'netlify' })).toMatchObject({
      target: 'static',
    });
    expect(await choose({ staticFiles: 60_000, inFullestFolder: 54_001, host: 'netlify' })).toEqual({
      target: 'compute',
      why: 'a folder would have 54,001 files, but Netlify allows 54,000',
    });
  });

  it('is the requested one, but more static files than hosts allow must be allowed explicitly', async () => {
    expect(await choose({ target: 'compute' })).toEqual({ target: 'compute' });
    expect(await choose({ target: 'static' })).toEqual({ target: 'static' });
    await expect(choose({ target: 'static', staticFiles: 1_000_000 })).rejects.toThrow(
      /^--target static: .*1,000,202 files, but some hosts allow 20,000\. .*--allow-many-files/,
    );
    expect(await choose({ target: 'static', staticFiles: 1_000_000, allowsManyFiles: true })).toEqual({
      target: 'static',
    });
  });
});

it.each([0, 1, 100, 101])('the static files of %i records are counted as they are written', async (size) => {
  const [, table] = sampleTables(size);
  const tree = new MemoryTree();
  await writeStaticFiles(table, tree);
  expect(countStaticFiles(table)).toBe(tree.files.size);
});

it('a build refuses too many static files, and otherwise says which target it chose and why', async () => {
  const [out, explorer] = [join(folder, 'site'), join(folder, 'explorer')];
  await writeSmallExplorer(explorer);
  const build = (records: number, ...more: readonly string[]) =>
    runBuild([
      ...['--sample', '--records', String(records), '--no-exports', '--explorer', explorer, '--out', out],
      ...more,
    ]);
  const refused = await build(21_000, '--target', 'static');
  expect(refused.stderr).toContain('--allow-many-files');
  expect(refused.exitCode).toBe(1);
  const chosen = await build(20);
  expect(chosen.stdout).toMatch(
    /target static: a site with a file for each record has about \d+ files, and some hosts allow 20,000\n/,
  );
  expect(chosen.exitCode).toBe(0);
}, 60_000);
