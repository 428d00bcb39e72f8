import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { buildSite } from '../../build-data/build.ts';
import { sampleCoastalFeatures, sampleRawData } from '../../build-data/sample/sample-inputs.ts';
import { seededRandom } from '../../build-data/sample/seeded-random.ts';
import { tableOf } from '../../build-data/write/testing/stored-dataset.ts';
import { handleRequest } from '../../core/api/handle-request.ts';
import {
  type CoastalFeatureRecord,
  coastalFeatures,
  rawData,
  type RawDataRecord,
} from '../../core/datasets/datasets.ts';
import { DatasetReader } from '../../core/storage/snapshot/dataset-reader.ts';
import { createDirectoryStore } from '../../hosts/node/directory-store.ts';
import { fixtureTree, memoryStore } from '../../tests/contract/fixture/fixture-tree.ts';
import { describeWithRealData } from '../../tests/support/real-data.ts';
import { isFullSize, sizeOf } from '../../tests/support/test-size.ts';
import { summarySentences } from '../explorer/summaries.ts';
import { noFilters } from '../view/view-state.ts';
import type { Query } from './engine.ts';
import { ColumnEngine } from './column-engine.ts';
import { expectedSentences } from './testing/expected-sentences.ts';

const origin = 'https://data.example.org';
const searches = sizeOf(500);

async function requestFromApi(reader: DatasetReader, path: string): Promise<unknown> {
  const response = await handleRequest(new Request(`${origin}/webapi/v1/${path}`), { reader, basePath: '/' });
  if (response?.status !== 200) throw new Error(`${path} returned status ${String(response?.status)}`);
  return response.json();
}

/** Compares the engine with the API over the same files, at random centres on the coast and off it. */
function describeAgreement(name: string, open: () => Promise<{ reader: DatasetReader; close: () => Promise<void> }>) {
  describe(name, () => {
    let reader: DatasetReader;
    let engine: ColumnEngine;
    let close: (() => Promise<void>) | undefined;
    const random = seededRandom(11, 'searches');
    const query: Query = {
      filters: noFilters,
      tab: 'records',
      sort: 'newest',
      search: null,
      council: null,
      area: { west: -180, south: -90, east: 180, north: 90 },
      rows: { start: 0, end: 100_000 },
    };
    const randomPosition = (): { longitude: number; latitude: number } => ({
      longitude: Number((112 + 14 * random.unit()).toFixed(5)),
      latitude: Number((-36 + 22 * random.unit()).toFixed(5)),
    });
    const idsOf = (records: unknown, field: string): unknown[] =>
      (records as Record<string, unknown>[]).map((record) => record[field]);

    beforeAll(async () => {
      ({ reader, close } = await open());
      engine = new ColumnEngine(() => reader);
      await engine.load(`${origin}/`);
    });
    afterAll(() => close?.());

    it.each([
      ['records', 'RawData', 'RawDataId', { newest: 'desc', oldest: 'asc' }],
      ['places', 'CoastalFeatures', 'CoastalFeatureID', { newest: 'asc', oldest: 'desc' }],
    ] as const)('lists all %s in the same order, in both directions', async (tab, dataset, field, orders) => {
      for (const sort of ['newest', 'oldest'] as const) {
        const { rows } = await engine.query({ ...query, tab, sort });
        const listed = await requestFromApi(reader, `${dataset}?sortOrder=${orders[sort]}`);
        expect(rows.map(({ id }) => id)).toEqual(idsOf(listed, field));
      }
    });

    it(`finds the same records and places in ${searches} searches by radius`, { timeout: 60_000 }, async () => {
      let found = 0;
      for (let search = 0; search < searches; search++) {
        const centre = randomPosition();
        const radiusInMetres = Math.round(10 ** (2 + 4 * random.unit()));
        const parameters = `latitude=${centre.latitude}&longitude=${centre.longitude}&rangeInM=${radiusInMetres}`;
        const aroundCentre = { ...query, search: { mode: 'radius' as const, centre, radiusInMetres } };
        const records = await engine.query(aroundCentre);
        expect(records.rows.map(({ id }) => id)).toEqual(
          idsOf(await requestFromApi(reader, `RawData?${parameters}`), 'RawDataId'),
        );
        const places = await engine.query({ ...aroundCentre, tab: 'places', sort: 'oldest' });
        expect(places.rows.map(({ id }) => id)).toEqual(
          idsOf(await requestFromApi(reader, `CoastalFeatures?${parameters}`), 'CoastalFeatureID'),
        );
        expect(records).toMatchObject(await engine.counts(records.query));
        expect(places).toMatchObject(await engine.counts(places.query));
        expect([records.foundInOtherTab, places.foundInOtherTab]).toEqual([places.found, records.found]);
        found += records.found;
      }
      expect(found).toBeGreaterThan(searches);
    });

    it(`finds the same nearest record and place from ${searches} centres`, { timeout: 60_000 }, async () => {
      for (let search = 0; search < searches; search++) {
        const centre = randomPosition();
        const parameters = `latitude=${centre.latitude}&longitude=${centre.longitude}&searchStyle=Nearest`;
        const aroundCentre = { ...query, search: { mode: 'nearest' as const, centre, radiusInMetres: 5000 } };
        const { nearestRecord, nearestPlace, rows, found } = await engine.query(aroundCentre);
        expect(await requestFromApi(reader, `RawData?${parameters}`)).toMatchObject({ RawDataId: nearestRecord?.id });
        expect(await requestFromApi(reader, `CoastalFeatures?${parameters}`)).toMatchObject({
          CoastalFeatureID: nearestPlace?.id,
        });
        expect(rows[0]).toEqual(nearestRecord);
        expect(found).toBe(200);
      }
    });

    it('exports the same records as the API, in either order', async () => {
      const centre = { longitude: 115.75, latitude: -31.99 };
      const parameters = `latitude=${centre.latitude}&longitude=${centre.longitude}&rangeInM=20000`;
      const aroundCentre = { ...query, search: { mode: 'radius' as const, centre, radiusInMetres: 20_000 } };
      const exported = await exportRecords(aroundCentre);
      expect(exported.length).toBeGreaterThan(10);
      expect(exported).toEqual(await requestFromApi(reader, `RawData?${parameters}`));
      expect(await exportRecords({ ...aroundCentre, tab: 'places', sort: 'oldest' })).toEqual(
        await requestFromApi(reader, `CoastalFeatures?${parameters}`),
      );
      expect(await exportRecords({ ...query, sort: 'oldest' })).toEqual(
        await requestFromApi(reader, 'RawData?sortOrder=asc'),
      );
    });

    it('the sentences about every place equal those of a brute-force count', async () => {
      const all = (await requestFromApi(reader, 'RawData')) as readonly RawDataRecord[];
      const features = (await requestFromApi(reader, 'CoastalFeatures')) as readonly CoastalFeatureRecord[];
      const places = features.filter((_, index) => isFullSize || index % 10 === 0);
      const days = ['2026-11-27', '2026-02-16', '2026-04-15', '2026-07-31'];
      for (const [index, place] of places.entries()) {
        const latitude = place.CoastalFeatureInshoreLatitude;
        const longitude = place.CoastalFeatureInshoreLongitude;
        const near = await requestFromApi(reader, `RawData?latitude=${latitude}&longitude=${longitude}&rangeInM=1000`);
        const summary = await engine.summarise({ centre: { longitude, latitude }, radiusInMetres: 1000 });
        const today = days[index % days.length] ?? '';
        const sentences = summary && summarySentences(summary, 'metric', today);
        expect(sentences, place.CoastalFeatureDisplayName).toEqual(
          expectedSentences(near as readonly RawDataRecord[], all, today),
        );
      }
    }, 180_000);

    async function exportRecords(exported: Query): Promise<unknown[]> {
      const { text } = await engine.export(exported, 'geojson');
      const features = JSON.parse(`[${await text.text()}]`) as { properties: unknown }[];
      return features.map(({ properties }) => properties);
    }
  });
}

describeAgreement('the engine and the API, over sample data', async () => {
  const options = { seed: 5, rawDataRecords: 4000 };
  const features = tableOf(coastalFeatures, sampleCoastalFeatures(options));
  const { tree } = await fixtureTree([features, tableOf(rawData, sampleRawData(options))]);
  return { reader: new DatasetReader(memoryStore(tree)), close: () => Promise.resolve() };
});

describeWithRealData('the engine and the API', (dataDirectory) => {
  describeAgreement('over the published data', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'coastwatch-engine-'));
    const outputDirectory = join(directory, 'site');
    const result = await buildSite(
      {
        inputs: {
          kind: 'files',
          coastalFeatures: join(dataDirectory, 'CoastalFeatures.csv'),
          rawData: join(dataDirectory, 'RawData.csv'),
        },
        outputDirectory,
        target: 'compute',
        exports: false,
        siteUrl: `${origin}/`,
      },
      { now: () => new Date('2026-01-01T00:00:00.000Z') },
    );
    if (result.kind !== 'built') throw new Error('the published data was rejected');
    return {
      reader: new DatasetReader(createDirectoryStore(outputDirectory)),
      close: () => rm(directory, { recursive: true }),
    };
  });
});
