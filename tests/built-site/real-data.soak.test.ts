import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';

import { defaultRules } from '../../core/datasets/testing/default-rules.ts';
import { buildSite } from '../../build-data/build.ts';
import { handleRequest } from '../../core/api/handle-request.ts';
import type { FieldType } from '../../core/datasets/dataset-description.ts';
import { rawData } from '../../core/datasets/datasets.ts';
import { DatasetReader } from '../../core/storage/snapshot/dataset-reader.ts';
import { createDirectoryStore } from '../../hosts/node/directory-store.ts';
import { describeWithRealData, realDataDirectory } from '../support/real-data.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const origin = 'https://data.example.org';

describeWithRealData('the service built from the published data', () => {
  const folder = temporaryFolder();
  let reader: DatasetReader;
  let rows: readonly Readonly<Record<string, string>>[];

  const send = async (path: string): Promise<{ status: number; body: string }> => {
    const response = await handleRequest(new Request(origin + path), { reader, basePath: '/' });
    if (!response) throw new Error(`${path} is not a path of the API`);
    return { status: response.status, body: await response.text() };
  };
  const fileAt = (name: string): string => join(realDataDirectory ?? '', name);

  beforeAll(async () => {
    const outputDirectory = join(folder, 'site');
    const result = await buildSite(
      {
        inputs: { kind: 'files', coastalFeatures: fileAt('CoastalFeatures.csv'), rawData: fileAt('RawData.csv') },
        rules: defaultRules,
        outputDirectory,
        target: 'compute',
        exports: false,
        siteUrl: `${origin}/`,
      },
      { now: () => new Date('2026-01-01T00:00:00.000Z') },
    );
    expect(result.kind).toBe('built');
    reader = new DatasetReader(createDirectoryStore(outputDirectory));
    rows = parse(await readFile(fileAt('RawData.csv')), { columns: true });
  });

  it('lists all records in the order in which the original service listed them', async () => {
    const records = JSON.parse((await send('/webapi/v1/RawData')).body) as { RawDataId: number }[];
    expect(records.length).toBe(17_330);
    expect(records.map(({ RawDataId }) => String(RawDataId))).toEqual(rows.map(({ RawDataId }) => RawDataId));
  });

  it('reproduces the published file byte for byte when its response is written as CSV', async () => {
    const records = JSON.parse((await send('/webapi/v1/RawData')).body) as Record<string, string | number | null>[];
    const numbered = records.map((record, index) => [
      index,
      ...rawData.fields.map((field) => asPublished(record[field.name], field.type)),
    ]);
    const text = stringify([['', ...rawData.fields.map(({ name }) => name)], ...numbered]);
    expect(firstDifference(text, await readFile(fileAt('RawData.csv'), 'utf8'))).toBeUndefined();
  });

  it('has 1,733 pages of ten records, and refuses page 1,734', async () => {
    const last = JSON.parse((await send('/webapi/v1/RawData?pageNumber=1733&pageSize=10')).body) as {
      MetaData: object;
      PagedItems: unknown[];
    };
    expect(last.PagedItems.length).toBe(10);
    expect(last.MetaData).toEqual({
      TotalItems: 17_330,
      CurrentPage: 1733,
      TotalPages: 1733,
      NextPageLink: null,
      PrevPageLink: `${origin}/webapi/v1/RawData?pageNumber=1732&pageSize=10&sortOrder=desc`,
    });
    const beyond = await send('/webapi/v1/RawData?pageNumber=1734');
    expect(beyond.status).toBe(400);
    expect(beyond.body).toContain('The maximum page number allowed is 1733, and the page number supplied was 1734.');
  });
});

/** A value as the published file writes it: an empty cell for null, a coordinate always with a decimal point. */
function asPublished(value: string | number | null | undefined, type: FieldType): string {
  if (value === null || value === undefined) return '';
  return type === 'number' && Number.isInteger(value) ? `${value}.0` : String(value);
}

/** Where two texts first differ, with a little context: a readable failure message instead of megabytes. */
function firstDifference(actual: string, expected: string): string | undefined {
  if (actual === expected) return undefined;
  let index = 0;
  while (actual[index] === expected[index]) index++;
  const around = (text: string): string => JSON.stringify(text.slice(Math.max(0, index - 60), index + 60));
  return `at ${index}: got ${around(actual)}, expected ${around(expected)}`;
}
