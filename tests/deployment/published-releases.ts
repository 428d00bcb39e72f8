import { execFileSync, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { stringify } from 'csv-stringify/sync';

import { sampleCoastalFeatures, sampleRawData } from '../../build-data/sample/sample-inputs.ts';
import { type FinishedProcess, runToEnd } from '../support/run-node.ts';
import { writeSmallExplorer } from '../support/small-site.ts';
import { repository } from '../support/repository.ts';

/** Copies the compiled server programs and adds a small explorer. Returns the directory that contains `dist`. */
export async function copyPrograms(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'coastwatch-programs-'));
  const compiled = process.env['COASTWATCH_TEST_PROGRAMS'];
  if (compiled === undefined)
    throw new Error('The programs are not compiled: run this file with Vitest, whose global set-up compiles them.');
  await cp(join(compiled, 'dist/server'), join(directory, 'dist/server'), { recursive: true });
  await writeSmallExplorer(join(directory, 'dist/explorer'));
  return directory;
}

/** A directory as `publish.sh` expects it, with small inputs and settings. */
export class ReleaseDirectory {
  readonly path: string;
  readonly configuration: string;
  readonly #settings: Record<string, string>;

  private constructor(path: string, settings: Record<string, string>) {
    this.path = path;
    this.configuration = join(path, 'coastwatch.env');
    this.#settings = settings;
  }

  static async create(programs: string): Promise<ReleaseDirectory> {
    const path = await mkdtemp(join(tmpdir(), 'coastwatch-releases-'));
    await mkdir(join(path, 'input'));
    const releases = new ReleaseDirectory(path, {
      COASTWATCH_PROGRAMS: programs,
      COASTWATCH_ROOT: path,
      COASTWATCH_COASTAL_FEATURES: join(path, 'input/features.csv'),
      COASTWATCH_RAW_DATA: join(path, 'input/records.csv'),
      COASTWATCH_PUBLIC_ORIGIN: 'https://data.example.org',
      COASTWATCH_NODE: process.execPath,
      COASTWATCH_BUILD_OPTIONS: '"--no-exports"',
      COASTWATCH_RELEASES_TO_KEEP: '3',
    });
    await releases.configure({});
    await releases.writeInput(1);
    return releases;
  }

  async configure(changes: Record<string, string>): Promise<void> {
    Object.assign(this.#settings, changes);
    const lines = Object.entries(this.#settings).map(([name, value]) => `${name}=${value}\n`);
    await writeFile(this.configuration, lines.join(''));
  }

  /** Writes inputs of the same size, with different records for each seed. */
  async writeInput(seed: number, records = 60): Promise<void> {
    const options = { seed, rawDataRecords: records };
    const features = [...sampleCoastalFeatures(options)].slice(0, 20);
    await writeFile(join(this.path, 'input/features.csv'), stringify(features, { header: true }));
    await writeFile(join(this.path, 'input/records.csv'), stringify([...sampleRawData(options)], { header: true }));
  }

  /** Copies the published versions of another directory that was created with the same inputs. */
  copyReleases(other: ReleaseDirectory): void {
    for (const name of ['current.versions', 'current', 'report.json']) {
      execFileSync('cp', ['-a', join(other.path, name), join(this.path, name)]);
    }
  }

  publish(...commandLine: string[]): Promise<FinishedProcess> {
    return runScript(join(repository, 'deploy/publish.sh'), ['--config', this.configuration, ...commandLine]);
  }

  /** The number of the published version; undefined before the first. */
  async current(): Promise<string | undefined> {
    const target = await readlink(join(this.path, 'current')).catch(() => undefined);
    return target?.replace('current.versions/', '');
  }

  async currentDataVersion(): Promise<string> {
    const text = await readFile(join(this.path, 'current/data/manifest.json'), 'utf8');
    return (JSON.parse(text) as { content: { dataVersion: string } }).content.dataVersion;
  }

  remove(): Promise<void> {
    return rm(this.path, { recursive: true, force: true });
  }
}

export function runScript(path: string, commandLine: readonly string[]): Promise<FinishedProcess> {
  // In production, programs do not run with Vitest's NODE_ENV.
  return runToEnd(spawn(path, commandLine, { env: { ...process.env, NODE_ENV: undefined } }));
}
