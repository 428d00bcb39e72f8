import { expect, it } from 'vitest';

import { parseMapping } from '../../build-data/mapping/mapping.ts';
import { readContent } from '../../build-data/read/testing/read-content.ts';
import { rawData } from '../../core/datasets/datasets.ts';
import { read } from './markdown.ts';

it('the example of docs/mapping.md reads a row as its text says', async () => {
  const [, example = ''] = /```json\n(.*?)```/s.exec(read('docs/mapping.md')) ?? [];
  const mapping = parseMapping('example', JSON.parse(example), rawData);
  const header = 'Status;Station;Tag;Date;Time;Species;Length in cm;Longitude West;Latitude';
  const rows = ['ok;S1;A7;01.07.2021;12:00;Prionace glauca;250;63,5;44,25', 'test;S1;A7;;;;;;', ''];
  const content = Buffer.from([header, ...rows].join('\n'), 'latin1');
  const { records, issues } = await readContent(rawData, content, { mapping });
  expect(issues.refused).toBe(false);
  expect(records).toMatchObject([
    {
      ...{ InteractionValue: 'Detected', LocationValue: 'Receiver S1', SightingSpeciesValue: 'blue' },
      // 15:00 in UTC, in the time zone of records of that year.
      ...{ SightingDateTime: '2021-07-01T23:00:00', SightingSizeValue: '2.5m', LocationX: -63.5, LocationY: 44.25 },
    },
  ]);
});
