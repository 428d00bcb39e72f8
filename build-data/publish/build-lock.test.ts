import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { BuildLock } from './build-lock.ts';

let folder: string;
let path: string;
const timeoutInMilliseconds = 500;

beforeEach(async () => {
  vi.stubEnv('COASTWATCH_LOCK_TIMEOUT_MS', String(timeoutInMilliseconds));
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-lock-'));
  path = join(folder, '.site-lock');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const take = (): Promise<BuildLock> => BuildLock.take(path, 'site');

/** The claim of a lock that is held. */
async function claim(): Promise<string> {
  const [name = ''] = await readdir(path);
  return join(path, name);
}

/** Creates the claim of another process: like our own, but with parts of its name changed. */
async function leaveClaim(
  change: (parts: string[]) => string[],
  text = 'held 000000000007 00000500\n',
): Promise<string> {
  const lock = await take();
  const [name = ''] = await readdir(path);
  await lock.release();
  const left = join(path, change(name.split('-')).join('-'));
  await mkdir(path);
  await writeFile(left, text);
  return left;
}

const otherSystem = 'e15e44e2e0000000';
const fromOtherSystem = ([, start = '', , unique = '']: string[]): string[] => ['1', start, otherSystem, unique];

/** Writes heartbeats into a claim until stopped, as its owner would. */
function keepAlive(path: string): () => void {
  let beats = 7;
  const timer = setInterval(() => {
    writeFileSync(path, `held ${String(++beats).padStart(12, '0')} 00000500\n`, { flag: 'r+' });
  }, 20);
  return () => {
    clearInterval(timer);
  };
}

describe('the lock of a build', () => {
  it('is refused to another build with an explanation, and is free again after its release', async () => {
    const lock = await take();
    await expect(take()).rejects.toThrow(`another build, process ${process.pid}. Wait until it has ended`);
    await lock.release();
    await (await take()).release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('is taken over from a process that no longer runs', async () => {
    for (const change of [
      ([, ...rest]: string[]) => ['4194303', ...rest],
      ([number = '', , ...rest]: string[]) => [number, '12345', ...rest],
    ]) {
      await leaveClaim(change);
      await (await take()).release();
      expect(await readdir(folder)).toEqual([]);
    }
  });

  it('is refused while a build on another system shows that it runs, and taken over when it is silent', async () => {
    const stop = keepAlive(await leaveClaim(fromOtherSystem));
    await expect(take()).rejects.toThrow('process 1 in another container or on another machine. Wait');
    stop();
    await (await take()).release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('does not depend on the clock of another system, which may be wrong by any amount', async () => {
    for (const date of [new Date(Date.now() - 86_400_000), new Date(Date.now() + 86_400_000)]) {
      const left = await leaveClaim(fromOtherSystem);
      await utimes(left, date, date);
      const setClock = setInterval(() => {
        utimesSync(left, date, date);
      }, 5);
      const stop = keepAlive(left);
      await expect(take()).rejects.toThrow('is being written by another build');
      clearInterval(setClock);
      stop();
      await rm(path, { recursive: true });
    }
  });

  it('is not taken over from a build that is configured to be silent for longer', async () => {
    const left = await leaveClaim(fromOtherSystem, 'held 000000000007 99999999\n');
    let isTaken = false;
    const waiting = take().then((lock) => {
      isTaken = true;
      return lock;
    });
    await new Promise((resolve) => setTimeout(resolve, 3 * timeoutInMilliseconds));
    expect(isTaken).toBe(false);
    await rm(left);
    await (await waiting).release();
  });

  it('says that it waits when the state of another build is not known yet', async () => {
    await leaveClaim(fromOtherSystem);
    const notices: string[] = [];
    await (await BuildLock.take(path, 'site', (notice) => notices.push(notice))).release();
    expect(notices).toEqual([expect.stringContaining('Waiting for up to 0.5 s to see whether another build of site')]);
  });

  it('waits for a build that has not decided yet, and continues when that build withdraws', async () => {
    const left = await leaveClaim(fromOtherSystem, '');
    const waiting = take();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await readdir(path)).toHaveLength(1);
    await rm(left);
    await (await waiting).release();
  });

  it('is lost when another build takes over; the first build reports this, and the second keeps the lock', async () => {
    const silent = await take();
    const own = await claim();
    silent.requireHeld();
    // Now the claim looks like that of a silent build on another system.
    await rename(own, own.replace(/-[0-9a-f]{16}-/, `-${otherSystem}-`));
    const next = await take();
    expect(() => {
      silent.requireHeld();
    }).toThrow('site was not replaced: this build lost its lock');
    await silent.release();
    next.requireHeld();
    await expect(take()).rejects.toThrow('is being written by another build');
    await next.release();
    expect(existsSync(path)).toBe(false);
  });

  it('reports a broken link at its path', async () => {
    await symlink('nowhere', path);
    await expect(take()).rejects.toThrow(`${path} is not part of a lock. Remove it`);
  });

  it.skipIf(process.getuid?.() !== 0)(
    'has a directory with the owner of its parent, even when root creates it',
    async () => {
      await chown(folder, 4242, 4242);
      const lock = await take();
      expect(await stat(path)).toMatchObject({ uid: 4242, gid: 4242 });
      await lock.release();
    },
  );

  it('reports a file in its directory that is not a claim', async () => {
    await mkdir(path);
    await writeFile(join(path, 'notes.txt'), '');
    await expect(take()).rejects.toThrow(`${join(path, 'notes.txt')} is not part of a lock. Remove it`);
  });

  it('has heartbeats until its release, and no heartbeat recreates a removed claim', async () => {
    const lock = await take();
    const own = await claim();
    const first = await readFile(own, 'utf8');
    await expect.poll(() => readFile(own, 'utf8')).not.toBe(first);
    await rm(own);
    await new Promise((resolve) => setTimeout(resolve, timeoutInMilliseconds / 4));
    expect(await readdir(path)).toEqual([]);
    await lock.release();
  });

  it('has heartbeats during synchronous work, when timers do not run', async () => {
    const lock = await take();
    const own = await claim();
    const seen = new Set<string>();
    const end = performance.now() + timeoutInMilliseconds;
    while (performance.now() < end) {
      lock.keepAlive();
      seen.add(readFileSync(own, 'utf8'));
    }
    expect(seen.size).toBeGreaterThan(5);
    rmSync(own);
    expect(() => {
      while (performance.now() < end + timeoutInMilliseconds) lock.keepAlive();
    }).toThrow('this build lost its lock');
    await lock.release();
  });

  it('can be taken by everyone who may write to the parent directory', async () => {
    await chmod(folder, 0o777);
    const lock = await take();
    expect((await stat(path)).mode & 0o777).toBe(0o777);
    await lock.release();
  });

  it('refuses an invalid timeout', async () => {
    vi.stubEnv('COASTWATCH_LOCK_TIMEOUT_MS', 'soon');
    await expect(take()).rejects.toThrow('COASTWATCH_LOCK_TIMEOUT_MS is "soon": give whole milliseconds');
  });
});
