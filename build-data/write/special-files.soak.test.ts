import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, lstat, mkdir, readFile, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { dirname, join } from 'node:path';

import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { runCommand } from '../../tests/support/run-node.ts';
import { writeSmallSite } from '../../tests/support/small-site.ts';
import { fixtureTables } from '../../tests/contract/fixture/fixture-tree.ts';
import { rawData } from '../../core/datasets/datasets.ts';
import { dataFilePath } from '../../core/storage/format/layout.ts';
import type { Manifest } from '../../core/storage/snapshot/manifest.ts';
import { OutputError } from './output-error.ts';
import { tableOf } from './testing/stored-dataset.ts';
import { filesOf, leftoversNextTo } from '../testing/tree-state.ts';
import { folderOfTest, temporaryFolder } from '../../tests/support/temporary-folder.ts';

let folder: string;
let output: string;
/** A data file that a build without records does not write, but keeps for the previous version. */
let recordFile: string;
let servers: Server[];
/** A directory with a built site, which every test copies. */
const built = temporaryFolder();

beforeAll(async () => {
  const { datasets } = await writeSmallSite(join(built, 'site'), 'compute');
  recordFile = dataFilePath({ hash: datasets['RawData']?.list.hash ?? '', extension: 'bin' });
});
beforeEach(async () => {
  folder = folderOfTest();
  output = join(folder, 'site');
  servers = [];
  await cp(built, folder, { recursive: true, preserveTimestamps: true });
});
afterEach(() => {
  for (const server of servers) server.close();
});

const kinds: Readonly<Record<string, (path: string) => Promise<boolean> | boolean>> = {
  'a named pipe': (path) => spawnSync('mkfifo', [path]).status === 0,
  'a socket': async (path) => {
    const server = createServer();
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(path, resolve));
    return true;
  },
  // Only root can create one, and not everywhere.
  'a device': (path) => spawnSync('mknod', [path, 'c', '1', '5']).status === 0,
};

async function put(kind: string, path: string): Promise<boolean> {
  await rm(path, { recursive: true, force: true });
  await mkdir(dirname(path), { recursive: true });
  return (await kinds[kind]?.(path)) ?? false;
}

const build = (): Promise<unknown> => writeSmallSite(output, 'compute');
const buildWithoutRecords = (): Promise<Manifest> =>
  writeSmallSite(output, 'compute', [...fixtureTables().slice(0, 1), tableOf(rawData, [])]);

describe('a build into a directory with a special file', () => {
  const paths = ['feed', 'notes/deep/feed', 'index.html.br', 'data/feed', 'webapi/v1/feed', 'data/manifest.json'];

  it.each(Object.keys(kinds).flatMap((kind) => paths.map((path) => [kind, path] as const)))(
    'is refused immediately with a message: %s at %s',
    async (kind, pathInSite) => {
      const path = join(output, pathInSite);
      if (!(await put(kind, path))) {
        console.warn(`${kind} cannot be created here: builds that find one are NOT TESTED.`);
        return;
      }
      const before = await filesOf(output);
      const refused = await build().then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(refused).toBeInstanceOf(OutputError);
      expect(String(refused)).toBe(
        `OutputError: ${path} is ${kind}, which cannot be published. ` +
          'Remove it, or move it out of this directory, then build again. The published version is unchanged.',
      );
      expect(await filesOf(output)).toEqual(before);
      expect(existsSync(path)).toBe(true);
      expect(await leftoversNextTo(output)).toEqual([]);
    },
    10_000,
  );

  it('ends the command with exit code 1 and a message, and the next build succeeds', async () => {
    const path = join(output, 'feed');
    await put('a named pipe', path);
    const commandLine = ['--sample', '--records', '50', '--target', 'compute', '--no-exports', '--out', output];
    const { exitCode, stderr } = await runCommand('build-data/build-data.ts', commandLine);
    expect([exitCode, stderr.split('\n').at(-2)]).toEqual([1, expect.stringContaining(`${path} is a named pipe`)]);
    expect(stderr).not.toMatch(/\n {4}at /);
    await rm(path);
    await build();
  });

  it('is refused for a pipe in the directory of the explorer', async () => {
    await put('a named pipe', join(`${output}-explorer`, 'assets/feed'));
    await expect(build()).rejects.toThrow(`${output}-explorer/assets/feed is a named pipe`);
  });

  it('does not wait for a pipe that a link in its data leads to', async () => {
    await put('a named pipe', join(folder, 'feed'));
    await rm(join(output, recordFile));
    await symlink(join(folder, 'feed'), join(output, recordFile));
    expect((await buildWithoutRecords()).previous).toEqual([]);
  });
});

describe('a link in the output directory', () => {
  it('to a file in that directory becomes a file', async () => {
    await symlink('robots.txt', join(output, 'about.txt'));
    await build();
    expect((await lstat(join(output, 'about.txt'))).isFile()).toBe(true);
    expect(await readFile(join(output, 'about.txt'))).toEqual(await readFile(join(output, 'robots.txt')));
  });

  it.each([
    ['a file outside', '../secret.txt'],
    ['a directory outside', '..'],
    ['its own directory', '.'],
    ['nothing', 'nowhere'],
  ])('to %s is refused with a message', async (_, target) => {
    await writeFile(join(folder, 'secret.txt'), 'secret');
    await symlink(target, join(output, 'shown.txt'));
    const before = await filesOf(output);
    await expect(build()).rejects.toThrow(
      `${join(output, 'shown.txt')} is a link that does not lead to a file in this directory, so the build would publish its target`,
    );
    expect(await filesOf(output)).toEqual(before);
    expect(await leftoversNextTo(output)).toEqual([]);
  });

  it('among the data is not kept as a link', async () => {
    const elsewhere = join(folder, 'elsewhere.bin');
    await rename(join(output, recordFile), elsewhere);
    await symlink(elsewhere, join(output, recordFile));
    expect((await buildWithoutRecords()).previous).toHaveLength(1);
    expect(existsSync(join(output, recordFile))).toBe(true);
    for (const entry of await readdir(output, { recursive: true, withFileTypes: true })) {
      expect(entry.isSymbolicLink(), entry.name).toBe(false);
    }
  });
});
