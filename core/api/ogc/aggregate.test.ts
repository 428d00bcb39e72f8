import { beforeAll, describe, expect, it } from 'vitest';

import { fixtureRecords } from '../../../tests/contract/fixture/fixture-records.ts';
import { inProcessHost } from '../../../tests/contract/hosts/in-process-host.ts';
import { OgcClient } from '../../../tests/contract/ogc/ogc-client.ts';

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

describe('counts', () => {
  it('without groups are one row of totals of what is selected, which every format has', async () => {
    const query = 'filter=RawDataId<47000&bbox=115.6,-33,115.8,90&datetime=../2019-06-30';
    const { groups, numberMatched } = await client.json<Counts>(`${path}?${query}`);
    expect(groups).toEqual([{ features: numberMatched, ...pick(groups[0], ['sightings', 'visits', 'taggedSharks']) }]);
    const selected = fixtureRecords.filter(
      ({ RawDataId, LocationX, LocationY, SightingDateTime }) =>
        RawDataId < 47_000 &&
        LocationX >= 115.6 &&
        LocationX <= 115.8 &&
        LocationY >= -33 &&
        SightingDateTime < '2019-07-01',
    );
    expect(numberMatched).toBe(selected.length);
    const csv = await client.get(`${path}?${query}&f=csv`);
    expect(csv.headers['content-type']).toBe('text/csv; charset=UTF-8');
    expect(csv.body).toBe(`features,sightings,visits,taggedSharks\r\n${Object.values(groups[0] ?? {}).join()}\r\n`);
    expect((await client.get(`${path}?f=html`)).body).toContain('<th>taggedSharks</th>');
  });

  it.each([
    ['RawData', ['month', 'kind'], ['sightings', 'visits', 'taggedSharks']],
    // Places have no sharks.
    ['CoastalFeatures', ['localArea'], []],
  ])('of %s have the values of their groups: %j', async (name, groupBy, more) => {
    const counts = await client.json<Counts>(`/collections/${name}/aggregate?groupby=${groupBy.join()}`);
    expect(counts).toMatchObject({ collection: name, groupBy });
    expect(counts.groups.length).toBeGreaterThan(2);
    for (const group of counts.groups) expect(Object.keys(group)).toEqual([...groupBy, 'features', ...more]);
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
