import { beforeAll, describe, expect, it } from 'vitest';

import { fixtureRecords } from '../../../tests/contract/fixture/fixture-records.ts';
import { inProcessHost } from '../../../tests/contract/hosts/in-process-host.ts';
import { OgcClient } from '../../../tests/contract/ogc/ogc-client.ts';
import type { RawDataRecord } from '../../datasets/datasets.ts';

interface Counts {
  readonly collection: string;
  readonly groupBy: readonly string[];
  readonly numberMatched: number;
  readonly groups: readonly Readonly<Record<string, string | number | null>>[];
}

let client: OgcClient;
const path = '/collections/RawData/aggregate';

beforeAll(async () => {
  client = new OgcClient(await inProcessHost());
});

/** The local month of a record. No time in this test is one in Western Australian time. */
const monthOf = ({ SightingDateTime }: RawDataRecord): number =>
  new Date(Date.parse(`${SightingDateTime}Z`) + 8 * 3_600_000).getUTCMonth() + 1;

describe('counts', () => {
  it('by month and kind within a box are those of a brute-force scan', async () => {
    const selected = fixtureRecords.filter(
      ({ LocationX, LocationY, SightingDateTime }) =>
        LocationX >= 115.6 && LocationX <= 115.8 && LocationY >= -33 && SightingDateTime < '2019-07-01',
    );
    const expected = new Map<string, { features: number; sharks: Set<string> }>();
    for (const record of selected) {
      const key = JSON.stringify([monthOf(record), record.InteractionValue === 'Detected' ? 'detected' : 'sighted']);
      const group = expected.get(key) ?? { features: 0, sharks: new Set() };
      expected.set(key, group);
      group.features++;
      if (record.InteractionValue === 'Detected')
        group.sharks.add(JSON.stringify([record.ObjectId, record.SightingSpeciesValue]));
    }
    const counts = await client.json<Counts>(
      `${path}?groupby=month,kind&bbox=115.6,-33,115.8,90&datetime=../2019-06-30`,
    );
    expect(counts).toMatchObject({ collection: 'RawData', groupBy: ['month', 'kind'], numberMatched: selected.length });
    const found = counts.groups.map(({ month, features, taggedSharks }) => [month, features, taggedSharks]);
    const months = [...expected].map(([key, { features, sharks }]) => [
      (JSON.parse(key) as [number])[0],
      features,
      sharks.size,
    ]);
    const inOrder = (rows: readonly unknown[]): string[] => rows.map((row) => JSON.stringify(row)).sort();
    expect(inOrder(found)).toEqual(inOrder(months));
    expect(found.length).toBeGreaterThan(5);
  });

  it('without groups are one row of totals, which every format has', async () => {
    const { groups, numberMatched } = await client.json<Counts>(`${path}?filter=RawDataId<47000`);
    expect(groups).toEqual([{ features: numberMatched, ...pick(groups[0], ['sightings', 'visits', 'taggedSharks']) }]);
    expect(numberMatched).toBe(fixtureRecords.filter(({ RawDataId }) => RawDataId < 47_000).length);
    const csv = await client.get(`${path}?filter=RawDataId<47000&f=csv`);
    expect(csv.headers['content-type']).toBe('text/csv; charset=UTF-8');
    expect(csv.body).toBe(`features,sightings,visits,taggedSharks\r\n${Object.values(groups[0] ?? {}).join()}\r\n`);
    expect((await client.get(`${path}?f=html`)).body).toContain('<th>taggedSharks</th>');
  });

  it('of places have no sharks', async () => {
    const { groups } = await client.json<Counts>('/collections/CoastalFeatures/aggregate?groupby=localArea');
    expect(groups.map((group) => Object.keys(group))).toEqual(groups.map(() => ['localArea', 'features']));
  });

  it.each([
    'groupby=x',
    'groupby=',
    'groupby=month,month',
    'groupby=species,month,hour,year',
    'groupby=town',
    'limit=1',
    'crs=x',
  ])('are refused for %s', async (query) => {
    await client.assertProblem(`${path}?${query}`, 400, 'badParameters');
  });
});

function pick<Value>(
  values: Readonly<Record<string, Value>> = {},
  names: readonly string[],
): Record<string, Value | undefined> {
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}
