import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, inject, it } from 'vitest';

import { apiDocumentPath } from '../../core/storage/format/layout.ts';

/* Compares the numbers that the documents state about the published records with counts of the published files. */

const { publishedStatic: site = '', publishedInputs: inputs = '' } = inject('soakSites');

type Row = Readonly<Record<string, string>>;

const readRows = async (name: string): Promise<Row[]> =>
  parse(await readFile(join(inputs, name), 'utf8'), { columns: true }) as Row[];

/** Counts the ObjectIds that more than one row has, and the rows that have one of these. */
function countSharedObjectIds(rows: readonly Row[]): [codes: number, records: number] {
  const counts = new Map<string, number>();
  for (const { ObjectId = '' } of rows) counts.set(ObjectId, (counts.get(ObjectId) ?? 0) + 1);
  const shared = [...counts.values()].filter((count) => count > 1);
  return [shared.length, shared.reduce((sum, count) => sum + count, 0)];
}

describe.skipIf(site === '')('the documents of the published records', () => {
  let dictionary: string;
  let table: string[][];
  let page: string;
  let schemas: Record<
    string,
    { description: string; properties: Record<string, { type: unknown; description: string }> }
  >;
  let records: Row[];
  beforeAll(async () => {
    const text = (path: string): Promise<string> => readFile(join(site, path), 'utf8');
    dictionary = await text('docs/RawData-dictionary.json');
    table = parse(await text('docs/CoastalFeatures-dictionary.csv'), { bom: true }) as string[][];
    page = (await text('docs/data-dictionary/index.html')).replaceAll('&quot;', '"').replaceAll(/\s+/g, ' ');
    const openApi = JSON.parse(await text(apiDocumentPath('openapi.json'))) as {
      components: { schemas: typeof schemas };
    };
    schemas = openApi.components.schemas;
    records = await readRows('RawData.csv');
  });

  it('count the records that repeat another record', () => {
    // The first column is the row number.
    const withoutIdentifiers = records.map((row) => JSON.stringify({ ...row, '': '', RawDataId: '' }));
    const copies = withoutIdentifiers.length - new Set(withoutIdentifiers).size;
    expect(copies).toBe(133);
    expect(JSON.parse(dictionary)).toMatchObject({ exactCopies: { records: copies } });
    const sentence = `${copies} records repeat another one in every field but RawDataId.`;
    expect(page).toContain(sentence);
    expect(schemas['RawDataRecord']?.description).toContain(sentence);
  });

  it('count the ObjectIds that several sightings share, and do not call them unique', () => {
    const kind = ({ InteractionValue = '' }: Row): string => InteractionValue.trim().toLowerCase();
    const sharedBySightings = countSharedObjectIds(records.filter((row) => kind(row) === 'sighted'));
    const sharedByNonDetections = countSharedObjectIds(records.filter((row) => kind(row) !== 'detected'));
    expect([sharedBySightings, sharedByNonDetections]).toEqual([
      [25, 51],
      [28, 57],
    ]);
    const { description = '' } = schemas['RawDataRecord']?.properties['ObjectId'] ?? {};
    for (const [group, [codes, count]] of [
      ['sightings (InteractionValue is "sighted")', sharedBySightings],
      ['records other than detections (InteractionValue is not "detected")', sharedByNonDetections],
    ] as const) {
      const statement = `${codes} codes used by more than one record among the ${group}: ${count} records`;
      expect(description).toContain(statement);
      expect(page).toContain(statement);
    }
    expect(description).not.toMatch(/unique/i);
  });

  it('list each region code with its count', async () => {
    const features = await readRows('CoastalFeatures.csv');
    const counts = new Map<string, number>();
    for (const { CoastalFeatureResponse_Region: codes = '' } of features)
      for (const code of codes.split(/\s*,\s*/)) counts.set(code, (counts.get(code) ?? 0) + 1);
    const valuesWithCounts = [...counts].sort(([, a], [, b]) => b - a).map(([code, count]) => `"${code}" (${count})`);
    console.info(valuesWithCounts.join(', '));
    const cells = table.find(([name]) => name === 'CoastalFeatureResponse_Region') ?? [];
    const { description = '' } = schemas['CoastalFeature']?.properties['CoastalFeatureResponse_Region'] ?? {};
    for (const text of [cells[table[0]?.indexOf('Values') ?? -1], description, page])
      for (const counted of valuesWithCounts) expect(text).toContain(counted);
  });

  it('allow null only in fields that have nulls', async () => {
    for (const [schema, rows] of [
      ['CoastalFeature', await readRows('CoastalFeatures.csv')],
      ['RawDataRecord', records],
    ] as const) {
      const nullable = Object.entries(schemas[schema]?.properties ?? {}).filter(([, { type }]) => Array.isArray(type));
      const expected = Object.keys(rows[0] ?? {}).filter((name) => name !== '' && rows.some((row) => row[name] === ''));
      expect(nullable.map(([name]) => name)).toEqual(expected);
    }
  });
});
