import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { stringify } from 'csv-stringify/sync';
import { expect } from 'vitest';

import { type FinishedProcess, runToEnd, startCommand } from './run-node.ts';
import { sampleCoastalFeatures, sampleRawData } from '../../build-data/sample/sample-inputs.ts';
import { problemsOfTree, reproducibleFilesOf } from '../../build-data/testing/tree-state.ts';

/* Runs builds of two small inputs in separate processes, and compares their trees with those of undisturbed builds. */

export let folder: string;
export const start = (commandLine: readonly string[]): ChildProcess =>
  startCommand('build-data/build-data.ts', commandLine, folder);
/** The trees that undisturbed builds of the two inputs produce, by target and data version. */
const undisturbedTrees = new Map<string, Map<string, ReadonlyMap<string, string>>>();

const inputPath = (dataset: string, seed: number): string => join(folder, `${dataset}${seed}.csv`);
export const inputsOf = (seed: number): string[] => [
  ...['--coastal-features', inputPath('features', seed)],
  ...['--raw-data', inputPath('records', seed)],
];

/** The inputs are small, so that a build is quick. The second has some new and changed records, and others are missing. */
async function writeInputs(seed: number): Promise<void> {
  const options = { seed: 1, rawDataRecords: 600 };
  const features = [...sampleCoastalFeatures(options)].slice(0, 40);
  const all = [...sampleRawData(options)];
  const records =
    seed === 1
      ? all.slice(20)
      : all.slice(0, -20).map((record, index) => (index % 50 === 0 ? { ...record, LocationX: 115 } : record));
  await writeFile(inputPath('features', seed), stringify(features, { header: true }));
  await writeFile(inputPath('records', seed), stringify(records, { header: true }));
}

export const run = (commandLine: readonly string[]): Promise<FinishedProcess> => runToEnd(start(commandLine));

/** Checks that a tree is complete, and returns its data version. */
export async function versionOfCompleteTree(output: string, options: readonly string[]): Promise<string> {
  const { dataVersion, faults } = await problemsOfTree(output, undisturbedTrees.get(options[1] ?? '') ?? new Map());
  expect(faults).toEqual([]);
  return dataVersion;
}

/** Writes the inputs and the undisturbed trees to a new directory, which `endBuilds` removes. */
export async function prepareBuilds(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-building-'));
  for (const seed of [1, 2]) await writeInputs(seed);
  for (const target of ['static', 'compute']) {
    const versions = new Map<string, ReadonlyMap<string, string>>();
    for (const seed of [1, 2]) {
      const output = join(folder, `${target}${seed}`);
      const { exitCode, stderr } = await run([...inputsOf(seed), '--target', target, '--out', output]);
      expect(exitCode, stderr).toBe(0);
      const files = await reproducibleFilesOf(output);
      const manifest = JSON.parse(await readManifest(output)) as { content: { dataVersion: string } };
      versions.set(manifest.content.dataVersion, files);
    }
    undisturbedTrees.set(target, versions);
  }
}

export const endBuilds = (): Promise<void> => rm(folder, { recursive: true });

async function readManifest(output: string): Promise<string> {
  return readFile(join(output, 'data/manifest.json'), 'utf8');
}
