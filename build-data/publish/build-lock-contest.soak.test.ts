import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { bundleCommand } from '../../tests/support/builds-under-test.ts';
import { BuildLock } from './build-lock.ts';
import { printedRandom, sizeOf } from '../../tests/support/test-size.ts';

const contenders = 5;
const kills = sizeOf(50);
const random = printedRandom('contest for the lock');

it('only one process at a time holds the lock, whichever processes are killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'coastwatch-contest-'));
  const startContender = await bundleCommand('build-data/publish/testing/lock-contender.ts', folder);
  const lockPath = join(folder, '.site.lock');
  const printed: string[] = [];
  const start = (): ChildProcess => {
    const child = startContender([lockPath, join(folder, 'mark')]);
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => printed.push(String(chunk)));
    return child;
  };
  const running = Array.from({ length: contenders }, start);
  for (let kill = 0; kill < kills; kill++) {
    await new Promise((resolve) => setTimeout(resolve, 40 + random.unit() * 80));
    const victim = running.shift();
    const ended = victim && once(victim, 'exit');
    victim?.kill('SIGKILL');
    await ended;
    running.push(start());
  }
  // On a slow machine some processes are killed before they begin. The others must get the lock.
  const before = printed.length;
  await expect.poll(() => printed.length, { timeout: 30_000 }).toBeGreaterThan(before);
  for (const child of running) {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
  const lines = printed.join('').split('\n').filter(Boolean);
  expect(lines.filter((line) => line !== 'in')).toEqual([]);
  // Files of killed processes do not block others, and are removed.
  await (await BuildLock.take(lockPath, 'site')).release();
  expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
  console.info(`${contenders} processes held a lock ${lines.length} times, one at a time, while ${kills} were killed.`);
  await rm(folder, { recursive: true });
}, 90_000);
