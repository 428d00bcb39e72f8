import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
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
const longAgo = new Date(Date.now() - 180_000);

/** The claim of a lock that is held. */
async function claim(): Promise<string> {
  const [name = ''] = await readdir(path);
  return join(path, name);
}

/** Puts in what a process has left: a claim like ours with parts of its name changed. */
async function leaveClaim(change: (parts: string[]) => string[]): Promise<string> {
  const lock = await take();
  const [name = ''] = await readdir(path);
  await lock.release();
  const left = join(path, change(name.split('-')).join('-'));
  await mkdir(path);
  await writeFile(left, 'taken\n');
  return left;
}

const elsewhere = 'e15e44e2e0000000';

describe('a lock of a build', () => {
  it('is refused to another one in words, and free again once released', async () => {
    const lock = await take();
    await expect(take()).rejects.toThrow(`another build, process ${process.pid}. Wait until that is done`);
    await lock.release();
    await (await take()).release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('of a process that no longer runs is taken over', async () => {
    for (const change of [
      ([, ...rest]: string[]) => ['4194303', ...rest],
      ([number = '', , ...rest]: string[]) => [number, '12345', ...rest],
    ]) {
      await leaveClaim(change);
      await (await take()).release();
      expect(await readdir(folder)).toEqual([]);
    }
  });

  it('of another container or machine counts for as long as it gives signs', async () => {
    const left = await leaveClaim(([, start = '', , unique = '']) => ['1', start, elsewhere, unique]);
    await expect(take()).rejects.toThrow('process 1 in another container or on another machine. Wait');
    await utimes(left, longAgo, longAgo);
    await (await take()).release();
  });

  it('waits for a build that has not made up its mind, and goes on when that gives way', async () => {
    const left = await leaveClaim(([, start = '', , unique = '']) => ['1', start, elsewhere, unique]);
    await writeFile(left, '');
    const waiting = take();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await readdir(path)).toHaveLength(1);
    await rm(left);
    await (await waiting).release();
  });

  it('of others is not released by one that was taken over, which is told so', async () => {
    const silent = await take();
    const own = await claim();
    await silent.requireHeld();
    // As another machine sees it that has had no sign for too long.
    await rename(own, own.replace(/-[0-9a-f]{16}-/, `-${elsewhere}-`));
    const seen = await claim();
    await utimes(seen, longAgo, longAgo);
    const next = await take();
    await expect(silent.requireHeld()).rejects.toThrow('site was not replaced: another build has taken its place over');
    await silent.release();
    await next.requireHeld();
    await expect(take()).rejects.toThrow('is being written by another build');
    await next.release();
    expect(existsSync(path)).toBe(false);
  });

  it('is not taken past what is no claim: that is named', async () => {
    await mkdir(path);
    await writeFile(join(path, 'notes.txt'), '');
    await expect(take()).rejects.toThrow(`${join(path, 'notes.txt')} stands in the way. Remove it`);
  });

  it('gives signs while its build goes on, and none after it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const lock = await take();
    const own = await claim();
    await utimes(own, longAgo, longAgo);
    vi.advanceTimersByTime(15_000);
    await expect.poll(async () => (await stat(own)).mtimeMs).toBeGreaterThan(longAgo.getTime() + 60_000);
    await lock.release();
    await mkdir(path);
    await writeFile(own, 'of somebody else');
    await utimes(own, longAgo, longAgo);
    // As the file system gives the time back: a fraction of a millisecond may be lost on the way.
    const { mtimeMs } = await stat(own);
    vi.advanceTimersByTime(60_000);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await stat(own)).mtimeMs).toBe(mtimeMs);
  });
});
