import { existsSync, readdirSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { repository } from '../support/repository.ts';
import { hasNamespaces, startBuild, type Builder, type FinishedBuild } from './publishing/builder.ts';
import { readPublishedVersion, readTree, type Tree } from './publishing/tree-reader.ts';

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
 * Runs five scenarios in which builds disturb each other, each many times. After each run, all files of the published
 * tree must be of the expected version, and every build must have ended with the expected exit code and message.
 */

const runs = Number(process.env['SOAK_RUNS'] ?? 100);
const seed = Number(process.env['SOAK_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
/** The number of concurrent sequences of runs, each with its own output. */
const lanes = 3;
/** For scenarios in which no build may take over the lock, however busy the machine is. */
const longTimeoutInMilliseconds = 20_000;
const shortTimeoutInMilliseconds = 1500;
const nobody = 65_534;

const lockHeldElsewhere =
  / is being written by another build, process 1 in another container or on another machine\. Wait /;
const lostLock = / was not replaced: this build lost its lock .*\. Run this build again if its data is newer\.\n$/;
const cannotBeRemoved =
  /^Warning: .*\.removed-[0-9a-f]{16}, left from an earlier build, could not be removed \(EACCES: /;

let folder: string;
let command: string;
/** The trees that builds of the three data sets write when nothing disturbs them, by data version. */
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

/** Reads which of the three data sets is published. Throws if the files are not all of one version. */
async function readPublishedData(output: string): Promise<number> {
  return versions.indexOf(await readPublishedVersion(output, undisturbedTrees));
}

function expectBuilt({ exitCode, stderr }: FinishedBuild): void {
  expect([exitCode, stderr]).toEqual([0, '']);
}

function expectRefused({ exitCode, stderr }: FinishedBuild, message: RegExp): void {
  expect([exitCode, stderr]).toEqual([1, expect.stringMatching(message)]);
  expect(stderr.trimEnd()).not.toContain('\n');
}

/**
 * Runs a scenario many times in several lanes. Each run receives the output of its lane, the number of the data set
 * that is published there, random numbers, and how long a build takes to write its files.
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
    await first.waitUntilWriting(output);
    const start = performance.now();
    expectBuilt(await first.finished);
    // A little longer than a build writes, so that some builds are disturbed after they have published.
    const writingInMilliseconds = 1.1 * (performance.now() - start);
    while (started < runs) {
      const runSeed = seed + started++;
      const published = await readPublishedData(output);
      try {
        const outcome = await run(output, published, randomFrom(runSeed), writingInMilliseconds);
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      } catch (error) {
        throw new Error(`${name}, seed ${runSeed}: ${String(error)}`, { cause: error });
      }
    }
    // The next build removes everything that the runs have left behind.
    const last = await startBuild(command, { data: 0, output, timeoutInMilliseconds: shortTimeoutInMilliseconds })
      .finished;
    expect(last.exitCode, last.stderr).toBe(0);
    expect(await readPublishedData(output)).toBe(0);
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

/** Runs two builds at the same time with the same process id. At least one publishes; the other may be refused. */
async function buildTwice(
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
      const options = { data, output, environment, isIsolated: true, timeoutInMilliseconds: longTimeoutInMilliseconds };
      ended.push({ data, build: await startBuild(command, options).finished });
    }),
  );
  const built = ended.filter(({ build }) => build.exitCode === 0);
  for (const { build } of built) expectBuilt(build);
  for (const { build } of ended.filter(({ build: { exitCode } }) => exitCode !== 0))
    expectRefused(build, lockHeldElsewhere);
  expect(built.length).toBeGreaterThan(0);
  expect(await readPublishedData(output)).toBe(built.at(-1)?.data);
  return built.length === 2 ? 'both published' : 'one refused';
}

describe('publishing', () => {
  it.skipIf(!hasNamespaces())(
    `survives concurrent builds with the same process id ${runs} times`,
    () => repeat('same pid', (output, published, random) => buildTwice(output, published, random, [{}, {}])),
    900_000,
  );

  const faketime = readdirSync('/usr/lib')
    .map((directory) => `/usr/lib/${directory}/faketime/libfaketimeMT.so.1`)
    .find((path) => existsSync(path));
  if (faketime === undefined) console.warn('FAKETIME IS NOT INSTALLED: builds with different clocks are SKIPPED');

  it.skipIf(!hasNamespaces() || faketime === undefined)(
    `survives concurrent builds whose clocks are 200 s apart ${runs} times`,
    () =>
      repeat('clock skew', (output, published, random) => {
        // Files have the timestamps of the machine's clock, so a build whose clock is 200 s ahead sees the other
        // build's claim on the lock as 200 s old.
        const clock = (offset: string): NodeJS.ProcessEnv => ({ LD_PRELOAD: faketime, FAKETIME: offset });
        const other = random() < 0.5 ? clock('+400s') : {};
        return buildTwice(
          output,
          published,
          random,
          random() < 0.5 ? [clock('+200s'), other] : [other, clock('+200s')],
        );
      }),
    900_000,
  );

  it.skipIf(!hasNamespaces())(
    `survives a build that is paused for longer than the lock timeout ${runs} times`,
    () =>
      repeat('paused builder', async (output, published, random, writingInMilliseconds) => {
        const options = { output, isIsolated: true, timeoutInMilliseconds: shortTimeoutInMilliseconds };
        const paused = startBuild(command, { ...options, data: (published + 1) % 3 });
        await paused.waitUntilWriting(output, random() * writingInMilliseconds);
        const isPaused = paused.signal('SIGSTOP');
        const data = (published + 2) % 3;
        const next = await startBuild(command, { ...options, data }).finished;
        paused.signal('SIGCONT');
        const resumed = await paused.finished;
        expectBuilt(next);
        expect(await readPublishedData(output)).toBe(data);
        if (resumed.exitCode !== 0) expectRefused(resumed, lostLock);
        else if (resumed.stderr !== '') expect(resumed.stderr).toMatch(/^Warning: .* another build has taken the lock/);
        if (!isPaused) return 'ended before it was paused';
        return resumed.exitCode === 0 ? 'paused after it had published' : 'stopped after the pause';
      }),
    900_000,
  );

  const isRoot = process.getuid?.() === 0;
  if (!isRoot) console.warn('NOT ROOT: the test of builds by different users is SKIPPED');

  it.skipIf(!isRoot)(
    `survives consecutive builds by different users ${runs} times`,
    () =>
      repeat('different owner', async (output, published, random, writingInMilliseconds) => {
        const users = random() < 0.5 ? [0, nobody] : [nobody, 0];
        const [first = 0, second = 0] = users;
        const build = (user: number, data: number): Builder => startBuild(command, { data, output, user });
        const isKilled = random() < 0.5;
        const earlier = build(first, (published + 1) % 3);
        if (isKilled) {
          await earlier.waitUntilWriting(output, random() * writingInMilliseconds);
          earlier.signal('SIGKILL');
        }
        const { exitCode, stderr } = await earlier.finished;
        if (exitCode !== null) expect([exitCode, withoutExpectedWarnings(stderr, first)]).toEqual([0, '']);
        const data = (published + 2) % 3;
        const next = await build(second, data).finished;
        expect([next.exitCode, withoutExpectedWarnings(next.stderr, second)]).toEqual([0, '']);
        expect(await readPublishedData(output)).toBe(data);
        return `${first === 0 ? 'root' : 'user'}${exitCode === null ? ' killed' : ''}, then ${second === 0 ? 'root' : 'user'}`;
      }),
    900_000,
  );

  it(
    `survives a build that is killed ${runs} times`,
    () =>
      repeat('killed builder', async (output, published, random, writingInMilliseconds) => {
        const isIsolated = hasNamespaces() && random() < 0.3;
        const options = { output, isIsolated, timeoutInMilliseconds: shortTimeoutInMilliseconds };
        const data = (published + 1) % 3;
        const killed = startBuild(command, { ...options, data });
        await killed.waitUntilWriting(output, random() * writingInMilliseconds);
        const isKilled = killed.signal('SIGKILL');
        const finished = await killed.finished;
        if (!isKilled) expectBuilt(finished);
        const found = await readPublishedData(output);
        expect([data, published]).toContain(found);
        if (!isKilled) return 'ended before it was killed';
        return found === data ? 'killed after publishing' : 'killed before publishing';
      }),
    900_000,
  );
});

/** Drops the warnings that a user gets who cannot remove root's directories. Root can remove everything. */
function withoutExpectedWarnings(stderr: string, user: number): string {
  const lines = stderr.split('\n').filter((line) => user === 0 || !cannotBeRemoved.test(line));
  return lines.join('\n');
}
