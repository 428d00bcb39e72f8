import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { precompressFolder } from './precompress.ts';

it('text files get compressed copies, and files that are already compressed do not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'coastwatch-compressed-'));
  try {
    const bytes = Buffer.alloc(4000, 'a text worth compressing ');
    for (const name of ['page.html', 'card.png', 'photo.JPEG']) await writeFile(join(folder, name), bytes);
    await precompressFolder(folder);
    expect((await readdir(folder)).sort()).toEqual(
      ['card.png', 'page.html', 'page.html.br', 'page.html.gz', 'photo.JPEG'].sort(),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});
