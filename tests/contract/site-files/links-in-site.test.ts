import { spawnSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeAll, expect, it } from 'vitest';

import { listen } from '../../../hosts/node/listen.ts';
import { createSiteServer } from '../../../hosts/node/site-server.ts';
import { writeSmallSite } from '../../support/small-site.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/* Symbolic links that lead out of a site, and pipes, added to the site after it was built. */

const secret = 'not for readers';
const links = {
  'link.txt': '../secret.txt',
  folder: '../outside',
  'compressed.txt.br': '../secret.txt',
  'data/link.json': '../../secret.txt',
  'circle.txt': 'circle.txt',
};

const folder = temporaryFolder();
/** A symbolic link to the tree, as a build creates. */
let site: string;

beforeAll(async () => {
  const tree = join(folder, 'tree');
  site = join(folder, 'site');
  await writeSmallSite(tree, 'static');
  await symlink('tree', site);
  await writeFile(join(folder, 'secret.txt'), secret);
  await mkdir(join(folder, 'outside'));
  await writeFile(join(folder, 'outside/secret.html'), secret);
  for (const [path, target] of Object.entries(links)) await symlink(target, join(tree, path));
  await writeFile(join(tree, 'compressed.txt'), 'plain');
  spawnSync('mkfifo', [join(tree, 'pipe.txt')]);
});

it('links out of the site and pipes are reported as missing, and files are sent', async () => {
  const server = createSiteServer({ directory: site });
  const root = await listen(server, { port: 0, host: '127.0.0.1', basePath: '/' });
  const get = async (path: string): Promise<[number, string]> => {
    const response = await fetch(root + path, { signal: AbortSignal.timeout(5000) });
    return [response.status, await response.text()];
  };
  const nothing = [404, 'There is nothing here.\n'];
  for (const path of ['link.txt', 'folder/secret.html', 'data/link.json', 'circle.txt']) {
    expect([path, await get(path)]).toEqual([path, nothing]);
  }
  // If opening a pipe blocked a thread, these requests would block all four threads of Node's file system.
  for (const response of await Promise.all(Array.from({ length: 6 }, () => get('pipe.txt'))))
    expect(response).toEqual(nothing);
  expect((await get('compressed.txt'))[1]).not.toContain(secret);
  for (const path of ['', 'data/manifest.json', 'webapi/v1/RawData', 'robots.txt']) {
    expect([path, (await get(path))[0]]).toEqual([path, 200]);
  }
  server.close();
});
