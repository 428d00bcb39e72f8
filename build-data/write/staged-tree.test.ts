import { existsSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
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
    await tree.write('webapi/v1/RawData/5/index.json', bytes('x'.repeat(100_000)));
    expect(existsSync(output)).toBe(false);
    await tree.publish();
    expect(await readFile(join(output, 'data/manifest.json'), 'utf8')).toBe('{}');
    expect((await readFile(join(output, 'webapi/v1/RawData/5/index.json'))).length).toBe(100_000);
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
    await tree.write('webapi/v1/RawData/index.json', bytes('one'));
    await expect(tree.write('webapi/v1/RawData/index.json', bytes('one'))).rejects.toThrow('two producers of');
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
