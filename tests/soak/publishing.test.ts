import { existsSync, readdirSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { repository } from '../support/repository.ts';
import { hasNamespaces, startBuild, type Builder, type FinishedBuild } from './publishing/builder.ts';
import { publishedVersion, readTree, type Tree } from './publishing/tree-reader.ts';

export type Random = () => number;

/** Pseudorandom numbers from 0 to 1 (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/*
 * Runs five scenarios in which builds disturb each other, each many times. After each run, the published tree must be
 * of one version, which must be the right one, and every build must have ended with the right exit code and message.
 */

const runs = Number(process.env['SOAK_RUNS'] ?? 100);
const seed = Number(process.env['SOAK_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
/** Concurrent runs, each with its own output. */
const lanes = 3;
/** For scenarios in which no build may take over the lock, however busy the machine is. */
const longTimeoutInMilliseconds = 20_000;
const shortTimeoutInMilliseconds = 1500;
const nobody = 65_534;

const heldElsewhere =
  / is being written by another build, process 1 in another container or on another machine\. Wait /;
const lostLock = / was not replaced: this build lost its lock .*\. Run this build again if its data is newer\.\n$/;
const cannotBeRemoved =
  /^Warning: .*\.removed-[0-9a-f]{16}, left from an earlier build, could not be removed \(EACCES: /;

let folder: string;
let command: string;
/** The trees of undisturbed builds of three data sets, by data version. */
const undisturbedTrees = new Map<string, Tree>();
const versions: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-publishing-'));
  await chmod(folder, 0o755);
  // A copy that other users can read.
  await cp(join(repository, 'dist/server'), join(folder, 'server'), { recursive: true });
  command = join(folder, 'server/build-data.mjs');
  for (const data of [0, 1, 2]) {
    const output = join(folder, `alone-${data}`);
    expectBuilt(await startBuild(command, { data, output }).finished);
    const tree = await readTree(output);
    expect(tree.faults).toEqual([]);
    undisturbedTrees.set(tree.dataVersion, tree);
    versions.push(tree.dataVersion);
  }
  expect(new Set(versions).size).toBe(3);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The number of the published data set. Throws when the tree is not of one version. */
async function publishedData(output: string): Promise<number> {
  return versions.indexOf(await publishedVersion(output, undisturbedTrees));
}

function expectBuilt({ exitCode, stderr }: FinishedBuild): void {
  expect([exitCode, stderr]).toEqual([0, '']);
}

function expectRefused({ exitCode, stderr }: FinishedBuild, message: RegExp): void {
  expect([exitCode, stderr]).toEqual([1, expect.stringMatching(message)]);
  expect(stderr.trimEnd()).not.toContain('\n');
}

/**
 * Runs a scenario many times in several lanes. A run receives the output of its lane and the number of a published data
 * set.
 */
async function repeat(
  name: string,
  run: (output: string, published: number, random: Random, writingInMilliseconds: number) => Promise<string>,
): Promise<void> {
  const outcomes = new Map<string, number>();
  let started = 0;
  const lane = async (number: number): Promise<void> => {
    const directory = join(folder, `${name.replaceAll(' ', '-')}-${number}`);
    await mkdir(directory);
    await chmod(directory, 0o777);
    const output = join(directory, 'site');
    const first = startBuild(command, { data: 0, output });
    await first.untilWriting(output);
    const start = performance.now();
    expectBuilt(await first.finished);
    // A little longer, so that some builds are disturbed after they have published.
    const writingInMilliseconds = 1.1 * (performance.now() - start);
    while (started < runs) {
      const runSeed = seed + started++;
      const published = await publishedData(output);
      try {
        const outcome = await run(output, published, randomFrom(runSeed), writingInMilliseconds);
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      } catch (error) {
        throw new Error(`${name}, seed ${runSeed}: ${String(error)}`, { cause: error });
      }
    }
    // The next build removes whatever a run has left.
    const last = await startBuild(command, { data: 0, output, timeoutInMilliseconds: shortTimeoutInMilliseconds })
      .finished;
    expect(last.exitCode, last.stderr).toBe(0);
    expect(await publishedData(output)).toBe(0);
    const left = (await readdir(directory)).filter((name) => /^\.site\.(?:lock|[a-z]+-)/.test(name));
    expect(left).toEqual([]);
  };
  await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
  const counts = [...outcomes].sort().map(([outcome, count]) => `${count} × ${outcome}`);
  console.info(`${name}: ${runs} runs, seeds ${seed} to ${seed + runs - 1}: ${counts.join(', ')}.`);
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Two simultaneous builds with the same process number. At least one publishes; the other reports why it does not. */
async function buildBoth(
  output: string,
  published: number,
  random: Random,
  environments: readonly [NodeJS.ProcessEnv, NodeJS.ProcessEnv],
): Promise<string> {
  const ended: { data: number; build: FinishedBuild }[] = [];
  await Promise.all(
    environments.map(async (environment, index) => {
      const data = (published + 1 + index) % 3;
      if (index === 1) await wait(random() * 1500);
      const options = { data, output, environment, isolated: true, timeoutInMilliseconds: longTimeoutInMilliseconds };
      ended.push({ data, build: await startBuild(command, options).finished });
    }),
  );
  const built = ended.filter(({ build }) => build.exitCode === 0);
  for (const { build } of built) expectBuilt(build);
  for (const { build } of ended.filter(({ build: { exitCode } }) => exitCode !== 0))
    expectRefused(build, heldElsewhere);
  expect(built.length).toBeGreaterThan(0);
  expect(await publishedData(output)).toBe(built.at(-1)?.data);
  return built.length === 2 ? 'one after the other' : 'one refused';
}

describe('publishing', () => {
  it.skipIf(!hasNamespaces())(
    `survives builds with the same process number ${runs} times`,
    () => repeat('same pid', (output, published, random) => buildBoth(output, published, random, [{}, {}])),
    900_000,
  );

  const faketime = readdirSync('/usr/lib')
    .map((directory) => `/usr/lib/${directory}/faketime/libfaketimeMT.so.1`)
    .find((path) => existsSync(path));
  if (faketime === undefined) console.warn('FAKETIME IS NOT INSTALLED: builds with clocks that differ are SKIPPED');

  it.skipIf(!hasNamespaces() || faketime === undefined)(
    `survives builds whose clocks are 200 s apart ${runs} times`,
    () =>
      repeat('clock skew', (output, published, random) => {
        // The time stamps of files are those of the machine: one build sees the claim of the other as 200 s old.
        const clock = (offset: string): NodeJS.ProcessEnv => ({ LD_PRELOAD: faketime, FAKETIME: offset });
        const other = random() < 0.5 ? clock('+400s') : {};
        return buildBoth(output, published, random, random() < 0.5 ? [clock('+200s'), other] : [other, clock('+200s')]);
      }),
    900_000,
  );

  it.skipIf(!hasNamespaces())(
    `survives a build that is paused for longer than the lock timeout ${runs} times`,
    () =>
      repeat('paused builder', async (output, published, random, writingInMilliseconds) => {
        const options = { output, isolated: true, timeoutInMilliseconds: shortTimeoutInMilliseconds };
        const paused = startBuild(command, { ...options, data: (published + 1) % 3 });
        await paused.untilWriting(output, random() * writingInMilliseconds);
        const isPaused = paused.signal('SIGSTOP');
        const data = (published + 2) % 3;
        const next = await startBuild(command, { ...options, data }).finished;
        paused.signal('SIGCONT');
        const resumed = await paused.finished;
        expectBuilt(next);
        expect(await publishedData(output)).toBe(data);
        if (resumed.exitCode !== 0) expectRefused(resumed, lostLock);
        else if (resumed.stderr !== '') expect(resumed.stderr).toMatch(/^Warning: .* another build has taken the lock/);
        if (!isPaused) return 'ended before it was paused';
        return resumed.exitCode === 0 ? 'paused after it had published' : 'stopped after the pause';
      }),
    900_000,
  );

  const isRoot = process.getuid?.() === 0;
  if (!isRoot) console.warn('NOT ROOT: builds of different users are SKIPPED');

  it.skipIf(!isRoot)(
    `survives builds of different users ${runs} times`,
    () =>
      repeat('different owner', async (output, published, random, writingInMilliseconds) => {
        const users = random() < 0.5 ? [0, nobody] : [nobody, 0];
        const [first = 0, second = 0] = users;
        const build = (user: number, data: number): Builder => startBuild(command, { data, output, user });
        const isKilled = random() < 0.5;
        const earlier = build(first, (published + 1) % 3);
        if (isKilled) {
          await earlier.untilWriting(output, random() * writingInMilliseconds);
          earlier.signal('SIGKILL');
        }
        const { exitCode, stderr } = await earlier.finished;
        if (exitCode !== null) expect([exitCode, withoutWarnings(stderr, first)]).toEqual([0, '']);
        const data = (published + 2) % 3;
        const next = await build(second, data).finished;
        expect([next.exitCode, withoutWarnings(next.stderr, second)]).toEqual([0, '']);
        expect(await publishedData(output)).toBe(data);
        return `${first === 0 ? 'root' : 'user'}${exitCode === null ? ' killed' : ''}, then ${second === 0 ? 'root' : 'user'}`;
      }),
    900_000,
  );

  it(
    `survives a build that is killed ${runs} times`,
    () =>
      repeat('killed builder', async (output, published, random, writingInMilliseconds) => {
        const isolated = hasNamespaces() && random() < 0.3;
        const options = { output, isolated, timeoutInMilliseconds: shortTimeoutInMilliseconds };
        const data = (published + 1) % 3;
        const killed = startBuild(command, { ...options, data });
        await killed.untilWriting(output, random() * writingInMilliseconds);
        const isKilled = killed.signal('SIGKILL');
        const finished = await killed.finished;
        if (!isKilled) expectBuilt(finished);
        const found = await publishedData(output);
        expect([data, published]).toContain(found);
        if (!isKilled) return 'ended before';
        return found === data ? 'killed after publishing' : 'killed before publishing';
      }),
    900_000,
  );
});

/** Removes the warnings of a user who cannot remove root's directories. Root can remove everything. */
function withoutWarnings(stderr: string, user: number): string {
  const lines = stderr.split('\n').filter((line) => user === 0 || !cannotBeRemoved.test(line));
  return lines.join('\n');
}
