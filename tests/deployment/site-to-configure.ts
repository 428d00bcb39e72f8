import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

import { writeFixtureSite } from '../contract/fixture/fixture-tree.ts';
import { readConfigureOptions, type ConfigureOptions } from '../../build-data/hosting/configure-hosts.ts';

/* A new copy of a built site for each test of the configurations. */

let original: string;
export let folder: string;
export let site: string;
/** The output directory of the configurations. */
export let out: string;
/** The path of an edge worker. */
export let worker: string;

/** Copies the site before each test of a file, and removes it afterwards. */
export function createSiteForEachTest(): void {
  beforeAll(async () => {
    original = await mkdtemp(join(tmpdir(), 'coastwatch-configured-'));
    await writeFixtureSite(join(original, 'site'), 'compute', {
      'index.html': '<title>Coastwatch</title><style>a{}</style>',
    });
  });
  afterAll(() => rm(original, { recursive: true }));

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'coastwatch-configure-'));
    site = join(folder, 'site');
    out = join(folder, 'hosts');
    worker = join(folder, 'worker.js');
    await cp(join(original, 'site'), site, { recursive: true });
    await writeFile(worker, 'export default {};\n');
  });
  afterEach(() => rm(folder, { recursive: true }));
}

export function optionsOf(...more: string[]): ConfigureOptions {
  const options = readConfigureOptions(['--dir', site, '--out', out, ...more]);
  if (!options) throw new Error('options that contain --help configure nothing');
  return options;
}

export async function filesIn(directory: string): Promise<string[]> {
  if (!existsSync(directory)) return [];
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .sort();
}

/** Reads a generated configuration. */
export const read = (path: string): Promise<string> => readFile(join(out, path), 'utf8');
/** The names in the root of the site that start with a dot or an underscore. */
export const rootOfSite = async (): Promise<string[]> =>
  (await readdir(site)).filter((name) => /^[._]/.test(name)).sort();
