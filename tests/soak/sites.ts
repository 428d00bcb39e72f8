import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { TestProject } from 'vitest/node';

import { realDataDirectory } from '../support/repository.ts';
import { runCommand } from '../support/run-node.ts';

/** The directories of the sites that the soak tests read, built with the build command. */
interface SoakSites {
  /** Static target with sample data. */
  readonly sampleStatic: string;
  /** Compute target with sample data. */
  readonly sampleCompute: string;
  /** Static and compute targets with the published records; undefined if these are not available. */
  readonly publishedStatic: string | undefined;
  readonly publishedCompute: string | undefined;
  /** The directory with the published CSV files; undefined if they are not available. */
  readonly publishedInputs: string | undefined;
}

declare module 'vitest' {
  interface ProvidedContext {
    soakSites: SoakSites;
  }
}

export default async function buildSites(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'coastwatch-soak-'));
  const build = async (name: string, target: 'static' | 'compute', inputs: readonly string[]): Promise<string> => {
    const out = join(directory, name);
    const { exitCode, stderr } = await runCommand('build-data/build-data.ts', [
      ...inputs,
      '--target',
      target,
      '--out',
      out,
    ]);
    if (exitCode !== 0) throw new Error(`${name} was not built: ${stderr}`);
    return out;
  };
  const published =
    realDataDirectory === undefined
      ? undefined
      : [
          ...['--coastal-features', join(realDataDirectory, 'CoastalFeatures.csv')],
          ...['--raw-data', join(realDataDirectory, 'RawData.csv')],
        ];
  if (published === undefined) console.warn('REAL DATA ABSENT: soak tests that need the published records are SKIPPED');
  project.provide('soakSites', {
    sampleStatic: await build('sample-static', 'static', ['--sample']),
    sampleCompute: await build('sample-compute', 'compute', ['--sample']),
    publishedStatic: published && (await build('published-static', 'static', published)),
    publishedCompute: published && (await build('published-compute', 'compute', published)),
    publishedInputs: realDataDirectory,
  });
  return () => rm(directory, { recursive: true });
}
