import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { folderOfTest } from '../../tests/support/temporary-folder.ts';
import { seededRandom } from '../sample/seeded-random.ts';
import { CompressedCopies } from './compressed-copies.ts';

const bytes = Buffer.alloc(4000, 'a text worth compressing ');

async function folderWith(...names: readonly string[]): Promise<string> {
  const folder = folderOfTest();
  for (const name of names) await writeFile(join(folder, name), bytes);
  return folder;
}

describe('compressed copies', () => {
  it('are those of text files, but not of files that are already compressed', async () => {
    const folder = await folderWith('page.html', 'card.png', 'photo.JPEG');
    await new CompressedCopies(folder, { isWanted: true }).finish();
    expect((await readdir(folder)).sort()).toEqual(
      ['card.png', 'page.html', 'page.html.br', 'page.html.gz', 'photo.JPEG'].sort(),
    );
    expect(brotliDecompressSync(await readFile(join(folder, 'page.html.br')))).toEqual(bytes);
    expect(gunzipSync(await readFile(join(folder, 'page.html.gz')))).toEqual(bytes);
  });

  it('are not written for hosts that compress files themselves', async () => {
    const folder = await folderWith('page.html');
    const copies = new CompressedCopies(folder, { isWanted: false });
    await copies.add('page.html');
    await copies.finish();
    expect(await readdir(folder)).toEqual(['page.html']);
  });

  it('are linked to those of an earlier build, unless these are damaged or of another content', async () => {
    const earlierDirectory = await folderWith('same.html', 'damaged.html', 'other.html');
    const earlier = new CompressedCopies(earlierDirectory, { isWanted: true });
    await earlier.finish();
    await writeFile(join(earlierDirectory, 'damaged.html.br'), 'damaged');
    const folder = await folderWith('same.html', 'damaged.html', 'other.html');
    await writeFile(join(folder, 'other.html'), Buffer.alloc(4000, 'another text '));
    const earlierDigests = earlier.digests;
    await new CompressedCopies(folder, { earlierDirectory, earlierDigests, isWanted: true }).finish();
    const inodeOf = async (path: string) => (await stat(path)).ino;
    const linked = [];
    for (const name of (await readdir(folder)).filter((each) => /\.(?:br|gz)$/.test(each))) {
      if ((await inodeOf(join(folder, name))) === (await inodeOf(join(earlierDirectory, name)))) linked.push(name);
    }
    expect(linked.sort()).toEqual(['damaged.html.gz', 'same.html.br', 'same.html.gz']);
    for (const name of ['same.html', 'damaged.html', 'other.html']) {
      const content = await readFile(join(folder, name));
      expect(brotliDecompressSync(await readFile(join(folder, `${name}.br`)))).toEqual(content);
    }
  });

  it('of columns are smaller than others, unless there are so many that it would take minutes', async () => {
    const random = seededRandom(1, 'columns');
    const words = Array.from({ length: 4000 }, () => random.integer(0, 500).toString(36));
    const columns = Buffer.from(`{"format":"coastwatch-columns",${words.join(' ')}`);
    const earlierDirectory = folderOfTest();
    let earlierDigests: ReadonlyMap<string, string> | undefined;
    const sizeWith = async (folder: string, records: number): Promise<number> => {
      await writeFile(join(folder, 'columns.json'), columns);
      const copies = new CompressedCopies(folder, { earlierDirectory, earlierDigests, isWanted: true });
      copies.setRecords(records);
      await copies.finish();
      earlierDigests ??= copies.digests;
      return (await stat(join(folder, 'columns.json.br'))).size;
    };
    const small = await sizeWith(earlierDirectory, 17_330);
    // An earlier copy is not used if it was compressed in the other way.
    const large = await sizeWith(folderOfTest(), 1_000_000);
    expect(small).toBeLessThan(large * 0.99);
    expect(await sizeWith(folderOfTest(), 17_330)).toBe(small);
  });

  it('that cannot be written make the build fail', async () => {
    const copies = new CompressedCopies(join(folderOfTest(), 'removed'), { isWanted: true });
    await copies.add('page.html', { bytes });
    await expect(copies.stop()).resolves.toBeUndefined();
    await expect(copies.finish()).rejects.toThrow('ENOENT');
  });
});
