import { readFileSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { beforeEach, expect, it } from 'vitest';

import { manifestPath } from '../core/storage/format/layout.ts';
import { runCommand } from '../tests/support/run-node.ts';
import { runBuild } from './testing/run-build.ts';
import { completeCommandLine, defaultSiteDirectory, readCommandOptions } from './options.ts';
import { defaultSiteFile } from './site/site-file.ts';
import { sampleCoastalFeatures, sampleRawData } from './sample/sample-inputs.ts';
import { folderOfTest } from '../tests/support/temporary-folder.ts';

/* What `npm run build` refuses, and its default options. Other tests cover the steps of the build. */

const command = 'build-data/build-site.ts';
let folder: string;
beforeEach(() => {
  folder = folderOfTest();
});

it('a wrong command line exits with 2, and the reason is not hidden by the list of options', async () => {
  const { exitCode, stderr } = await runCommand(command, ['--raw-data', 'records.csv', '--out', join(folder, 'site')]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('--coastal-features is missing');
  expect(stderr).not.toContain('--max-removed');
});

it('published data is not replaced by sample data without an explicit option', async () => {
  const sample = { seed: 5, rawDataRecords: 20 };
  const [features, records, site] = ['features.csv', 'records.csv', 'site'].map((name) => join(folder, name));
  if (!features || !records || !site) throw new Error('three names make three paths');
  await writeFile(features, stringify([...sampleCoastalFeatures(sample)].slice(0, 3), { header: true }));
  await writeFile(records, stringify([...sampleRawData(sample)], { header: true }));
  const inputs = ['--coastal-features', features, '--raw-data', records];
  const built = await runBuild([...inputs, '--out', site, '--target', 'compute', '--no-exports']);
  expect(built.exitCode).toBe(0);
  // A manifest in an earlier version of the format also protects the data.
  const before = (await readFile(join(site, manifestPath), 'utf8')).replace(/"version":\d+/, '"version":1');
  await writeFile(join(site, manifestPath), before);
  for (const [script, ...options] of [[command], ['hosts/node/start.ts', '--port', '0']] as const) {
    const { exitCode, stderr } = await runCommand(script, [...options, '--out', site]);
    expect([script, exitCode]).toEqual([script, 1]);
    expect(stderr).toContain('contains published data, which is replaced by sample data only with --sample');
    expect(await readFile(join(site, manifestPath), 'utf8')).toBe(before);
  }
});

it.each([
  [{ titel: 'x' }, 'titel: unknown member; see docs/sites.md#members'],
  [
    { baseMaps: [{ title: 'a'.repeat(21), address: 'x', credit: 'x' }] },
    'baseMaps.0: has a title that is not one line',
  ],
  [{ credits: { licence: 'MIT' } }, 'credits.licence "MIT" is not a URL'],
  [{ card: 'missing.png' }, 'card: missing.png cannot be read'],
])('a fault in the site file is named by its member, before any data is read: %j', (changes, fault) => {
  const path = join(folder, 'site.json');
  writeFileSync(
    path,
    JSON.stringify({
      ...(JSON.parse(readFileSync(defaultSiteFile, 'utf8')) as object),
      coast: undefined,
      card: undefined,
      ...changes,
    }),
  );
  expect(() => readCommandOptions(['--sample', '--out', join(folder, 'site'), '--site', path])).toThrow(fault);
});

const defaults = ['--out', defaultSiteDirectory, '--target', 'compute'];

it('without options, the site has sample data and is for the Node host', () => {
  expect(completeCommandLine([])).toEqual({ isSampleByDefault: true, commandLine: ['--sample', ...defaults] });
});

it('keeps the given options, whether written with a space or with =', () => {
  const files = ['--coastal-features', 'f.csv', '--raw-data=r.csv'];
  expect(completeCommandLine(files).commandLine).toEqual([...files, ...defaults]);
  const complete = ['--sample', '--out=site', '--target', 'static'];
  expect(completeCommandLine(complete)).toEqual({ isSampleByDefault: false, commandLine: complete });
});

it('does not use sample data if only one of the two files is given', () => {
  expect(completeCommandLine(['--raw-data', 'r.csv']).commandLine).not.toContain('--sample');
});
