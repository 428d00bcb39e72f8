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

const inputPath = (dataset: string, version: number): string => join(folder, `${dataset}${version}.csv`);
export const inputsOf = (version: number): string[] => [
  ...['--coastal-features', inputPath('features', version)],
  ...['--raw-data', inputPath('records', version)],
];

/** The inputs are small, so that a build is quick. Version 2 adds, changes and removes some records of version 1. */
async function writeInputs(version: number): Promise<void> {
  const options = { seed: 1, rawDataRecords: 600 };
  const features = [...sampleCoastalFeatures(options)].slice(0, 40);
  const all = [...sampleRawData(options)];
  const records =
    version === 1
      ? all.slice(20)
      : all.slice(0, -20).map((record, index) => (index % 50 === 0 ? { ...record, LocationX: 115 } : record));
  await writeFile(inputPath('features', version), stringify(features, { header: true }));
  await writeFile(inputPath('records', version), stringify(records, { header: true }));
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
  for (const version of [1, 2]) await writeInputs(version);
  for (const target of ['static', 'compute']) {
    const versions = new Map<string, ReadonlyMap<string, string>>();
    for (const version of [1, 2]) {
      const output = join(folder, `${target}${version}`);
      const { exitCode, stderr } = await run([...inputsOf(version), '--target', target, '--out', output]);
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
