import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { datasets } from '../../core/datasets/datasets.ts';
import { sizeOf } from '../../tests/support/test-size.ts';
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

/** Ways of writing records as JSON, other than a plain array. */
const jsonForms: Readonly<Record<string, (dataset: DatasetDescription, records: readonly DatasetRecord[]) => string>> =
  {
    NDJSON: (_, records) => records.map((record) => `${JSON.stringify(record)}\n`).join(''),
    GeoJSON: (dataset, records) =>
      JSON.stringify({ type: 'FeatureCollection', features: records.map((record) => featureOf(dataset, record)) }),
    GeoJSONSeq: (dataset, records) =>
      records.map((record) => `\u001e${JSON.stringify(featureOf(dataset, record))}\n`).join(''),
  };

/** A feature whose properties have no positions. */
function featureOf({ positions }: DatasetDescription, record: DatasetRecord): unknown {
  const pairs = positions.map(({ longitudeField, latitudeField }) => [longitudeField, latitudeField]);
  const points = pairs.map((pair) => pair.map((field) => record[field]));
  const geometry =
    points.length === 1 ? { type: 'Point', coordinates: points[0] } : { type: 'MultiPoint', coordinates: points };
  const properties = Object.entries(record).filter(([name]) => !pairs.flat().includes(name));
  return { type: 'Feature', geometry, properties: Object.fromEntries(properties) };
}

/** Each property is also tested at full size in the soak tests. */
const numRuns = sizeOf(200);

describe.each(datasets)('$name', (dataset) => {
  test.each(Object.keys(jsonForms))('records written as %s are read back unchanged', async (form) => {
    await fc.assert(
      fc.asyncProperty(anyRecords(dataset), async (records) => {
        fc.pre(records.length > 0);
        const outcome = await readContent(dataset, jsonForms[form]?.(dataset, records) ?? '');
        expect(outcome.issues.refused).toBe(false);
        expect(JSON.stringify(outcome.records)).toBe(JSON.stringify(records));
      }),
      { numRuns },
    );
  });

  test('a collection that is cut anywhere is refused, and lines that are cut contain no invented record', async () => {
    const good = [1, 2, 3].map((identifier) => sampleRecord(dataset, { [dataset.identifierField]: identifier }));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(jsonForms)),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        async (form, share) => {
          const whole = jsonForms[form]?.(dataset, good) ?? '';
          const cut = whole.slice(0, Math.floor(whole.length * share));
          const { records, issues } = await readContent(dataset, cut);
          expect(good.slice(0, records.length)).toEqual(records);
          const endsWithRecord =
            form !== 'GeoJSON' && cut.replaceAll('\u001e', '').trimEnd().endsWith('}') && records.length > 0;
          if (!endsWithRecord) expect(issues.refused).toBe(true);
        },
      ),
      { numRuns },
    );
  });

  test('records written as CSV are read back unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(anyRecords(dataset), fc.constantFrom('\n', '\r\n'), async (records, lineEnd) => {
        const outcome = await readContent(dataset, csvOf(dataset, records, { lineEnd }), { allowEmpty: true });
        expect(outcome.issues.refused).toBe(false);
        expect(outcome.records).toEqual(records);
      }),
      { numRuns },
    );
  });

  test('records written as JSON are read back unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(anyRecords(dataset), fc.constantFrom(undefined, 2), async (records, indent) => {
        const outcome = await readContent(dataset, JSON.stringify(records, null, indent), { allowEmpty: true });
        expect(outcome.issues.refused).toBe(false);
        expect(JSON.stringify(outcome.records)).toBe(JSON.stringify(records));
      }),
      { numRuns },
    );
  });

  test('reading arbitrary bytes produces records or issues', async () => {
    const starts = ['', '[', '{', '[{', '\u001e{', '{"features":[', '{"features":[{"geometry":{', '{"properties":{'];
    const start = fc.constantFrom(...starts, csvOf(dataset, []), JSON.stringify([sampleRecord(dataset)]));
    await fc.assert(
      fc.asyncProperty(start, fc.uint8Array({ maxLength: 3000 }), async (text, bytes) => {
        const { records, codes } = await readContent(dataset, Buffer.concat([Buffer.from(text), bytes]));
        expect(records.length + codes.length).toBeGreaterThan(0);
      }),
      { numRuns },
    );
  });

  test('damaged data is read to the end or refused, and never produces an invented record', async () => {
    const good = [sampleRecord(dataset), sampleRecord(dataset, { [dataset.identifierField]: 8 })];
    const otherForms = Object.values(jsonForms).map((write) => write(dataset, good));
    const contents = fc.constantFrom(csvOf(dataset, good), JSON.stringify(good), ...otherForms);
    const insertion = fc.string({ unit: fc.constantFrom('"', ',', '\n', '[', ']', '{', '}', ':', '\\', '\0', '1') });
    await fc.assert(
      fc.asyncProperty(contents, fc.nat(), fc.nat(3), insertion, async (content, position, removed, inserted) => {
        const index = position % content.length;
        const damaged = content.slice(0, index) + inserted + content.slice(index + removed);
        const { records, issues } = await readContent(dataset, damaged);
        expect(records.length).toBeLessThanOrEqual(3);
        expect(issues.refused || records.length <= 2).toBe(true);
      }),
      { numRuns },
    );
  });
});

test('the boundaries between chunks do not affect the records', async () => {
  const [dataset] = datasets;
  if (dataset === undefined) throw new Error('there is at least one dataset');
  const form = fc.constantFrom(
    csvOf,
    (_: unknown, records: readonly DatasetRecord[]) => JSON.stringify(records),
    ...Object.values(jsonForms),
  );
  const chunkSizes = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(anyRecords(dataset), chunkSizes, form, async (records, sizes, write) => {
      const bytes = Buffer.from(write(dataset, records));
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
    { numRuns: sizeOf(100) },
  );
});
