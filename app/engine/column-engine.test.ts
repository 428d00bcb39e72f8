import { beforeEach, describe, expect, it } from 'vitest';

import { coastalFeature, rawDataRecord, tableOf } from '../../build-data/write/testing/stored-dataset.ts';
import type { MemoryTree } from '../../build-data/write/testing/memory-tree.ts';
import {
  type CoastalFeatureRecord,
  coastalFeatures,
  rawData,
  type RawDataRecord,
} from '../../core/datasets/datasets.ts';
import { manifestPath } from '../../core/storage/format/layout.ts';
import { DatasetReader } from '../../core/storage/snapshot/dataset-reader.ts';
import { fixtureTree, memoryStore } from '../../tests/contract/fixture/fixture-tree.ts';
import { noFilters } from '../view/view-state.ts';
import type { Query } from './engine.ts';
import { ColumnEngine } from './column-engine.ts';

const site = 'https://data.example.org/';
const day = 86_400;
const cottesloe = { longitude: 115.75, latitude: -32 };
const query: Query = {
  filters: noFilters,
  tab: 'records',
  sort: 'newest',
  search: null,
  council: null,
  area: { west: 110, south: -40, east: 130, north: -10 },
  rows: { start: 0, end: 20 },
};

async function treeOf(
  records: readonly RawDataRecord[],
  moreFeatures: readonly CoastalFeatureRecord[] = [],
): Promise<MemoryTree> {
  const features = tableOf(coastalFeatures, [
    coastalFeature(7, 'Cottesloe', [115.75, -32], [115.74, -32]),
    coastalFeature(8, 'Albany', [117.9, -35], [117.9, -35.01]),
    ...moreFeatures,
  ]);
  return (await fixtureTree([features, tableOf(rawData, records)])).tree;
}
const recordsUpTo = (count: number): RawDataRecord[] =>
  Array.from({ length: count }, (_, index) => rawDataRecord(index + 1, index * day, 115.75, -32));

describe('the engine', () => {
  let tree: MemoryTree;
  let engine: ColumnEngine;

  beforeEach(async () => {
    tree = await treeOf(recordsUpTo(30));
    engine = new ColumnEngine(
      () => new DatasetReader({ read: (path, options) => memoryStore(tree).read(path, options) }),
    );
  });

  it('has the details of records after it has loaded them, which it does once', async () => {
    const remark = { SightingSizeValue: '2.5m', Distance: '1.5', DistanceUnit: 'km offshore', LocationDetail: 'NULL' };
    tree = await treeOf([
      rawDataRecord(1, 0, 115.75, -32, remark),
      rawDataRecord(2, day, 115.75, -32, { SightingSizeValue: null }),
    ]);
    const paths: string[] = [];
    const { read } = memoryStore(tree);
    engine = new ColumnEngine(
      () =>
        new DatasetReader({
          read: (path, options) => {
            paths.push(path);
            return read(path, options);
          },
        }),
    );
    await engine.load(site);
    expect((await engine.record(1, cottesloe))?.details).toBeNull();
    const before = paths.length;
    await Promise.all([engine.loadDetails(), engine.loadDetails()]);
    await engine.loadDetails();
    expect(paths.length - before).toBe(4);
    const found = await engine.query(query);
    expect(found.rows.map((row) => row.kind === 'record' && row.details)).toMatchObject([
      { size: '', sizeInMetres: null, distanceOffshoreInMetres: null, remark: '' },
      { size: '2.5m', sizeInMetres: 2.5, distanceOffshoreInMetres: 1500, distanceText: '1.5 km offshore', remark: '' },
    ]);
  });

  it('reports details that cannot be read, keeps working without them, and can try again', async () => {
    await engine.load(site);
    const complete = new Map(tree.files);
    for (const [path, bytes] of tree.files) {
      if (new TextDecoder().decode(bytes).startsWith('{"format":"coastwatch-details"')) tree.files.delete(path);
    }
    await expect(engine.loadDetails()).rejects.toThrow('Sizes, distances and remarks could not be read (');
    expect((await engine.query(query)).rows).toHaveLength(20);
    for (const [path, bytes] of complete) tree.files.set(path, bytes);
    await engine.loadDetails();
    expect((await engine.record(1, cottesloe))?.details).toMatchObject({ size: '2.5m' });
  });

  it('does not return the cached result of another query', async () => {
    await engine.load(site);
    await engine.query(query);
    const oldest = { ...query, sort: 'oldest' as const };
    const places = { ...query, tab: 'places' as const };
    const since = { ...query, filters: { ...noFilters, from: '1970-01-29' } };
    const elsewhere = { ...query, area: { ...query.area, west: 120 } };
    const around = { ...query, search: { mode: 'radius' as const, centre: cottesloe, radiusInMetres: 50 } };
    expect((await engine.query(oldest)).rows[0]?.id).toBe(1);
    expect((await engine.query(places)).rows.map(({ id }) => id)).toEqual([8, 7]);
    expect((await engine.query(since)).found).toBe(2);
    expect((await engine.query(elsewhere)).found).toBe(0);
    expect((await engine.query(around)).found).toBe(30);
    expect((await engine.query(structuredClone(query))).found).toBe(30);
  });

  it('returns the neighbours of an item in a list, or null where there is none', async () => {
    await engine.load(site);
    expect(await engine.neighbours(query, 30)).toEqual({ index: 0, previous: null, next: 29 });
    expect(await engine.neighbours(query, 15)).toEqual({ index: 15, previous: 16, next: 14 });
    expect(await engine.neighbours(query, 1)).toEqual({ index: 29, previous: 2, next: null });
    expect(await engine.neighbours(query, 99)).toEqual({ index: null, previous: null, next: null });
    const places = { ...query, tab: 'places' as const, sort: 'nearest' as const };
    expect(await engine.neighbours(places, 7)).toEqual({ index: 0, previous: null, next: 8 });
    const filtered = { ...query, filters: { ...noFilters, to: '1970-01-02' } };
    expect(await engine.neighbours(filtered, 15)).toEqual({ index: null, previous: null, next: null });
  });

  it('suggests council areas without a word such as "shire" only if it finds nothing else', async () => {
    const inArea = (id: number, name: string, area: string) => ({
      ...coastalFeature(id, name, [114.17, -21.83], [114.17, -21.83]),
      CoastalFeatureLGAName: area,
    });
    tree = await treeOf(recordsUpTo(1), [inArea(9, 'Inch Strand', 'Kerry'), inArea(10, 'Fanore Beach', 'Inch')]);
    await engine.load(site);
    expect((await engine.suggest('kerry', 9)).groups).toEqual([
      { kind: 'areas', items: [{ kind: 'area', name: 'Kerry', places: 1 }] },
    ]);
    expect((await engine.suggest('inch', 9)).groups.map(({ kind }) => kind)).toEqual(['places']);
  });

  it('uses the old data until the new data is loaded', async () => {
    await engine.load(site);
    await engine.query(query);
    await engine.marks({ filters: noFilters, area: query.area, zoom: 9 });
    tree = await treeOf(recordsUpTo(31));
    const loading = engine.load(site);
    expect((await engine.query(query)).found).toBe(30);
    await loading;
    expect((await engine.query(query)).found).toBe(31);
    expect(await engine.marks({ filters: noFilters, area: query.area, zoom: 9 })).toMatchObject([{ observations: 31 }]);
  });

  it('continues to use the old data when the new data cannot be read, and reports the reason', async () => {
    await engine.load(site);
    tree.files.delete(manifestPath);
    await expect(engine.load(site)).rejects.toThrow('The data could not be read (data/manifest.json: missing).');
    expect((await engine.query(query)).found).toBe(30);
  });

  it('names a point after the town or place at it, or else the nearest place that is not a sign', async () => {
    const hasTown = { CoastalFeatureTownProximityNEW: 'Exmouth' };
    tree = await treeOf(recordsUpTo(1), [
      { ...coastalFeature(9, 'Bundegi', [114.17, -21.83], [114.17, -21.83]), ...hasTown },
      { ...coastalFeature(11, 'BEN 27', [115.744, -31.97], [115.744, -31.97]), CoastalFeatureFeatureType: 'BEN Sign' },
      { ...coastalFeature(10, 'Tantabiddi', [113.98, -21.91], [113.98, -21.91]), ...hasTown },
    ]);
    await engine.load(site);
    const { groups } = await engine.suggest('Exmouth', 9);
    const towns = groups.flatMap((group) => (group.kind === 'places' ? group.items : []));
    const town = towns.find((each) => each.kind === 'town');
    if (!town) throw new Error('no town');
    expect(await engine.pointName(town.centre)).toMatchObject({ name: 'Exmouth', isExact: true });
    const { longitude, latitude } = cottesloe;
    const at = (metres: number) => ({ longitude, latitude: latitude + metres / 111_000 });
    expect(await engine.pointName(at(4))).toMatchObject({ name: 'Cottesloe', isExact: true });
    expect(await engine.pointName(at(4900))).toMatchObject({ name: 'Cottesloe', isExact: false });
    const far = await engine.pointName(at(50_000));
    expect(far).toMatchObject({ name: 'Cottesloe', isExact: false });
    expect(far?.distanceInMetres).toBeCloseTo(50_000, -3);
    expect(await engine.pointName({ longitude: 115.744, latitude: -31.97 })).toMatchObject({
      name: 'BEN 27',
      isExact: true,
    });
    expect(await engine.pointName({ longitude: 115.744, latitude: -31.971 })).toMatchObject({
      name: 'Cottesloe',
      isExact: false,
    });
  });

  it('says whether any record has a time', async () => {
    await engine.load(site);
    expect((await engine.charts(query)).hasTimes).toBe(false);
    tree = await treeOf([...recordsUpTo(30), rawDataRecord(31, day + 1, 115.75, -32)]);
    await engine.load(site);
    expect((await engine.charts(query)).hasTimes).toBe(true);
  });

  it('returns empty results for a site without records', async () => {
    tree = await treeOf([]);
    expect(await engine.load(site)).toMatchObject({
      records: 0,
      newest: null,
      histogram: { firstMonth: 0, lastMonth: -1 },
    });
    expect(await engine.marks({ filters: noFilters, area: query.area, zoom: 9 })).toEqual([]);
    expect(await engine.location(cottesloe, noFilters)).toBeNull();
    expect(await engine.export(query, 'csv')).toMatchObject({ text: { size: 0 }, count: 0 });
    const none = { sighting: 0, detection: 0 };
    expect((await engine.nearby(cottesloe, 3)).observedWithin).toMatchObject([none, none, none]);
  });
});
