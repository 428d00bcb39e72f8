import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { folderOfTest } from '../../tests/support/temporary-folder.ts';
import { precompressTree } from './precompress.ts';

it('text files get compressed copies, and files that are already compressed do not', async () => {
  const folder = folderOfTest();
  const bytes = Buffer.alloc(4000, 'a text worth compressing ');
  for (const name of ['page.html', 'card.png', 'photo.JPEG']) await writeFile(join(folder, name), bytes);
  await precompressTree(folder, () => true);
  expect((await readdir(folder)).sort()).toEqual(
    ['card.png', 'page.html', 'page.html.br', 'page.html.gz', 'photo.JPEG'].sort(),
  );
});
