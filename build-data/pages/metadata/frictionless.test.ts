import { readFile, writeFile } from 'node:fs/promises';

import { describe, expect, it } from 'vitest';

import type { DatasetDescription, DatasetRecord } from '../../../core/datasets/dataset-description.ts';
import { datasets } from '../../../core/datasets/index.ts';
import { exportMarkColumn, fromExportedText } from '../../../core/datasets/spreadsheet-text.ts';
import { recordAt } from '../../documents/record-at.ts';
import { hostileRecords } from '../../exports/testing/hostile-records.ts';
import { sampleTables } from '../../exports/testing/sample-tables.ts';
import { exportInto, type ExportFolder } from '../../exports/testing/written-exports.ts';
import type { RecordTable } from '../../write/record-table.ts';
import { tableOf } from '../../write/testing/stored-dataset.ts';
import { facts } from '../testing/facts.ts';
import { dataPackage } from './data-package.ts';
import { datasetMetadata } from './dataset-metadata.ts';
import { faultsOf, readTables, type ReadRow } from './testing/frictionless.ts';

/* The data package held against the profiles of Frictionless by its own library, which also reads the tables by it. */

const tables: Readonly<Record<string, () => RecordTable[]>> = {
  'the sample': () => sampleTables(400),
  'hostile texts': () => datasets.map((dataset) => tableOf(dataset, hostileRecords(dataset))),
};

function describePackage(of: readonly RecordTable[], { files }: Pick<ExportFolder, 'files'>): object {
  const site = facts(of);
  return JSON.parse(JSON.stringify(dataPackage(site, datasetMetadata(site, files)))) as object;
}

/** The library takes a byte order mark for a part of the first column's name. */
async function withoutMarks({ files, pathOf }: ExportFolder): Promise<void> {
  for (const { format, path } of files) {
    if (format !== 'csv') continue;
    const bytes = await readFile(pathOf(path));
    expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
    await writeFile(pathOf(path), bytes.subarray(3));
  }
}

/** A row as the record that it was made of. */
function recordOf(row: ReadRow, { fields }: DatasetDescription): DatasetRecord {
  return Object.fromEntries(
    fields.map(({ name, type }): [string, string | number | null] => {
      const value = row[name];
      if (value instanceof Date) return [name, plainTimeOf(value)];
      if (typeof value === 'string' && type === 'text') return [name, fromExportedText(value)];
      return [name, value as string | number | null];
    }),
  );
}

/** The library makes times without a zone those of the machine. */
function plainTimeOf(time: Date): string {
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

describe.each(Object.entries(tables))('the data package of %s', (_, tablesOf) => {
  it('stands the validator of Frictionless, and so does each table schema', async () => {
    const of = tablesOf();
    const exported = await exportInto(of, { sample: true });
    try {
      const descriptor = describePackage(of, exported);
      expect(await faultsOf(descriptor)).toEqual([]);
      expect(await faultsOf({ ...descriptor, profile: 'tabular-data-package' })).toEqual([]);
      await withoutMarks(exported);
      const read = await readTables(descriptor, exported.directory);
      for (const table of of) {
        const { dataset } = table;
        const rows = read.get(dataset.name.toLowerCase()) ?? [];
        expect(rows.map((row) => row[exportMarkColumn])).toEqual(Array(table.size).fill('sample'));
        const records = Array.from({ length: table.size }, (_each, index) => recordAt(table, index));
        expect(rows.map((row) => recordOf(row, dataset))).toEqual(records);
      }
    } finally {
      await exported.remove();
    }
  });
});

it('the data package of a site without downloads, and of one without records, is valid too', async () => {
  expect(await faultsOf(describePackage(sampleTables(10), { files: [] }))).toEqual([]);
  const none = datasets.map((dataset) => tableOf(dataset, []));
  const exported = await exportInto(none);
  await exported.remove();
  expect(await faultsOf(describePackage(none, exported))).toEqual([]);
});

it('the validator finds what is wrong with a package', async () => {
  const descriptor = describePackage(sampleTables(10), { files: [] });
  expect(await faultsOf({ ...descriptor, name: 'Not A Name', resources: [] })).not.toEqual([]);
});
