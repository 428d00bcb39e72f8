import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect, test, type Page } from '@playwright/test';

import { openTool } from './support/controls.ts';
import { expectFound, loadExplorer } from './support/explorer.ts';
import { atOneSize, fullHost } from './support/hosts.ts';

/*
 * Uses CSV files that were downloaded from the explorer as the input of the build command. Without their comment lines,
 * they must build exactly the data that the explorer showed, whatever characters the texts contain.
 */

type Row = Record<string, string | number | null>;

const hostileTexts = [
  '-5 m',
  '=1+1',
  '',
  null,
  'NULL',
  'null',
  "'",
  "''",
  "'=1+1",
  "'twas big",
  '@nd hand',
  '+61 8 9000 0000',
  'say "cheese", they said',
  '"',
  'two\nlines',
  '\r\n=1',
  '# no comment',
  '\n# nor this',
  ' padded ',
  '\tindented',
  '007',
  '1e5',
  'Zoë 鯊 🦈 ＝1',
  '\ufeffmark',
];
/** Text fields that may be null. The hostile texts replace their values. */
const hostileFields = {
  RawData: ['ObjectId', 'Distance', 'SightingNumbervalue', 'OwnerValue', 'LocationDetail'],
  CoastalFeatures: ['CoastalFeatureSource1', 'CoastalFeatureLGAName'],
};
const run = promisify(execFile);

/** Fetches the rows of a dataset that a map of the whole coast shows, and puts hostile texts into them. */
async function hostileRows(dataset: keyof typeof hostileFields, longitude: string, latitude: string): Promise<Row[]> {
  const rows = (await (await fetch(`${fullHost}webapi/v1/${dataset}`)).json()) as Row[];
  const onCoast = rows.filter(({ [longitude]: x, [latitude]: y }) => {
    return Number(x) > 112 && Number(x) < 130 && Number(y) > -36 && Number(y) < -13;
  });
  expect(onCoast.length).toBeGreaterThan(hostileTexts.length);
  return onCoast.map((row, index) => ({
    ...row,
    ...Object.fromEntries(
      hostileFields[dataset].map((field, fieldIndex) => [
        field,
        hostileTexts[(index + fieldIndex * 5) % hostileTexts.length] ?? null,
      ]),
    ),
  }));
}

async function build(out: string, features: string, records: string): Promise<void> {
  const inputs = ['--coastal-features', features, '--raw-data', records];
  const command = ['dist/server/build-data.mjs', ...inputs, '--target', 'compute', '--out', out];
  await run(process.execPath, command);
}

async function serve(directory: string): Promise<{ siteUrl: string; stop: () => void }> {
  const command = ['dist/server/serve.mjs', '--dir', directory, '--port', '0'];
  const host = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
  const siteUrl = await new Promise<string>((resolve, reject) => {
    host.once('exit', () => {
      reject(new Error('the host did not start'));
    });
    let output = '';
    host.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const [, found] = /is at (\S+)/.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  return { siteUrl, stop: () => host.kill() };
}

/** Downloads the current list as CSV. Returns it without the comment lines above the header. */
async function downloadTable(page: Page): Promise<string> {
  await openTool(page, 'Download');
  const download = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Download CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  const table = text.replace(/^(?:#.*\r\n)+/, '');
  expect(table.length).toBeLessThan(text.length);
  return table;
}

test(
  'building from the CSV of the explorer reproduces the same data, whatever characters it contains',
  atOneSize,
  async ({ page }) => {
    test.setTimeout(180_000);
    const folder = await mkdtemp(join(tmpdir(), 'coastwatch-round-trip-'));
    const pathTo = (name: string): string => join(folder, name);
    const rows = {
      features: await hostileRows('CoastalFeatures', 'CoastalFeatureInshoreLongitude', 'CoastalFeatureInshoreLatitude'),
      records: await hostileRows('RawData', 'LocationX', 'LocationY'),
    };
    await writeFile(pathTo('features.json'), JSON.stringify(rows.features));
    await writeFile(pathTo('records.json'), JSON.stringify(rows.records));
    await build(pathTo('before'), pathTo('features.json'), pathTo('records.json'));
    const { siteUrl, stop } = await serve(pathTo('before'));
    try {
      await loadExplorer(page, siteUrl, '?c=-26,120&z=3');
      await expectFound(page, rows.records.length);
      await writeFile(pathTo('records.csv'), await downloadTable(page));
      // A new load, without the dialog of the download.
      await loadExplorer(page, siteUrl, '?c=-26,120&z=3&tab=places');
      await expectFound(page, rows.features.length);
      await writeFile(pathTo('features.csv'), await downloadTable(page));
    } finally {
      stop();
    }
    await build(pathTo('after'), pathTo('features.csv'), pathTo('records.csv'));
    for (const dataset of Object.keys(hostileFields)) {
      const recordsIn = async (site: string): Promise<unknown[]> =>
        (await readFile(pathTo(`${site}/downloads/${dataset}.ndjson`), 'utf8'))
          .trimEnd()
          .split('\n')
          .map((line): unknown => JSON.parse(line));
      expect(await recordsIn('after')).toEqual(await recordsIn('before'));
    }
    const readVersion = async (site: string): Promise<string | undefined> =>
      /"dataVersion":"([0-9a-f]+)"/.exec(await readFile(pathTo(`${site}/data/manifest.json`), 'utf8'))?.[1];
    expect(await readVersion('after')).toBe(await readVersion('before'));
    await rm(folder, { recursive: true });
  },
);
