import { chmod, lchown, mkdir, readFile, readdir, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import { appendBuildManifest } from '../../core/http/build-manifest.ts';
import { StagedTree } from './staged-tree.ts';
import { folderOfTest } from '../../tests/support/temporary-folder.ts';

let folder: string;
let output: string;

beforeEach(() => {
  folder = folderOfTest();
  output = join(folder, 'site');
});

const bytes = (text: string): Uint8Array => Buffer.from(text);
const versions = (): Promise<string[]> => readdir(join(folder, 'site.versions'));

async function begin(text: string): Promise<StagedTree> {
  const tree = await StagedTree.begin(output, { isWanted: true });
  await tree.write('index.html', bytes(text));
  return tree;
}

async function publish(text: string): Promise<readonly string[]> {
  return (await begin(text)).publish();
}

describe('a staged tree', () => {
  it('replaces the previous tree completely, first that of an earlier release, which is a directory', async () => {
    await mkdir(output);
    await writeFile(join(output, 'old'), 'old');
    for (const [name, number] of [
      ['new', '2'],
      ['newer', '3'],
    ] as const) {
      const tree = await StagedTree.begin(output, { isWanted: true });
      await tree.write(name, bytes(name));
      await tree.publish();
      expect(await readdir(output)).toEqual([name]);
      expect(await readlink(output)).toBe(`site.versions/${number}`);
      expect(await readdir(folder)).toEqual(['site', 'site.versions']);
      expect(await versions()).toEqual([number]);
    }
  });

  it('links the files of an earlier build that have the same content, and no others', async () => {
    const inodes: number[][] = [];
    for (const text of ['same', 'changed']) {
      const tree = await StagedTree.begin(output, { isWanted: true, earlierDirectory: output });
      await tree.write('same.json', bytes('of both builds'));
      await tree.write('page.html', bytes(text.padEnd(10)));
      await tree.publish();
      const files = ['same.json', 'page.html'].map((name) => stat(join(output, name)));
      inodes.push((await Promise.all(files)).map(({ ino }) => ino));
      expect(await readFile(join(output, 'page.html'), 'utf8')).toBe(text.padEnd(10));
    }
    const [[same, page], [sameAgain, pageAgain]] = inodes as [[number, number], [number, number]];
    expect([sameAgain === same, pageAgain === page]).toEqual([true, false]);
  });

  it('is kept next to the output without being published when it is staged', async () => {
    await publish('published');
    for (const text of ['first', 'second']) {
      const tree = await begin(text);
      await tree.publish(true);
      expect(await readFile(join(output, 'index.html'), 'utf8')).toBe('published');
      expect(await readFile(join(folder, 'site.versions/staged/index.html'), 'utf8')).toBe(text);
      expect(await versions()).toEqual(['1', 'staged']);
    }
    await publish('next');
    expect(await versions()).toEqual(['2', 'staged']);
  });

  it('never contains a file with the same size and modification second as in an earlier build', async () => {
    const seen = new Set<string>();
    for (let build = 0; build < 6; build++) {
      const tree = await StagedTree.begin(output, { isWanted: true });
      await tree.write('feeds/records.json', bytes(`{"build":${build}}`));
      await tree.publish();
      const { size, mtimeMs } = await stat(join(output, 'feeds/records.json'));
      seen.add(`${size} ${Math.floor(mtimeMs / 1000)}`);
    }
    expect(seen.size).toBe(6);
  });

  it.each([
    ['removed', (path: string) => rm(path), 'data/one.json is missing'],
    ['cut short', (path: string) => writeFile(path, ''), 'data/one.json has 0 bytes instead of 2'],
  ])('is not published when one of its files was %s in the meantime', async (_, damage, reason) => {
    await mkdir(output);
    await writeFile(join(output, 'old'), 'old');
    const tree = await StagedTree.begin(output, { isWanted: true });
    await tree.write('data/one.json', bytes('{}'));
    await tree.write('data/other.json', bytes('{}'));
    await damage(join(tree.directory, 'data/one.json'));
    await expect(tree.publish()).rejects.toThrow(`${output} was not replaced: the new version is damaged: ${reason}`);
    await tree.discard();
    expect(await readdir(output)).toEqual(['old']);
  });

  it('keeps files that were added by hand, but none that only an earlier build has written', async () => {
    const publishFiles = async (...paths: readonly string[]): Promise<readonly string[]> => {
      const tree = await StagedTree.begin(output, { isWanted: true });
      const files = Object.fromEntries(paths.map((path) => [path, path]));
      const worker = appendBuildManifest('self.x = 1;', files);
      for (const path of paths) await tree.write(path, bytes(path === 'sw.js' ? worker : path));
      await tree.keepForeignFiles();
      await tree.publish();
      return (await readdir(output)).sort();
    };
    const explorer = [
      'index.html',
      'sw.js',
      'embed/index.html',
      'coast/outline.json',
      'icon.svg',
      '404.html',
      'robots.txt',
    ];
    await publishFiles('card.png', 'old.svg', 'features/index.json', ...explorer);
    for (const name of ['CNAME', 'notes.txt']) await writeFile(join(output, name), name);
    const shown = explorer.map((path) => path.replace(/\/.*/, ''));
    // Neither the card of a site that has none any more, nor a file that the explorer had.
    expect(await publishFiles(...explorer)).toEqual([...shown, 'CNAME', 'notes.txt'].sort());
    expect(await publishFiles('data/one.json')).toEqual(['CNAME', 'data', 'notes.txt']);
    await writeFile(join(output, 'index.html'), 'a page of the publisher');
    expect(await publishFiles('data/one.json')).toEqual(['CNAME', 'data', 'index.html', 'notes.txt']);
  });

  it('removes what killed builds have left, and nothing else', async () => {
    await publish('published');
    // 2 is the version of a build that was killed before it replaced the link.
    for (const name of ['2', 'building-0123456789abcdef', 'removed-0123456789abcdef', 'building-notes', 'notes'])
      await mkdir(join(folder, 'site.versions', name, 'data'), { recursive: true });
    await writeFile(join(folder, '.site.link'), '');
    expect(await publish('next')).toEqual([]);
    expect(await versions()).toEqual(['3', 'building-notes', 'notes']);
    expect(await readdir(folder)).toEqual(['site', 'site.versions']);
  });

  it('is published again by the next build when the link to it is missing', async () => {
    await publish('published');
    await rm(output);
    const tree = await begin('next');
    expect(await readFile(join(output, 'index.html'), 'utf8')).toBe('published');
    expect(await tree.publish()).toEqual([`${output} was missing: it is a link to its newest version, 1, again.`]);
  });

  it('is never absent while another tree replaces it', async () => {
    await publish('0');
    let isOver = false;
    const seen = new Set<string>();
    const reader = (async () => {
      while (!isOver) seen.add(await readFile(join(output, 'index.html'), 'utf8').catch(String));
    })();
    for (let turn = 1; turn <= 50; turn++) await publish(String(turn));
    isOver = true;
    await reader;
    expect([...seen].filter((text) => !/^\d+$/.test(text))).toEqual([]);
    expect(seen.size).toBeGreaterThan(1);
  });
});

/** Root may remove everything, so the test briefly runs as another user. */
async function withoutPrivileges(work: () => Promise<void>): Promise<void> {
  if (process.getuid?.() !== 0) return work();
  const nobody = 65_534;
  for (const path of [folder, ...(await readdir(folder, { recursive: true })).map((name) => join(folder, name))]) {
    await lchown(path, nobody, nobody);
  }
  process.seteuid?.(nobody);
  try {
    await work();
  } finally {
    process.seteuid?.(0);
  }
}

describe('a previous version that cannot be removed', () => {
  it('is replaced with a warning, and removed by a later build', async () => {
    await mkdir(join(output, 'locked/deep'), { recursive: true });
    await writeFile(join(output, 'locked/deep/file'), 'old');
    await chmod(join(output, 'locked/deep'), 0o500);
    await withoutPrivileges(async () => {
      const findLeft = async (): Promise<string> => {
        const [name = ''] = (await versions()).filter((each) => each.startsWith('removed-'));
        return join(folder, 'site.versions', name);
      };
      const [warning = ''] = await publish('new');
      expect(warning).toContain(`${await findLeft()}, left from an earlier build, could not be removed (EACCES`);
      expect(warning).toContain(`rm -rf '${await findLeft()}'`);
      expect(await readdir(output)).toEqual(['index.html']);
      expect(await publish('newer')).toEqual([expect.stringContaining('removed-')]);
      await chmod(join(await findLeft(), 'locked/deep'), 0o700);
      expect(await publish('newest')).toEqual([]);
      expect(await versions()).toEqual(['4']);
    });
  });
});
