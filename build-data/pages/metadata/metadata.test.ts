import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { datasets, rawData, type RawDataRecord } from '../../../core/datasets/datasets.ts';
import { RecordedTimes } from '../../../core/datasets/recorded-time.ts';
import { defaultRules, otherRules } from '../../../core/datasets/testing/default-rules.ts';
import { seed, sizeOf } from '../../../tests/support/test-size.ts';
import type { ExportedFile } from '../../exports/exported-file.ts';
import { rawDataRecord, tableOf } from '../../write/testing/stored-dataset.ts';
import { facts, hostileFacts } from '../testing/facts.ts';
import { dataPackage, datasetMetadata } from './dataset-metadata.ts';
import { dcatCatalog, schemaOrgCatalog } from './linked-data.ts';

console.info(`metadata: COASTWATCH_SEED=${seed}`);
const site = hostileFacts();
const files = datasets.map(({ name }): ExportedFile => ({
  dataset: name,
  format: 'csv',
  title: `${name}, CSV`,
  mediaType: 'text/csv',
  path: `downloads/${name}.csv`,
  hashedPath: `downloads/${name}.0123456789abcdef.csv`,
  bytes: 99,
  sha256: 'ab'.repeat(32),
}));
const siteMetadata = datasetMetadata(site, files);
const toJson = (value: unknown): Record<string, unknown> =>
  JSON.parse(JSON.stringify(value)) as Record<string, unknown>;

it('datapackage.json refers to the complete arrays of the API if there are no CSV files', () => {
  const { resources } = toJson(dataPackage(site, datasetMetadata(site, []))) as { resources: { path: string }[] };
  expect(resources.map(({ path }) => path)).toEqual(datasets.map(({ name }) => `webapi/v1/${name}.json`));
});

describe('the metadata of the datasets', () => {
  it('has the period of the records and the bounding box of the coastal features', () => {
    const [places, records] = siteMetadata;
    expect(records?.period?.map((time) => time.slice(0, 2))).toEqual([expect.stringMatching(/19|20|18/), '20']);
    const [west = 0, south = 0, east = 0, north = 0] = places?.box ?? [];
    expect(west < east && south < north).toBe(true);
  });

  it('has the first and the last instant of all records as its period, by the rules of the site', () => {
    const records = fc.array(
      fc.record({
        seconds: fc.integer({ min: -100, max: 100 }).map((hours) => 1_577_836_800 + hours * 3600),
        OwnerValue: fc.constantFrom('Public report', 'SMART drumline trial', null),
      }),
      { minLength: 1, maxLength: 20 },
    );
    fc.assert(
      fc.property(records, fc.constantFrom(defaultRules, otherRules), (all, rules) => {
        const table = tableOf(
          rawData,
          all.map(({ seconds, OwnerValue }, index) => rawDataRecord(index, seconds, 115, -32, { OwnerValue })),
        );
        const [metadata] = datasetMetadata({ ...facts([table]), rules }, []);
        const times = new RecordedTimes(rules.times, table.midnightsAreDates);
        const instants = Array.from({ length: table.size }, (_, index) => {
          const record = table.record(index) as RawDataRecord;
          return times.instantOf(record.SightingDateTime, times.basisOf(record));
        });
        expect(metadata?.period?.map((time) => Date.parse(time) / 1000)).toEqual([
          Math.min(...instants),
          Math.max(...instants),
        ]);
      }),
      { seed, numRuns: sizeOf(1000) },
    );
  });

  const at = (longitude: number, latitude: number) => rawDataRecord(1, 0, longitude, latitude);
  const boundingBox = (...records: RawDataRecord[]) =>
    datasetMetadata(
      facts([
        tableOf(
          rawData,
          records.map((one, index) => ({ ...one, RawDataId: index })),
        ),
      ]),
      [],
    )[0]?.box;

  it('has bounding boxes without positions that the build warns about, such as a latitude without its sign', () => {
    expect(boundingBox(at(115, -32), at(116, 17.76), at(114, -20))).toEqual([114, -32, 115, -20]);
    expect(boundingBox(at(115, 17.76))).toBeUndefined();
    expect(boundingBox()).toBeUndefined();
  });

  it('has the same bounding box and modification date in schema.org and in DCAT', () => {
    const site = facts([
      tableOf(rawData, [at(115, -32), { ...at(113.5, 17.76), RawDataId: 2 }, { ...at(114, -20), RawDataId: 3 }]),
    ]);
    const metadata = datasetMetadata(site, []);
    const [inSchema] = (toJson(schemaOrgCatalog(site, metadata)) as { dataset: Record<string, unknown>[] }).dataset;
    expect(inSchema).toMatchObject({
      spatialCoverage: { geo: { box: '-32 114 -20 115' } },
      dateModified: site.modifiedAt,
      temporalCoverage: expect.stringMatching(/^[-0-9T:]+(?:Z|\+08:00)\/[-0-9T:]+(?:Z|\+08:00)$/) as unknown,
      identifier: `${site.siteUrl}webapi/v1/RawData`,
    });
    const [inDcat] = toJson(dcatCatalog(site, metadata))['dcat:dataset'] as Record<string, unknown>[];
    expect(JSON.stringify(inDcat)).toContain('POLYGON((114 -32, 115 -32, 115 -20, 114 -20, 114 -32))');
    expect(inDcat).toMatchObject({ 'dct:modified': { '@value': site.modifiedAt } });
  });

  it('does not depend on the time of the build', () => {
    const later = { ...site, builtAt: '2031-01-01T00:00:00.000Z' };
    const serialiseAll = (facts: typeof site) => {
      const metadata = datasetMetadata(facts, files);
      return JSON.stringify([
        schemaOrgCatalog(facts, metadata),
        dcatCatalog(facts, metadata),
        dataPackage(facts, metadata),
      ]);
    };
    expect(serialiseAll(later)).toBe(serialiseAll(site));
  });
});
