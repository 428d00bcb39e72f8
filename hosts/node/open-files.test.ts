import { readdirSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { OpenFiles } from './open-files.ts';

let folder: string;
const path = (name: string): string => join(folder, name);
const readText = (files: OpenFiles, name: string, offset: number, length: number): string =>
  Buffer.from(files.read(name, offset, length)).toString();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-open-files-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** The names of the files in the folder that this process has open, from /proc. */
function openFilesOfProcess(): string[] {
  const found = readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${descriptor}`);
      return target.startsWith(`${folder}/`) ? [target.slice(folder.length + 1)] : [];
    } catch {
      return []; // closed in the meantime
    }
  });
  return found.sort();
}

describe('files that are kept open', () => {
  it('are read in parts, up to their end', async () => {
    await writeFile(path('a'), 'abcdefgh');
    const files = new OpenFiles(folder);
    expect(readText(files, 'a', 2, 3)).toBe('cde');
    expect(readText(files, 'a', 6, 10)).toBe('gh');
    expect(readText(files, 'a', 20, 3)).toBe('');
  });

  it('are still read after they were deleted, as a response of the old version needs', async () => {
    await writeFile(path('a'), 'abcdefgh');
    const files = new OpenFiles(folder);
    readText(files, 'a', 0, 1);
    await unlink(path('a'));
    expect(readText(files, 'a', 0, 3)).toBe('abc');
  });

  it('are opened again after a failure', async () => {
    const files = new OpenFiles(folder);
    expect(() => files.read('a', 0, 1)).toThrow('ENOENT');
    await writeFile(path('a'), 'abc');
    expect(readText(files, 'a', 0, 3)).toBe('abc');
  });

  it.skipIf(process.platform !== 'linux')('are closed when too many are open', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `file ${index + 10}`);
    await Promise.all(names.map((name) => writeFile(path(name), `content of ${name}`)));
    const files = new OpenFiles(folder, 3);
    const reads = Array.from({ length: 400 }, (_, index) => names[(index * 17) % names.length] ?? '');
    for (const name of reads) expect(readText(files, name, 0, 100)).toBe(`content of ${name}`);
    expect(openFilesOfProcess()).toEqual(reads.slice(-3).sort());
    files.closeAll();
    expect(openFilesOfProcess()).toEqual([]);
  });
});
