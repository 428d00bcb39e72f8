import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import { writeFixtureSite } from '../../tests/contract/fixture/fixture-tree.ts';
import { formatVersion } from '../../core/storage/format/envelope.ts';
import { createDirectoryStore, hasCurrentFormat } from './directory-store.ts';
import { folderOfTest } from '../../tests/support/temporary-folder.ts';

let folder: string;
const manifest = (): string => join(folder, 'data/manifest.json');

beforeEach(async () => {
  folder = folderOfTest();
  await mkdir(join(folder, 'data'));
});

describe('the store over a directory', () => {
  it('returns the same array for an unchanged manifest, and the new one for a fresh read', async () => {
    await writeFile(manifest(), 'one');
    const store = createDirectoryStore(folder);
    const first = await store.read('data/manifest.json', { fresh: false });
    expect(await store.read('data/manifest.json', { fresh: false })).toBe(first);
    await writeFile(manifest(), 'two');
    expect(Buffer.from(await store.read('data/manifest.json', { fresh: true })).toString()).toBe('two');
    expect(Buffer.from(await store.read('data/manifest.json', { fresh: false })).toString()).toBe('two');
  });

  it('notices a changed manifest by itself', async () => {
    await writeFile(manifest(), 'one');
    const store = createDirectoryStore(folder);
    await store.read('data/manifest.json', { fresh: false });
    await writeFile(manifest(), 'another');
    const now = await store.read('data/manifest.json', { fresh: false });
    expect(Buffer.from(now).toString()).toBe('another');
  });
});

describe('whether a directory has a site of the current format', () => {
  it('is true for a site that was just built, and false for one of another format version', async () => {
    const site = join(folder, 'site');
    await writeFixtureSite(site, 'compute');
    expect(await hasCurrentFormat(site)).toBe(true);
    const manifest = join(site, 'data/manifest.json');
    const text = await readFile(manifest, 'utf8');
    await writeFile(manifest, text.replace(`"version":${formatVersion}`, `"version":${formatVersion - 1}`));
    expect(await hasCurrentFormat(site)).toBe(false);
  });
});
