import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readFile, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { restoreInterrupted } from './place-of-tree.ts';
import { StagedTree } from './staged-tree.ts';

let folder: string;
let output: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-staged-'));
  output = join(folder, 'site');
});
afterEach(() => rm(folder, { recursive: true }));

const bytes = (text: string): Uint8Array => Buffer.from(text);

describe('a staged tree', () => {
  it('appears whole when it is published', async () => {
    const tree = await StagedTree.begin(output);
    await tree.write('data/manifest.json', bytes('{}'));
    await tree.write('webapi/v1/RawData/5.json', bytes('x'.repeat(100_000)));
    expect(existsSync(output)).toBe(false);
    await tree.publish();
    expect(await readFile(join(output, 'data/manifest.json'), 'utf8')).toBe('{}');
    expect((await readFile(join(output, 'webapi/v1/RawData/5.json'))).length).toBe(100_000);
    expect(await readdir(folder)).toEqual(['site']);
  });

  it('replaces the tree that stood there, and leaves nothing of it', async () => {
    await mkdir(output);
    await writeFile(join(output, 'old'), 'old');
    const tree = await StagedTree.begin(output);
    await tree.write('new', bytes('new'));
    await tree.publish();
    expect(await readdir(output)).toEqual(['new']);
    expect(await readdir(folder)).toEqual(['site']);
  });

  it('never has the size and second of change of the file that it replaces, however fast builds follow', async () => {
    const seen = new Set<string>();
    for (let build = 0; build < 6; build++) {
      const tree = await StagedTree.begin(output);
      await tree.write('data/manifest.json', bytes(`{"build":${build}}`));
      await tree.publish();
      const { size, mtimeMs } = await stat(join(output, 'data/manifest.json'));
      seen.add(`${size} ${Math.floor(mtimeMs / 1000)}`);
    }
    expect(seen.size).toBe(6);
  });

  it('is not published when somebody has taken files of it away meanwhile', async () => {
    await mkdir(output);
    await writeFile(join(output, 'old'), 'old');
    const tree = await StagedTree.begin(output);
    await tree.write('data/manifest.json', bytes('{}'));
    await tree.write('data/other.json', bytes('{}'));
    await rm(join(tree.directory, 'data/manifest.json'));
    await expect(tree.publish()).rejects.toThrow('1 files were taken away while it was made, data/manifest.json among');
    await tree.discard();
    expect(await readdir(output)).toEqual(['old']);
  });

  it('leaves the tree that stands as it was when it is discarded', async () => {
    await mkdir(output);
    await writeFile(join(output, 'old'), 'old');
    const tree = await StagedTree.begin(output);
    await tree.write('new', bytes('new'));
    await tree.discard();
    expect(await readdir(output)).toEqual(['old']);
    expect(await readdir(folder)).toEqual(['site']);
  });

  it('refuses two producers of one path, except for files named by their content', async () => {
    const tree = await StagedTree.begin(output);
    await tree.write('data/abc.json', bytes('same'));
    await tree.write('data/abc.json', bytes('same'));
    await tree.write('webapi/v1/RawData.json', bytes('one'));
    await expect(tree.write('webapi/v1/RawData.json', bytes('one'))).rejects.toThrow('two producers of');
    await tree.discard();
  });

  it('puts the old tree back when the new one cannot take its place', async () => {
    await mkdir(output);
    await writeFile(join(output, 'old'), 'old');
    const tree = await StagedTree.begin(output);
    await rm(tree.directory, { recursive: true });
    await expect(tree.publish()).rejects.toThrow('ENOENT');
    expect(await readdir(output)).toEqual(['old']);
  });

  it('removes what killed builds have left, and not what a running one or anybody else has there', async () => {
    const names = ['.site.building-999999999', `.site.building-${process.ppid}`, '.site.building-notes', 'other'];
    for (const name of names) await mkdir(join(folder, name));
    const tree = await StagedTree.begin(output);
    await tree.write('new', bytes('new'));
    await tree.publish();
    expect((await readdir(folder)).sort()).toEqual([...names.slice(1), 'site'].sort());
  });

  it('puts the old tree back where a build was stopped between its two renames', async () => {
    await mkdir(output);
    await writeFile(join(output, 'old'), 'old');
    await rename(output, join(folder, '.site.replaced'));
    await restoreInterrupted(output);
    expect(await readdir(output)).toEqual(['old']);
  });
});

describe('one build at a time', () => {
  const lock = (): string => join(folder, '.site.lock');

  it('is let into a place, be it by another name; the next one when it has ended', async () => {
    await mkdir(join(folder, 'elsewhere'));
    await symlink('../site', join(folder, 'elsewhere/name'));
    const first = await StagedTree.begin(output);
    const message = /^.*(?:site|name) is being written by another build, process \d+\. Wait until/;
    await expect(StagedTree.begin(output)).rejects.toThrow(message);
    await expect(StagedTree.begin(join(folder, 'elsewhere/name'))).rejects.toThrow(message);
    await first.publish();
    await (await StagedTree.begin(output)).discard();
    expect((await readdir(folder)).sort()).toEqual(['elsewhere', 'site']);
  });

  /** Puts in the lock of another process: like one of ours, with the number and the start of that one. */
  const lockOf = async (number: number, start: string): Promise<void> => {
    const tree = await StagedTree.begin(output);
    const [own = ''] = await readdir(lock());
    await tree.discard();
    await mkdir(lock());
    await writeFile(join(lock(), own.replace(/^\d+-\w+?-/, `${number}-${start}-`)), 'taken\n');
  };

  it('goes on where the process that has left a lock no longer runs, or another one has got its number', async () => {
    for (const number of [999999999, process.pid, process.ppid]) {
      await lockOf(number, '1');
      await (await StagedTree.begin(output)).discard();
      expect(await readdir(folder)).toEqual([]);
    }
  });

  it('waits for a lock of another process, and says what to do about one that is none', async () => {
    const other = spawn(process.execPath, ['-e', 'setTimeout(() => undefined, 60_000)']);
    const number = other.pid ?? 0;
    const stat = await readFile(`/proc/${number}/stat`, 'utf8').catch(() => undefined);
    await lockOf(number, stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? 'unknown');
    await expect(StagedTree.begin(output)).rejects.toThrow(`by another build, process ${number}.`);
    other.kill('SIGKILL');
    await once(other, 'exit');
    await (await StagedTree.begin(output)).discard();
    await writeFile(lock(), '');
    await expect(StagedTree.begin(output)).rejects.toThrow(`${lock()} stands in the way. Remove it, then try again.`);
  });

  it('does not put its tree in a place that another build has taken over', async () => {
    await mkdir(output);
    await writeFile(join(output, 'old'), 'old');
    const tree = await StagedTree.begin(output);
    await rm(lock(), { recursive: true });
    await expect(tree.publish()).rejects.toThrow('another build has taken its place over');
    await tree.discard();
    expect(await readdir(output)).toEqual(['old']);
  });
});

describe('a tree behind a link', () => {
  const build = async (text: string, asLink: boolean): Promise<void> => {
    const tree = await StagedTree.begin(output, asLink);
    await tree.write('index.html', bytes(text));
    await tree.publish();
  };

  it('is never absent while another takes its place', async () => {
    await build('0', true);
    let isOver = false;
    const seen = new Set<string>();
    const reader = (async () => {
      while (!isOver) seen.add(await readFile(join(output, 'index.html'), 'utf8').catch(String));
    })();
    for (let turn = 1; turn <= 100; turn++) await build(String(turn), false);
    isOver = true;
    await reader;
    expect([...seen].filter((text) => !/^\d+$/.test(text))).toEqual([]);
    expect((await lstat(output)).isSymbolicLink()).toBe(true);
    expect((await readdir(folder)).length).toBe(2);
  });

  it('takes the place of a directory', async () => {
    await build('directory', false);
    expect((await lstat(output)).isDirectory()).toBe(true);
    await build('link', true);
    expect(await readFile(join(output, 'index.html'), 'utf8')).toBe('link');
    expect((await readdir(folder)).length).toBe(2);
  });

  it('outlives a build that was killed before the link was turned, which leaves nothing', async () => {
    await build('stands', true);
    await mkdir(join(folder, '.site.tree-999999999-abc'));
    await writeFile(join(folder, '.site.link-999999999'), '');
    await mkdir(join(folder, '.site.tree-of-somebody'));
    await build('next', true);
    expect(await readFile(join(output, 'index.html'), 'utf8')).toBe('next');
    expect((await readdir(folder)).filter((name) => /999999999/.test(name))).toEqual([]);
    expect(await readdir(folder)).toContain('.site.tree-of-somebody');
  });
});
