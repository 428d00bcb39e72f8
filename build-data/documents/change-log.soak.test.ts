import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';

import { coastalFeatures, rawData, type RawDataRecord } from '../../core/datasets/datasets.ts';
import { writeSite } from '../testing/write-site.ts';
import { maxListed } from '../validate/compare-versions.ts';
import { rawDataRecord, tableOf } from '../write/testing/stored-dataset.ts';
import { type BuildChanges, type ChangeLog, extendChangeLog, maxBuilds } from './change-log.ts';
import { folderOfTest } from '../../tests/support/temporary-folder.ts';

let folder: string;
let builds: number;

beforeEach(() => {
  folder = folderOfTest();
  builds = 0;
});

/** Builds into the same directory and reads the resulting log. */
async function build(
  records: readonly RawDataRecord[],
  options: { readonly sample?: boolean; readonly previous?: string; readonly name?: string } = {},
): Promise<ChangeLog> {
  const outputDirectory = join(folder, options.name ?? 'site');
  await writeSite([tableOf(coastalFeatures, []), tableOf(rawData, records)], {
    outputDirectory,
    target: 'compute',
    sample: options.sample ?? false,
    siteUrl: 'https://data.example.org/',
    builtAt: `2026-01-0${++builds}T00:00:00.000Z`,
    previous: options.previous,
  });
  return JSON.parse(await readFile(join(outputDirectory, 'docs/changes.json'), 'utf8')) as ChangeLog;
}

const one = rawDataRecord(1, 100, 115, -32);
const two = rawDataRecord(2, 200, 115, -32);
const three = rawDataRecord(3, 300, 115, -32);

describe('the change log', () => {
  it('lists the added, changed and removed records, and the changed fields', async () => {
    const first = await build([one, two]);
    const changed = { ...two, OwnerValue: 'Someone else', SightingDateTime: '2001-01-01T00:00:00' };
    const { builds: logged } = await build([changed, three]);
    expect(logged).toHaveLength(2);
    expect(logged[0]).toMatchObject({ builtAt: '2026-01-02T00:00:00.000Z', previousDataVersion: first.dataVersion });
    expect(logged[0]?.note).toBeUndefined();
    expect(logged[0]?.datasets['RawData']).toEqual({
      records: 2,
      added: { count: 1, identifiers: [3], notListed: 0 },
      changed: { count: 1, records: [{ identifier: 2, fields: ['SightingDateTime', 'OwnerValue'] }], notListed: 0 },
      removed: { count: 1, identifiers: [1], notListed: 0 },
    });
    expect(logged[0]?.datasets['CoastalFeatures']).toMatchObject({ added: { count: 0 }, removed: { count: 0 } });
    expect(logged[1]).toEqual(first.builds[0]);
  });

  it('is the same after a build of the same data, except for the time', async () => {
    const first = await build([one, two]);
    expect(await build([two, one])).toEqual({ ...first, builtAt: '2026-01-02T00:00:00.000Z' });
  });

  it('continues the log of a tree that is named as previous', async () => {
    const first = await build([one], { name: 'elsewhere' });
    const { builds: logged } = await build([one, two], { previous: join(folder, 'elsewhere') });
    expect(logged.map(({ dataVersion }) => dataVersion)[1]).toBe(first.dataVersion);
    expect(logged[0]?.datasets['RawData']?.added.identifiers).toEqual([2]);
  });

  it('lists only the first of many changes, but counts all of them', async () => {
    const many = Array.from({ length: 600 }, (_, index) => rawDataRecord(index + 10, index, 115, -32));
    await build([one]);
    const { builds: logged } = await build(many);
    const { added } = logged[0]?.datasets['RawData'] ?? {};
    expect([added?.count, added?.identifiers.length, added?.notListed]).toEqual([600, maxListed, 600 - maxListed]);
    const edited = many.map((record) => ({ ...record, OwnerValue: 'x' }));
    const { changed } = (await build(edited)).builds[0]?.datasets['RawData'] ?? {};
    expect([changed?.count, changed?.records.length, changed?.notListed]).toEqual([600, maxListed, 600 - maxListed]);
    expect(changed?.records[0]).toEqual({ identifier: 10, fields: ['OwnerValue'] });
  });

  it('does not compare sample data with other data', async () => {
    await build([one], { sample: true });
    const { builds: logged } = await build([two]);
    expect(logged).toHaveLength(1);
    expect(logged[0]?.note).toContain('sample data');
    expect(logged[0]?.previousDataVersion).toBeNull();
  });

  it.each(['', 'not JSON', '{"dataVersion":"0000000000000000","builds":[]}', '{"builds":[{"note":"<script>"}]}'])(
    'starts again, and says so, if the log of the previous build is %j',
    async (text) => {
      await build([one]);
      await writeFile(join(folder, 'site/docs/changes.json'), text);
      const { builds: logged } = await build([one, two]);
      expect(logged).toHaveLength(1);
      expect(logged[0]?.note).toContain('could not be read');
      expect(logged[0]?.datasets['RawData']?.added.identifiers).toEqual([2]);
    },
  );

  it('keeps the newest builds, as many as fit, and counts the others', () => {
    const now = { dataVersion: '0123456789abcdef', builtAt: '2026-01-01T00:00:00.000Z', sample: false };
    const some: BuildChanges = { ...now, previousDataVersion: null, datasets: {} };
    let log: ChangeLog | undefined;
    for (let index = 0; index < maxBuilds + 5; index++) log = extendChangeLog(now, log, some);
    expect([log?.builds.length, log?.earlierBuildsLeftOut]).toEqual([maxBuilds, 5]);
    const large = { ...some, note: 'x'.repeat(200 * 1024) };
    const bounded = extendChangeLog(now, extendChangeLog(now, log, large), large);
    expect([bounded.builds.length, bounded.earlierBuildsLeftOut]).toEqual([1, maxBuilds + 6]);
    expect(extendChangeLog(now, bounded, undefined)).toEqual(bounded);
  });
});
