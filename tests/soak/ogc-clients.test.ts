import { OgcApiEndpoint } from '@camptocamp/ogc-client';
import { FeatureService } from '@ogcapi-js/features';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { type GeoJsonFeature, hasProgram, readWithGdal } from '../../build-data/exports/testing/outside-programs.ts';
import { coastalFeatures, rawData, type RawDataRecord } from '../../core/datasets/datasets.ts';
import { emptyAsNull, expectSameRecords, type ServedSite, serveSite, sitesToServe } from './served-site.ts';

/* Reads OGC API Features with third-party clients, and compares what they find with the records of the API. */

/** GDAL reads page by page. */
const readLayer = (url: string, layer: string, ...options: readonly string[]): Promise<GeoJsonFeature[]> =>
  readWithGdal(`OAPIF:${url}`, [layer, '-oo', 'PAGE_SIZE=1000', ...options]);

/** GDAL writes times with slashes, and may leave the T out. */
const asPublished = ({ properties }: GeoJsonFeature): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      name,
      name.endsWith('DateTime') && value !== null ? String(value).replace(/^(\d+)\/(\d+)\/(\d+) /, '$1-$2-$3T') : value,
    ]),
  );

describe.each(sitesToServe(inject('soakSites')))('OGC API Features of $title', (siteToServe) => {
  let site: ServedSite;
  let url: string;
  let records: readonly RawDataRecord[];

  beforeAll(async () => {
    site = await serveSite(siteToServe);
    url = new URL('ogc', site.address).href;
    records = site.records.get(rawData) as unknown as readonly RawDataRecord[];
  });
  afterAll(() => site.stop());

  it('is described by an OpenAPI document that another validator accepts', async () => {
    const document = (await (await fetch(`${url}/api`)).json()) as Record<string, unknown>;
    const validator = new Validator();
    const { valid, errors } = await validator.validate(document);
    expect([valid, errors, validator.version]).toEqual([true, undefined, '3.0']);
  });

  it('is read by @camptocamp/ogc-client', async () => {
    const endpoint = new OgcApiEndpoint(url);
    expect(await endpoint.featureCollections).toEqual(['RawData', 'CoastalFeatures', 'CoastalFeaturesOffshore']);
    const { crs, itemFormats } = await endpoint.getCollectionInfo('RawData');
    expect([crs.length, itemFormats]).toEqual([2, ['application/geo+json', 'text/html']]);
    const items = await endpoint.getCollectionItems('RawData', 5, 10);
    expect(items.map(({ id }) => id)).toEqual(records.slice(10, 15).map(({ RawDataId }) => RawDataId));
  });

  it('is read by @ogcapi-js/features', async () => {
    const service = new FeatureService({ baseUrl: url });
    const { features } = await service.getFeatures('RawData', { limit: 7, bbox: [115, -33, 116, -31] });
    expect(features.length).toBe(7);
    for (const { properties } of features) expect(Number(properties?.['LocationX'])).toBeGreaterThanOrEqual(115);
  });

  describe.skipIf(!hasProgram('ogr2ogr'))('with GDAL', () => {
    it('has every record and every place, with equal values', async () => {
      const found = await readLayer(url, rawData.name);
      expectSameRecords(emptyAsNull(found.map(asPublished) as never), emptyAsNull(records as never), rawData);
      const places = await readLayer(url, coastalFeatures.name);
      expect(places.length).toBe(site.records.get(coastalFeatures)?.length);
    });

    it('has the records in a box and those of a filter, as a brute-force scan finds them', async () => {
      const inBox = records.filter(
        (each) =>
          each.LocationX >= 115.5 && each.LocationX <= 116 && each.LocationY >= -32.5 && each.LocationY <= -31.5,
      );
      const box = await readLayer(url, rawData.name, '-spat', '115.5', '-32.5', '116', '-31.5');
      expect(box.length).toBe(inBox.length);
      const species = 'white';
      const where = `SightingSpeciesValue = '${species}' AND RawDataId > 50000`;
      const filtered = await readLayer(url, rawData.name, '-where', where);
      const expected = records.filter((each) => each.SightingSpeciesValue === species && each.RawDataId > 50_000);
      expect(filtered.length).toBe(expected.length);
    });
  });
});
