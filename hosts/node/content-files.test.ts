import { close } from 'node:fs';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import { openContentFile } from './content-files.ts';
import { folderOfTest } from '../../tests/support/temporary-folder.ts';

let folder: string;
let site: string;

beforeEach(async () => {
  folder = folderOfTest();
  site = join(folder, 'site');
  await mkdir(site);
  await writeFile(join(site, 'page.html'), 'page');
  await writeFile(join(folder, 'secret.html'), 'secret');
});

/** The size and the encoding of the file that is found. */
async function find(
  target: string,
  encoding?: 'br',
  directory = site,
): Promise<readonly [number, string | undefined] | undefined> {
  const found = await openContentFile(directory, target, encoding);
  if (!found) return undefined;
  close(found.descriptor);
  return [found.state.size, found.encoding];
}

describe('files of a site', () => {
  it('are not found through links out of the site, even at the path of a file that was found before', async () => {
    expect(await find('/page.html')).toEqual([4, undefined]);
    await symlink('../secret.html', join(site, 'link.html'));
    expect(await find('/link.html')).toBeUndefined();
    await rm(join(site, 'page.html'));
    await symlink('../secret.html', join(site, 'page.html'));
    expect(await find('/page.html')).toBeUndefined();
    await symlink('..', join(site, 'up'));
    expect(await find('/up/secret.html')).toBeUndefined();
  });

  it('are those of the new tree as soon as the link to the site changes', async () => {
    const next = join(folder, 'next');
    await mkdir(next);
    await writeFile(join(next, 'page.html'), 'next page');
    const current = join(folder, 'current');
    await symlink('site', current);
    expect(await find('/page.html', undefined, current)).toEqual([4, undefined]);
    await symlink('next', join(folder, 'switched'));
    await rename(join(folder, 'switched'), current);
    expect(await find('/page.html', undefined, current)).toEqual([9, undefined]);
  });

  it('have compressed copies that appear, change and disappear with a build', async () => {
    expect(await find('/page.html', 'br')).toEqual([4, undefined]);
    // A build writes new files and renames them.
    await writeFile(join(folder, 'page.html'), 'new page');
    await writeFile(join(site, 'page.html.br'), 'compressed');
    await rename(join(folder, 'page.html'), join(site, 'page.html'));
    expect(await find('/page.html', 'br')).toEqual([10, 'br']);
    await rm(join(site, 'page.html.br'));
    expect(await find('/page.html', 'br')).toEqual([8, undefined]);
  });
});
