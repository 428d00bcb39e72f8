import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { BuildLock } from './build-lock.ts';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-lock-'));
  path = join(folder, '.site-lock');
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

const take = (): Promise<BuildLock> => BuildLock.take(path, 'site');

describe('a lock of a build', () => {
  it('is refused to another one in words, and free again once released', async () => {
    const lock = await take();
    await expect(take()).rejects.toThrow(`another build, process ${process.pid}. Wait until that is done`);
    await lock.release();
    await (await take()).release();
    await expect(stat(path)).rejects.toThrow('ENOENT');
  });

  it('of a process that no longer runs is taken over', async () => {
    const lock = await take();
    const [, , place = ''] = (await readFile(path, 'utf8')).trim().split(' ');
    await lock.release();
    await writeFile(path, `4194303 12345 ${place}\n`);
    await (await take()).release();
  });

  it('of another container or machine counts for as long as it gives signs', async () => {
    await writeFile(path, '1 12345 elsewhere/boot/pid:[1]\n');
    await expect(take()).rejects.toThrow('process 1 in another container or on another machine. Wait');
    const longAgo = new Date(Date.now() - 180_000);
    await utimes(path, longAgo, longAgo);
    await (await take()).release();
  });

  it('gives signs while its build goes on, and none after it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const lock = await take();
    const longAgo = new Date(Date.now() - 180_000);
    await utimes(path, longAgo, longAgo);
    vi.advanceTimersByTime(15_000);
    await expect.poll(async () => (await stat(path)).mtimeMs).toBeGreaterThan(longAgo.getTime() + 60_000);
    await lock.release();
    await writeFile(path, 'of somebody else');
    await utimes(path, longAgo, longAgo);
    // As the file system gives the time back: a fraction of a millisecond may be lost on the way.
    const { mtimeMs } = await stat(path);
    vi.advanceTimersByTime(60_000);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await stat(path)).mtimeMs).toBe(mtimeMs);
  });
});
