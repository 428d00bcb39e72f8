import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, vi } from 'vitest';

import { BuildLock } from './build-lock.ts';
import { printedRandom } from '../../tests/support/test-size.ts';

const random = vi.hoisted(() => ({ unit: Math.random }));

/* Each file operation of a build first waits for a random time, so that builds overtake each other at any point. */
vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<Record<string, unknown>>();
  const delayed =
    (call: (...rest: unknown[]) => unknown) =>
    async (...rest: unknown[]): Promise<unknown> => {
      await new Promise((resolve) => setTimeout(resolve, random.unit() ** 3 * 12));
      return call(...rest);
    };
  return Object.fromEntries(
    Object.entries(original).map(([name, value]) => [
      name,
      typeof value === 'function' ? delayed(value as (...rest: unknown[]) => unknown) : value,
    ]),
  );
});

random.unit = printedRandom('interleavings of the lock').unit;
const rounds = 60;
const builds = 5;

it('an abandoned lock is taken over by one build at a time, in whatever order they act', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'coastwatch-interleaved-'));
  const path = join(folder, '.site.lock');
  const lock = await BuildLock.take(path, 'site');
  const abandonedClaim = (readdirSync(path)[0] ?? '').replace(/^\d+/, '4194303');
  await lock.release();
  let [inside, most, times] = [0, 0, 0];
  const build = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, random.unit() * 15));
    const taken = await BuildLock.take(path, 'site').catch(() => undefined);
    if (!taken) return;
    most = Math.max(most, ++inside);
    times++;
    await new Promise((resolve) => setTimeout(resolve, random.unit() * 25));
    taken.requireHeld();
    inside--;
    await taken.release();
  };
  for (let round = 0; round < rounds; round++) {
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, abandonedClaim), 'held 000000000007 00120000\n');
    const before = times;
    await Promise.all(Array.from({ length: builds }, build));
    expect(most).toBe(1);
    expect(times).toBeGreaterThan(before);
  }
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
  console.info(`${rounds} times ${builds} builds found an abandoned lock: it was taken ${times} times, one at a time.`);
}, 60_000);
