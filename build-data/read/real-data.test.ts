import { join } from 'node:path';
import { expect, test } from 'vitest';

import { coastalFeatures, rawData } from '../../core/datasets/datasets.ts';
import { describeWithRealData } from '../../tests/support/real-data.ts';
import { readContent, readLocation } from './testing/read-content.ts';

describeWithRealData('the real files', (folder) => {
  test('RawData is read completely, with the expected warnings', async () => {
    const { records, issues } = await readLocation(rawData, join(folder, 'RawData.csv'));
    expect(records).toHaveLength(17_330);
    expect(issues.refused).toBe(false);
    expect(issues.groups.map(({ code, total }) => [code, total])).toEqual([
      ['unnamedColumn', 1],
      ['toleratedNull', 4],
      ['outsideRegion', 1],
    ]);
    expect(
      issues.groups.flatMap(({ examples }) =>
        examples.map(({ identifier, field, value }) => [identifier, field, value]),
      ),
    ).toEqual([
      [undefined, undefined, undefined],
      ['59602', 'SightingSpeciesValue', 'an empty cell'],
      ['59592', 'SightingSpeciesValue', 'an empty cell'],
      ['59533', 'SightingSpeciesValue', 'an empty cell'],
      ['52961', 'OwnerValue', 'an empty cell'],
      ['57355', 'LocationY', '17.76639'],
    ]);
  });

  test('CoastalFeatures is read completely, without an issue', async () => {
    const { records, codes } = await readLocation(coastalFeatures, join(folder, 'CoastalFeatures.csv'));
    expect(records).toHaveLength(1_679);
    expect(codes).toEqual([]);
  });

  test('the same records are read unchanged from JSON', async () => {
    const { records } = await readLocation(rawData, join(folder, 'RawData.csv'));
    const again = await readContent(rawData, JSON.stringify(records));
    expect(JSON.stringify(again.records)).toBe(JSON.stringify(records));
    expect(again.issues.groups.map(({ code, total }) => [code, total])).toEqual([
      ['toleratedNull', 4],
      ['outsideRegion', 1],
    ]);
  });
});
