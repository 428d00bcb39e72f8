import { join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { defaultRules } from '../../core/datasets/testing/default-rules.ts';
import { fixtureTables } from '../../tests/contract/fixture/fixture-tree.ts';
import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { datasets } from '../../core/datasets/datasets.ts';
import { exportMarkColumn } from '../../core/datasets/csv.ts';
import { folderOfTest } from '../../tests/support/temporary-folder.ts';
import { sizeOf } from '../../tests/support/test-size.ts';
import { readContent, readLocation } from '../read/testing/read-content.ts';
import { csvOf, sampleRecord } from '../read/testing/sample-content.ts';
import type { RecordTable } from '../write/record-table.ts';
import { tableOf } from '../write/testing/stored-dataset.ts';
import { MemoryTree } from '../write/testing/memory-tree.ts';
import { writeDatasets } from '../write/write-datasets.ts';
import { exportFormats } from './export-formats.ts';
import { FileOutput } from './exported-file.ts';
import { hostileRecords, hostileTexts } from './testing/hostile-records.ts';
import { sampleTables } from './testing/sample-tables.ts';
import { publication } from '../site/testing/default-site.ts';

/** The version and the data files of a build of these tables. */
async function builtOf(tables: readonly RecordTable[]): Promise<{ version: string; files: MemoryTree['files'] }> {
  const tree = new MemoryTree();
  const { dataVersion } = await writeDatasets(tables, tree);
  return { version: dataVersion, files: tree.files };
}

/** The formats that a build reads. */
const csvFormats = ['csv', 'spreadsheet'] as const;
const jsonFormats = ['geojson', 'ndjson'] as const;
type InputFormat = (typeof csvFormats)[number] | (typeof jsonFormats)[number];

/** Exports tables and reads the files as a build does. */
async function readBack(
  tables: readonly RecordTable[],
  inputFormat: InputFormat,
  sample = false,
): Promise<RecordTable[]> {
  const folder = folderOfTest();
  const read: RecordTable[] = [];
  for (const table of tables) {
    const path = join(folder, `${table.dataset.name}.csv`);
    const output = new FileOutput(path);
    const writer = exportFormats
      .find(({ format }) => format === inputFormat)
      ?.open(table, output, { rules: defaultRules, sample, publication });
    if (writer) table.visitRecords([writer]);
    writer?.finish?.();
    output.finish();
    output.close();
    const { records, issues } = await readLocation(table.dataset, path, { allowEmpty: true });
    expect(issues.refused).toBe(false);
    expect(issues.groups.map(({ code }) => code)).not.toContain('unknownColumn');
    read.push(tableOf(table.dataset, records));
  }
  return read;
}

async function expectIdentical(tables: readonly RecordTable[], format: InputFormat, sample = false): Promise<void> {
  const [before, after] = [await builtOf(tables), await builtOf(await readBack(tables, format, sample))];
  expect(after.version).toBe(before.version);
  expect([...after.files.keys()].sort()).toEqual([...before.files.keys()].sort());
  const changed = [...before.files].filter(
    ([path, bytes]) => Buffer.compare(after.files.get(path) ?? bytes, bytes) !== 0,
  );
  expect(changed.map(([path]) => path)).toEqual([]);
}

describe.each(csvFormats)('a dataset that is exported as CSV (%s) and built again', (format) => {
  it('is identical for the sample', async () => {
    await expectIdentical(sampleTables(sizeOf(2000)), format, true);
  });

  it('is identical for the fixture of the contract', async () => {
    await expectIdentical(fixtureTables(), format);
  });

  it('is identical with texts that are formulas, empty, null or hostile to CSV parsers', async () => {
    const tables = datasets.map((dataset) => tableOf(dataset, hostileRecords(dataset)));
    expect(tables[1]?.size).toBe(hostileTexts.length + 1);
    await expectIdentical(tables, format);
  });

  it.each(datasets)('is identical with any texts: $name', { timeout: 60_000 }, async (dataset) => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRecord(dataset), { maxLength: 8 }), async (records) => {
        const table = tableOf(
          dataset,
          records.map((record, index) => ({ ...record, [dataset.identifierField]: index })),
        );
        const [read] = await readBack([table], format);
        const texts = (of: RecordTable | undefined): string[] =>
          Array.from({ length: of?.size ?? -1 }, (_, index) => of?.text(index) ?? '');
        expect(texts(read)).toEqual(texts(table));
      }),
      { numRuns: sizeOf(100) },
    );
  });
});

it.each(jsonFormats)('a dataset that is exported as %s and built again is identical', async (format) => {
  await expectIdentical(sampleTables(2000), format, true);
  await expectIdentical(
    datasets.map((dataset) => tableOf(dataset, hostileRecords(dataset))),
    format,
  );
});

function anyRecord(dataset: DatasetDescription): fc.Arbitrary<DatasetRecord> {
  const unit = fc.constantFrom("'", '=', '-', '+', '@', '"', ',', '\n', '\r', '\t', ' ', '#', ';', '1', '.', 'é', '＠');
  const text = fc.oneof(fc.string({ unit, maxLength: 6 }), fc.constantFrom(...hostileTexts.slice(0, -1)));
  const changes = dataset.fields.flatMap(({ name, type, nulls }) =>
    type === 'text'
      ? [fc.tuple(fc.constant(name), nulls === 'never' ? text.filter((value) => value !== '') : fc.option(text))]
      : [],
  );
  return fc.tuple(...changes).map((pairs) => {
    const record = sampleRecord(dataset, Object.fromEntries(pairs));
    for (const { name, lengthOf } of dataset.fields) {
      if (lengthOf !== undefined) record[name] = String(record[lengthOf] ?? '').length;
    }
    return record;
  });
}

describe.each(datasets)("a publisher's CSV file of $name", (dataset) => {
  const texts = ["'=1+1", "'", "''-5", "'s"];
  const [field] = dataset.fields.filter(({ type, nulls }) => type === 'text' && nulls !== 'never').slice(-1);
  const name = field?.name ?? '';
  const records = texts.map((text, index) => sampleRecord(dataset, { [name]: text, [dataset.identifierField]: index }));

  it('keeps its apostrophes if it does not have the column CoastwatchExport', async () => {
    const { records: read } = await readContent(dataset, csvOf(dataset, records));
    expect(read.map((record) => record[name])).toEqual(texts);
  });

  it('loses one apostrophe if it has the column CoastwatchExport, in any position', async () => {
    const header = [exportMarkColumn, ...dataset.fields.map((each) => each.name).toReversed()];
    const { records: read, codes } = await readContent(dataset, csvOf(dataset, records, { header }));
    expect(read.map((record) => record[name])).toEqual(['=1+1', '', "'-5", "'s"]);
    expect(codes.filter((code) => code === 'unknownColumn')).toEqual([]);
  });
});
