import { describe, expect, it } from 'vitest';

import { defaultRules, otherRules } from '../../core/datasets/testing/default-rules.ts';
import { fixtureTables } from '../../tests/contract/fixture/fixture-tree.ts';
import { datasets, rawData } from '../../core/datasets/datasets.ts';
import { blankRecord } from '../../core/datasets/testing/blank-record.ts';
import { tableOf } from '../write/testing/stored-dataset.ts';
import { buildServiceDocument, serviceDocumentSchemaOf, type ServiceOptions } from './service-document.ts';
import { publication } from '../site/testing/default-site.ts';

const options: ServiceOptions = {
  rules: defaultRules,
  dataVersion: '0123456789abcdef',
  builtAt: '2026-01-01T00:00:00.000Z',
  sample: false,
  publication,
  exports: [
    {
      dataset: 'RawData',
      format: 'csv',
      title: 'CSV',
      mediaType: 'text/csv',
      path: 'downloads/RawData.csv',
      hashedPath: `downloads/RawData.${'a'.repeat(16)}.csv`,
      bytes: 12,
      sha256: 'a'.repeat(64),
    },
  ],
  feeds: [{ path: 'feeds/records.atom', mediaType: 'application/atom+xml', title: 'Newest records' }],
  metadata: [{ path: 'catalog.jsonld', mediaType: 'application/ld+json', title: 'Catalogue' }],
  hasPages: true,
};
const documentUrl = 'https://data.example.org/coast/webapi/v1/index.json';
const resolvePath = (href: string): string => new URL(href, documentUrl).pathname;

describe('the service document', () => {
  const document = buildServiceDocument(fixtureTables(), options);

  it('contains the datasets with their counts, the version, the build time and the newest record', () => {
    expect(document).toMatchObject({ dataVersion: options.dataVersion, builtAt: options.builtAt, sample: false });
    expect(document.datasets.map(({ name, records }) => [name, records])).toEqual([
      ['CoastalFeatures', 274],
      ['RawData', 503],
    ]);
    const [, records] = fixtureTables();
    expect(document.newestRecord).toEqual({
      dataset: 'RawData',
      identifier: records.identifier(0),
      time: records.last,
      timeBasis: '+08:00',
      href: `RawData/${records.identifier(0)}.json`,
    });
    expect(document.notice).toBeUndefined();
  });

  it('names the zone of the site as the basis of a local time', () => {
    const rules = { ...defaultRules, times: { ...otherRules.times, zone: 'Europe/Dublin' } };
    const table = tableOf(rawData, [{ ...blankRecord(rawData), SightingDateTime: '2020-01-01T10:00:00' }]);
    expect(buildServiceDocument([table], { ...options, rules }).newestRecord?.timeBasis).toBe('Europe/Dublin');
    const schema = JSON.stringify(serviceDocumentSchemaOf(rules.times));
    expect(schema).toContain('"enum":["UTC","Europe/Dublin","date"]');
    expect(JSON.stringify(serviceDocumentSchemaOf({ ...rules.times, zone: 'UTC' }))).toContain('"enum":["UTC","date"]');
  });

  it('links to everything else relative to its own URL, even under a base path', () => {
    const hrefs = document.links.map(({ href }) => resolvePath(href));
    expect(hrefs).toEqual([
      '/coast/webapi/v1/index.json',
      '/coast/webapi/v1/openapi.json',
      '/coast/docs/changes.json',
      '/coast/docs/',
      '/coast/docs/data-dictionary/',
      '/coast/docs/downloads/',
      '/coast/docs/changes/',
      '/coast/client/coastwatch-client.js',
      '/coast/sitemap.xml',
      '/coast/feeds/records.atom',
      '/coast/catalog.jsonld',
    ]);
    const [, records] = document.datasets;
    expect(resolvePath(records?.href ?? '')).toBe('/coast/webapi/v1/RawData');
    expect(records?.staticFiles).toEqual({
      href: 'RawData.json',
      recordTemplate: 'RawData/{id}.json',
      pageTemplate: 'RawData/pages/{sortOrder}/{pageNumber}.json',
      pageSize: 100,
      flatbush: 'RawData.flatbush',
      points: 'RawData.points.json',
    });
    expect(records?.dictionary.map(({ href }) => resolvePath(href))).toEqual([
      '/coast/docs/RawData-dictionary.json',
      '/coast/docs/RawData-dictionary.csv',
    ]);
    expect(records?.downloads.map(({ href }) => resolvePath(href))).toEqual(['/coast/downloads/RawData.csv']);
    expect(document.datasets[0]?.downloads).toEqual([]);
  });

  it('does not link to pages if there are none, and has no newest record if there are no records', () => {
    const empty = buildServiceDocument(
      datasets.map((dataset) => tableOf(dataset, [])),
      { ...options, hasPages: false, feeds: [], metadata: [], sample: true },
    );
    expect(empty.links.map(({ rel }) => rel)).toEqual(['self', 'service-desc', 'related']);
    expect(empty.newestRecord).toBeNull();
    expect(empty.notice).toContain('sample data');
  });
});
