import { describe, expect, expectTypeOf, it } from 'vitest';

import type { RecordOf } from '../core/datasets/dataset-description.ts';
import { coastalFeatures, rawData } from '../core/datasets/datasets.ts';
import { fixtureFeatures } from '../tests/contract/fixture/fixture-features.ts';
import { fixtureRecords } from '../tests/contract/fixture/fixture-records.ts';
import type { CoastalFeature, RawDataRecord } from './coastwatch-client.ts';

describe('the types of records', () => {
  it('agree with the descriptions of the datasets', () => {
    expectTypeOf<CoastalFeature>().toEqualTypeOf<RecordOf<typeof coastalFeatures>>();
    expectTypeOf<RawDataRecord>().toEqualTypeOf<RecordOf<typeof rawData>>();
  });

  it('have exactly the fields of the records in responses', () => {
    expect(Object.keys(fixtureFeatures[0] ?? {})).toEqual(coastalFeatures.fields.map(({ name }) => name));
    expect(Object.keys(fixtureRecords[0] ?? {})).toEqual(rawData.fields.map(({ name }) => name));
  });
});
