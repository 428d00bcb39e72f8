import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { datasets } from '../../core/datasets/datasets.ts';
import { readContent, readServed } from './testing/read-content.ts';
import { csvOf, sampleRecord } from './testing/sample-content.ts';

const anyText = fc
  .string({
    unit: fc.constantFrom('"', ',', '\n', '\r', '\r\n', ';', ' ', '\\', '}', ']', 'NULL', 'é', '😀', '\u2028', 'a'),
  })
  .filter((text) => text !== '');
const anyDateTime = fc
  .date({ min: new Date('1800-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 19));

/** Any valid records of a dataset, with unique identifiers. */
function anyRecords(dataset: DatasetDescription): fc.Arbitrary<DatasetRecord[]> {
  const values = dataset.fields.map((field): fc.Arbitrary<string | number | null> => {
    const { minimum: min = 0, maximum: max = 1 } = field;
    if (field.type === 'integer') return fc.nat();
    if (field.type === 'number') return fc.double({ min, max, noNaN: true }).map((value) => value + 0);
    const text = field.type === 'dateTime' ? anyDateTime : anyText;
    return field.nulls === 'never' ? text : fc.option(text);
  });
  return fc.array(fc.tuple(...values), { maxLength: 20 }).map((rows) =>
    rows.map((row, index) => {
      const record = Object.fromEntries(dataset.fields.map((field, column) => [field.name, row[column] ?? null]));
      record[dataset.identifierField] = index * 7;
      for (const { name, lengthOf } of dataset.fields) {
        if (lengthOf !== undefined) record[name] = String(record[lengthOf] ?? '').length;
      }
      return record;
    }),
  );
}

describe.each(datasets)('$name', (dataset) => {
  test('records written as CSV are read back unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(anyRecords(dataset), fc.constantFrom('\n', '\r\n'), async (records, lineEnd) => {
        const outcome = await readContent(dataset, csvOf(dataset, records, { lineEnd }), { allowEmpty: true });
        expect(outcome.issues.refused).toBe(false);
        expect(outcome.records).toEqual(records);
      }),
    );
  });

  test('records written as JSON are read back unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(anyRecords(dataset), fc.constantFrom(undefined, 2), async (records, indent) => {
        const outcome = await readContent(dataset, JSON.stringify(records, null, indent), { allowEmpty: true });
        expect(outcome.issues.refused).toBe(false);
        expect(JSON.stringify(outcome.records)).toBe(JSON.stringify(records));
      }),
    );
  });

  test('reading arbitrary bytes produces records or issues', async () => {
    const start = fc.constantFrom('', '[', '{', '[{', csvOf(dataset, []), JSON.stringify([sampleRecord(dataset)]));
    await fc.assert(
      fc.asyncProperty(start, fc.uint8Array({ maxLength: 3000 }), async (text, bytes) => {
        const { records, codes } = await readContent(dataset, Buffer.concat([Buffer.from(text), bytes]));
        expect(records.length + codes.length).toBeGreaterThan(0);
      }),
    );
  });

  test('damaged data is read to the end or refused, and never produces an invented record', async () => {
    const good = [sampleRecord(dataset), sampleRecord(dataset, { [dataset.identifierField]: 8 })];
    const contents = fc.constantFrom(csvOf(dataset, good), JSON.stringify(good));
    const insertion = fc.string({ unit: fc.constantFrom('"', ',', '\n', '[', ']', '{', '}', ':', '\\', '\0', '1') });
    await fc.assert(
      fc.asyncProperty(contents, fc.nat(), fc.nat(3), insertion, async (content, position, removed, inserted) => {
        const index = position % content.length;
        const damaged = content.slice(0, index) + inserted + content.slice(index + removed);
        const { records, issues } = await readContent(dataset, damaged);
        expect(records.length).toBeLessThanOrEqual(3);
        expect(issues.refused || records.length <= 2).toBe(true);
      }),
    );
  });
});

test('the boundaries between chunks do not affect the records', async () => {
  const [dataset] = datasets;
  if (dataset === undefined) throw new Error('there is at least one dataset');
  const chunkSizes = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(anyRecords(dataset), chunkSizes, fc.boolean(), async (records, sizes, asCsv) => {
      const bytes = Buffer.from(asCsv ? csvOf(dataset, records) : JSON.stringify(records));
      const outcome = await readServed(dataset, (_, response) => {
        for (let start = 0, turn = 0; start < bytes.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1;
          response.write(bytes.subarray(start, start + size));
          start += size;
        }
        response.end();
      });
      expect(JSON.stringify(outcome.records)).toBe(JSON.stringify(records));
    }),
    { numRuns: 30 },
  );
});
